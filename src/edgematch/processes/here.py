"""Work in this process and this thread, where there are no others: in a browser."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from edgematch.processes.messages import CallEnd, CallResult


def has_processes() -> bool:
    """Return whether this Python can start processes and threads."""
    return sys.platform != "emscripten"


def thread_seconds() -> float:
    """Return the processor time of this thread."""
    if hasattr(time, "thread_time"):
        return time.thread_time()
    return time.process_time()  # the only thread


class CallHere:
    """A call whose messages are what an iterator yields, computed when asked for.

    It is received from and closed like a `ChildProcess`.
    """

    def __init__(self, messages: Iterator[Any]) -> None:
        self._messages = messages
        self.result: CallResult | None = None

    def receive(self, seconds: float) -> Any:
        """Return the next message, however long it takes; None if there are no more."""
        message = next(self._messages, None)
        if message is None:
            self.result = CallResult(CallEnd.RETURNED)
        return message

    def send(self, message: Any) -> None:
        """Do nothing: the call listens to nobody."""

    def close(self, seconds: float = 0.0) -> None:
        """Compute no more messages."""
        self._messages = iter(())


class SameThread(Executor):
    """A pool that does its work at once, in the thread that asks for it."""

    def submit(  # type: ignore[override]  # positional arguments are enough here
        self, work: Callable[..., Any], /, *arguments: Any
    ) -> Future[Any]:
        """Return the result of a call; what it raises is raised here."""
        done: Future[Any] = Future()
        done.set_result(work(*arguments))
        return done


def thread_pool(threads: int) -> Executor:
    """Return a pool of threads; this thread where no other can be started."""
    return ThreadPoolExecutor(threads) if has_processes() else SameThread()
