"""What came of a run: the one value that travels from a task to the store.

A result has three shapes between an engine and the disk: the result of the engine, a
`RunRecord`, and a row of the store.  A task fills in what it knows, the process of the
run adds what was measured around the task, and the store writes the fields as columns.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any

from edgematch.experiments.plan import PlannedRun
from edgematch.puzzle import Placement

Placements = tuple[Placement, ...]


class Status(StrEnum):
    """How a run ended, as seen from outside."""

    DONE = "done"
    """The task returned, with an answer or at a limit that it observed itself."""
    TIMEOUT = "timeout"
    """It did not observe its limit in seconds and was killed."""
    MEMORY = "memory"
    """It exceeded its limit of memory."""
    CRASHED = "crashed"
    """Its process died, or the task failed."""
    REFUSED = "refused"
    """The engine does not accept the puzzle, or a package is missing."""


FAILURES = (Status.TIMEOUT, Status.MEMORY, Status.CRASHED, Status.REFUSED)


@dataclass(frozen=True)
class RunRecord:
    """What came of one run.  Fields have the names of their columns in the store."""

    status: Status
    ended: str | None = None
    """`found` and `exhausted` are answers; `nodes` and `seconds` were limits.  None if
    the task did not return: then it has none of the fields from here to `note`."""
    solutions: int = 0
    nodes: int | None = None
    seconds: float = 0.0
    """Time of the search, by the clock that limits the run; the store has its name in
    the column `clock`, records of older versions have none: wall time."""
    boards: tuple[Placements, ...] = ()
    """The solutions that are kept."""
    best: Placements = ()
    """The best board, if there is no solution."""
    score: int | None = None
    """Matching joins of the best board, for searches that optimize."""
    curve: tuple[tuple[float, int], ...] = ()
    """Seconds, by the same clock, and the score reached by then, for searches that
    optimize."""
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    note: str = ""
    error: str = ""
    fingerprint: str = ""
    rows: int = 0
    columns: int = 0
    """Fingerprint and size of the puzzle; empty if it could not be generated."""
    wall_seconds: float = 0.0
    """From the moment the process received the job to its answer."""
    processor_seconds: float = 0.0
    """Of the search and its preparation, in all processes of the run."""
    peak_bytes: int = 0
    """Memory beyond what the process had at the start."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Machine and versions."""


COLUMNS = (
    *("identity", "source", "recipe", "fingerprint", "rows", "columns"),
    *("task", "subject", "options", "seed", "limits", "repetition"),
    *("status", "ended", "solutions", "nodes", "seconds", "wall_seconds"),
    *("processor_seconds", "peak_bytes", "score", "boards", "best", "curve"),
    *("statistics", "note", "error", "environment", "finished", "clock"),
)
"""Every column of a record."""
LATER_COLUMNS = ("clock",)
"""Columns that files of older versions do not have; they are NULL there."""
_OF_TASKS = (
    *("ended", "solutions", "nodes", "seconds", "score"),
    *("boards", "best", "curve", "statistics", "note"),
)
"""Columns that only a task that returned has."""
NUMBERS = {
    "rows": "INTEGER",
    "columns": "INTEGER",
    "seed": "INTEGER",
    "repetition": "INTEGER",
    "solutions": "INTEGER",
    "nodes": "INTEGER",
    "seconds": "REAL",
    "wall_seconds": "REAL",
    "processor_seconds": "REAL",
    "peak_bytes": "INTEGER",
    "score": "INTEGER",
    "finished": "REAL",
}
"""Columns that hold numbers; all others are text."""


def environment_name(environment: Mapping[str, str]) -> str:
    """Return the name of a machine and its versions in records."""
    text = json.dumps(dict(environment), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:12]


def row_of(run: PlannedRun, record: RunRecord) -> dict[str, Any]:
    """Return the row of a record, by column; what is empty is NULL."""
    method, puzzle = run.method, run.source.puzzle
    limits = {
        key: value for key, value in vars(method.limits).items() if value is not None
    }
    row = {name: getattr(record, name, None) for name in COLUMNS} | {
        "identity": run.identity,
        "source": run.source.name,
        "recipe": run.source.name if puzzle is None else None,
        "fingerprint": record.fingerprint
        or (puzzle.fingerprint if puzzle is not None else None),
        "rows": record.rows or None,
        "columns": record.columns or None,
        "task": method.task,
        "subject": method.subject,
        "options": json.dumps(dict(method.options), sort_keys=True),
        "seed": run.seed,
        "limits": json.dumps(limits),
        "repetition": run.repetition,
        "status": str(record.status),
        "clock": method.limits.clock,
        "error": record.error or None,
        "environment": environment_name(record.environment),
        "finished": time.time(),
    }
    if record.ended is None:
        return row | dict.fromkeys(_OF_TASKS)
    row["statistics"] = json.dumps(dict(record.statistics))
    row["note"] = record.note or None
    for name in ("boards", "best", "curve"):
        row[name] = json.dumps(row[name]) if row[name] else None
    return row
