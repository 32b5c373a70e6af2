"""Comparisons of two methods, puzzle by puzzle."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from edgematch.errors import UnknownName
from edgematch.experiments.paired_statistics import Comparison, compare
from edgematch.experiments.statistics import quantile
from edgematch.experiments.summary import Cell, Row, Summary


def comparison(
    summary: Summary, first: str, second: str, kind: str | None = None
) -> Comparison:
    """Compare two methods on one class or on all, puzzle by puzzle."""
    for label in (first, second):
        if label not in summary.methods():
            there = ", ".join(summary.methods())
            raise UnknownName(f"no method {label!r} in the plan; methods are {there}")
    pairs = list(row_pairs(summary, first, second, kind))
    ours = [row for row, _ in pairs]
    theirs = [row for _, row in pairs]
    return compare(
        np.array([row.value for row in ours], float),
        np.array([row.is_censored for row in ours], bool),
        np.array([row.value for row in theirs], float),
        np.array([row.is_censored for row in theirs], bool),
        summary.noise(),
    )


def row_pairs(
    summary: Summary, first: str, second: str, kind: str | None = None
) -> Iterator[tuple[Row, Row]]:
    """Yield the runs of two methods on the same puzzle.

    Several runs of each are paired in order.  If one method has more of them, the
    puzzle gives one pair: the medians.
    """
    kinds = summary.classes() if kind is None else [kind]
    seen: set[str] = set()  # runs in several classes count once
    for each in kinds:
        one = _by_puzzle(summary.cells.get((first, each), Cell()).counted)
        other = _by_puzzle(summary.cells.get((second, each), Cell()).counted)
        for puzzle, rows in one.items():
            others = other.get(puzzle, [])
            if not others or not seen.isdisjoint(row.run.identity for row in rows):
                continue
            seen |= {row.run.identity for row in rows}
            if len(rows) == len(others):
                yield from zip(rows, others, strict=True)
            else:
                yield _middle(rows), _middle(others)


def _by_puzzle(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.run.source.name].append(row)
    return found


def _middle(rows: list[Row]) -> Row:
    """Return a row with the median of several runs on a puzzle."""
    median = quantile(Cell(rows).sample(), 0.5, interval=None)
    return replace(rows[0], value=median.value, is_censored=median.is_bound)


def comparison_text(found: Comparison) -> str:
    """Return a comparison as text: the ratio, its interval, and the counts."""
    if not found.pairs:
        return "–"
    split = f"{found.less} less, {found.more} more, {found.even} even"
    if found.unknown:
        split += f", {found.unknown} unknown"
    text = f"{split}; {found.verdict}"
    if found.ratio is None or found.low is None or found.high is None:
        return text
    return f"{found.ratio:.2g} [{found.low:.2g}, {found.high:.2g}]: {text}"
