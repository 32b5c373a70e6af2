"""A live view of some work on the terminal, taken away when the work is done.

    with LiveDisplay() as display:
        solve(puzzle, watch=display.watch)

It is written to the standard error, by rich, which is imported only if there is
something to show.
"""

import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Timer
from typing import TYPE_CHECKING

from edgematch.draw.progress_text import progress_text
from edgematch.processes.interrupts import delay_interrupts

if TYPE_CHECKING:
    from rich.live import Live

    from edgematch.results import Progress

_QUIET_SECONDS = 0.5
_SECONDS_BETWEEN = 0.2
_SECONDS_TO_NOTICE = 1.5
_NOTICE = "getting ready; the first time, the search loops are compiled"


class LiveDisplay(AbstractContextManager["LiveDisplay"]):
    """Shows how far the work is, on a terminal only, and not for short work.

    With `notice` it soon says that a search is being prepared, unless `clear_notice` is
    called before: tables are built, and the first search of all compiles its loops, for
    longer than people like to wait.
    """

    def __init__(self, notice: bool = False) -> None:
        # There is no stream where it was closed before the program began.
        self.is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._started = self._shown_at = time.monotonic()
        self._live: Live | None = None
        self._notice: Timer | None = None
        if notice and self.is_terminal:
            self._notice = Timer(_SECONDS_TO_NOTICE, self.show, [_NOTICE])
            self._notice.daemon = True
            self._notice.start()

    def __exit__(self, *error: object) -> None:
        self.clear()

    @property
    def is_shown(self) -> bool:
        """Whether the terminal shows anything now."""
        return self._live is not None

    def show(self, text: str | Callable[[int, int], str]) -> None:
        """Show a text, if it is time to, in place of the last one.

        A function is called with the columns and rows of the terminal.
        """
        now = time.monotonic()
        if (
            self.is_terminal
            and now - self._started >= _QUIET_SECONDS
            and now - self._shown_at >= _SECONDS_BETWEEN
        ):
            self._shown_at = now
            # Lines that are half written could not be taken away.
            with delay_interrupts():
                self._write(text)

    def watch(self, progress: "Progress") -> None:
        """Show how far a search has come, if it is time to."""
        self.show(lambda columns, rows: progress_text(progress, columns, rows))

    def clear_notice(self) -> None:
        """Do not say any more that a search is being prepared."""
        if self._notice is not None:
            self._notice.cancel()
            self._notice.join()
            self._notice = None

    def clear(self) -> None:
        """Take all of it away."""
        self.clear_notice()
        if self._live is not None:
            with delay_interrupts():
                self._live.stop()
                self._live = None

    def _write(self, text: str | Callable[[int, int], str]) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            self._live = Live(
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        if not isinstance(text, str):
            text = text(*self._live.console.size)
        shown = Text.from_ansi(text, no_wrap=True, overflow="crop")
        self._live.update(shown, refresh=True)
