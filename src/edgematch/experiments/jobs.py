"""The job of a run, which is sent to where it happens, and its outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from edgematch.experiments.plan import Run, RunLimits
from edgematch.experiments.tasks import Finding
from edgematch.puzzle import Puzzle


class Status(StrEnum):
    """How a run ended."""

    DONE = "done"
    """The task ended, with an answer or at a limit that it keeps itself."""
    TIMEOUT = "timeout"
    """It did not keep its limit in seconds and was killed."""
    MEMORY = "memory"
    """It took more memory than its limit."""
    CRASHED = "crashed"
    """Its process died, or the task failed."""
    REFUSED = "refused"
    """The engine does not support this puzzle, or a package is missing."""


FAILURES = (Status.TIMEOUT, Status.MEMORY, Status.CRASHED, Status.REFUSED)


@dataclass(frozen=True)
class Job:
    """One run, without its plan."""

    identity: str
    task: str
    subject: str
    options: Mapping[str, Any]
    limits: RunLimits
    source: str
    puzzle: Puzzle | None = None
    """None if the source is a recipe."""

    @classmethod
    def of(cls, run: Run) -> "Job":
        """Return the job of a run."""
        method, source = run.method, run.source
        return cls(
            run.identity,
            method.task,
            method.subject,
            run.options,
            method.limits,
            source.name,
            source.puzzle,
        )

    @property
    def kill_after(self) -> float:
        """Seconds after which the process is killed.

        The limit is for the search alone; preparing it may take half as long again.
        """
        return 1.5 * self.limits.seconds + 5.0


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job."""

    status: Status
    finding: Finding | None = None
    error: str = ""
    fingerprint: str = ""
    rows: int = 0
    columns: int = 0
    wall_seconds: float = 0.0
    """From the moment when its process was told to start to its answer."""
    processor_seconds: float = 0.0
    """Of the search and its preparation, in all processes of the run."""
    peak_bytes: int = 0
    """Memory beyond what the process started with."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Machine and versions."""
