"""The process of a job, as the server sees it (`edgematch.web.runner`)."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from edgematch.processes.child import SECONDS_TO_SAVE
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.messages import CallResult, ProcessLimits
from edgematch.web.job_data import JobSpec

Take = Callable[[Any], None]
"""Called with every message."""
Over = Callable[[CallResult], None]
"""Called when the process has ended."""


class JobProcess:
    """A process at work; everything here happens in the server's event loop."""

    def __init__(
        self, child: ChildProcess, items: "asyncio.Queue[Any]", take: Take, over: Over
    ) -> None:
        self.child, self._items = child, items
        self._take, self._over = take, over
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls, spec: JobSpec, checkpoint: Path, take: Take, over: Over
    ) -> "JobProcess":
        """Start a process for a job; OSError if the system has none to give."""
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[Any] = asyncio.Queue()

        def listen(item: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(items.put_nowait, item)

        # A process that does not keep its own time limit is killed later.
        seconds = spec.limits.seconds + 4 * SECONDS_TO_SAVE
        child = await asyncio.to_thread(
            ChildProcess,
            "edgematch.web.runner:run_job",
            spec,
            checkpoint,
            limits=ProcessLimits(seconds, spec.megabytes),
            is_interruptible=True,
            listener=listen,
        )
        return cls(child, items, take, over)

    async def close(self) -> None:
        """End it because the server ends, and wait until it is gone."""
        self.child.interrupt(SECONDS_TO_SAVE / 2)
        await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self) -> None:
        while not isinstance(item := await self._items.get(), CallResult):
            self._take(item)
        self._over(item)
