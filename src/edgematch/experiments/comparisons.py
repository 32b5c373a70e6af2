"""Comparisons of two methods, puzzle by puzzle: the median ratio and its interval.

The interval and the test are those of Wilcoxon's signed ranks (`signed_ranks.py`).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from edgematch.experiments.signed_ranks import LogRatios, rank_of_end
from edgematch.experiments.statistics import Flags, Floats, quantile
from edgematch.experiments.summary import TIME_MEASURES, Cell, Row, Summary

LEVEL = 0.99
"""Of the intervals that verdicts are based on."""


@dataclass(frozen=True)
class Noise:
    """When two figures count as equal."""

    factor: float = 1.0
    """They differ by less than this factor."""
    least: float = 0.0
    """Both are smaller than this."""


NODES = Noise()
"""Nodes are reproducible: any difference counts."""
TIMES = Noise(1.2, 0.01)
"""Times vary by a fifth by chance, and below 10 ms by any amount."""


@dataclass(frozen=True)
class Comparison:
    """One method against another, puzzle by puzzle."""

    pairs: int
    less: int
    """Pairs in which the first took less, beyond noise."""
    more: int
    even: int
    """Pairs that differ by noise only."""
    unknown: int
    """Pairs in which both are censored, or one before the other ended."""
    ratio: float | None
    """Pseudomedian of first / second; None without pairs."""
    low: float
    high: float
    """The ends of its interval of 99 %, in the worst case for runs that were cut off;
    `inf` where nothing is known."""
    chance: float
    """Probability of such signed ranks if neither tends to take longer."""

    @property
    def verdict(self) -> str:
        """The conclusion: `less`, `more`, or `no difference seen`."""
        if self.low <= 1 <= self.high:
            return "no difference seen"
        return "less" if self.high < 1 else "more"

    def text(self) -> str:
        """Return the ratio, its interval, and the counts."""
        if not self.pairs:
            return "–"
        text = f"{self.less} less, {self.more} more, {self.even} even"
        if self.unknown:
            text += f", {self.unknown} unknown"
        text += f"; {self.verdict}"
        return f"{self.ratio:.3g} {self.interval_text()}: {text}"

    def interval_text(self) -> str:
        """Return the interval as text."""
        high = "∞" if self.high == inf else f"{self.high:.3g}"
        return f"[{self.low:.3g}, {high}]"


def comparison(summary: Summary, first: str, second: str, *kinds: str) -> Comparison:
    """Compare two methods on some classes or on all, puzzle by puzzle."""
    values = paired_values(summary, first, second, *kinds)
    return compare(*values, noise_of(summary.measure))


def noise_of(measure: str) -> Noise:
    """Return when two values of a measure count as equal."""
    return TIMES if measure in TIME_MEASURES else NODES


def paired_values(
    summary: Summary, first: str, second: str, *kinds: str
) -> tuple[Floats, Flags, Floats, Flags]:
    """Return the values of two methods, and which of them are censored."""
    summary.check_methods((first, second))
    pairs = list(row_pairs(summary, first, second, *kinds))
    ours = [row for row, _ in pairs]
    theirs = [row for _, row in pairs]
    return (
        np.array([row.value for row in ours], float),
        np.array([row.is_censored for row in ours], bool),
        np.array([row.value for row in theirs], float),
        np.array([row.is_censored for row in theirs], bool),
    )


def row_pairs(
    summary: Summary, first: str, second: str, *kinds: str
) -> Iterator[tuple[Row, Row]]:
    """Yield the runs of two methods on the same puzzle, in some classes or in all.

    Each of several puzzles gives one pair, whatever the number of its runs: the
    medians.  Where there are too few puzzles for an interval, the runs on a puzzle are
    paired in order, and say something of these puzzles only.
    """
    seen: set[str] = set()  # runs in several classes count once
    pairs = []
    for each in kinds or summary.classes():
        one = _by_puzzle(summary.cells.get((first, each), Cell()).counted_rows)
        other = _by_puzzle(summary.cells.get((second, each), Cell()).counted_rows)
        for puzzle, rows in one.items():
            others = other.get(puzzle, [])
            if others and seen.isdisjoint(row.run.identity for row in rows):
                seen |= {row.run.identity for row in rows}
                pairs.append((rows, others))
    are_enough = rank_of_end(len(pairs), LEVEL) > 0
    for rows, others in pairs:
        if len(rows) == len(others) and not are_enough:
            yield from zip(rows, others, strict=True)
        else:
            yield _middle(rows), _middle(others)


def _by_puzzle(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.run.source.name].append(row)
    return found


def _middle(rows: list[Row]) -> Row:
    """Return a row with the median of the runs on a puzzle."""
    if len(rows) == 1:
        return rows[0]
    median = quantile(Cell(rows).sample(), 0.5, interval=None)
    return replace(rows[0], value=median.value, is_censored=median.is_bound)


def compare(
    first: Floats,
    first_censored: Flags,
    second: Floats,
    second_censored: Flags,
    noise: Noise,
) -> Comparison:
    """Compare paired runs; a censored one counts if its limit tells which is longer."""
    both = ~first_censored & ~second_censored
    one = first_censored ^ second_censored
    is_small = np.maximum(first, second) < noise.least
    are_near = (first <= second * noise.factor) & (second <= first * noise.factor)
    is_even = both & (is_small | are_near)
    less = (both & ~is_even & (first < second)) | (
        one & second_censored & (first * noise.factor <= second)
    )
    more = (both & ~is_even & (first > second)) | (
        one & first_censored & (second * noise.factor <= first)
    )
    counted = int(less.sum()), int(more.sum()), int(is_even.sum())
    ratios = LogRatios.of(first, first_censored, second, second_censored)
    return Comparison(
        len(first),
        *counted,
        len(first) - sum(counted),
        ratios.median() if len(first) else None,
        *ratios.interval(LEVEL),
        ratios.chance(),
    )
