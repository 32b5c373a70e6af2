"""The process of a job, seen from the server: started, told what to do, read, ended.

The words that go to and fro are those of `edgematch.web.worker`.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

_GRACE = 20.0
"""Seconds in which an interrupted process may keep its checkpoint."""
_LONGEST_LINE = 64 * 2**20


class JobProcess:
    """A process at work; everything here happens in the server's event loop."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        take: Callable[[Mapping[str, Any]], bool],
        over: Callable[["JobProcess", int | None], None],
        seconds: float,
    ) -> None:
        self._process = process
        self._take, self._over = take, over
        self._reader = asyncio.create_task(self._read(seconds))

    @classmethod
    async def started(
        cls,
        spec: Mapping[str, Any],
        take: Callable[[Mapping[str, Any]], bool],
        over: Callable[["JobProcess", int | None], None],
    ) -> "JobProcess":
        """Start a process for a job; OSError where the system has none to give.

        `take` is given every message, and says whether it is the last; `over` is called
        when the process has ended, with its status if the last word was never said.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "edgematch.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the server alone
        )
        # Beyond the job's own limit, a process that does not listen is ended.
        begun = cls(process, take, over, spec["limits"]["seconds"] + 4 * _GRACE)
        begun._write(json.dumps(spec))
        return begun

    def go(self) -> None:
        """Let it begin, which waits for the others of a race."""
        self._write("go")

    def interrupt(self) -> None:
        """Ask it to keep its checkpoint and end; end it if it does not."""
        self._write("interrupt")
        asyncio.get_running_loop().call_later(_GRACE, self._kill)

    async def close(self) -> None:
        """End it because the server ends, and wait until it is gone."""
        self._write("interrupt")
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._reader), _GRACE / 2)
        self._kill()
        await asyncio.gather(self._reader, return_exceptions=True)

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(line.encode() + b"\n")

    def _kill(self) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _read(self, seconds: float) -> None:
        assert self._process.stdout is not None
        said_the_last = False
        timer = asyncio.get_running_loop().call_later(seconds, self._kill)
        try:
            async for line in self._process.stdout:
                said_the_last = self._take(json.loads(line)) or said_the_last
        except ValueError:  # longer than any line may be, or cut off
            self._kill()
        timer.cancel()
        status = await self._process.wait()
        self._over(self, None if said_the_last else status)
