"""Server-sent events: every client gets the newest state of each job, never a backlog.

An event is encoded once for all clients.  A slow client misses what changed between two
of its events, so nothing piles up, however many clients there are and however slow.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence

from edgematch.web.grace import Grace
from edgematch.web.jobs import StudioJob

_SECONDS_BETWEEN = 0.1
_SECONDS_TO_KEEP_ALIVE = 10.0
_PARTS = ("best", "curve", "state")


class Watchers:
    """Counts the clients that watch, and ends their streams when the server ends."""

    def __init__(self, grace: Grace) -> None:
        self.count = 0
        self._grace = grace
        self._is_over = asyncio.Event()

    def end(self) -> None:
        """End all streams."""
        self._is_over.set()

    async def stream(self, jobs: Sequence[StudioJob]) -> AsyncIterator[bytes]:
        """Yield events of some jobs until all of them are over."""
        self.count += 1
        self._grace.arrive(jobs)
        try:
            yield b"retry: 1000\n\n"
            sent: dict[tuple[str, str], int] = {}
            while not self._is_over.is_set():
                began = time.monotonic()
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
                spent = time.monotonic() - began
                await asyncio.sleep(max(0.0, _SECONDS_BETWEEN - spent))
        finally:
            self.count -= 1
            self._grace.leave(jobs)

    async def _wait(self, jobs: Sequence[StudioJob]) -> bool:
        """Wait for a change of some job; return whether there was one in time."""
        events = [*(job.changed for job in jobs), self._is_over]
        waits = [asyncio.create_task(event.wait()) for event in events]
        try:
            done, _ = await asyncio.wait(
                waits,
                timeout=_SECONDS_TO_KEEP_ALIVE,
                return_when=asyncio.FIRST_COMPLETED,
            )
            return bool(done)
        finally:
            for wait in waits:
                wait.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*waits, return_exceptions=True)
