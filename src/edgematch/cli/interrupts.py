"""A Ctrl-C that is never lost: the interrupt is delayed until it can be raised.

While kernels are loaded, the compiler calls back into Python from C.  An exception
raised in such a callback is printed and then ignored.
"""

import signal
import threading
from types import FrameType

_SECONDS_TO_WAIT = 0.02
_COMPILER = "llvmlite."


def raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once the compiler has returned; a signal handler."""
    if not is_inside_compiler(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_SECONDS_TO_WAIT, _send_to_main_thread, [number])
    again.daemon = True
    again.start()


def _send_to_main_thread(number: int) -> None:
    """Send the signal again, waking the main thread if it sleeps or waits."""
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
