"""Encodings × solvers: time to a first solution, one run after the other.

Time is that of the processor, so other work on the machine changes little.

The puzzles of Heule's Tables 2 and 3 (his files must be there: `--heule FOLDER`; the
clue puzzles are in the catalog), ten seeds of the solver each; and the classes of
Table 2 of Ansótegui et al., ten instances each.  A rerun skips what is recorded in
benchmarks/results/encodings.csv; the page is benchmarks/results/encodings.md.

    python benchmarks/solvers.py --suites local --puzzles em-11-3-4 --seconds 20
"""

import argparse
import datetime
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

from edgematch import load, solve
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Limits, Progress
from edgematch.version import __version__
from effort.contestants import Contestant
from effort.machine import processor
from effort.medians import Seen, quantile
from effort.processor import processor_seconds
from effort.records import Record, append_record, by_machine, read_records
from effort.report import machine

SMALL: Final = "one-set:3x3:3:seed=1"
MOST_BUSY: Final = 30
"""How much slower than the processor the clock may go."""
FOLDER: Final = Path(__file__).parent / "results"
HEULE: Final = (
    *("clue1", "clue2", "clue3", "clue4", "em-7-3-6", "em-7-4-8", "em-7-4-9"),
    *("em-8-4-5", "em-9-3-5", "em-11-3-4", "em-12-2-4", "em-14-7-3"),
)
TABLE_2: Final = (
    *("one-set:7x7:6", "one-set:8x8:7", "two-set:6x6:6:2", "two-set:7x7:6:4"),
    *("two-set:7x7:7:2", "two-set:7x7:7:3", "two-set:7x7:7:4", "two-set:7x7:8:2"),
)
"""Classes of Ansótegui et al., inner before frame colors."""
_SOLVERS: Final = (
    *("minisat22", "glucose42", "maplechrono"),
    *("cadical153", "cadical195", "cadical300", "kissat404"),
)
_EXTENSIONS: Final = (
    *("", "forbidden_colors=true", "explicit=true"),
    "explicit=true,forbidden_colors=true",
)
_ENCODINGS: Final = (
    *("encoding=primal", "", "color_counts=false"),
    *(f"at_most_one=pairwise,encoding=compact,{each}" for each in _EXTENSIONS),
)
"""As options of `sat`; without a name it is primal-dual."""
_COMPLETE: Final = (
    *(
        f"sat({options},solver={solver})".replace("(,", "(").replace(",,", ",")
        for options, solver in product(_ENCODINGS, _SOLVERS)
    ),
    "sat(phase=negative,solver=minisat22)",
    *("cp-sat(encoding=cp-joins)", "cp-sat(encoding=cp-table)"),
)
_LOCAL: Final = tuple(
    f"local-sat({options})".replace("()", "")
    for options in (*_EXTENSIONS, "algorithm=probsat")
)

SUITES: Final = {
    "local": (HEULE, _LOCAL),
    "heule": (HEULE, _COMPLETE),
    "classes": (TABLE_2, _COMPLETE),
}
"""Puzzles and contestants that go together."""


def puzzle_of(name: str, seed: int, heule: Path) -> tuple[Puzzle, int]:
    """Return a puzzle, and the seed for the solver: a class has one for the puzzle."""
    if name in TABLE_2:
        return load(f"{name}:seed={seed}").puzzle, 0
    if name.startswith("em-"):
        return load(str(heule / f"{name.replace('-', '_')}.txt")).puzzle, seed
    return load(name).puzzle.with_hints([]), seed


def measured(
    name: str, seed: int, who: Contestant, limit: float, heule: Path
) -> Record:
    """Run one contestant on one puzzle, for so many seconds of the processor."""
    puzzle, solver_seed = puzzle_of(name, seed, heule)
    options: dict[str, Any] = dict(who.options)
    # A process that has the solver's library at hand, and kernels that are compiled.
    solve(load(SMALL).puzzle, who.kind, Limits(nodes=100), **options)
    started = processor_seconds()

    def watch(progress: Progress) -> None:
        if processor_seconds() - started >= limit:
            raise KeyboardInterrupt  # ends the search as a limit would

    result = solve(
        puzzle,
        who.kind,
        Limits(seconds=MOST_BUSY * limit),
        seed=solver_seed,
        watch=watch,
        watch_every=0.1,
        **options,
    )
    seconds = processor_seconds() - started
    is_over = result.ended in (Ended.FOUND, Ended.EXHAUSTED)
    return Record(
        name,
        seed,
        who.name,
        str(result.ended) if is_over else "seconds",
        result.count,
        int(result.statistics["nodes"]),
        round(seconds, 4),
        limit,
        0,
        __version__,
        str(datetime.date.today()),
        processor(),
    )


def tables(records: Sequence[Record]) -> Iterator[str]:
    """Yield a table a suite: contestants down, puzzles across, medians inside."""
    for suite, (puzzles, contestants) in SUITES.items():
        named = [Contestant.read(text).name for text in contestants]
        own = [
            r for r in records if r.puzzle_class in puzzles and r.contestant in named
        ]
        columns = [name for name in puzzles if any(r.puzzle_class == name for r in own)]
        if not own:
            continue
        yield f"### {suite}"
        lines = [["contestant", *columns], ["---"] * (len(columns) + 1)]
        for who in named:
            cells = [
                _median(r for r in own if (r.puzzle_class, r.contestant) == (name, who))
                for name in columns
            ]
            if any(cells):
                lines.append([f"`{who}`", *cells])
        yield "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _median(records: Iterable[Record]) -> str:
    runs = list(records)
    if not runs:
        return ""
    seconds = [
        Seen(r.limit if r.is_censored else r.seconds, r.is_censored) for r in runs
    ]
    solved = sum(not r.is_censored for r in runs)
    return f"{quantile(seconds, 0.5)} ({solved}/{len(runs)})"


NOTES: Final = """\
Median seconds of the processor to a first solution, and how many of the runs found one:
ten seeds of the solver on Heule's puzzles, ten instances of a class. The encoding
counts. A run that came to its limit counts as longer, and a median marked `>` is a
bound. Limits are 1 to 5 s, as `>` tells (encodings.csv has them for each run). Where
more than half of ten runs are in vain the median is above the limit whatever the others
give, and they were not made: so many cells are of six runs. `sat` is primal-dual unless
it says otherwise; symmetry is broken, but not in `local-sat`. Two runs at a time on two
cores, with other work beside them for most of the time: seconds of the processor hide
that but for the caches they shared."""


def is_decided(
    records: Iterable[Record], name: str, who: str, seeds: int, limit: float
) -> bool:
    """Tell whether the median is above the limit, whatever the other seeds give."""
    in_vain = sum(
        r.is_censored and r.limit >= limit and r.seed <= seeds
        for r in records
        if (r.machine, r.puzzle_class, r.contestant) == (processor(), name, who)
    )
    return in_vain > seeds / 2


def main() -> None:
    """Measure what is not recorded yet, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--suites", nargs="+", choices=list(SUITES), default=[*SUITES])
    parser.add_argument("--puzzles", nargs="+", help="only these")
    parser.add_argument("--contestants", nargs="+", help="only these")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--heule", type=Path, default=Path("../shared/data/heule"))
    asked = parser.parse_args()
    path = FOLDER / "encodings.csv"
    for suite in asked.suites:
        puzzles, contestants = SUITES[suite]
        for seed, name, text in product(
            range(1, asked.seeds + 1), asked.puzzles or puzzles, contestants
        ):
            who = Contestant.read(text)
            if name.startswith("em-") and not asked.heule.is_dir():
                continue
            if name not in puzzles or who.name not in (asked.contestants or [who.name]):
                continue
            known = read_records(path)
            before = known.get((processor(), name, seed, who.name))
            if before is not None and before.answers(asked.seconds):
                continue
            if is_decided(known.values(), name, who.name, asked.seeds, asked.seconds):
                continue
            record = measured(name, seed, who, asked.seconds, asked.heule)
            append_record(path, record)
            print(name, seed, who.name, record.ended, record.seconds, file=sys.stderr)
    page = ["# Encodings and solvers", f"Written {machine()}.", NOTES]
    for place, records in by_machine(read_records(path).values()).items():
        page += [f"## On {place}", *tables(records)]
    (FOLDER / "encodings.md").write_text("\n\n".join(page) + "\n")


if __name__ == "__main__":
    main()
