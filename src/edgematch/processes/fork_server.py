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
from dataclasses import replace
from importlib import import_module
from typing import Any

from edgematch.processes.child import become_child, function_named
from edgematch.processes.handle import ForkedProcess
from edgematch.processes.limits import SECONDS_BETWEEN_LOOKS, GroupWatch
from edgematch.processes.memory import group_bytes, own_bytes
from edgematch.processes.messages import (
    NO_LIMITS,
    CallEnd,
    CallResult,
    FunctionCall,
    MessageReader,
    write_message,
)

PREPARE, START = "prepare", "start"
"""The first word of a request; the second is the identity of a call."""
_SECONDS_TO_EXIT = 0.2


class _Fork(ForkedProcess):
    """A fork of the server: it waits for its call, then answers it."""

    def __init__(self) -> None:
        super().__init__(leads_group=True)
        self._baseline = own_bytes(os.getpid())
        """Bytes of memory that it began with."""
        self.identity = ""
        self.watch = GroupWatch(NO_LIMITS)

    def start(self, identity: str, call: FunctionCall) -> bool:
        """Send it its call; False if somebody killed it while it waited."""
        self.identity = identity
        self.watch = GroupWatch(call.limits, self._baseline)
        return self.send(call)

    def result(self) -> CallResult | None:
        """Return the result, if all of it has come; messages are passed over."""
        with contextlib.suppress(Exception):  # whatever else a call may have written
            while (message := self.reader.take()) is not None:
                if isinstance(message, CallResult):
                    return message
        return None


class _ForkServer:
    """Forks processes and watches over them."""

    def __init__(self, source: int, target: int) -> None:
        self._requests, self._target = MessageReader(source), target
        self._busy: dict[int, _Fork] = {}
        """Forks that answer a call, by the file that the result is read from."""
        self._spare: _Fork | None = None
        self._leaving: list[_Fork] = []
        """Processes that were killed and have not ended yet."""
        self._last_look = 0.0

    def serve(self) -> None:
        """Answer requests until the parent is gone."""
        try:
            while self._step():
                pass
        finally:
            for fork in self._busy.values():
                fork.kill()
            self._drop_spare()

    def _step(self) -> bool:
        """Wait for the next event and handle it; False when the parent is gone."""
        self._leaving = [each for each in self._leaving if not each.wait(0)]
        is_waiting = bool(self._busy or self._leaving)
        timeout = SECONDS_BETWEEN_LOOKS if is_waiting else None
        files = [self._requests.file, *self._busy]
        for file in select.select(files, [], [], timeout)[0]:
            if file == self._requests.file:
                if not self._requests.fill():
                    return False
            else:
                self._read(self._busy[file])
        while (request := self._requests.take()) is not None:
            self._handle(*request)
        if self._busy and self._spare is None:
            self._spare = _Fork()
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
        fork = self._spare or _Fork()
        self._spare = None
        if not fork.start(identity, call):
            self._leave(fork)
            fork = _Fork()
            fork.start(identity, call)
        self._busy[fork.reader.file] = fork

    def _read(self, fork: _Fork) -> None:
        is_open = fork.reader.fill()
        result = fork.result()
        if result is not None or not is_open:
            self._finish(fork, result)

    def _watch(self) -> None:
        """Finish the calls that have died or have reached a limit.

        Those that have just started are left alone: most calls are over sooner than
        it takes to look at all processes of the system.
        """
        forks = [
            fork
            for fork in self._busy.values()
            if fork.watch.seconds > SECONDS_BETWEEN_LOOKS
        ]
        if not forks:
            return
        sizes = group_bytes([fork.pid for fork in forks])
        for fork in forks:
            if fork.exit_status() is not None:
                # What it left behind may hold its output open: take what is there.
                file = fork.reader.file
                while select.select([file], [], [], 0)[0] and fork.reader.fill():
                    pass
                self._finish(fork, fork.result())
                continue
            limit = fork.watch.check(sizes[fork.pid])
            if limit is not None:
                self._finish(fork, limit)

    def _finish(self, fork: _Fork, result: CallResult | None) -> None:
        """Send the result of a call, and kill what is left of its processes."""
        seconds, peak = fork.watch.seconds, fork.watch.peak_bytes
        if result is None:
            # It is closing down: give it the time to leave an exit status.
            deadline = time.monotonic() + _SECONDS_TO_EXIT
            while fork.exit_status() is None and time.monotonic() < deadline:
                time.sleep(0.0005)
            result = fork.crash()
        self._send(fork.identity, replace(result, seconds=seconds, peak_bytes=peak))
        del self._busy[fork.reader.file]
        self._leave(fork)

    def _leave(self, fork: _Fork) -> None:
        fork.kill()
        fork.close_files()
        self._leaving.append(fork)

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
    signal.signal(signal.SIGALRM, _raise_timeout)
    try:
        signal.setitimer(signal.ITIMER_REAL, call.limits.seconds or 0)
        try:
            function_named(call.function)(*call.arguments)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return CallResult(CallEnd.RAISED, error=text)
    # Forks share what is there now; the collector must not touch it.
    gc.collect()
    gc.freeze()
    return CallResult(CallEnd.RETURNED)


def _raise_timeout(*_: Any) -> None:
    raise TimeoutError


def main() -> None:
    """Import the modules named as arguments; serve over stdin and stdout."""
    source, target = become_child()
    for module in sys.argv[1:]:
        import_module(module)
    with contextlib.suppress(BrokenPipeError):
        _ForkServer(source, target).serve()
