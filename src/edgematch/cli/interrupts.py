"""Ctrl-C that is never lost: an interrupt waits until it can be raised.

While kernels are loaded the compiler calls back into Python through C, and an exception
that is raised there is printed and forgotten.
"""

import signal
import threading
from types import FrameType

_SECONDS_TO_WAIT = 0.02
_COMPILER = "llvmlite."


def raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, as soon as the compiler is left; a signal handler."""
    if not is_inside_compiler(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_SECONDS_TO_WAIT, signal.raise_signal, [number])
    again.daemon = True
    again.start()


def is_inside_compiler(frame: FrameType | None) -> bool:
    """Say whether the compiler has been called, and not come back."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(_COMPILER):
            return True
        frame = frame.f_back
    return False
