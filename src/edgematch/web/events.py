"""Server-sent events: whoever watches gets the newest of each job, never a backlog.

A frame is encoded once for all who watch.  Between two looks a slow client misses what
came in between, so nothing ever piles up, however many watch and however slowly.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence

from edgematch.web.jobs import Job

_SECONDS_BETWEEN = 0.1
_SECONDS_OF_SILENCE = 10.0
_PARTS = ("best", "curve", "state")


class Watchers:
    """Counts who watches, and ends all streams when the server ends."""

    def __init__(self) -> None:
        self.count = 0
        self._is_over = asyncio.Event()

    def end(self) -> None:
        """End all streams."""
        self._is_over.set()

    async def stream(self, jobs: Sequence[Job]) -> AsyncIterator[bytes]:
        """Yield events of some jobs until none of them can change any more."""
        self.count += 1
        try:
            yield b"retry: 1000\n\n"
            sent: dict[tuple[str, str], int] = {}
            while not self._is_over.is_set():
                looked = time.monotonic()
                chunk = b""
                for job in jobs:
                    for part in _PARTS:
                        key = (job.id, part)
                        if sent.get(key) != job.versions[part]:
                            sent[key] = job.versions[part]
                            chunk += job.event(part)
                if chunk:
                    yield chunk
                if all(job.is_over for job in jobs):
                    yield b"event: end\ndata: {}\n\n"
                    return
                if not await self._wait(jobs):
                    yield b": still here\n\n"
                spent = time.monotonic() - looked
                await asyncio.sleep(max(0.0, _SECONDS_BETWEEN - spent))
        finally:
            self.count -= 1

    async def _wait(self, jobs: Sequence[Job]) -> bool:
        """Wait for a change of some job; say whether there was one."""
        waits = [asyncio.create_task(job.wait_for_change()) for job in jobs]
        waits.append(asyncio.create_task(self._wait_for_end()))
        try:
            done, _ = await asyncio.wait(
                waits,
                timeout=_SECONDS_OF_SILENCE,
                return_when=asyncio.FIRST_COMPLETED,
            )
            return bool(done)
        finally:
            for wait in waits:
                wait.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*waits, return_exceptions=True)

    async def _wait_for_end(self) -> None:
        await self._is_over.wait()
