"""Judge the claims of Table 2 by the runs in `records.csv`, made before plans existed.

    python papers/aspinall/blocks/verdicts.py

The claims are those of `../table-2/plan.toml`, here with 120 puzzles a class.
"""

import csv
from pathlib import Path

import numpy as np

from edgematch.experiments.claims import HEADER, judge_values
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.result_tables import markdown

HERE = Path(__file__).parent
METHODS = {
    "Single Tiles": "pieces",
    "2x2 Tiles": "none",
    "Heuristic 1": "h1-rim",
    "Heuristic 2": "h2-rim",
}
"""The names that the records have for the methods of the plan."""


def main() -> None:
    """Print a table of verdicts."""
    with (HERE / "records.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    nodes: dict[tuple[str, str], dict[str, tuple[float, bool]]] = {}
    for row in rows:
        size, colors = row["class"].rsplit(" ", 1)
        frame, inner = colors.split(":")
        kind = f"e2:{size.replace(' × ', 'x')}:{inner}:{frame}"
        run = float(row["nodes"]), row["ended"] != "found"
        nodes.setdefault((kind, row["method"]), {})[row["seed"]] = run
    lines = [HEADER]
    for claim in read_plan(HERE.parent / "table-2" / "plan.toml").claims:
        (kind,) = claim.classes
        first, second = (
            nodes[kind, METHODS[label]] for label in (claim.first, claim.second)
        )
        both = sorted(first.keys() & second.keys())
        values = []
        for runs in (first, second):
            values += [
                np.array([runs[seed][0] for seed in both]),
                np.array([runs[seed][1] for seed in both]),
            ]
        lines.append(judge_values(claim, *values).cells())
    print(markdown(lines))


if __name__ == "__main__":
    main()
