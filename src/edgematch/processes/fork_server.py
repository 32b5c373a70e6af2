"""The warm process that calls are forked from.

Importing numba and loading compiled kernels takes longer than most runs.  So it is done
once, here, and every call is answered by a fork of this process, with nothing to load;
the next one is forked while a call is being answered.  A result is sent on as soon as
it is whole, before its process is gone.

The server has one thread.  It watches the time and the memory of every call and kills
the ones that go too far, with all their processes; when its parent is gone, it kills
all of them and exits.  `forked_calls` is the parent's side.
"""

import contextlib
import gc
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from edgematch.processes.child import become_child, function_named
from edgematch.processes.handle import ForkedProcess
from edgematch.processes.limits import SECONDS_BETWEEN_LOOKS, GroupWatch
from edgematch.processes.memory import group_bytes, own_bytes
from edgematch.processes.messages import (
    CallEnd,
    CallResult,
    FunctionCall,
    MessageReader,
    write_message,
)

PREPARE, START = "prepare", "start"
"""The first word of a request; the second is the identity of a call."""
_SECONDS_TO_EXIT = 0.2


class _ForkedCall:
    """A call that a fork is answering."""

    def __init__(self, identity: str, call: FunctionCall, process: "_Spare") -> None:
        self.identity, self.process = identity, process
        self.watch = GroupWatch(call.limits, process.baseline)

    def received(self) -> CallResult | None:
        """Return the result, if all of it has come; messages are passed over."""
        with contextlib.suppress(Exception):  # whatever else a call may have written
            while (message := self.process.reader.take()) is not None:
                if isinstance(message, CallResult):
                    return message
        return None


class _Spare(ForkedProcess):
    """A fork that waits for its call."""

    def __init__(self) -> None:
        super().__init__(leads_group=True)
        self.baseline = own_bytes(os.getpid())
        """Bytes of memory that it began with."""


class _ForkServer:
    """Forks processes and watches over them."""

    def __init__(self, source: int, target: int) -> None:
        self._requests, self._target = MessageReader(source), target
        self._calls: dict[int, _ForkedCall] = {}
        """By the file that the result is read from."""
        self._spare: _Spare | None = None
        self._leaving: list[_Spare] = []
        """Processes that were killed and have not ended yet."""
        self._last_look = 0.0

    def serve(self) -> None:
        """Answer requests until the parent is gone."""
        try:
            while self._step():
                pass
        finally:
            for call in list(self._calls.values()):
                call.process.kill()
            self._drop_spare()

    def _step(self) -> bool:
        """Wait for the next event and handle it; False when the parent is gone."""
        self._leaving = [each for each in self._leaving if not each.wait(0)]
        is_waiting = bool(self._calls or self._leaving)
        timeout = SECONDS_BETWEEN_LOOKS if is_waiting else None
        files = [self._requests.file, *self._calls]
        for file in select.select(files, [], [], timeout)[0]:
            if file == self._requests.file:
                if not self._requests.fill():
                    return False
            else:
                self._read(self._calls[file])
        while (request := self._requests.take()) is not None:
            self._handle(*request)
        if self._calls and self._spare is None:
            self._spare = _Spare()
        if time.monotonic() - self._last_look > SECONDS_BETWEEN_LOOKS:
            self._watch()
            self._last_look = time.monotonic()
        return True

    def _handle(self, request: str, identity: str, call: FunctionCall) -> None:
        if request == PREPARE:
            self._drop_spare()  # it would know nothing of this
            self._send(identity, _prepare(call))
        else:
            self._start(identity, call)

    def _start(self, identity: str, call: FunctionCall) -> None:
        process = self._spare or _Spare()
        self._spare = None
        if not process.send(call):  # somebody killed it while it waited
            self._leave(process)
            process = _Spare()
            process.send(call)
        self._calls[process.reader.file] = _ForkedCall(identity, call, process)

    def _read(self, call: _ForkedCall) -> None:
        is_open = call.process.reader.fill()
        result = call.received()
        if result is not None or not is_open:
            self._finish(call, result)

    def _watch(self) -> None:
        """Finish the calls that have died or have reached a limit.

        Those that have just started are left alone: most calls are over sooner than
        it takes to look at all processes of the system.
        """
        calls = [
            call
            for call in self._calls.values()
            if call.watch.seconds > SECONDS_BETWEEN_LOOKS
        ]
        if not calls:
            return
        sizes = group_bytes([call.process.pid for call in calls])
        for call in calls:
            if call.process.exit_status() is not None:
                # What it left behind may hold its output open: take what is there.
                file = call.process.reader.file
                while (
                    select.select([file], [], [], 0)[0] and call.process.reader.fill()
                ):
                    pass
                self._finish(call, call.received())
                continue
            limit = call.watch.exceeded(sizes[call.process.pid])
            if limit is not None:
                self._finish(call, limit)

    def _finish(self, call: _ForkedCall, result: CallResult | None) -> None:
        """Send the result of a call, and kill what is left of its processes."""
        seconds = call.watch.seconds
        if result is None:
            # It is closing down: give it the time to leave an exit status.
            deadline = time.monotonic() + _SECONDS_TO_EXIT
            while call.process.exit_status() is None and time.monotonic() < deadline:
                time.sleep(0.0005)
            result = call.process.crash(call.process.exit_status())
        peak = call.watch.peak_bytes
        self._send(call.identity, replace(result, seconds=seconds, peak_bytes=peak))
        del self._calls[call.process.reader.file]
        self._leave(call.process)

    def _leave(self, process: _Spare) -> None:
        process.kill()
        process.close_files()
        self._leaving.append(process)

    def _drop_spare(self) -> None:
        if self._spare is not None:
            self._leave(self._spare)
            self._spare = None

    def _send(self, identity: str, result: CallResult) -> None:
        write_message(self._target, (identity, result))


def _prepare(call: FunctionCall) -> CallResult:
    """Call a function in the server itself, so that every later fork has what it did.

    It may fail: then the calls that need it will too, each in its own process.
    """
    try:
        with _alarm(call.limits.seconds):
            function_named(call.function)(*call.arguments)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return CallResult(CallEnd.RAISED, error=text)
    # Forks share what is there now; the collector must not touch it.
    gc.collect()
    gc.freeze()
    return CallResult(CallEnd.RETURNED)


@contextlib.contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise TimeoutError in the block after some seconds."""

    def ring(*_: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds or 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def main() -> None:
    """Import the modules named as arguments; serve over stdin and stdout."""
    become_child()
    source, target = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    for module in sys.argv[1:]:
        import_module(module)
    with contextlib.suppress(BrokenPipeError):
        _ForkServer(source, target).serve()
