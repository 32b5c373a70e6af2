"""What each level of consistency and each order of cells costs and saves.

Run it with `make bench`, or alone: `python benchmarks/levels.py`.  All solutions of
three puzzles of each class by every contestant; sums of nodes and seconds.  A run is
stopped after five seconds.  Writes `results/levels.md`.
"""

import sys
from pathlib import Path
from typing import Any

from edgematch.loading import load
from edgematch.results import Ended, Limits
from edgematch.search import solve

FOLDER = Path(__file__).parent
CLASSES = ("one-set:6x6:5", "two-set:6x6:6:2")
SEEDS = range(1, 4)
SECONDS = 5.0

CONTESTANTS: dict[str, dict[str, Any]] = {
    "PLA, chess": {"level": "partial", "cells": "chess"},
    "PLA, dom": {"level": "partial", "cells": "dom"},
    "PLA, dom, exactly-k": {
        "level": "partial",
        "cells": "dom",
        "color_count": "board",
    },
    "MAC, lex": {"cells": "rows"},
    "MAC, chess": {"cells": "chess"},
    "MAC, dom": {"cells": "dom"},
    "MAC, dom/deg": {"cells": "dom/deg"},
    "MAC, joins": {"cells": "joins"},
    "MAC, colors": {},
    "MAC, colors, exactly-k": {"color_count": "board"},
    "MAC, colors, by regions": {"color_count": "regions"},
    "MAC, colors, CTadiff": {"piece_matching": True},
    "MAC, colors, GAColor": {"color_matching": True},
    "MAC, chess, GAColor": {"cells": "chess", "color_matching": True},
    "MAC, inner first, by regions": {"inner_first": True, "color_count": "regions"},
}


def row(name: str, options: dict[str, Any]) -> str:
    """Return a contestant's line of the table."""
    cells = [name]
    for each in CLASSES:
        nodes, seconds, finished = 0, 0.0, 0
        for seed in SEEDS:
            puzzle = load(f"{each}:seed={seed}").puzzle
            limits = Limits(solutions=None, seconds=SECONDS, keep=0)
            result = solve(puzzle, "consistency", limits, **options)
            nodes += int(result.statistics["nodes"])
            seconds += result.statistics["seconds"]
            finished += result.ended is Ended.EXHAUSTED
        mark = "" if finished == len(SEEDS) else "> "
        cells += [f"{mark}{nodes:,}", f"{mark}{seconds:.2f}"]
    print(" | ".join(cells), file=sys.stderr)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure and write the table."""
    for options in CONTESTANTS.values():  # compile before measuring
        solve(load("one-set:3x3:2:seed=1").puzzle, "consistency", **options)
    heads = ["", *(f"{each}, {what}" for each in CLASSES for what in ("nodes", "s"))]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    lines += [row(name, options) for name, options in CONTESTANTS.items()]
    text = (
        f"# Levels and orders\n\n`python benchmarks/levels.py`: all solutions of seeds"
        f" {SEEDS[0]} to {SEEDS[-1]}, one turn of the board; sums; `>` where a run was"
        f" stopped after {SECONDS:.0f} s.\n\n" + "\n".join(lines) + "\n"
    )
    (FOLDER / "results" / "levels.md").write_text(text)


if __name__ == "__main__":
    main()
