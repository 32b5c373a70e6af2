"""The work of a request in another process, so that a slow one delays nobody else.

A process that has done its work waits for the next; one that takes too long is killed.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from edgematch.processes.child_process import ChildProcess
from edgematch.processes.messages import CallEnd, ProcessError, ProcessLimits
from edgematch.web.refusals import RequestError
from edgematch.web.settings import Settings
from edgematch.web.work import DONE, Work

_AT_A_TIME = 2
_MOST_WAITING = 24

_Answer = TypeVar("_Answer")


class Tasks(Protocol):
    """Where the work of requests is done."""

    async def do(self, work: Work, request: Any, seconds: float | None = None) -> Any:
        """Do the work of a request and return its answer."""

    async def soon(self, work: Callable[..., _Answer], *arguments: Any) -> _Answer:
        """Call a function that takes milliseconds, or little more."""


class TasksInProcesses(Tasks):
    """Does some requests at a time, and refuses more when too many are waiting."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(_AT_A_TIME)
        self._waiting = 0
        self._is_ending = False

    def end(self) -> None:
        """Kill the work in progress, so that the server can end at once."""
        self._is_ending = True

    async def do(self, work: Work, request: Any, seconds: float | None = None) -> Any:
        if self._waiting >= _MOST_WAITING:
            raise RequestError("busy", "the studio is busy; try again in a moment")
        self._waiting += 1
        try:
            async with self._free:
                limit = seconds or self._settings.request_seconds
                return await asyncio.to_thread(self._result, work, request, limit)
        finally:
            self._waiting -= 1

    async def soon(self, work: Callable[..., _Answer], *arguments: Any) -> _Answer:
        return await asyncio.to_thread(work, *arguments)

    def _result(self, work: Work, request: Any, seconds: float) -> Any:
        limits = ProcessLimits(seconds, self._settings.most_megabytes)
        process = ChildProcess("edgematch.web.work:do", work, request, limits=limits)
        try:
            while process.result is None:
                if self._is_ending:
                    raise RequestError("closing", "the studio is shutting down")
                process.receive(0.1)
            kind, answer = process.result.value
        except ProcessError as error:
            raise _refusal(error, seconds) from error
        finally:
            process.close()
        if kind != DONE:
            raise RequestError(kind, answer)
        return answer


def _refusal(error: ProcessError, seconds: float) -> RequestError:
    """Return what to tell a client whose work did not come to an end."""
    if error.end is CallEnd.TIMEOUT:
        return RequestError("too_slow", f"this takes longer than {seconds:.0f} s")
    if error.end is CallEnd.MEMORY:
        text = "this takes more memory than a request may use"
        return RequestError("invalid_content", text)
    return RequestError("work_failed", f"the work failed: {error}")
