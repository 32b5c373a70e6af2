"""The records of a plan as tables: a row for each method, a column for each class."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import numpy as np

from edgematch.errors import EdgematchError, UnknownName
from edgematch.experiments.jobs import Status
from edgematch.experiments.plan import Plan, Run
from edgematch.experiments.statistics import (
    NODES,
    TIMES,
    Comparison,
    Estimate,
    Noise,
    Sample,
    compare,
    mean,
    quantile,
)
from edgematch.experiments.store import Store

COLUMNS = (
    *("seconds", "nodes", "processor_seconds", "wall_seconds", "peak_bytes"),
    "score",
)
"""Measures that are columns of a record; every other name is a statistic."""
_TIMES = ("seconds", "processor_seconds", "wall_seconds", "preparing")
ANSWERS = ("found", "exhausted", "done")
"""Ends of runs that are not censored."""
FIGURES = ("median", "mean", "sum", "common-sum", "solved", "count", "share-solvable")
"""`common-sum` is over the puzzles of a class that every method finished."""


@dataclass(frozen=True)
class TableSettings:
    """What the cells of a table hold."""

    measure: str = "seconds"
    """A column of `COLUMNS` or the name of a statistic."""
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


@dataclass(frozen=True)
class Row:
    """One recorded run of a plan, as far as tables need it."""

    run: Run
    status: str
    ended: str
    solutions: int
    value: float
    is_censored: bool
    curve: tuple[tuple[float, int], ...] = ()
    """Seconds and the score reached by then, where the measure is the score."""


@dataclass
class Cell:
    """All runs of one method on one class."""

    rows: list[Row] = field(default_factory=list)
    planned: int = 0

    @property
    def counted(self) -> list[Row]:
        """Those that the engine did not refuse, with a value or a bound for it."""
        return [row for row in self.rows if row.value == row.value]

    def sample(self) -> Sample:
        """Return the values, with those cut off marked."""
        rows = self.counted
        return Sample.of(
            np.array([row.value for row in rows], float),
            np.array([row.is_censored for row in rows], bool),
        )


@dataclass(frozen=True)
class Summary:
    """The cells of a plan for one measure."""

    plan: Plan
    measure: str
    cells: dict[tuple[str, str], Cell]
    """By labels of method and class."""
    statuses: Counter[str]

    def methods(self) -> list[str]:
        """Return the labels of the methods, in the order of the plan."""
        return [method.label for method in self.plan.methods]

    def classes(self) -> list[str]:
        """Return the labels of the classes, in the order of the plan."""
        return [kind.label for kind in self.plan.classes]

    def noise(self) -> Noise:
        """Return when two values of the measure are taken for equal."""
        return TIMES if self.measure in _TIMES else NODES


def summarised(plan: Plan, store: Store, measure: str = "seconds") -> Summary:
    """Put the records of a plan into its cells."""
    is_column = measure in COLUMNS
    names = ["status", "ended", "solutions", measure if is_column else "statistics"]
    names += ["curve"] if measure == "score" else []
    found = {row[0]: row[1:] for row in store.columns(names)}
    cells: dict[tuple[str, str], Cell] = defaultdict(Cell)
    statuses: Counter[str] = Counter()
    for run in plan.runs():
        cell = cells[run.method.label, run.kind.label]
        cell.planned += 1
        record = found.get(run.identity)
        if record is None:
            statuses["missing"] += 1
            continue
        status, ended, solutions, value, *curve = record
        statuses[status] += 1
        if not is_column:
            value = json.loads(value).get(measure) if value else None
        row = _row(run, status, ended, solutions, value, measure)
        if curve and curve[0]:
            row = replace(row, curve=tuple(map(tuple, json.loads(curve[0]))))
        cell.rows.append(row)
    return Summary(plan, measure, dict(cells), statuses)


def _row(
    run: Run, status: str, ended: str | None, solutions: int, value: Any, measure: str
) -> Row:
    limits = run.method.limits
    is_answer = status == Status.DONE and ended in ANSWERS
    if status == Status.REFUSED:
        number = np.nan
    elif status != Status.DONE:
        # It has no answer within its limit, whatever else it did.
        bounds = dict.fromkeys(_TIMES, limits.seconds)
        number = bounds.get(measure, np.nan)
    else:
        number = np.nan if value is None else float(value)
    # Memory and scores are what they are, whatever ended the run.
    is_censored = not is_answer and measure not in ("peak_bytes", "score")
    return Row(run, status, ended or "", solutions or 0, number, is_censored)


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


def table(summary: Summary, settings: TableSettings) -> list[list[str]]:
    """Return the table as texts, the header first."""
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
    """Yield the cells of a table as numbers; a bound of `inf` is None."""
    for (method, kind), cell in summary.cells.items():
        facts = {
            "method": method,
            "class": kind,
            "planned": cell.planned,
            "runs": len(cell.rows),
            "censored": sum(row.is_censored for row in cell.counted),
        }
        if settings.against:
            found = comparison(summary, method, settings.against, kind)
            yield facts | vars(found) | {"verdict": found.verdict}
        elif settings.figure == "common-sum":
            total, puzzles = common_sum(summary, method, kind)
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
    """Return the text of a cell; a comparison may be over all classes."""
    if settings.against:
        if method == settings.against:
            return "1"
        return comparison_text(comparison(summary, method, settings.against, kind))
    assert kind is not None
    cell = summary.cells[method, kind]
    if settings.figure == "common-sum":
        total, puzzles = common_sum(summary, method, kind)
        return f"{number(total)} (of {puzzles})" if puzzles else "–"
    estimate = figure_of(cell, settings)
    if estimate is None:
        # Nothing is known of the value: say why, if it is the same for all.
        statuses = {row.status for row in cell.rows}
        return statuses.pop() if len(statuses) == 1 else "–"
    text = shown(estimate)
    if settings.interval and estimate.low is not None and estimate.high is not None:
        low, high = (
            "∞" if end == inf else number(end) for end in (estimate.low, estimate.high)
        )
        text += f" [{low}, {high}]"
    missing = cell.planned - len(cell.rows)
    if missing and settings.figure != "count":
        text += f" ({len(cell.rows)} of {cell.planned})"
    return text


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


def comparison(
    summary: Summary, first: str, second: str, kind: str | None = None
) -> Comparison:
    """Compare two methods on a class or on all, puzzle by puzzle."""
    for label in (first, second):
        if label not in summary.methods():
            there = ", ".join(summary.methods())
            raise UnknownName(f"no method {label!r} in the plan; there is {there}")
    pairs = list(paired(summary, first, second, kind))
    ours = [row for row, _ in pairs]
    theirs = [row for _, row in pairs]
    return compare(
        np.array([row.value for row in ours], float),
        np.array([row.is_censored for row in ours], bool),
        np.array([row.value for row in theirs], float),
        np.array([row.is_censored for row in theirs], bool),
        summary.noise(),
    )


def paired(
    summary: Summary, first: str, second: str, kind: str | None = None
) -> Iterator[tuple[Row, Row]]:
    """Yield the runs of two methods on the same puzzle, in the same repetition.

    Several seeds of an engine are paired in their order.
    """
    kinds = summary.classes() if kind is None else [kind]
    for each in kinds:
        one = _by_puzzle(summary.cells.get((first, each), Cell()).counted)
        other = _by_puzzle(summary.cells.get((second, each), Cell()).counted)
        for puzzle, rows in one.items():
            yield from zip(rows, other.get(puzzle, []), strict=False)


def _by_puzzle(rows: Sequence[Row]) -> dict[tuple[str, int], list[Row]]:
    found: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        found[row.run.source.name, row.run.repetition].append(row)
    return found


def comparison_text(found: Comparison) -> str:
    """Write a comparison: the ratio, its interval, and how many went which way."""
    if not found.pairs:
        return "–"
    split = f"{found.better} less, {found.worse} more, {found.even} even"
    if found.unknown:
        split += f", {found.unknown} unknown"
    text = f"{split}; {found.verdict}"
    if found.ratio is None or found.low is None or found.high is None:
        return text
    return f"{found.ratio:.2g} [{found.low:.2g}, {found.high:.2g}]: {text}"


def shown(estimate: Estimate) -> str:
    """Write a figure, with `>` if it is only a bound."""
    if estimate.value == inf:
        return "–"
    return (
        f"> {number(estimate.value)}" if estimate.is_bound else number(estimate.value)
    )


def number(value: float) -> str:
    """Write a number with three digits or more.

    >>> number(1234567.8), number(12.345), number(0.00012345), number(4.0)
    ('1,234,568', '12.3', '0.000123', '4')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def markdown(lines: Sequence[Sequence[str]]) -> str:
    """Write a table for a page."""
    rule = ["---"] * len(lines[0])
    return "\n".join(f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:]))


def plain(lines: Sequence[Sequence[str]]) -> str:
    """Write a table for a terminal."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if place == 0 else text.rjust(width)
            for place, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
