"""Tables of results: a row for each method, a column for each class, figures in cells.

A figure is a number made of all runs of a method on a class, such as their median.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isnan
from typing import Any

from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.comparisons import comparison
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
    if not cell.counted_rows:
        return None
    sample = cell.sample()
    if settings.figure == "sum":
        total = float(sample.values.sum())
        return FigureValue(total, bool(sample.is_censored.any()))
    interval = 0.95 if settings.interval else None
    if settings.figure == "mean":
        return mean(sample, interval)
    share = settings.share()
    assert share is not None, f"{settings.figure} needs several cells"
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


def table(summary: Summary, settings: TableSettings) -> list[list[str]]:
    """Return the cells of the table as text, header first."""
    classes = [
        kind
        for kind in summary.classes()
        if any((method, kind) in summary.cells for method in summary.methods())
    ]
    lines = [["", *classes]]
    for method in summary.methods():
        texts = [
            _cell_text(summary, method, kind, settings)
            if (method, kind) in summary.cells
            else ""
            for kind in classes
        ]
        lines.append([method, *texts])
    if settings.against and len(classes) > 1:
        lines[0].append("all classes")
        for line in lines[1:]:
            line.append(_cell_text(summary, line[0], None, settings))
    if settings.transposed:
        return [list(line) for line in zip(*lines, strict=True)]
    return lines


def cell_facts(summary: Summary, settings: TableSettings) -> Iterator[dict[str, Any]]:
    """Yield the cells of a table as numbers; `inf` becomes None."""
    for (method, kind), cell in summary.cells.items():
        facts = {
            "method": method,
            "class": kind,
            "planned": cell.planned,
            "runs": len(cell.rows),
            "counted": len(cell.counted_rows),
            "censored": sum(row.is_censored for row in cell.counted_rows),
        }
        if settings.against:
            found = comparison(summary, method, settings.against, kind)
            high = None if found.high == inf else found.high
            yield facts | vars(found) | {"high": high, "verdict": found.verdict}
        elif settings.figure == "common-sum":
            total, puzzles = common_sum(summary, method, kind, summary.methods())
            yield facts | {"value": total, "puzzles": puzzles}
        else:
            estimate = figure_of(cell, settings)
            values = {} if estimate is None else vars(estimate)
            yield facts | {
                key: None if value == inf else value for key, value in values.items()
            }


def _cell_text(
    summary: Summary, method: str, kind: str | None, settings: TableSettings
) -> str:
    """Return the text of a cell; without a class, of a comparison over all."""
    if settings.against:
        if method == settings.against:
            return "1"
        kinds = () if kind is None else (kind,)
        return comparison(summary, method, settings.against, *kinds).text()
    assert kind is not None
    cell = summary.cells[method, kind]
    if settings.figure == "common-sum":
        total, puzzles = common_sum(summary, method, kind, summary.methods())
        return f"{number(total)} (of {puzzles})" if puzzles else "–"
    estimate = figure_of(cell, settings)
    if estimate is None:
        # The value is unknown: say why, if all runs have the same reason.
        statuses = {row.status for row in cell.rows}
        is_telling = len(statuses) == 1 and Status.DONE not in statuses
        return statuses.pop() if is_telling else "–"
    text = figure_text(estimate)
    if settings.interval and estimate.low is not None and estimate.high is not None:
        low, high = (
            "∞" if end == inf else number(end) for end in (estimate.low, estimate.high)
        )
        text += f" [{low}, {high}]"
    counted = cell.rows if settings.figure in OF_ANSWERS else cell.counted_rows
    if len(counted) < cell.planned and settings.figure != "count":
        text += f" ({len(counted)} of {cell.planned})"
    return text


def figure_text(estimate: FigureValue) -> str:
    """Return a figure as text, with `>` if it is only a bound."""
    if estimate.value == inf:
        return "–"
    return (
        f"> {number(estimate.value)}" if estimate.is_bound else number(estimate.value)
    )


def number(value: float) -> str:
    """Return a number as text, with three digits or more.

    >>> number(1234567.8), number(12.345), number(0.00012345), number(4.0)
    ('1,234,568', '12.3', '0.000123', '4')
    >>> number(999.4), number(999.6)
    ('999', '1,000')
    """
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.3g}"


def markdown(lines: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown."""
    rule = ["---"] * len(lines[0])
    texts = [[text.replace("|", "\\|") for text in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in (texts[0], rule, *texts[1:]))


def plain(lines: Sequence[Sequence[str]]) -> str:
    """Return a table as aligned text."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if place == 0 else text.rjust(width)
            for place, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
