"""Some lines on the terminal that are written over until the work is done.

After each writing the cursor goes back to where the lines begin.  So taking them away
is one command to the terminal, whatever happened in between: Ctrl-C, a window that was
made smaller, or other output.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import click

_QUIET_SECONDS = 0.5
_SECONDS_BETWEEN = 0.2
_PATIENCE = 1.5
"""Seconds without a word before a search says that it is not searching yet."""
_CLEAR = "\r\x1b[J"
_CLEAR_TO_LINE_END = "\x1b[K"


class ProgressLine:
    """Shows how far the work is, on a terminal only, and not for short work."""

    def __init__(self) -> None:
        # There is none where it was closed before we began.
        self.is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._is_shown = False
        self._started = self._shown_at = time.monotonic()

    def is_due(self) -> bool:
        """Say whether it is time to show something."""
        now = time.monotonic()
        return (
            self.is_terminal
            and now - self._started >= _QUIET_SECONDS
            and now - self._shown_at >= _SECONDS_BETWEEN
        )

    def show(self, text: str) -> None:
        """Write over what is shown, if it is time to."""
        if not self.is_due():
            return
        self._is_shown, self._shown_at = True, time.monotonic()
        with _signals_held_back():
            click.echo(rewritten(text), nl=False, err=True)

    def notice(self) -> Timer:
        """Say soon that a search gets ready; return what is cancelled when it is.

        Tables are built, and the first search of all compiles its loops, for longer
        than people like to wait.
        """
        words = "getting ready; the first time, the search loops are compiled"
        notice = Timer(_PATIENCE, self.show, [words])
        notice.daemon = True
        notice.start()
        return notice

    def clear(self) -> None:
        """Take all of it away."""
        if self._is_shown:
            click.echo(_CLEAR, nl=False, err=True)
            self._is_shown = False


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait: lines half written could not be taken away."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def rewritten(text: str) -> str:
    r"""Return what makes a terminal show `text`, and the cursor stand at its beginning.

    Each line is written over in place, which does not flicker; then what an earlier,
    longer text left is cleared.

    >>> rewritten("one\ntwo")
    '\rone\x1b[K\ntwo\x1b[K\x1b[J\x1b[1A\r'
    """
    lines = text.split("\n")
    back = f"\x1b[{len(lines) - 1}A" if len(lines) > 1 else ""
    body = "\n".join(line + _CLEAR_TO_LINE_END for line in lines)
    return f"\r{body}\x1b[J{back}\r"


def terminal_size() -> tuple[int, int]:
    """Return columns and rows of the terminal that shows the standard error."""
    try:
        size = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):
        return 80, 24
    # Some terminals do not know their size and say 0.
    return size.columns or 80, size.lines or 24
