"""Table 2 of Aspinall et al. anew: nodes to a first solution, by pieces and by blocks.

Every run adds a line to records.csv; runs that are there already are not made again.
At the end results.md is written from the records.
"""

import csv
import time
from collections.abc import Iterator
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from edgematch import load
from edgematch.search import engine_class
from edgematch.search.interface import Outcome

FOLDER = Path(__file__).parent
RECORDS = FOLDER / "records.csv"
SEEDS = range(1, 21)
"""As many puzzles as in the paper: those of the medians."""
MORE_SEEDS = range(21, 121)
"""Small puzzles beyond them, to compare orders with less left to chance."""


class PuzzleClass(NamedTuple):
    """A column of the table."""

    side: int
    frame_colors: int
    inner_colors: int
    piece_limit: int
    """Most nodes of a search by single pieces."""
    block_limit: int
    """Most nodes of a search by blocks, which cost about three times as much."""
    paper: dict[str, int]
    """The paper's medians, by method."""

    @property
    def name(self) -> str:
        """Return the class as the paper writes it: size, frame and inner colors."""
        return f"{self.side} × {self.side} {self.frame_colors}:{self.inner_colors}"


class Method(NamedTuple):
    """A row of the table."""

    title: str
    engine: str
    options: dict[str, Any]
    sides: tuple[int, ...] = (4, 6, 8)


PAPER = {
    "pieces": (88, 63, 305_428, 179_379, 25_421, 14_012_064, 542_359_516),
    "none": (14, 6, 103_648, 94_499, 8_800, 11_151_356, 399_094_862),
    "h1-rim": (10, 5, 91_730, 101_713, 4_789, 4_967_412, 433_661_359),
    "h2-rim": (7, 4, 83_689, 96_052, 5_052, 6_309_757, 393_869_489),
}
_MOST = (200_000_000, 60_000_000)
_FEWER = (60_000_000, 20_000_000)
"""Where hardly a run ends before the limit, whatever it is."""
_SHAPES = (
    (4, 3, 3, *_MOST),
    (4, 3, 4, *_MOST),
    (6, 3, 5, *_MOST),
    (6, 3, 6, *_MOST),
    (6, 3, 7, *_MOST),
    (8, 3, 6, *_MOST),
    (8, 3, 7, *_FEWER),
)
CLASSES = [
    PuzzleClass(
        *shape,
        paper={method: medians[number] for method, medians in PAPER.items()},
    )
    for number, shape in enumerate(_SHAPES)
]
METHODS = {
    "pieces": Method("single pieces", "row-scan", {}),
    "none": Method("2 × 2 blocks", "blocks", {"order": "none"}),
    "h1-rim": Method("H1", "blocks", {"order": "h1", "inner_blocks": False}),
    "h2-rim": Method("H2", "blocks", {"order": "h2", "inner_blocks": False}),
    "h1": Method("H1, inner blocks too", "blocks", {"order": "h1"}),
    "h2": Method("H2, inner blocks too", "blocks", {"order": "h2"}),
    "sampled": Method("sampled, all blocks", "blocks", {"order": "sampled"}),
    "none-3x3": Method(
        "3 × 3 blocks", "blocks", {"order": "none", "height": 3, "width": 3}, (6,)
    ),
    "h1-3x3": Method(
        "3 × 3 blocks, H1", "blocks", {"order": "h1", "height": 3, "width": 3}, (6,)
    ),
    "h2-3x3": Method(
        "3 × 3 blocks, H2", "blocks", {"order": "h2", "height": 3, "width": 3}, (6,)
    ),
}
BASES = {
    "pieces": "none",
    "h1-rim": "none",
    "h2-rim": "none",
    "h1": "none",
    "h2": "none",
    "sampled": "none",
    "h1-3x3": "none-3x3",
    "h2-3x3": "none-3x3",
}
"""What each method is compared with, puzzle by puzzle."""
FIELDS = ("class", "seed", "method", "ended", "nodes", "preparing", "searching")


def runs() -> Iterator[tuple[PuzzleClass, int, str]]:
    """Yield every run of the table, the quick classes first."""
    for seeds, sides in ((SEEDS, (4, 6, 8)), (MORE_SEEDS, (4, 6))):
        for each in CLASSES:
            for seed in seeds if each.side in sides else ():
                for method, about in METHODS.items():
                    if each.side in about.sides:
                        yield each, seed, method


def run(each: PuzzleClass, seed: int, method: str) -> dict[str, Any]:
    """Search one puzzle; times are those of the processor."""
    recipe = f"e2:{each.side}x{each.side}:{each.inner_colors}:{each.frame_colors}"
    puzzle = load(f"{recipe}:seed={seed}").puzzle
    about = METHODS[method]
    limit = each.piece_limit if about.engine == "row-scan" else each.block_limit
    started = time.process_time()
    search = engine_class(about.engine)(**about.options).start(puzzle)
    prepared = time.process_time()
    outcome = search.advance(limit)
    done = time.process_time()
    if outcome is Outcome.FOUND:
        assert search.board().is_solution()
    return {
        "class": each.name,
        "seed": seed,
        "method": method,
        "ended": outcome.name.lower(),
        "nodes": search.nodes,
        "preparing": round(prepared - started, 6),
        "searching": round(done - prepared, 6),
    }


def summary(records: list[dict[str, str]]) -> str:
    """Return the table of medians; a median behind a limit is written as more than."""
    header = ["", *(each.name for each in CLASSES)]
    parts = []
    for title, cell in (
        ("Median nodes to a first solution, the paper's in brackets", _nodes),
        ("Median processor seconds of the search", _searching),
        ("Median processor seconds before the search", _preparing),
        ("Solved within the limit", _solved),
    ):
        lines = [f"## {title}", "", _row(header), _row(["---"] * len(header))]
        for method, about in METHODS.items():
            row = [about.title]
            for each in CLASSES:
                mine = [
                    record
                    for record in records
                    if (record["class"], record["method"]) == (each.name, method)
                    and int(record["seed"]) in SEEDS
                ]
                row.append(cell(each, method, mine) if mine else "")
            lines.append(_row(row))
        parts.append("\n".join(lines))
    parts.append(_against_none(records, header))
    return "\n\n".join(parts) + "\n"


def _against_none(records: list[dict[str, str]], header: list[str]) -> str:
    """Compare each order with none, puzzle by puzzle, where both found a solution."""
    nodes = {
        (each["class"], each["method"], each["seed"]): int(each["nodes"])
        for each in records
        if each["ended"] == "found"
    }
    title = "Nodes against the same blocks in no order: geometric mean (95 % interval)"
    lines = [f"## {title}", "", _row(header), _row(["---"] * len(header))]
    for method, base in BASES.items():
        row = [METHODS[method].title]
        for each in CLASSES:
            logarithms = [
                log(nodes[each.name, method, str(seed)] / other)
                for seed in (*SEEDS, *MORE_SEEDS)
                if (each.name, method, str(seed)) in nodes
                and (other := nodes.get((each.name, base, str(seed))))
            ]
            row.append(_interval(logarithms))
        lines.append(_row(row))
    return "\n".join(lines)


def _interval(logarithms: list[float]) -> str:
    count = len(logarithms)
    if count < 10:
        return ""
    middle, error = mean(logarithms), stdev(logarithms) / sqrt(count)
    width = 2.1 if count < 30 else 2.0  # Student's t
    low, high = exp(middle - width * error), exp(middle + width * error)
    return f"{exp(middle):.2f} ({low:.2f} to {high:.2f}) of {count}"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _median(records: list[dict[str, str]], field: str) -> tuple[float, bool]:
    """Return the median, and whether runs cut off by the limit reach into it."""
    values = [float(record[field]) for record in records]
    cut_off = sum(record["ended"] == "paused" for record in records)
    return median(values), 2 * cut_off >= len(records)


def _nodes(each: PuzzleClass, method: str, records: list[dict[str, str]]) -> str:
    middle, is_censored = _median(records, "nodes")
    text = f"{'> ' if is_censored else ''}{middle:,.0f}"
    return text + (f" ({each.paper[method]:,})" if method in each.paper else "")


def _searching(each: PuzzleClass, method: str, records: list[dict[str, str]]) -> str:
    middle, is_censored = _median(records, "searching")
    return f"{'> ' if is_censored else ''}{middle:.2g}"


def _preparing(each: PuzzleClass, method: str, records: list[dict[str, str]]) -> str:
    return f"{_median(records, 'preparing')[0]:.2g}"


def _solved(each: PuzzleClass, method: str, records: list[dict[str, str]]) -> str:
    solved = sum(record["ended"] == "found" for record in records)
    return f"{solved} of {len(records)}"


def main() -> None:
    """Make the runs that are missing, then write the table."""
    if not RECORDS.exists():
        RECORDS.write_text(",".join(FIELDS) + "\n")
    with RECORDS.open() as stream:
        records: list[dict[str, str]] = list(csv.DictReader(stream))
    done = {(each["class"], each["seed"], each["method"]) for each in records}
    warm_up = CLASSES[0]
    for method in METHODS:  # kernels are compiled outside the clock
        run(warm_up, 1, method)
    for each, seed, method in runs():
        if (each.name, str(seed), method) in done:
            continue
        record = run(each, seed, method)
        with RECORDS.open("a", newline="") as stream:
            csv.DictWriter(stream, FIELDS, lineterminator="\n").writerow(record)
        records.append({key: str(value) for key, value in record.items()})
    (FOLDER / "results.md").write_text(summary(records))


if __name__ == "__main__":
    main()
