"""Run the benchmark of Benoist and Bourreau (§6) again: 140 puzzles, all solutions.

Records are appended to records.csv; what is there already is not run again.

    python papers/benoist-bourreau/140-puzzles/run.py
"""

import csv
from argparse import ArgumentParser
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from time import process_time
from typing import Any

from edgematch.loading import load
from edgematch.puzzle import Puzzle
from edgematch.results import Limits
from edgematch.search import engine_class, solve
from edgematch.search.interface import Outcome

HERE = Path(__file__).parent
RECORDS = HERE / "records.csv"

FEWEST_COLORS = {7: 6, 8: 8, 9: 10, 10: 12}
"""By size: five numbers of colors from here on, seven puzzles each."""
PUZZLES_OF_A_SIZE = 35

PLAIN = ("color-pairs", {"break_symmetry": False})
FULL = ("color-pairs", PLAIN[1] | {"shaving": "all", "urgency": "survivors"})
ENGINES: dict[str, tuple[str, dict[str, Any]]] = {
    "row-scan": ("row-scan", {}),
    "color-pairs": PLAIN,
    "color-pairs full": FULL,
    "consistency": ("consistency", {"break_symmetry": False}),
}
"""Who may finish a puzzle; the others run on every second of those that are."""
VARIANTS: dict[str, dict[str, Any]] = {
    "urgency offer": {"urgency": "offer"},
    "urgency expected-offer": {"urgency": "expected-offer"},
    "urgency expected-ratio": {"urgency": "expected-ratio"},
    "urgency expected-filtering": {"urgency": "expected-filtering"},
    "no backjumping": {"backjumping": False},
    "no preemption": {"preemption": False},
    "no remaining-piece rules": {"shared_sides": False, "border_cycles": False},
    "shaving 1": {"shaving": "1"},
    "shaving 2": {"shaving": "2"},
    "shaving 3": {"shaving": "3"},
    "shaving all": {"shaving": "all"},
}
LONGER = "color-pairs full, longer"
"""The full engine where `row-scan` was done in time and it was not, with more time: so
that the ratio of their nodes leaves out no puzzle that `row-scan` enumerates."""
CP_SAT = "CP-SAT"
CP_SAT_SECONDS = 5.0
"""It takes seconds to begin with, so it has longer, for every fourth puzzle."""
_SECONDS_PER_SLICE = 0.02


@dataclass(frozen=True)
class Record:
    """One run; seconds are those of the processor."""

    puzzle: str
    recipe: str
    engine: str
    ended: str
    solutions: int
    nodes: int
    seconds: float


def recipes() -> list[str]:
    """Return the recipes of the 140 puzzles."""
    return [
        f"benoist:{size}x{size}:{fewest + (seed - 1) % 5}:seed={seed}"
        for size, fewest in FEWEST_COLORS.items()
        for seed in range(1, PUZZLES_OF_A_SIZE + 1)
    ]


def run(recipe: str, puzzle: Puzzle, name: str, limit: float) -> Record:
    """Let an engine look for all solutions, for so many seconds of the processor."""
    if name == LONGER:
        kind, options = FULL
    elif name in ENGINES:
        kind, options = ENGINES[name]
    else:
        kind, options = PLAIN[0], PLAIN[1] | VARIANTS[name]
    search = engine_class(kind)(**options).start(puzzle)
    before = process_time()
    nodes, solutions, ended = 1_000, 0, "seconds"
    while (spent := process_time() - before) < limit:
        outcome = search.advance(nodes)
        if outcome is Outcome.EXHAUSTED:
            ended = "exhausted"
            break
        if outcome is Outcome.FOUND:
            solutions += 1
        elif process_time() - before - spent < _SECONDS_PER_SLICE:
            nodes *= 2
    seconds = round(process_time() - before, 3)
    return Record(puzzle.name, recipe, name, ended, solutions, search.nodes, seconds)


def run_cp_sat(recipe: str, puzzle: Puzzle) -> Record:
    """Let CP-SAT look for all solutions, with the colors of the joins as variables."""
    limits = Limits(solutions=None, seconds=CP_SAT_SECONDS, keep=0)
    result = solve(puzzle, "cp-sat", limits, break_symmetry=False)
    nodes, seconds = result.statistics["nodes"], result.statistics["seconds"]
    return Record(
        puzzle.name,
        recipe,
        CP_SAT,
        str(result.ended),
        result.count,
        int(nodes),
        round(seconds, 3),
    )


def read_records() -> list[Record]:
    """Return what has been run so far."""
    if not RECORDS.exists():
        return []
    with RECORDS.open(newline="") as file:
        return [
            Record(
                each["puzzle"],
                each["recipe"],
                each["engine"],
                each["ended"],
                int(each["solutions"]),
                int(each["nodes"]),
                float(each["seconds"]),
            )
            for each in csv.DictReader(file)
        ]


def append(record: Record) -> None:
    """Write a record at the end of the file."""
    is_new = not RECORDS.exists()
    with RECORDS.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow([field.name for field in fields(Record)])
        writer.writerow(astuple(record))


def main() -> None:
    """Run what is missing."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="limit of a run")
    parser.add_argument(
        "--only",
        nargs="+",
        default=[*VARIANTS, CP_SAT],
        help="of these, beside engines",
    )
    parser.add_argument(
        "--longer", type=float, default=600.0, help="limit of the full engine's rest"
    )
    arguments = parser.parse_args()
    done = {(each.recipe, each.engine): each for each in read_records()}
    # Kernels are compiled before anything is timed.
    small = load("benoist:4x4:4:seed=1").puzzle
    for name in ENGINES:
        run("", small, name, 60)

    def ensure(recipe: str, puzzle: Puzzle, name: str) -> None:
        if (recipe, name) not in done:
            if name == CP_SAT:
                record = run_cp_sat(recipe, puzzle)
            else:
                limit = arguments.longer if name == LONGER else arguments.seconds
                record = run(recipe, puzzle, name, limit)
            done[recipe, name] = record
            append(record)

    puzzles = {recipe: load(recipe).puzzle for recipe in recipes()}
    for recipe, puzzle in puzzles.items():
        for name in ENGINES:
            ensure(recipe, puzzle, name)
    kept = [
        recipe
        for recipe in puzzles
        if any(done[recipe, each].ended == "exhausted" for each in ENGINES)
    ]
    for name in arguments.only:
        for recipe in kept:
            if recipe in recipes()[:: 4 if name == CP_SAT else 2]:
                ensure(recipe, puzzles[recipe], name)
    for recipe, puzzle in puzzles.items():
        ended = [done[recipe, each].ended for each in ("row-scan", "color-pairs full")]
        if ended == ["exhausted", "seconds"]:
            ensure(recipe, puzzle, LONGER)


if __name__ == "__main__":
    main()
