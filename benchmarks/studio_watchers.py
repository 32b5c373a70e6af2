"""Many clients that watch one job of a studio at the same time."""

import asyncio
import math
import time


def watch_together(
    port: int, job: str, watchers: int, seconds: float, enough: float = math.inf
) -> list[int]:
    """Return how many frames each of them got; one that was dropped counts as -1.

    Each leaves when the time is up, or when it has had enough frames.
    """
    return asyncio.run(_all(port, job, watchers, seconds, enough))


async def _all(
    port: int, job: str, watchers: int, seconds: float, enough: float
) -> list[int]:
    end = time.monotonic() + seconds
    watching = (_one(port, job, end, enough) for _ in range(watchers))
    return await asyncio.gather(*watching)


async def _one(port: int, job: str, end: float, enough: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET /api/events?jobs={job} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    writer.write(request.encode())
    frames = 0
    try:
        while True:
            left = end - time.monotonic()
            if left <= 0 or frames >= enough:
                return frames
            try:
                line = await asyncio.wait_for(reader.readline(), left)
            except TimeoutError:
                return frames
            if not line:
                return -1
            frames += line == b"event: state\n"
    finally:
        writer.close()
