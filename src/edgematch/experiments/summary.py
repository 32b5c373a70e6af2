"""The records of a plan by method and class, with censored runs marked."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from edgematch.errors import EdgematchError, UnknownName, nearest_names
from edgematch.experiments.plan import Plan, PlannedRun, RunLimits
from edgematch.experiments.records import Status
from edgematch.experiments.statistics import Sample
from edgematch.experiments.store import RecordStore

COLUMNS = (
    *("seconds", "nodes", "processor_seconds", "wall_seconds", "peak_bytes"),
    "score",
)
"""Measures that are columns of a record; every other name is a statistic."""
TIME_MEASURES = ("seconds", "processor_seconds", "wall_seconds", "preparing")
_STATES = (
    "peak_bytes",
    "score",
    "breaks",
    "pieces",
    "prefix",
    "depth",
    "share",
    "at_least",
)
"""Valid whatever ended the run; all other values would have grown further."""
ANSWERS = ("found", "exhausted", "done")
"""Endings of runs that are not censored."""


@dataclass(frozen=True)
class Row:
    """One recorded run of a plan, with what tables need."""

    run: PlannedRun
    status: str
    ended: str
    solutions: int
    has_answer: bool
    """Whether it ended with an answer, not at a limit or with a failure."""
    value: float
    is_censored: bool
    """Whether the value is only a lower bound."""
    seconds: float = 0.0
    """Duration of the search, if the measure is the score."""
    curve: tuple[tuple[float, int], ...] = ()
    """Seconds and the score reached by then, if the measure is the score."""


@dataclass
class Cell:
    """All runs of one method on one class."""

    rows: list[Row] = field(default_factory=list)
    planned: int = 0

    @property
    def counted_rows(self) -> list[Row]:
        """Rows with a value or a bound, without refused runs and missing statistics."""
        return [row for row in self.rows if row.value == row.value]

    def sample(self) -> Sample:
        """Return the values, with the censored ones marked."""
        rows = self.counted_rows
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

    def check_methods(self, labels: Iterable[str]) -> None:
        """Raise an error for a label that no method of the plan has."""
        known = self.methods()
        for label in labels:
            if label not in known:
                there = nearest_names(label, known)
                raise UnknownName(
                    f"no method {label!r} in the plan; methods are {there}"
                )

    def classes(self) -> list[str]:
        """Return the labels of the classes, in the order of the plan."""
        return [kind.label for kind in self.plan.classes]


def summarize(plan: Plan, store: RecordStore, measure: str = "seconds") -> Summary:
    """Sort the records of a plan into its cells."""
    moment = _moment(measure)
    column = "score" if moment is not None else measure
    is_column = column in COLUMNS
    names = ["status", "ended", "solutions", column if is_column else "statistics"]
    names += ["seconds", "curve"] if column == "score" else []
    cells: dict[tuple[str, str], Cell] = defaultdict(Cell)
    statuses: Counter[str] = Counter()
    for run, record in store.records_of(plan, names):
        cell = cells[run.method.label, run.kind]
        cell.planned += 1
        if record is None:
            statuses["missing"] += 1
            continue
        status, ended, solutions, value, *course = record
        statuses[status] += 1
        if not is_column:
            value = store.decode(value).get(measure) if value else None
        if not isinstance(value, int | float | None):
            raise EdgematchError(f"{store.path}: {measure} is not a number: {value!r}")
        row = _row(run, status, ended, solutions, value, column)
        if course and course[1]:
            curve = tuple(map(tuple, store.decode(course[1])))
            row = replace(row, seconds=course[0], curve=curve)
        if moment is not None:
            row = replace(row, value=_score_at(row, moment))
        cell.rows.append(row)
    return Summary(plan, measure, dict(cells), statuses)


def _moment(measure: str) -> float | None:
    """Return the seconds of a measure such as `score at 60`; None for all others."""
    found = re.fullmatch(r"score at (\d+(?:\.\d+)?)", measure)
    return None if found is None else float(found[1])


def _score_at(row: Row, moment: float) -> float:
    """Return the score of a run at a moment; NaN if the run was stopped before it."""
    is_known = row.has_answer or row.seconds >= 0.99 * moment
    scores = [score for seconds, score in row.curve if seconds <= moment]
    return scores[-1] if is_known and scores else np.nan


def check_measure(summary: Summary, store: RecordStore) -> None:
    """Raise an error if there are answers but none of them has the measure."""
    rows = [row for cell in summary.cells.values() for row in cell.rows]
    measure = summary.measure
    is_column = measure in COLUMNS or _moment(measure) is not None
    if is_column or not any(row.has_answer for row in rows):
        return
    if not any(cell.counted_rows for cell in summary.cells.values()):
        known = {
            name
            for _, statistics in store.columns(["statistics"])
            for name in store.decode(statistics or "{}")
        }
        there = nearest_names(summary.measure, [*COLUMNS, *sorted(known)])
        raise UnknownName(f"no record has {summary.measure!r}; measures are {there}")


def _row(
    run: PlannedRun,
    status: str,
    ended: str | None,
    solutions: int,
    value: Any,
    measure: str,
) -> Row:
    is_done = status == Status.DONE
    has_answer = is_done and ended in ANSWERS
    number = np.nan if value is None else float(value)
    is_censored = not has_answer and measure not in (*_STATES, "preparing")
    if status == Status.REFUSED:
        number = np.nan
    elif not is_done:
        # It has no answer within its limit; only its memory is known, up to the
        # moment it was killed.
        is_censored = True
        if measure != "peak_bytes" or not value:
            number = _limit(run.method.limits, measure)
    answer = (ended or "", solutions or 0, has_answer)
    return Row(run, status, *answer, number, is_censored)


def _limit(limits: RunLimits, measure: str) -> float:
    """Return the limit of a measure; NaN for statistics that have none."""
    if measure in ("seconds", "processor_seconds") and limits.processor_seconds:
        return limits.processor_seconds
    if measure in TIME_MEASURES:
        return limits.seconds
    if measure == "nodes":
        return np.inf if limits.nodes is None else limits.nodes
    return np.nan
