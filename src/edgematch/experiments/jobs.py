"""The job of a run, which is sent to where it happens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edgematch.experiments.plan import PlannedRun, RunLimits
from edgematch.puzzle import Puzzle


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
    def of(cls, run: PlannedRun) -> "Job":
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
