"""Runs on this machine, each in a process of its own."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Protocol, Self

from edgematch.errors import EdgematchError
from edgematch.experiments.environment import environment
from edgematch.experiments.jobs import Job
from edgematch.experiments.records import RunRecord, Status
from edgematch.processes.forked_calls import ForkedCalls
from edgematch.processes.messages import CallEnd, CallResult, ProcessLimits

_STATUSES = {CallEnd.TIMEOUT: Status.TIMEOUT, CallEnd.MEMORY: Status.MEMORY}


class RunPlace(Protocol):
    """Where runs happen."""

    @property
    def slots(self) -> int:
        """How many runs can be under way at once."""
        ...

    def prepare(self, jobs: Sequence[Job]) -> Iterable[str]:
        """Prepare for jobs like these; yield what went wrong, empty if nothing."""
        ...

    def start(self, job: Job) -> None:
        """Start a run."""
        ...

    def finished(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return the records that have come, after waiting some seconds for one."""
        ...

    def close(self) -> None:
        """Kill what is under way."""
        ...


class LocalPlace:
    """Processes forked from a warm one on this machine.

    It imports the modules named in `imports` first: they may bring tasks of their own.
    """

    def __init__(self, workers: int, imports: Sequence[str] = ()) -> None:
        if not hasattr(os, "fork"):
            raise EdgematchError(
                "this system cannot fork a process for each run; use --cluster"
            )
        self.slots = workers
        self._calls = ForkedCalls(["edgematch.experiments.child", *imports])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def server(self) -> int:
        """The number of the process that runs are forked from."""
        return self._calls.server

    def prepare(self, jobs: Sequence[Job]) -> Iterable[str]:
        """Prepare for jobs like these; yield what went wrong, empty if nothing."""
        for job in jobs:
            yield self._calls.prepare(
                "edgematch.experiments.child:prepare_job", job
            ).error

    def start(self, job: Job) -> None:
        """Start a run."""
        self._calls.start(
            job.identity,
            "edgematch.experiments.child:run_job",
            job,
            limits=ProcessLimits(job.kill_after, job.limits.megabytes),
        )

    def finished(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return the records that have come, after waiting some seconds for one."""
        results = self._calls.results(seconds)
        return [(identity, _record(result)) for identity, result in results]

    def close(self) -> None:
        """Kill what is under way."""
        self._calls.close()


def _record(result: CallResult) -> RunRecord:
    """Return the record of a run, from its process or, if that died, from its end."""
    record: RunRecord = result.value
    if result.end is not CallEnd.RETURNED:
        status = _STATUSES.get(result.end, Status.CRASHED)
        record = RunRecord(status, error=result.error)
    return replace(
        record,
        wall_seconds=result.seconds,
        peak_bytes=max(record.peak_bytes, result.peak_bytes),
        environment=environment(),
    )
