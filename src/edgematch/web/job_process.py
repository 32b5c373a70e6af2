"""The process of a job, as the server sees it.

Its messages are those of `edgematch.web.worker`.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from edgematch.processes.child import SECONDS_TO_SAVE
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.messages import CallEnd, CallResult, ProcessLimits

Take = Callable[[Mapping[str, Any]], bool]
"""Called with every message; returns whether it is the last."""
Over = Callable[["JobProcess", str | None], None]
"""Called when the process has ended; with the reason, if there was no last message."""


class JobProcess:
    """A process at work; everything here happens in the server's event loop."""

    def __init__(
        self, child: ChildProcess, items: "asyncio.Queue[Any]", take: Take, over: Over
    ) -> None:
        self._child, self._items = child, items
        self._take, self._over = take, over
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def started(
        cls, spec: Mapping[str, Any], take: Take, over: Over
    ) -> "JobProcess":
        """Start a process for a job; OSError if the system has none to give."""
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Any] = asyncio.Queue()

        def listen(item: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(items.put_nowait, item)

        # A process that does not keep its own time limit is killed later.
        seconds = spec["limits"]["seconds"] + 4 * SECONDS_TO_SAVE
        child = await asyncio.to_thread(
            ChildProcess,
            "edgematch.web.worker:run_job",
            spec,
            limits=ProcessLimits(seconds, spec["megabytes"]),
            is_interruptible=True,
            listener=listen,
        )
        return cls(child, items, take, over)

    def go(self) -> None:
        """Let it begin, once all jobs of a race are ready."""
        self._child.send("go")

    def interrupt(self) -> None:
        """Ask it to save its checkpoint and end; kill it if it does not."""
        self._child.interrupt()

    async def close(self) -> None:
        """End it because the server ends, and wait until it is gone."""
        self._child.interrupt(SECONDS_TO_SAVE / 2)
        await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        has_last = False
        while not isinstance(item := await self._items.get(), CallResult):
            has_last = self._take(item) or has_last
        if not has_last and item.end is CallEnd.MEMORY:
            has_last = self._take({"error": f"out of memory: {item.error}"})
        reason = item.error or "its process ended without a result"
        self._over(self, None if has_last else reason)
