"""Draw the curves of `scores.py`: breaks left against seconds of one core.

    python benchmarks/score_chart.py      # from results/ to docs/pictures/

A thin line for each seed; a thick one for the median of those that lasted so long, as
far as there are three of them.
"""

import csv
from collections import defaultdict
from pathlib import Path
from statistics import median

from edgematch.draw.charts import new_chart, saved_chart

HERE = Path(__file__).parent
PICTURE = HERE.parent / "docs" / "pictures" / "score-curves.svg"
NAMES = {
    "eternity2-five-hints": "Eternity II, five hints",
    "eternity2": "Eternity II",
    "meta16": "META'10 16 × 16",
    "meta14": "META'10 14 × 14",
    "meta12": "META'10 12 × 12",
    "meta10": "META'10 10 × 10",
}
MARKERS = "osD^vP"
FIRST = 0.1
FEWEST = 3

Curve = list[tuple[float, int]]
"""When there was a better board, and its breaks; at last how long the search was."""


def curves() -> dict[str, list[Curve]]:
    """Read the curves of `auto` with one thread, those of each puzzle."""
    whole: dict[tuple[str, str], tuple[int, float]] = {}
    for row in rows("scores.csv"):
        if row["engine"] == "auto" and not row["options"]:
            key = row["puzzle"], row["seed"]
            whole[key] = int(row["joins"]), float(row["seconds"])
    moments: dict[tuple[str, str], Curve] = defaultdict(list)
    for row in rows("score_curves.csv"):
        key = row["puzzle"], row["seed"]
        if key in whole and row["engine"] == "auto" and not row["options"]:
            joins, _ = whole[key]
            moments[key].append((float(row["at"]), joins - int(row["score"])))
    found: dict[str, list[Curve]] = defaultdict(list)
    for key, curve in moments.items():
        _, end = whole[key]
        found[key[0]].append([*curve, (end, curve[-1][1])])
    return found


def rows(name: str) -> list[dict[str, str]]:
    """Read a table of the results."""
    with (HERE / "results" / name).open() as stream:
        return list(csv.DictReader(stream))


def middle(of: list[Curve]) -> tuple[list[float], list[float]]:
    """Return the median of the curves that last so long, at all their moments."""
    ends = sorted((curve[-1][0] for curve in of), reverse=True)
    last = ends[min(FEWEST, len(ends)) - 1]
    times = sorted({at for curve in of for at, _ in curve if FIRST <= at <= last})
    values = []
    for time in times:
        lasting = [curve for curve in of if curve[-1][0] >= time]
        values.append(median([breaks_at(curve, time) for curve in lasting]))
    return times, values


def breaks_at(curve: Curve, time: float) -> int:
    """Return the breaks of the best board at a moment."""
    return min(breaks for at, breaks in curve if at <= max(time, curve[0][0]))


def main() -> None:
    """Write the picture."""
    figure, axes = new_chart()
    found = curves()
    for number, (puzzle, name) in enumerate(NAMES.items()):
        color = f"C{number}"
        for curve in found[puzzle]:
            each = zip(*curve, strict=True)
            axes.step(*each, where="post", color=color, lw=0.6, alpha=0.5)
        times, values = middle(found[puzzle])
        label = f"{name} ({len(found[puzzle])} seeds)"
        axes.step(times, values, where="post", color=color, lw=2, label=label)
        axes.plot(times[-1], values[-1], MARKERS[number], color=color, ms=7)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlim(FIRST, 5000)
    axes.set_ylim(0, 40)
    axes.set_xlabel("seconds of one core")
    axes.set_ylabel("breaks")
    axes.set_title("Breaks of the best board against time, engine auto")
    axes.grid(True, which="major", color="#dddddd")
    axes.legend()
    PICTURE.write_bytes(saved_chart(figure, "svg"))


if __name__ == "__main__":
    main()
