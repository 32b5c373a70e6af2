"""Ctrl-C, SIGTERM and a lost terminal: one way to interrupt the work, never lost.

The first signal raises KeyboardInterrupt in the main thread.  In a block that holds
interrupts it only sets a flag: the work looks at the flag between two steps, and what
must be whole, such as a file or the answer, is completed.  After the first one has been
raised, others raise nothing, so that the program can clean up; the third ends it.

Nothing is raised while the compiler loads kernels: it calls back into Python from C,
and an exception raised in such a callback is printed and then ignored.  The signal is
sent again until the compiler has returned.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_SECONDS_TO_WAIT = 0.02
_COMPILER = "llvmlite."
_LAST = 3


class Interrupts:
    """The signals that came, and whether one may raise KeyboardInterrupt now."""

    def __init__(self, raises: bool = False) -> None:
        self._raises, self._is_raised = raises, False
        self._count = self._resent = 0
        self._number = 0
        self._last_handlers: dict[int, Any] = {}

    @property
    def is_set(self) -> bool:
        """Whether there was a signal."""
        return self._count > 0

    @property
    def is_pending(self) -> bool:
        """Whether there was a signal for which nothing has been raised yet."""
        return self.is_set and not self._is_raised

    def catch(self, *names: str, then_kill: bool = False) -> None:
        """Handle signals, except those that are ignored or handled by someone else.

        The third one is handled as before, or kills the process.
        """
        defaults = (signal.SIG_DFL, signal.default_int_handler)
        for name in names:
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) in defaults:
                before = signal.signal(number, self._handle)
                last = signal.SIG_DFL if then_kill else before
                self._last_handlers[number] = last

    def release(self) -> None:
        """Put the handlers back that were there before."""
        for number, before in self._last_handlers.items():
            signal.signal(number, before)

    def ignore(self) -> None:
        """Ignore the signals: the process has done its work, and is about to exit.

        The exit of Python would restore the default action of any other handler.
        """
        self.mark_raised()
        for number in self._last_handlers:
            signal.signal(number, signal.SIG_IGN)
        # After KeyboardInterrupt in an `exec` of text, such as those of dataclasses and
        # numba, Python ends by SIGINT, caught or not; the next `exec` resets that.
        exec("")

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Raise nothing in the block; what came meanwhile is raised at its end."""
        before, self._raises = self._raises, False
        try:
            yield
        finally:
            self._raises = before
        if before and self.is_pending:
            self.raise_now()

    @contextmanager
    def allow(self) -> Iterator[None]:
        """Let signals raise in the block, also one that came before it.

        One that somebody caught in the block is raised again at its end.
        """
        before = self._raises
        try:
            self._raises = True
            if self.is_set:
                self.raise_now()
            yield
        finally:
            self._raises = before
        if self.is_set:
            self.raise_now()

    def raise_now(self) -> None:
        """Raise KeyboardInterrupt; no signal after this raises anything."""
        self.mark_raised()
        raise KeyboardInterrupt

    def mark_raised(self) -> None:
        """Raise nothing from now on: the caller raises KeyboardInterrupt, or ends."""
        self._is_raised = True

    def send_again(self) -> None:
        """Send the signal again in a moment, because it was raised in vain."""
        self._is_raised = False
        again = threading.Timer(_SECONDS_TO_WAIT, self._resend)
        again.daemon = True
        again.start()

    def _resend(self) -> None:
        self._resent += 1
        signal_main_thread(self._number)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._number = number
        if self._resent:
            self._resent -= 1
        else:
            self._count += 1
        if self._count >= _LAST:
            signal.signal(number, self._last_handlers[number])
            signal.raise_signal(number)
        elif not self._raises or self._is_raised:
            return
        elif is_inside_compiler(frame):
            self.send_again()
        else:
            self.raise_now()


_active: Interrupts | None = None
"""Those of the program, or of the outermost block that holds interrupts."""


def catch_interrupts() -> Interrupts:
    """Handle the signals of this process until it ends: for a program.

    A signal that is ignored, such as SIGHUP by nohup, stays so.
    """
    global _active
    if _active is None:
        _active = Interrupts(raises=True)
        _active.catch(*_SIGNALS, then_kill=True)
        sys.unraisablehook = _report_unraisable
    return _active


def _report_unraisable(report: Any) -> None:
    """Raise an interrupt again that came in a destructor or the import system."""
    if _active is not None and issubclass(report.exc_type, KeyboardInterrupt):
        _active.send_again()
    else:
        sys.__unraisablehook__(report)


def forget_interrupts() -> None:
    """Let a forked process handle signals in its own way."""
    global _active
    _active = None


@contextmanager
def hold_interrupts() -> Iterator[Interrupts]:
    """Hold interrupts during the block, and raise them at its end.

    Outside a program only Ctrl-C is held, and only where Python's own handler would
    raise KeyboardInterrupt; in other threads than the main one nothing can come.
    """
    global _active
    if threading.current_thread() is not threading.main_thread():
        yield Interrupts()
        return
    if _active is not None:
        with _active.hold():
            yield _active
        return
    held = _active = Interrupts()
    try:
        held.catch("SIGINT")
        yield held
    finally:
        _active = None
        held.release()
    if held.is_pending:
        raise KeyboardInterrupt


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
    from pathlib import Path

    with contextlib.suppress(OSError), Path("/dev/tty").open("rb") as terminal:
        if os.tcgetpgrp(terminal.fileno()) == os.getpgrp():
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
