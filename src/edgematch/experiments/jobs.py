"""What is sent to where a run happens, and what comes back."""

import pickle
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from edgematch.experiments.plan import Run, RunLimits
from edgematch.experiments.tasks import Finding
from edgematch.puzzle import Puzzle

_LENGTH = struct.Struct("!Q")


class Status(StrEnum):
    """What became of a run."""

    DONE = "done"
    """The task came to its end, by an answer or by a limit it holds itself."""
    TIMEOUT = "timeout"
    """It did not hold its limit in seconds and was killed."""
    MEMORY = "memory"
    """It took more memory than it may."""
    CRASHED = "crashed"
    """Its process ended by itself, or the task failed."""
    REFUSED = "refused"
    """The engine does not take this puzzle, or a package is missing."""


FAILURES = (Status.TIMEOUT, Status.MEMORY, Status.CRASHED, Status.REFUSED)


@dataclass(frozen=True)
class Job:
    """One run, without the plan it belongs to."""

    identity: str
    task: str
    subject: str
    options: Mapping[str, Any]
    limits: RunLimits
    source: str
    puzzle: Puzzle | None = None
    """None where the source is a recipe."""

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

        Limits are for the search; setting it up may take half as long again.
        """
        return 1.5 * self.limits.seconds + 5.0


@dataclass(frozen=True)
class Outcome:
    """What came of a job."""

    status: Status
    finding: Finding | None = None
    error: str = ""
    fingerprint: str = ""
    rows: int = 0
    columns: int = 0
    wall_seconds: float = 0.0
    """From the moment when its process was told to begin to its answer."""
    processor_seconds: float = 0.0
    """Of the search and what is set up for it, in all processes of the run."""
    peak_bytes: int = 0
    """Memory beyond what the process had to begin with."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Machine and versions."""


def packed(message: Any) -> bytes:
    """Return a message with its length before it."""
    data = pickle.dumps(message)
    return _LENGTH.pack(len(data)) + data


def unpacked(buffer: bytearray) -> Any:
    """Take the first whole message off a buffer; None if there is none."""
    if len(buffer) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack_from(buffer)
    end = _LENGTH.size + length
    if len(buffer) < end:
        return None
    message = pickle.loads(bytes(buffer[_LENGTH.size : end]))
    del buffer[:end]
    return message
