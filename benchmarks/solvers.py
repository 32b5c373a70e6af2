"""Encodings × solvers: seconds to a first solution, one run after the other.

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
from edgematch.results import Limits
from edgematch.version import __version__
from effort.classes import CLASSES
from effort.contestants import Contestant
from effort.medians import Seen, quantile
from effort.records import Record, append_record, read_records
from effort.report import machine

FOLDER: Final = Path(__file__).parent / "results"
HEULE: Final = (
    *("clue1", "clue2", "clue3", "clue4", "em-7-3-6", "em-7-4-8", "em-7-4-9"),
    *("em-8-4-5", "em-9-3-5", "em-11-3-4", "em-12-2-4", "em-14-7-3"),
)
EXTENSIONS: Final = (
    "",
    "forbidden_colors=true",
    "explicit=true",
    "explicit=true,forbidden_colors=true",
)
_SOLVERS: Final = (
    *("minisat22", "glucose42", "maplechrono"),
    *("cadical153", "cadical195", "cadical300", "kissat404"),
)

SUITES: Final = {
    "local": (
        HEULE,
        [
            f"local-sat({options})".replace("()", "")
            for options in (*EXTENSIONS, "algorithm=probsat")
        ],
    ),
    "heule": (
        HEULE,
        [
            f"sat(at_most_one=pairwise,encoding=compact,{options},solver={solver})"
            for options, solver in product(EXTENSIONS[1:], _SOLVERS)
        ]
        + [
            f"sat(at_most_one=pairwise,encoding=compact,solver={solver})"
            for solver in _SOLVERS
        ],
    ),
    "classes": (
        tuple(CLASSES),
        [
            *(f"sat(encoding=primal,solver={solver})" for solver in _SOLVERS),
            *(f"sat(solver={solver})" for solver in _SOLVERS),
            *(f"sat(color_counts=false,solver={solver})" for solver in _SOLVERS),
            "sat(phase=negative,solver=minisat22)",
            *(
                "sat(at_most_one=pairwise,encoding=compact,explicit=true,"
                f"forbidden_colors=true,solver={solver})"
                for solver in _SOLVERS
            ),
            "cp-sat(encoding=cp-joins)",
            "cp-sat(encoding=cp-table)",
        ],
    ),
}
"""Puzzles and contestants that go together."""


def puzzle_of(name: str, seed: int, heule: Path) -> tuple[Puzzle, int]:
    """Return a puzzle, and the seed for the solver: a class has one for the puzzle."""
    if name in CLASSES:
        return CLASSES[name].puzzle(seed), 0
    if name.startswith("em-"):
        return load(str(heule / f"{name.replace('-', '_')}.txt")).puzzle, seed
    return load(name).puzzle.with_hints([]), seed


def measured(
    name: str, seed: int, who: Contestant, limit: float, heule: Path
) -> Record:
    """Run one contestant on one puzzle."""
    puzzle, solver_seed = puzzle_of(name, seed, heule)
    options: dict[str, Any] = dict(who.options)
    result = solve(puzzle, who.kind, Limits(seconds=limit), seed=solver_seed, **options)
    seconds = result.statistics["seconds"]
    return Record(
        name,
        seed,
        who.name,
        str(result.ended),
        result.count,
        int(result.statistics["nodes"]),
        round(seconds, 4),
        limit,
        0,
        __version__,
        str(datetime.date.today()),
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
        yield f"## {suite}"
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
Median wall seconds to a first solution on one core of a busy machine, and how many runs
found one. A run that came to its limit counts as longer; medians marked `>` are bounds,
and limits differ from run to run (encodings.csv has them). Of `sat` and `cp-sat` the
encoding counts, of `local-sat` it does not. `sat` is primal-dual unless it says
otherwise; symmetry is broken, but not in `local-sat`. Column 6x6 had a core with little
else to do. Columns 7x7 and 8x8, and on clue2 and clue4 the solvers other than minisat22
and cadical195, were measured with about ten processes on the two cores, the rest with
two or three: rows of the one and the other must not be compared. Measured in part:
contestants and puzzles that are not here have not been run, or on fewer than ten seeds
and were left out (em-14-7-3 has one seed)."""


def main() -> None:
    """Measure what is not recorded yet, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--suites", nargs="+", choices=list(SUITES), default=[*SUITES])
    parser.add_argument("--puzzles", nargs="+", help="only these")
    parser.add_argument("--contestants", nargs="+", help="only these")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0)
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
            known = read_records(path).get((name, seed, who.name))
            if known is not None and known.answers(asked.seconds):
                continue
            record = measured(name, seed, who, asked.seconds, asked.heule)
            append_record(path, record)
            print(name, seed, who.name, record.ended, record.seconds, file=sys.stderr)
    records = list(read_records(path).values())
    page = ["# Encodings and solvers", f"{machine()}.", NOTES, *tables(records)]
    (FOLDER / "encodings.md").write_text("\n\n".join(page) + "\n")


if __name__ == "__main__":
    main()
