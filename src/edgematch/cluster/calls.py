"""Calls under way on the workers of a Dask cluster.

Each call has a key.  A call that fails, or is lost with its worker, is submitted again,
up to a number of tries; each key is answered once, however often it was submitted.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.version import __version__

_MOST_TRIES = 5
"""After so many failures the call itself is considered the cause."""
_SECONDS_BETWEEN_COUNTS = 1.0


class SchedulerLost(EdgematchError):
    """The scheduler of the cluster is gone for good."""


class CallLost(EdgematchError):
    """A call that has failed too often."""

    def __init__(self, key: Any, message: str) -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class ClusterAnswer:
    """What a call has returned."""

    key: Any
    value: Any


@dataclass(frozen=True)
class ClusterEvent:
    """An event that a worker has logged under a topic."""

    content: Any


@dataclass
class _Submitted:
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    futures: list[Any] = field(default_factory=list)
    failures: int = 0


class ClusterCalls:
    """The calls of one client; `noun` is what error messages call a key."""

    def __init__(
        self,
        client: Any,
        noun: str,
        final_errors: tuple[type[Exception], ...] = (EdgematchError,),
    ) -> None:
        self._client, self._noun = client, noun
        self._final_errors = final_errors
        """Errors that a call would raise on any worker."""
        self._items: SimpleQueue[Any] = SimpleQueue()
        self._calls: dict[Any, _Submitted] = {}
        self._topics: list[str] = []
        self._threads, self._counted = 1, float("-inf")
        self.resubmissions = 0
        """How often a call was submitted again."""

    def __len__(self) -> int:
        return len(self._calls)

    @property
    def threads(self) -> int:
        """The number of threads of all workers, at least 1; workers come and go."""
        now = time.monotonic()
        if now - self._counted > _SECONDS_BETWEEN_COUNTS:
            with self._scheduler():
                self._threads = max(1, sum(self._client.nthreads().values()))
            self._counted = now
        return self._threads

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Start a call on some worker."""
        self._calls[key] = _Submitted(function, arguments)
        self._submit(key)

    def submit_again(self, key: Any) -> None:
        """Start a call that takes too long on another worker as well."""
        self.resubmissions += 1
        self._submit(key)

    def _submit(self, key: Any) -> None:
        call = self._calls[key]
        with self._scheduler():
            future = self._client.submit(call.function, *call.arguments, pure=False)
        call.futures.append(future)
        future.add_done_callback(lambda done: self._items.put((key, done)))

    def subscribe(self, topic: str) -> None:
        """Receive the events that workers log under a topic, too."""
        with self._scheduler():
            self._client.subscribe_topic(
                topic, lambda event: self._items.put(ClusterEvent(event[1]))
            )
        self._topics.append(topic)

    def broadcast(
        self, function: Callable[..., Any], *arguments: Any, wait: bool = False
    ) -> None:
        """Call a function once on every worker; one that is being lost is left out."""
        with self._scheduler():
            self._client.run(function, *arguments, wait=wait, on_error="ignore")

    def receive(self, seconds: float) -> ClusterAnswer | ClusterEvent | None:
        """Return the next answer or event; None if none comes in time.

        Raises CallLost for a call that has failed too often, SchedulerLost, and the
        final errors of calls.
        """
        deadline = time.monotonic() + seconds
        while True:
            self.check_scheduler()
            try:
                item = self._items.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                return None
            if isinstance(item, ClusterEvent):
                return item
            answer = self._answer(*item)
            if answer is not None:
                return answer

    def _answer(self, key: Any, future: Any) -> ClusterAnswer | None:
        """Return the answer of a call; submit it again if it failed."""
        call = self._calls.get(key)
        if call is None or future not in call.futures:
            return None  # a late answer: another worker was faster
        error: Exception | None = None
        try:
            if future.status == "finished":
                value = future.result()
                del self._calls[key]
                return ClusterAnswer(key, value)
            if future.status == "error":
                error = future.exception()
        except Exception as problem:  # the value was lost with its worker
            error = problem
        self.check_scheduler()
        if isinstance(error, self._final_errors):
            del self._calls[key]
            raise error
        self._resubmit(key, call, future, error)
        return None

    def _resubmit(
        self, key: Any, call: _Submitted, future: Any, error: Exception | None
    ) -> None:
        call.futures.remove(future)
        call.failures += 1
        if call.failures >= _MOST_TRIES:
            del self._calls[key]
            reason = "cancelled"
            if error is not None:
                reason = f"{type(error).__name__}: {error}".splitlines()[0]
            raise CallLost(
                key,
                f"{self._noun} {key} failed on {call.failures} workers ({reason}); do"
                f" all workers have edgematch {__version__}?",
            ) from error
        if not call.futures:
            self.submit_again(key)

    def close(self) -> None:
        """Give up the calls under way; a scheduler may be lost by now."""
        with contextlib.suppress(Exception):
            for topic in self._topics:
                self._client.unsubscribe_topic(topic)
            futures = [each for call in self._calls.values() for each in call.futures]
            if futures:
                self._client.cancel(futures)

    @contextlib.contextmanager
    def _scheduler(self) -> Iterator[None]:
        """Tell a lost scheduler from other errors."""
        from distributed.client import ClosedClientError

        self.check_scheduler()
        try:
            yield
        except (OSError, ClosedClientError) as error:
            raise SchedulerLost("lost the scheduler of the cluster") from error

    def check_scheduler(self) -> None:
        """Raise SchedulerLost if the scheduler is gone."""
        if self._client.status in ("closing", "closed"):
            raise SchedulerLost("lost the scheduler of the cluster")
