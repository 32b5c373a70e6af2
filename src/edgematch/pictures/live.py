"""A live view of some work on the terminal, removed when the work is done.

    with LiveDisplay() as display:
        solve(puzzle, watch=display.watch)

It is written to the standard error by rich, which is imported only if there is
something to show; a dumb terminal shows nothing.  A search is shown as facts and, below
them, its best board so far: as `edgematch draw` writes it if that fits, else as small
blocks, else not at all.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from importlib.util import find_spec
from threading import Event, Thread
from typing import TYPE_CHECKING

from edgematch.processes.interrupts import hold_interrupts

if TYPE_CHECKING:
    from rich.live import Live

    from edgematch.board import Board
    from edgematch.results import Progress

    ProgressText = Callable[[Progress, int, int], str]
    """Returns the text to show on a terminal of so many columns and rows."""

_QUIET_SECONDS = 0.5
_SECONDS_BETWEEN = 0.2
_SECONDS_TO_NOTICE = 2.0
_SECONDS_BETWEEN_NOTICES = 0.5
_COMPILING = "preparing kernels, once per installation"
_ESCAPES = re.compile("\x1b\\[[0-9;]*m")
_GAP = "  "
_MANY_YEARS = 1e6
"""Years beyond which only the order of magnitude is shown."""


def _is_terminal() -> bool:
    # There is no stream if it was closed before the program started.
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal and os.environ.get("TERM") != "dumb"


def _is_notebook() -> bool:
    """Return whether this is a notebook in which a text can be replaced."""
    return "ipykernel" in sys.modules and find_spec("ipywidgets") is not None


class LiveDisplay(AbstractContextManager["LiveDisplay"]):
    """Shows the progress of work that takes long, on a terminal or in a notebook.

    With `is_compiling`, a function, it says that a search is being prepared if that
    takes more than two seconds, until `clear_notice` is called.  Without a terminal it
    says so in one line, and only if kernels are compiled.
    """

    def __init__(
        self,
        is_compiling: Callable[[], bool] | None = None,
        text: "ProgressText | None" = None,
    ) -> None:
        self.is_terminal = _is_terminal() or _is_notebook()
        self._started = self._shown_at = time.monotonic()
        self._live: Live | None = None
        self._notice: Thread | None = None
        self._is_prepared = Event()
        self._text = text or progress_text
        if is_compiling is not None and sys.stderr is not None:
            self._notice = Thread(
                target=self._give_notice, args=[is_compiling], daemon=True
            )
            self._notice.start()

    def __exit__(self, *error: object) -> None:
        self.clear()

    @property
    def is_shown(self) -> bool:
        """Whether the terminal shows anything now."""
        return self._live is not None

    def show(self, text: str | Callable[[int, int], str]) -> None:
        """Show a text in place of the last one, if an update is due.

        A function is called with the columns and rows of the terminal.
        """
        now = time.monotonic()
        if (
            self.is_terminal
            and now - self._started >= _QUIET_SECONDS
            and now - self._shown_at >= _SECONDS_BETWEEN
        ):
            self._shown_at = now
            # Half-written lines could not be removed.
            with hold_interrupts():
                self._write(text)

    def watch(self, progress: "Progress") -> None:
        """Show the progress of a search, if an update is due."""
        self.show(lambda columns, rows: self._text(progress, columns, rows))

    def clear_notice(self) -> None:
        """Stop saying that a search is being prepared."""
        if self._notice is not None:
            self._is_prepared.set()
            self._notice.join()
            self._notice = None

    def _give_notice(self, is_compiling: Callable[[], bool]) -> None:
        """Say that a search is being prepared, from time to time, until it is."""
        is_written = False
        while not self._is_prepared.wait(_SECONDS_BETWEEN_NOTICES):
            seconds = time.monotonic() - self._started
            if seconds < _SECONDS_TO_NOTICE:
                continue
            # The main thread may be in the middle of importing the same modules.
            with suppress(ImportError, AttributeError):
                what = _COMPILING if is_compiling() else "preparing"
                if self.is_terminal:
                    self.show(f"{what}: {seconds:.0f} s")
                elif what == _COMPILING and not is_written:
                    is_written = True
                    _write_error(f"edgematch: {what}: ")
        if is_written:
            _write_error(f"{time.monotonic() - self._started:.0f} s\n")

    def clear(self) -> None:
        """Remove everything that is shown."""
        self.clear_notice()
        if self._live is not None:
            with hold_interrupts():
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


def _write_error(text: str) -> None:
    """Write to the standard error, which may be closed or full."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)
        sys.stderr.flush()


def progress_text(progress: "Progress", columns: int, rows: int) -> str:
    """Return the progress of a search for a terminal of so many columns and rows.

    One column and one row stay free, so that no terminal wraps or scrolls.
    """
    return facts_and_board(progress_facts(progress), progress.best, columns, rows)


def facts_and_board(facts: list[str], board: "Board", columns: int, rows: int) -> str:
    """Return lines of facts, and below them a board as large as there is room for."""
    width, height = max(columns - 1, 1), max(rows - 1, 1)
    lines = _fact_lines(facts, width)[:height]
    for text in _drawings(board, height - len(lines)):
        drawn = text.splitlines()
        widest = max(len(_ESCAPES.sub("", line)) for line in drawn)
        if len(lines) + len(drawn) <= height and widest <= width:
            return "\n".join([*lines, *drawn])
    return "\n".join(lines)


def _drawings(board: "Board", room: int) -> Iterator[str]:
    """Yield the board in two sizes, without those that are certainly too high.

    The search waits meanwhile, so nothing is drawn in vain.
    """
    from edgematch.pictures.text import board_text, small_board_text

    rows = board.puzzle.rows
    has_colors = not os.environ.get("NO_COLOR")
    if 4 * rows < room:
        yield board_text(board, color=has_colors)
    if rows <= room and has_colors:  # the blocks are nothing but colors
        yield small_board_text(board)


def progress_facts(progress: "Progress") -> list[str]:
    """Return the facts to show about a running search."""
    seconds = max(progress.seconds, 1e-9)
    facts = []
    if progress.curve:
        last = progress.curve[-1]
        facts = [
            f"{last.score} of {progress.most} {progress.measure}",
            f"found after {last.seconds:.1f} s",
        ]
    facts += [
        f"{seconds:.0f} s",
        f"{progress.nodes:,} nodes",
        f"{progress.nodes / seconds:,.0f}/s",
    ]
    if progress.share is not None:
        facts += [
            f"{progress.depth} of {progress.best.puzzle.cells} placed",
            f"{progress.solutions:,} solutions",
            f"{_share(progress.share)} done",
        ]
    if progress.share:
        facts.append(f"{duration(seconds / progress.share - seconds)} left")
    return facts + ([progress.note] if progress.note else [])


def _fact_lines(facts: list[str], width: int) -> list[str]:
    """Put as many facts on a line as fit, and cut a fact that is too long."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(lines[-1]) + len(_GAP) + len(fact) <= width:
            lines[-1] += _GAP + fact
        else:
            lines.append(fact[:width])
    return lines


def _share(share: float) -> str:
    """Format a share of the tree, which is often tiny.

    >>> _share(0.5), _share(0.0), _share(3e-20)
    ('50.00%', '0.00%', '3e-18%')
    """
    return f"{100 * share:.1g}%" if 0 < share < 1e-4 else f"{share:.2%}"


def duration(seconds: float) -> str:
    """Format a time for people.

    >>> duration(75), duration(7300), duration(1e12), duration(1e30)
    ('75 s', '2.0 h', '31,688 years', '3e+22 years')
    """
    for size, name in ((365.25 * 86400, "years"), (86400, "days"), (3600, "h")):
        if seconds >= 2 * size:
            number = seconds / size
            if number >= _MANY_YEARS:
                return f"{number:.0e} {name}"
            return f"{number:,.0f} {name}" if number >= 10 else f"{number:.1f} {name}"
    return f"{seconds:.0f} s"
