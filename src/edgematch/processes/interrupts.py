"""Ctrl-C, SIGTERM and a lost terminal: one way to interrupt the work, never lost.

All of them raise KeyboardInterrupt in the main thread.  Not while kernels are loaded:
the compiler calls back into Python from C, and an exception raised in such a callback
is printed and then ignored.  The interrupt is then raised when the compiler returns.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

_SECONDS_TO_WAIT = 0.02
_COMPILER = "llvmlite."


def raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once the compiler has returned; a signal handler."""
    if not is_inside_compiler(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_SECONDS_TO_WAIT, signal_main_thread, [number])
    again.daemon = True
    again.start()


def signal_main_thread(number: int) -> None:
    """Send a signal to the main thread, waking it if it sleeps or waits."""
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread is not None:
        signal.pthread_kill(main_thread, number)
    else:  # Windows: the handler runs as soon as the main thread is awake
        signal.raise_signal(number)


def is_inside_compiler(frame: FrameType | None) -> bool:
    """Return whether this frame, or one that called it, belongs to the compiler."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(_COMPILER):
            return True
        frame = frame.f_back
    return False


def handle_ctrl_c() -> None:
    """Raise interrupts as above for Ctrl-C too, unless it is ignored or handled."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, raise_interrupt)


@contextmanager
def interrupt_on(*names: str) -> Iterator[None]:
    """Let signals, such as `"SIGTERM"`, interrupt the block as Ctrl-C does.

    A signal that is ignored, such as SIGHUP by nohup, stays so.
    """
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    heard = [each for each in known if signal.getsignal(each) != signal.SIG_IGN]
    with _handle(heard, raise_interrupt):
        yield


@contextmanager
def _handle(
    numbers: Iterable[int], handler: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """Handle signals in another way during the block."""
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextmanager
def delay_interrupts() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM until the block has ended; in the main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    delayed: list[int] = []
    both = (signal.SIGINT, signal.SIGTERM)
    heard = [each for each in both if callable(signal.getsignal(each))]
    try:
        with _handle(heard, lambda number, frame: delayed.append(number)):
            yield
    finally:
        for each in delayed:
            signal.raise_signal(each)


def end_by_broken_pipe() -> None:
    """End this process as SIGPIPE does, where there is that signal.

    That signal is not let through from the beginning: a browser or a solver that goes
    away would end us, too.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)


def end_by_ctrl_c() -> None:
    """End this process by SIGINT if it is in the foreground of a terminal.

    A shell there shows the status 130, and only then stops its loop or script, too.
    Elsewhere do nothing: the caller exits with that status.
    """
    if not hasattr(os, "tcgetpgrp"):
        return
    with contextlib.suppress(OSError), Path("/dev/tty").open("rb") as terminal:
        if os.tcgetpgrp(terminal.fileno()) == os.getpgrp():
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
