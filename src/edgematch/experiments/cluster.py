"""Runs on a Dask cluster, sent to workers on other machines.

A worker of Dask has a server of its own, from which each run is forked as on a single
machine.  Records are written here alone.
"""

import contextlib
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

from edgematch.cluster.calls import (
    CallLost,
    ClusterAnswer,
    ClusterCalls,
    SchedulerLost,
)
from edgematch.cluster.connection import connect
from edgematch.errors import EdgematchError
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import PlannedRun
from edgematch.experiments.records import RunRecord, Status


class ClusterPlace:
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        self._address, self._client = address, connect(address)
        # Whatever a worker fails at, another may do: no error is final.
        self._calls = ClusterCalls(self._client, "run", final_errors=())

    @property
    def slots(self) -> int:
        """How many runs can be under way at once."""
        with self._advice():
            return self._calls.threads

    @contextlib.contextmanager
    def _advice(self) -> Iterator[None]:
        """Say what to do if the scheduler is lost."""
        try:
            yield
        except SchedulerLost as error:
            raise EdgematchError(
                f"{self._address}: {error}; repeat the command to continue with the"
                " runs that have no record"
            ) from error

    def prepare(self, runs: Iterable[PlannedRun]) -> Iterator[str]:
        """Do nothing: workers prepare for the first run of a kind."""
        yield from ("" for _ in runs)

    def start(self, run: PlannedRun) -> None:
        """Send a run to some worker."""
        with self._advice():
            self._calls.submit(run.identity, run_on_worker, run)

    def records(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return the records that have come, after waiting some seconds for one."""
        found: list[tuple[str, RunRecord]] = []
        with self._advice():
            while True:
                try:
                    answer = self._calls.receive(0.0 if found else seconds)
                except CallLost as error:
                    record = RunRecord(Status.CRASHED, error=str(error))
                    found.append((error.key, record))
                    continue
                if not isinstance(answer, ClusterAnswer):
                    return found
                found.append((answer.key, answer.value))

    def close(self) -> None:
        """Give up what is under way."""
        self._calls.close()
        self._client.close()


_idle: Final[list[tuple[LocalPlace, set[str]]]] = []
_lock: Final = Lock()


@contextlib.contextmanager
def _local_place() -> Iterator[tuple[LocalPlace, set[str]]]:
    """Give a thread of this worker a server to itself, and what it is prepared for."""
    with _lock:
        own = _idle.pop() if _idle else (LocalPlace(1), set())
    try:
        yield own
    except BaseException:
        own[0].close()
        raise
    with _lock:
        _idle.append(own)


def run_on_worker(run: PlannedRun) -> RunRecord:
    """Do a run on the machine of this worker, in a process of its own."""
    with _local_place() as (place, prepared):
        method = run.method
        kind = f"{method.task} {method.subject} {sorted(method.options)}"
        if kind not in prepared:
            list(place.prepare([run]))
            prepared.add(kind)
        place.start(run)
        while True:
            for identity, record in place.records(1.0):
                if identity == run.identity:
                    return record
