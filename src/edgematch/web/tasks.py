"""The work of a request in another process, so that a slow one delays nobody else.

A process that has done its work waits for the next; one that takes too long is killed.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from edgematch.processes.child_process import ChildProcess
from edgematch.processes.messages import CallEnd, ProcessError, ProcessLimits
from edgematch.web.schemas import BadRequest
from edgematch.web.settings import Settings

_AT_A_TIME = 2
_MOST_WAITING = 24


class Tasks:
    """Does some requests at a time, and refuses more when too many are waiting."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(_AT_A_TIME)
        self._waiting = 0
        self._is_ending = False

    def end(self) -> None:
        """Kill the work under way, so that nobody has to wait for it."""
        self._is_ending = True

    async def do(
        self, name: str, body: Mapping[str, Any], seconds: float | None = None
    ) -> Any:
        """Do the work called `name` and return its answer."""
        if self._waiting >= _MOST_WAITING:
            raise BadRequest("the studio is busy, try again in a moment", 503)
        self._waiting += 1
        try:
            async with self._free:
                limit = seconds or self._settings.request_seconds
                return await asyncio.to_thread(self._result, name, body, limit)
        finally:
            self._waiting -= 1

    def _result(self, name: str, body: Mapping[str, Any], seconds: float) -> Any:
        megabytes = self._settings.most_megabytes
        limits = ProcessLimits(seconds, megabytes)
        process = ChildProcess("edgematch.web.work:do", name, body, limits=limits)
        try:
            while process.result is None:
                if self._is_ending:
                    raise BadRequest("the studio is ending", 503)
                process.receive(0.1)
            kind, answer = process.result.value
        except ProcessError as error:
            if error.end is CallEnd.TIMEOUT:
                text = f"this takes longer than {seconds:.0f} s"
                raise BadRequest(text, 503) from error
            if error.end is CallEnd.MEMORY:
                text = "this takes more memory than a request may have"
                raise BadRequest(text) from error
            raise BadRequest(f"the work failed: {error}", 503) from error
        finally:
            process.close()
        if kind == "refused":
            raise BadRequest(answer)
        return answer
