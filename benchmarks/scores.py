"""Scores against time: every score engine on the named puzzles, one process, one core.

    python benchmarks/scores.py --seconds 60 --seeds 5 eternity2 eternity2-five-hints
    python benchmarks/scores.py --engine beam --seconds 10 eternity2
    python benchmarks/scores.py --wall --threads 2 --seconds 60 eternity2

Time is that of the processor, so that a machine with other work gives the figures of
an idle one.  Several threads are compared with one by the clock on the wall (`--wall`,
for both), on a machine that has nothing else to do: threads wait for each other, which
no processor counts.  Each run is appended to `results/scores.csv` as it ends, and the
moments at which its score rose to `results/score_curves.csv`; `results/scores.md` has
the medians of all runs there, each machine by itself.  A run that is interrupted
counts for the marks it reached.  Other people's puzzles (`meta16` and its kind) are
read from `../shared/data/meta` where that folder is there.
"""

import argparse
import csv
import statistics
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from edgematch.formats import ReadOptions
from edgematch.loading import load
from edgematch.puzzle import Puzzle
from edgematch.results import ScoreLimits, ScoreProgress
from edgematch.search.scores import optimize
from effort.machine import processor

RESULTS = Path(__file__).parent / "results"
META = Path(__file__).parents[2] / "shared" / "data" / "meta"
MARKS = (1, 10, 60, 300, 3600)


def puzzle_called(name: str) -> Puzzle:
    """Return a puzzle of the catalog, of a recipe, or of META'10 (`meta16`)."""
    if not name.startswith("meta"):
        return load(name).puzzle
    size = name.removeprefix("meta")
    path = META / f"meta_{size}x{size}.txt"
    return load(str(path), ReadOptions(columns="swne")).puzzle


def run(
    name: str,
    engine: str,
    seed: int,
    seconds: float,
    options: dict[str, Any],
    threads: int = 1,
    is_wall: bool = False,
) -> tuple[dict[str, object], list[tuple[float, int]]]:
    """Search for so many seconds of the processor; return a row and its curve."""
    puzzle = puzzle_called(name)
    clock = time.perf_counter if is_wall else time.process_time
    which = "seconds" if is_wall else "processor_seconds"
    started = clock()

    def watch(progress: ScoreProgress) -> None:
        if clock() - started >= seconds:
            raise KeyboardInterrupt  # ends the search as a limit would

    result = optimize(
        puzzle, engine, seed=seed, watch=watch, threads=threads, **options
    )
    words = [f"{key}={value}" for key, value in options.items()]
    if is_wall:
        words.append(f"{threads} thread{'s' * (threads > 1)}, wall time")
    row: dict[str, object] = {
        "puzzle": name,
        "engine": engine,
        "options": " ".join(words),
        "seed": seed,
        "seconds": round(result.statistics[which]),
        "nodes": result.statistics["nodes"],
        "joins": puzzle.joins,
    }
    curve = [(round(getattr(x, which), 2), x.score) for x in result.curve]
    lasted = round(result.statistics[which])  # the set-up may take a tenth of a second
    for mark in MARKS:
        scores = [score for moment, score in curve if moment <= mark]
        row[f"at {mark}"] = scores[-1] if mark <= lasted and scores else ""
    row["machine"] = processor()
    return row, curve


def append(path: Path, rows: list[dict[str, object]]) -> None:
    """Put rows on disk, below the names of their fields."""
    is_new = not path.exists()
    with path.open("a", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        if is_new:
            writer.writeheader()
        writer.writerows(rows)


def write_page() -> None:
    """Write the medians of all runs so far, a table for each machine."""
    with (RESULTS / "scores.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    lines = [
        "# Scores against time",
        "",
        "Written by `benchmarks/scores.py`: matching joins after so many seconds of one"
        " core, as median (lowest–highest, number of seeds). Rows with wall time were"
        " measured by the clock, with nothing else on the machine.",
    ]
    for machine in dict.fromkeys(row["machine"] for row in rows):
        lines += ["", f"## On {machine}", ""]
        lines += table([row for row in rows if row["machine"] == machine])
    (RESULTS / "scores.md").write_text("\n".join(lines) + "\n")


def table(rows: list[dict[str, str]]) -> list[str]:
    """Return the lines of a table with the medians of some runs."""
    groups = defaultdict(list)
    for row in rows:
        groups[row["puzzle"], row["joins"], row["engine"], row["options"]].append(row)
    heads = " | ".join(f"{mark:,} s" for mark in MARKS)
    lines = [
        f"| puzzle | joins | engine | {heads} |",
        "|---" * (3 + len(MARKS)) + "|",
    ]
    for (puzzle, joins, engine, options), runs in groups.items():
        cells = []
        for mark in MARKS:
            scores = [int(each[f"at {mark}"]) for each in runs if each[f"at {mark}"]]
            cells.append(
                f"{statistics.median(scores):g} ({min(scores)}–{max(scores)},"
                f" {len(scores)})"
                if scores
                else ""
            )
        who = f"`{engine}` {options}".strip()
        lines.append(f"| {puzzle} | {joins} | {who} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", nargs="+")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=NUMBER")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--wall", action="store_true")
    given = parser.parse_args()
    if given.threads > 1 and not given.wall:
        parser.error("several threads are measured with --wall")
    options = {key: int(value) for key, value in (o.split("=") for o in given.option)}
    # What is compiled in the first search does not count.
    warm_up = load("e2:12x12:12:4:seed=1").puzzle
    optimize(warm_up, given.engine, ScoreLimits(nodes=8_000_000))
    for name in given.puzzles:
        for seed in range(given.first_seed, given.first_seed + given.seeds):
            how = (options, given.threads, given.wall)
            row, curve = run(name, given.engine, seed, given.seconds, *how)
            append(RESULTS / "scores.csv", [row])
            who = {key: row[key] for key in ("puzzle", "engine", "options", "seed")}
            moments = [{**who, "at": at, "score": score} for at, score in curve]
            append(RESULTS / "score_curves.csv", moments)
            print(row, flush=True)
            write_page()


if __name__ == "__main__":
    main()
