"""Runs on this machine, each in a process of its own."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from edgematch.errors import EdgematchError
from edgematch.experiments.environment import environment
from edgematch.experiments.plan import PlannedRun
from edgematch.experiments.records import RunRecord, Status
from edgematch.processes.forked_calls import ForkedCalls
from edgematch.processes.messages import CallEnd, CallResult, ProcessLimits

_CHILD = "edgematch.experiments.child"
_STATUSES = {CallEnd.TIMEOUT: Status.TIMEOUT, CallEnd.MEMORY: Status.MEMORY}


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
        self._calls = ForkedCalls([_CHILD, *imports])

    @property
    def server(self) -> int:
        """The number of the process that runs are forked from."""
        return self._calls.server

    def prepare(self, runs: Iterable[PlannedRun]) -> Iterator[str]:
        """Prepare for runs like these; yield what went wrong, empty if nothing."""
        for run in runs:
            yield self._calls.prepare(f"{_CHILD}:prepare_run", run).error

    def start(self, run: PlannedRun) -> None:
        """Start a run."""
        limits = ProcessLimits(run.kill_after, run.method.limits.megabytes)
        self._calls.start(run.identity, f"{_CHILD}:do_run", run, limits=limits)

    def records(self, seconds: float) -> list[tuple[str, RunRecord]]:
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
