"""Figures of the runs of a method on a class: what the cells of a table hold."""

from dataclasses import dataclass

from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.statistics import Estimate, mean, quantile
from edgematch.experiments.summary import Cell, Summary

FIGURES = ("median", "mean", "sum", "common-sum", "solved", "count", "share-solvable")
"""`common-sum` is over the puzzles of a class that every method finished."""


@dataclass(frozen=True)
class TableSettings:
    """What the cells of a table hold."""

    measure: str = "seconds"
    """A column of `summary.COLUMNS` or the name of a statistic."""
    figure: str = "median"
    """One of `FIGURES`, or a quantile such as `0.9`."""
    interval: bool = False
    """Whether the bootstrap interval is written too."""
    against: str = ""
    """The label of a method that the others are compared with."""
    transposed: bool = False
    """Whether classes go down and methods across."""

    def __post_init__(self) -> None:
        self.share()
        if not self.measure or not isinstance(self.measure, str):
            raise EdgematchError("measure names a column or a statistic")

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
                f"no figure {self.figure!r}; {there}, or a quantile such as 0.9"
            )
        return share


def figure_of(cell: Cell, settings: TableSettings) -> Estimate | None:
    """Return the figure of a cell; None if there is nothing to tell."""
    rows = cell.counted
    if settings.figure == "count":
        return Estimate(len(cell.rows))
    if not rows:
        return None
    if settings.figure == "solved":
        return Estimate(sum(not row.is_censored for row in rows))
    if settings.figure == "share-solvable":
        decided = [row for row in rows if not row.is_censored]
        if not decided:
            return None
        return Estimate(sum(row.solutions > 0 for row in decided) / len(decided))
    sample = cell.sample()
    if settings.figure == "sum":
        total = float(sample.values.sum())
        return Estimate(total, bool(sample.is_censored.any()))
    share = settings.share()
    interval = 0.95 if settings.interval else None
    if share is None:
        return mean(sample, interval)
    return quantile(sample, share, interval)


def common_sum(summary: Summary, method: str, kind: str) -> tuple[float, int]:
    """Return the sum over the puzzles that every method finished, and their number."""
    finished = [
        {row.run.source.name for row in cell.counted if not row.is_censored}
        for (_, label), cell in summary.cells.items()
        if label == kind
    ]
    common = set.intersection(*finished)
    rows = summary.cells[method, kind].counted
    own = [row.value for row in rows if row.run.source.name in common]
    return sum(own), len(common)
