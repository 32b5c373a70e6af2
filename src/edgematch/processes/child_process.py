"""A function called in a process of its own, which can be killed at any moment.

Solvers of other people hold the interpreter lock, do not look at clocks, and now and
then abort.  In a process of their own none of that matters: a limit or Ctrl-C kills the
process, whatever it is doing, and it does not outlive its parent, however that died.
A process that has answered waits for the next call.
"""

import atexit
import contextlib
import os
from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Event, Lock, Thread, Timer
from typing import Any, Final

from edgematch.processes.child import SECONDS_TO_SAVE
from edgematch.processes.handle import ForkedProcess, ProcessHandle, PythonProcess
from edgematch.processes.limits import SECONDS_BETWEEN_LOOKS, GroupWatch
from edgematch.processes.messages import (
    NO_LIMITS,
    CallEnd,
    CallResult,
    FunctionCall,
    Interrupt,
    ProcessError,
    ProcessLimits,
)

_MOST_WAITING = 256
"""Messages that may wait to be received; a function that is further ahead waits too."""
_SECONDS_TO_EXIT = 0.5

Listener = Callable[[Any], None]
"""Called with every message and, last, a `CallResult`; in a thread of its own."""


class ChildProcess:
    """A call in another process.

    Its messages are received one by one, or handed to `listener` as they come.
    """

    def __init__(
        self,
        function: str,
        *arguments: Any,
        limits: ProcessLimits = NO_LIMITS,
        is_interruptible: bool = False,
        listener: Listener | None = None,
    ) -> None:
        self._call = FunctionCall(function, arguments, limits, is_interruptible)
        self._queue: Queue[Any] = Queue(_MOST_WAITING)
        self._listener = listener or self._put
        self._limit: CallResult | None = None
        self._is_closed = Event()
        self._has_ended = Event()
        self._is_killed = False
        self._end = Lock()
        """Held while the call ends or is killed: a process that is killed must not be
        left waiting for the next call."""
        self.result: CallResult | None = None
        """The end of the call, once all messages before it are received."""
        self._process = _process_for(self._call)
        _running.add(self._process)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        if limits != NO_LIMITS:
            Thread(target=self._watch, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def receive(self, seconds: float) -> Any:
        """Return the next message; None if none comes in time, or the call has ended.

        Raises ProcessError if the call ended in any other way than by returning.
        """
        if self.result is not None:
            return None
        try:
            message = self._queue.get(timeout=seconds)
        except Empty:
            return None
        if not isinstance(message, CallResult):
            return message
        self.result = message
        if message.end is not CallEnd.RETURNED:
            raise ProcessError(message)
        return None

    def send(self, message: Any) -> None:
        """Send a message to an interruptible call."""
        self._process.send(message)

    def interrupt(self, seconds: float = SECONDS_TO_SAVE) -> None:
        """Let an interruptible call save its work; kill it if that takes too long."""
        self._process.send(Interrupt())
        timer = Timer(seconds, self.kill)
        timer.daemon = True
        timer.start()

    def kill(self) -> None:
        """Kill the process at once, unless the call has ended."""
        with self._end:
            if not self._has_ended.is_set():
                self._is_killed = True
                self._process.kill()

    def close(self, seconds: float = 0.0) -> None:
        """Kill the process unless the call ends within some seconds."""
        self._has_ended.wait(seconds)
        self.kill()
        self._is_closed.set()
        self._reader.join()
        if self.result is None:
            self.result = CallResult(CallEnd.CRASHED, error="killed")

    def _read(self) -> None:
        """Pass on what the process sends, until the call has ended."""
        reader = self._process.reader
        result = None
        with contextlib.suppress(EOFError, OSError):
            while not isinstance(result, CallResult):
                result = reader.read()
                if not isinstance(result, CallResult):
                    self._listener(result)
        with self._end:
            self._has_ended.set()
        can_go_on = not self._call.is_interruptible and not self._is_killed
        if isinstance(result, CallResult) and can_go_on:
            _running.discard(self._process)
            _idle.append(self._process)
        else:
            if not isinstance(result, CallResult):
                self._process.wait(_SECONDS_TO_EXIT)
                result = self._limit or self._process.crash()
            self._process.close()
            # Until it is waited for, its time counts as that of a process at work.
            _running.discard(self._process)
        self._listener(result)

    def _put(self, message: Any) -> None:
        """Let a message wait, as long as anybody is there to receive it."""
        while not self._is_closed.is_set():
            with contextlib.suppress(Full):
                return self._queue.put(message, timeout=0.1)

    def _watch(self) -> None:
        from edgematch.processes.memory import group_bytes

        watch = GroupWatch(self._call.limits)
        leader = self._process.pid
        while not self._has_ended.wait(SECONDS_BETWEEN_LOOKS):
            self._limit = watch.check(group_bytes([leader])[leader])
            if self._limit is not None:
                return self.kill()


def _process_for(call: FunctionCall) -> ProcessHandle:
    """Return a process that has been sent a call."""
    needs_group = call.limits.megabytes is not None
    with _lock:
        fitting = [each for each in _idle if each.leads_group or not needs_group]
        for process in [] if call.is_interruptible else fitting:
            _idle.remove(process)
            process.forget_errors()
            if process.exit_status() is None and process.send(call):
                return process
            process.close()
    process = PythonProcess(
        "edgematch.processes.child",
        "answer_calls",
        call.function,
        leads_group=needs_group,
    )
    process.send(call)  # if it is gone already, its reader notices
    return process


_idle: Final[list[ProcessHandle]] = []
_running: Final[set[ProcessHandle]] = set()
_lock: Final = Lock()


def running_pids() -> list[int]:
    """Return the numbers of the processes that are at work for this one."""
    return [process.pid for process in _running]


def idle_pids() -> list[int]:
    """Return the numbers of the processes that wait for the next call."""
    return [process.pid for process in _idle]


def fork_spare() -> None:
    """Fork a process that waits for the next call.

    Only for a process with a single thread.  The fork starts in a moment, and has
    imported everything that this process has.
    """
    _idle.append(ForkedProcess(leads_group=False))


@atexit.register
def kill_all() -> None:
    """Kill every process, at work or waiting."""
    while _idle:
        _idle.pop().close()
    for process in list(_running):
        process.kill()
        process.wait()


if hasattr(os, "register_at_fork"):
    # The processes belong to the parent, not to its fork.
    os.register_at_fork(after_in_child=_idle.clear)
    os.register_at_fork(after_in_child=_running.clear)
