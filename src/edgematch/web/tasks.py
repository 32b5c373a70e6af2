"""The work of a request in another process: a slow one holds up nobody else.

A process that has done its work waits for the next; one that takes too long is ended.
"""

import asyncio
import time
from threading import Lock
from typing import Any

from edgematch.search.worker import Job, WorkerError
from edgematch.web.refusals import RequestError
from edgematch.web.settings import Settings

_AT_A_TIME = 2
_MOST_WAITING = 24


class Tasks:
    """Takes work, some at a time, and refuses it when too much is waiting."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(_AT_A_TIME)
        self._waiting = 0
        self._starting = Lock()
        self._is_ending = False

    def end(self) -> None:
        """End the work under way, so that nobody has to wait for it."""
        self._is_ending = True

    async def do(self, name: str, body: Any, seconds: float | None = None) -> Any:
        """Return what the work called `name` comes to."""
        if self._waiting >= _MOST_WAITING:
            raise RequestError("busy", "the studio is busy; try again in a moment")
        self._waiting += 1
        try:
            async with self._free:
                limit = seconds or self._settings.request_seconds
                return await asyncio.to_thread(self._done, name, body, limit)
        finally:
            self._waiting -= 1

    def _done(self, name: str, body: Any, seconds: float) -> Any:
        with self._starting:
            job = Job(
                "edgematch.web.work:do", name, body, self._settings.most_megabytes
            )
        deadline = time.monotonic() + seconds
        message = None
        try:
            while message is None:
                if self._is_ending:
                    raise RequestError("closing", "the studio is shutting down")
                if job.is_over or time.monotonic() > deadline:
                    raise RequestError(
                        "too_slow", f"this takes longer than {seconds:.0f} s"
                    )
                message = job.take(0.1)
            while not job.is_over and time.monotonic() < deadline:
                job.take(0.1)  # the word that it is done: the process is free again
        except WorkerError as error:
            raise RequestError("work_failed", f"the work failed: {error}") from error
        finally:
            job.end()
        kind, answer = message
        if kind == "refused":
            raise RequestError("invalid_content", answer)
        return answer
