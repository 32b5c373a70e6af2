"""The child's side: a process that answers calls until its parent is gone.

A function is called with a `Parent`, to which it sends messages, and the arguments of
the call.  A process that has answered waits for the next call; after an interruptible
call it exits, because an interrupt can leave anything behind.

When the parent dies, however it died, an interruptible call gets a KeyboardInterrupt
and some seconds to save its work; every other process dies at once.
"""

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, NoReturn

from edgematch.errors import EdgematchError
from edgematch.processes.interrupts import forget_interrupts, signal_main_thread
from edgematch.processes.limits import limit_this_process
from edgematch.processes.messages import (
    CallEnd,
    CallResult,
    FunctionCall,
    Interrupt,
    MessageReader,
    ProcessError,
    write_message,
)

SECONDS_TO_SAVE = 20.0
"""How long an interrupted call may take to save its work."""

_is_child = False


def is_child() -> bool:
    """Return whether this process was started by this package."""
    return _is_child


class Parent:
    """The parent process, as a function called in a child process sees it."""

    def __init__(self, reader: MessageReader, output: int) -> None:
        self.reader, self._output = reader, output
        self._messages: SimpleQueue[Any] = SimpleQueue()
        self._is_interrupted = False

    def send(self, message: Any) -> None:
        """Send a message; an interrupt waits until it is written as a whole."""
        with _block_interrupts():
            write_message(self._output, message)

    def receive(self) -> Any:
        """Wait for a message; only for interruptible calls."""
        message = self._messages.get()
        self.check()
        return message

    def check(self) -> None:
        """Raise KeyboardInterrupt if the call was interrupted."""
        if self._is_interrupted:
            raise KeyboardInterrupt

    def listen(self) -> None:
        """Take messages until the parent is gone; runs in a thread of its own."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                message = self.reader.read()
                if isinstance(message, Interrupt):
                    self._interrupt()
                else:
                    self._messages.put(message)
        self._interrupt()
        time.sleep(SECONDS_TO_SAVE)
        os._exit(1)

    def _interrupt(self) -> None:
        """Raise KeyboardInterrupt in the main thread, once."""
        if self._is_interrupted:
            return
        self._is_interrupted = True
        self._messages.put(None)
        signal_main_thread(signal.SIGINT)


@contextlib.contextmanager
def _block_interrupts() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def answer_calls() -> NoReturn:
    """Answer the calls that come on stdin until the parent is gone."""
    source, target = become_child()
    reader = MessageReader(source)
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        while True:
            call: FunctionCall = reader.read()
            result = answer(call, Parent(reader, target))
            try:
                write_message(target, result)
            except (TypeError, AttributeError, ValueError) as error:
                text = f"the value returned cannot be sent: {error}"
                write_message(target, CallResult(CallEnd.RAISED, error=text))
            if call.is_interruptible:
                break
    os._exit(0)  # whatever threads a solver has left running


def become_child() -> tuple[int, int]:
    """Leave interrupts to the parent; return the pipes from and to it.

    Stdin and stdout are replaced: what a solver prints must not come between messages.
    """
    global _is_child
    _is_child = True
    forget_interrupts()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    pipes = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    return pipes


def answer(call: FunctionCall, parent: Parent) -> CallResult:
    """Call a function in this process, within its limits."""

    def work() -> Any:
        limit_this_process(call.limits)
        with _link(call, parent):
            return function_named(call.function)(parent, *call.arguments)

    return result_of(work)


def result_of(work: Callable[[], Any]) -> CallResult:
    """Call a function; return what it returns, or how else it ended."""
    try:
        return CallResult(CallEnd.RETURNED, work())
    except MemoryError:
        return CallResult(CallEnd.MEMORY, error="out of memory")
    except KeyboardInterrupt:
        return CallResult(CallEnd.RAISED, error="interrupted")
    except ProcessError as error:
        return CallResult(error.end, error=str(error))
    except EdgematchError as error:
        return CallResult(CallEnd.RAISED, error=str(error))
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return CallResult(CallEnd.RAISED, error=text)


def function_named(name: str) -> Any:
    """Return the function with a name such as "package.module:function"."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


@contextlib.contextmanager
def _link(call: FunctionCall, parent: Parent) -> Iterator[None]:
    """Deliver interrupts to an interruptible call; end any other with its parent."""
    if not call.is_interruptible:
        with _die_with_parent(parent.reader.file):
            yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Thread(target=parent.listen, daemon=True).start()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def _die_with_parent(pipe: int) -> Iterator[None]:
    """Let the system end this process if the other end of its input is closed.

    Kissat holds the interpreter lock until it is done, so that no thread of ours would
    notice.  On Linux a pipe can send a signal when there is something to read, and the
    signal ends the process.  The next call comes only after the answer to this one, so
    there is nothing to read but the end.  Elsewhere a thread waits for it.
    """
    if not sys.platform.startswith("linux"):
        _exit_on_hangup(pipe)
        yield
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:  # it closed before there was a signal
        os._exit(0)
    try:
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags)


@cache
def _exit_on_hangup(pipe: int) -> None:
    """Start a thread, once, that ends this process when its input closes."""

    def wait() -> None:
        hangup = select.poll()
        hangup.register(pipe, 0)
        hangup.poll()
        os._exit(0)

    if hasattr(select, "poll"):  # not on Windows
        Thread(target=wait, daemon=True).start()
