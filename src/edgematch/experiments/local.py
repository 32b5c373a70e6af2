"""Runs on this machine: a server, and what is sent to it and comes back."""

import contextlib
import os
import select
import subprocess
import sys
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any, Protocol, Self

from edgematch.errors import EdgematchError
from edgematch.experiments.jobs import Job, packed, unpacked
from edgematch.experiments.records import RunRecord


class Place(Protocol):
    """Where runs happen."""

    @property
    def slots(self) -> int:
        """How many runs can go on at once."""
        ...

    def prepare(self, jobs: Sequence[Job]) -> Iterable[str]:
        """Get ready for jobs like these; yield what went wrong, empty if nothing."""
        ...

    def start(self, job: Job) -> None:
        """Begin a run."""
        ...

    def finished(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return what has come back, after waiting for it at most so long."""
        ...

    def close(self) -> None:
        """Kill what is under way."""
        ...


class ServerLost(EdgematchError):
    """The process that runs are forked from has ended."""


_MOST_LOSSES = 3
"""Servers that may end one after the other without a single run finished."""
_LATEST_ANSWER = 180.0
"""Seconds after which a server that gets ready is taken for stuck."""
_CODE = "from edgematch.experiments.server import main; main()"


def _new_server(imports: Sequence[str]) -> "subprocess.Popen[bytes]":
    # Threads of a linear algebra that nobody uses would make forking unsafe.
    one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    return subprocess.Popen(
        [sys.executable, "-c", _CODE, *imports],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **one},
        start_new_session=True,  # Ctrl-C is for us alone
    )


class LocalPlace:
    """A server on this machine, in a process of its own.

    It imports the modules named in `imports` first: they may bring tasks of their own.
    """

    def __init__(self, workers: int, imports: Sequence[str] = ()) -> None:
        if not hasattr(os, "fork"):
            raise EdgematchError(
                "runs are forked from a process: this system cannot; take --cluster"
            )
        self.slots = workers
        self._imports = imports
        self._buffer = bytearray()
        self._started: dict[str, Job] = {}
        self._times_lost = 0
        self._process = _new_server(self._imports)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def server(self) -> int:
        """The number of the server's process."""
        return self._process.pid

    def prepare(self, jobs: Sequence[Job]) -> Iterable[str]:
        """Get ready for jobs like these; yield what went wrong, empty if nothing."""
        from edgematch.experiments.server import Prepare

        for job in jobs:
            try:
                self._send(Prepare(job))
                answer = self._next(_LATEST_ANSWER)
            except ServerLost:
                answer = None
            if answer is None:
                # It crashed, or hangs where no alarm wakes it: the runs will show.
                self._process.kill()
                self._replace_server()
            yield "no answer" if answer is None else str(answer[1])

    def start(self, job: Job) -> None:
        """Begin a run."""
        self._started[job.identity] = job
        try:
            self._send(job)
        except ServerLost:
            self._replace_server()

    def stop(self, identity: str) -> None:
        """Kill a run."""
        from edgematch.experiments.server import Stop

        if self._started.pop(identity, None) is not None:
            self._send(Stop(identity))

    def finished(self, seconds: float) -> list[tuple[str, RunRecord]]:
        """Return what has come back, after waiting for it at most so long."""
        found: list[tuple[str, RunRecord]] = []
        try:
            answer = self._next(seconds)
            while answer is not None:
                if self._started.pop(answer[0], None) is not None:
                    found.append(answer)
                answer = self._next(0.0)
        except ServerLost:
            self._replace_server()
        if found:
            self._times_lost = 0
        return found

    def _replace_server(self) -> None:
        """Start what was under way again, in another server."""
        self._times_lost += 1
        if self._times_lost > _MOST_LOSSES:
            raise ServerLost(
                "the process that runs are forked from ends again and again"
            )
        self.close()
        self._buffer.clear()
        self._process = _new_server(self._imports)
        for job in self._started.values():
            self._send(job)

    def close(self) -> None:
        """Kill what is under way; the server does so when its input ends."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(5.0)
        except subprocess.TimeoutExpired:
            self._process.kill()  # its children end with it
            self._process.wait()
        self._process.stdout.close()

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(packed(message))
            self._process.stdin.flush()
        except OSError as error:
            raise ServerLost("the process that runs are forked from ended") from error

    def _next(self, seconds: float) -> Any:
        assert self._process.stdout is not None
        stream = self._process.stdout.fileno()
        message = unpacked(self._buffer)
        while message is None:
            ready, _, _ = select.select([stream], [], [], seconds)
            if not ready:
                return None
            data = os.read(stream, 1 << 20)
            if not data:
                raise ServerLost("the process that runs are forked from ended")
            self._buffer += data
            message = unpacked(self._buffer)
        return message
