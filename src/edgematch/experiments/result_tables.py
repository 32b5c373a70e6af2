"""A summary as a table: a row for each method, a column for each class."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from edgematch.experiments.comparisons import comparison
from edgematch.experiments.figures import (
    OF_ANSWERS,
    TableSettings,
    common_sum,
    figure_of,
)
from edgematch.experiments.records import Status
from edgematch.experiments.statistics import FigureValue
from edgematch.experiments.summary import Summary


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
            "counted": len(cell.counted),
            "censored": sum(row.is_censored for row in cell.counted),
        }
        if settings.against:
            found = comparison(summary, method, settings.against, kind)
            yield facts | vars(found) | {"verdict": found.verdict}
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
        return comparison(summary, method, settings.against, kind).text()
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
    counted = cell.rows if settings.figure in OF_ANSWERS else cell.counted
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
