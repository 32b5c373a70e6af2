"""Many clients that watch one job of a studio at the same time."""

import asyncio
import time


def watch_together(port: int, job: str, watchers: int, seconds: float) -> list[int]:
    """Return how many frames each of them got; one that was dropped counts as -1."""
    return asyncio.run(_all(port, job, watchers, seconds))


async def _all(port: int, job: str, watchers: int, seconds: float) -> list[int]:
    end = time.monotonic() + seconds
    return await asyncio.gather(*(_one(port, job, end) for _ in range(watchers)))


async def _one(port: int, job: str, end: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET /api/events?jobs={job} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    writer.write(request.encode())
    frames = 0
    try:
        while True:
            left = end - time.monotonic()
            if left <= 0:
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
