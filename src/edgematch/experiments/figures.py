"""Figures of the runs of a method on a class: the values in the cells of a table."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.records import Status
from edgematch.experiments.statistics import FigureValue, mean, quantile
from edgematch.experiments.summary import Cell, Summary

OF_ANSWERS = ("solved", "share-solvable")
"""Figures of the answers, independent of the measure."""
FIGURES = ("median", "mean", "sum", "common-sum", "count", *OF_ANSWERS)
"""`common-sum` is over the puzzles of a class that every method finished."""


@dataclass(frozen=True)
class TableSettings:
    """Settings of a table."""

    measure: str = "seconds"
    """A column of `summary.COLUMNS` or the name of a statistic."""
    figure: str = "median"
    """One of `FIGURES`, or a quantile such as `0.9`."""
    interval: bool = False
    """Whether intervals are shown."""
    against: str = ""
    """The label of the method to compare the others with."""
    transposed: bool = False
    """Whether classes are rows and methods columns."""

    def __post_init__(self) -> None:
        self.share()
        if not self.measure or not isinstance(self.measure, str):
            raise EdgematchError("measure must name a column or a statistic")

    def share(self) -> float | None:
        """Return the share of a quantile; None for other figures."""
        if self.figure == "median":
            return 0.5
        if self.figure in FIGURES:
            return None
        try:
            share = float(self.figure)
        except ValueError:
            share = -1.0
        if not 0 < share < 1:
            there = ", ".join(FIGURES)
            raise UnknownName(
                f"no figure {self.figure!r}; choose {there}, or a quantile such as 0.9"
            )
        return share


def figure_of(cell: Cell, settings: TableSettings) -> FigureValue | None:
    """Return the figure of a cell; None if it has no data."""
    if settings.figure == "count":
        return FigureValue(len(cell.rows))
    if settings.figure in OF_ANSWERS:
        return _answer_figure(cell, settings.figure)
    if not cell.counted:
        return None
    sample = cell.sample()
    if settings.figure == "sum":
        total = float(sample.values.sum())
        return FigureValue(total, bool(sample.is_censored.any()))
    interval = 0.95 if settings.interval else None
    if settings.figure == "mean":
        return mean(sample, interval)
    share = settings.share()
    assert share is not None, f"{settings.figure} is of several cells"
    return quantile(sample, share, interval)


def _answer_figure(cell: Cell, figure: str) -> FigureValue | None:
    """Return a figure of the answers, independent of the measure."""
    rows = [row for row in cell.rows if row.status != Status.REFUSED]
    answered = [row for row in rows if row.has_answer]
    if figure == "solved":
        return FigureValue(len(answered)) if rows else None
    if not answered:
        return None
    return FigureValue(sum(row.solutions > 0 for row in answered) / len(answered))


def common_sum(
    summary: Summary, method: str, kind: str, methods: Sequence[str]
) -> tuple[float, int]:
    """Return the sum over the puzzles that all methods finished, and their number."""
    means = common_means(summary, method, kind, methods)
    return sum(means.values()), len(means)


def common_means(
    summary: Summary, method: str, kind: str, methods: Sequence[str]
) -> dict[str, float]:
    """Return the means of a method on the puzzles that all methods finished.

    All runs on a puzzle must have finished.
    """
    values = {
        label: _values_by_puzzle(summary.cells[label, kind])
        for label in methods
        if (label, kind) in summary.cells
    }
    common = set.intersection(*(set(each) for each in values.values()))
    own = values[method]
    return {each: sum(own[each]) / len(own[each]) for each in sorted(common)}


def _values_by_puzzle(cell: Cell) -> dict[str, list[float]]:
    """Return the values by puzzle, for puzzles of which every run finished."""
    found: dict[str, list[float]] = defaultdict(list)
    unfinished = set()
    for row in cell.rows:
        found[row.run.source.name].append(row.value)
        if not row.has_answer or isnan(row.value):
            unfinished.add(row.run.source.name)
    return {puzzle: own for puzzle, own in found.items() if puzzle not in unfinished}
