"""What came of a run: the one value that travels from a task to the store.

A result has three shapes between an engine and the disk: the result of the engine, a
`RunRecord`, and a row of the store.  A task fills in what it knows, the process of the
run adds what was measured around the task, and the store writes the fields as columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

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
    """Time of the search."""
    boards: tuple[Placements, ...] = ()
    """The solutions that are kept."""
    best: Placements = ()
    """The best board, if there is no solution."""
    score: int | None = None
    """Matching joins of the best board, for searches that optimize."""
    curve: tuple[tuple[float, int], ...] = ()
    """Seconds and the score reached by then, for searches that optimize."""
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
