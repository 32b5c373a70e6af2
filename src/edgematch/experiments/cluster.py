"""Runs on a Dask cluster: the same jobs, sent to workers on other machines.

A worker of Dask holds a server of its own, from which each run is forked as on one
machine.  Records are written here alone.  A run whose worker is lost is sent again.
"""

import contextlib
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from edgematch.errors import EdgematchError, MissingPackage
from edgematch.experiments.jobs import Job
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.records import RunRecord, Status

_ADDRESS = re.compile(r"((tcp|ws)://)?(\[[0-9a-f:]+\]|[^/:\s]+):[0-9]{1,5}")
"""Others would need certificates or libraries that nobody can name here."""
_SECONDS_TO_CONNECT = 20
_SECONDS_FOR_WORKERS = 120
_SECONDS_BETWEEN_COUNTS = 2.0
_MOST_TRIES = 5
"""A run that was lost with its worker so often is taken for the cause of it."""


def connected(address: str) -> Any:
    """Return a client of the cluster, when it has a worker."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingPackage(
            "a cluster needs Dask: pip install 'edgematch[cluster]'"
        ) from error
    if _ADDRESS.fullmatch(address) is None:
        # Dask would leave a client behind that takes a minute to go, with a traceback.
        raise EdgematchError(
            f"{address}: the address of a scheduler is such as tcp://host:8786"
        )
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise EdgematchError(f"{address}: no Dask scheduler answers there") from error
    try:
        client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
    except TimeoutError as error:
        client.close()
        raise EdgematchError(f"{address}: the scheduler has no workers") from error
    except OSError as error:
        client.close()
        raise EdgematchError(f"{address}: the scheduler is lost") from error
    return client


def is_closed(client: Any) -> bool:
    """Say whether a client has given up its scheduler; nothing comes from it then."""
    return client.status in ("closing", "closed")


def lost_errors() -> tuple[type[Exception], ...]:
    """Return what a client raises when its scheduler is gone."""
    from distributed.client import ClosedClientError

    return (OSError, ClosedClientError)


class ClusterPlace:
    """The workers of a Dask cluster."""

    def __init__(self, address: str) -> None:
        self._address, self._client = address, connected(address)
        self._done: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._started: dict[str, tuple[Job, Any]] = {}
        self._tries: dict[str, int] = {}
        self._slots, self._counted = 1, 0.0

    @property
    def slots(self) -> int:
        """How many runs can go on at once; workers come and go."""
        now = time.monotonic()
        if now - self._counted > _SECONDS_BETWEEN_COUNTS:
            with self._told_if_lost():
                self._slots = max(1, sum(self._client.nthreads().values()))
            self._counted = now
        return self._slots

    @contextlib.contextmanager
    def _told_if_lost(self) -> Iterator[None]:
        """Say what to do where the scheduler is gone for good."""
        try:
            if is_closed(self._client):
                raise OSError("closed")
            yield
        except lost_errors() as error:
            raise EdgematchError(
                f"{self._address}: the scheduler is lost; the same command goes on"
                " with the runs that have no record"
            ) from error

    def prepare(self, jobs: Sequence[Job]) -> Iterable[str]:
        """Nothing to do here: workers get ready with the first run of a kind."""
        return ("" for _ in jobs)

    def start(self, job: Job) -> None:
        """Send a run to some worker."""
        with self._told_if_lost():
            future = self._client.submit(run_there, job, pure=False, retries=0)
        self._started[job.identity] = job, future
        future.add_done_callback(lambda done: self._done.put((job.identity, done)))

    def finished(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return what has come back, after waiting for it at most so long."""
        found: list[tuple[str, RunRecord]] = []
        with self._told_if_lost(), contextlib.suppress(Empty):
            while True:
                identity, future = self._done.get(timeout=0 if found else seconds)
                outcome = self._taken(identity, future)
                if outcome is not None:
                    found.append((identity, outcome))
        return found

    def _taken(self, identity: str, future: Any) -> RunRecord | None:
        """Return what a run came to; send it again if it was lost with its worker."""
        if identity not in self._started or self._started[identity][1] is not future:
            return None
        job = self._started[identity][0]
        if future.status == "finished":
            del self._started[identity]
            outcome: RunRecord = future.result()
            return outcome
        reason = "cancelled"
        if future.status == "error":
            error = future.exception()
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
        self._tries[identity] = self._tries.get(identity, 0) + 1
        if self._tries[identity] < _MOST_TRIES:
            self.start(job)
            return None
        del self._started[identity]
        return RunRecord(Status.CRASHED, error=f"lost {_MOST_TRIES} times: {reason}")

    def close(self) -> None:
        """Give up what is under way."""
        for _, future in self._started.values():
            with contextlib.suppress(Exception):
                future.cancel()
        self._client.close()


_idle: Final[list[tuple[LocalPlace, set[str]]]] = []
_lock: Final = Lock()


@contextlib.contextmanager
def _server() -> Iterator[tuple[LocalPlace, set[str]]]:
    """Give a thread of this worker a server to itself, and what it is ready for."""
    with _lock:
        own = _idle.pop() if _idle else (LocalPlace(1), set())
    try:
        yield own
    except BaseException:
        own[0].close()
        raise
    with _lock:
        _idle.append(own)


def run_there(job: Job) -> RunRecord:
    """Do a job on the machine of this worker, in a process of its own."""
    with _server() as (place, ready):
        kind = f"{job.task} {job.subject} {sorted(job.options)}"
        if kind not in ready:
            list(place.prepare([job]))
            ready.add(kind)
        place.start(job)
        while True:
            for identity, outcome in place.finished(1.0):
                if identity == job.identity:
                    return outcome
