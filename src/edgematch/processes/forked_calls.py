"""Calls in processes that are forked from a warm server: the parent's side.

A server that is lost is replaced, and the calls it had not answered start again.
"""

import select
from collections.abc import Sequence
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.processes.fork_server import PREPARE, START
from edgematch.processes.handle import PythonProcess
from edgematch.processes.messages import (
    CallEnd,
    CallResult,
    FunctionCall,
    ProcessLimits,
)

_MOST_LOSSES = 3
"""Servers that may die one after the other without answering a single call."""
_SECONDS_TO_PREPARE = 120.0
_LATEST_ANSWER = 180.0
"""Seconds after which a server that prepares counts as stuck."""
_SECONDS_TO_CLOSE = 5.0
_PREPARED = ""
"""The identity of what the server prepares."""


class ServerLost(EdgematchError):
    """The process that calls are forked from has died."""


class ForkedCalls:
    """Calls under way in forks of one server.

    The server imports the modules named in `imports` first.
    """

    def __init__(self, imports: Sequence[str] = ()) -> None:
        self._imports = imports
        self._started: dict[str, FunctionCall] = {}
        self._losses = 0
        self._server = self._new_server()

    @property
    def server(self) -> int:
        """The number of the server's process."""
        return self._server.pid

    def prepare(self, function: str, *arguments: Any) -> CallResult:
        """Call a function in the server itself; later calls have what it imported.

        It is called with the arguments alone, and should be called before others start.
        """
        limits = ProcessLimits(seconds=_SECONDS_TO_PREPARE)
        call = FunctionCall(function, arguments, limits)
        try:
            self._send(PREPARE, _PREPARED, call)
            answer = self._next(_LATEST_ANSWER)
            if answer is None:
                raise ServerLost("the server does not answer")
        except ServerLost as error:
            # It crashed, or hangs where no alarm interrupts it; the calls will tell.
            self._server.kill()
            self._replace_server()
            return CallResult(CallEnd.CRASHED, error=str(error))
        result: CallResult = answer[1]
        return result

    def start(
        self, identity: str, function: str, *arguments: Any, limits: ProcessLimits
    ) -> None:
        """Start a call."""
        call = self._started[identity] = FunctionCall(function, arguments, limits)
        try:
            self._send(START, identity, call)
        except ServerLost:
            self._replace_server()

    def results(self, seconds: float) -> list[tuple[str, CallResult]]:
        """Return the results that have come, after waiting some seconds for one."""
        found: list[tuple[str, CallResult]] = []
        try:
            answer = self._next(seconds)
            while answer is not None:
                if self._started.pop(answer[0], None) is not None:
                    found.append(answer)
                answer = self._next(0.0)
        except ServerLost:
            self._replace_server()
        if found:
            self._losses = 0
        return found

    def close(self) -> None:
        """Kill what is under way; the server does so when its input closes."""
        self._server.close_input()
        self._server.wait(_SECONDS_TO_CLOSE)
        self._server.close()

    def _new_server(self) -> PythonProcess:
        # The threads of an unused linear algebra library would make forking unsafe.
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        module = "edgematch.processes.fork_server"
        return PythonProcess(module, "main", *self._imports, environment=one)

    def _replace_server(self) -> None:
        """Start the calls under way again, in another server."""
        self._losses += 1
        if self._losses > _MOST_LOSSES:
            raise ServerLost(
                "the process that calls are forked from keeps dying:"
                f" {self._server.crash().error}"
            )
        self.close()
        self._server = self._new_server()
        for identity, call in self._started.items():
            self._send(START, identity, call)

    def _send(self, request: str, identity: str, call: FunctionCall) -> None:
        if not self._server.send((request, identity, call)):
            raise ServerLost("the process that calls are forked from has died")

    def _next(self, seconds: float) -> tuple[str, CallResult] | None:
        """Return the next answer of the server; None if none comes in time."""
        reader = self._server.reader
        while (answer := reader.take()) is None:
            if not select.select([reader.file], [], [], seconds)[0]:
                return None
            if not reader.fill():
                raise ServerLost("the process that calls are forked from has died")
        found: tuple[str, CallResult] = answer
        return found
