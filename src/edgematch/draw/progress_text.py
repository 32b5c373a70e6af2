"""Where a search stands, in as many lines as the terminal has room for.

First the facts, then the best board so far: as `edgematch draw` writes it where that
fits, else as small blocks, else not at all.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.results import Progress

_ESCAPES = re.compile("\x1b\\[[0-9;]*m")
_GAP = "  "
_ENDLESS = 1e6
"""Years beyond which only the order of magnitude is told."""


def progress_text(progress: "Progress", columns: int, rows: int) -> str:
    """Write where a search stands into a terminal of so many columns and rows.

    One column and one row stay free, so that no terminal wraps or scrolls.
    """
    return drawn_below(progress_facts(progress), progress.best, columns, rows)


def drawn_below(facts: list[str], board: "Board", columns: int, rows: int) -> str:
    """Write facts, and beneath them a board as large as there is room for."""
    width, height = max(columns - 1, 1), max(rows - 1, 1)
    lines = _packed(facts, width)[:height]
    for text in _drawings(board, height - len(lines)):
        drawn = text.splitlines()
        widest = max(len(_ESCAPES.sub("", line)) for line in drawn)
        if len(lines) + len(drawn) <= height and widest <= width:
            return "\n".join([*lines, *drawn])
    return "\n".join(lines)


def _drawings(board: "Board", room: int) -> Iterator[str]:
    """Yield the board in ever smaller forms, those left out that are surely too high.

    The search stands still meanwhile: no time for a drawing that is not shown.
    """
    from edgematch.draw.small import small_board_text
    from edgematch.draw.text import board_text

    rows = board.puzzle.rows
    if 4 * rows < room:
        yield board_text(board, color=True)
    if rows <= room:
        yield small_board_text(board)


def progress_facts(progress: "Progress") -> list[str]:
    """Return what is worth showing of a search, a fact each."""
    seconds = max(progress.seconds, 1e-9)
    facts = []
    if progress.curve:
        last = progress.curve[-1]
        facts = [
            f"{last.score} of {progress.most} {progress.measure}",
            f"since {last.seconds:.1f} s",
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


def _packed(facts: list[str], width: int) -> list[str]:
    """Put as many facts on a line as fit; a fact that is wider still is cut."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(lines[-1]) + len(_GAP) + len(fact) <= width:
            lines[-1] += _GAP + fact
        else:
            lines.append(fact[:width])
    return lines


def _share(share: float) -> str:
    """Write a share of the tree, which is often next to nothing.

    >>> _share(0.5), _share(0.0), _share(3e-20)
    ('50.00%', '0.00%', '3e-18%')
    """
    return f"{100 * share:.1g}%" if 0 < share < 1e-4 else f"{share:.2%}"


def duration(seconds: float) -> str:
    """Write a time for people.

    >>> duration(75), duration(7300), duration(1e12), duration(1e30)
    ('75 s', '2.0 h', '31,688 years', '3e+22 years')
    """
    for size, name in ((365.25 * 86400, "years"), (86400, "days"), (3600, "h")):
        if seconds >= 2 * size:
            number = seconds / size
            if number >= _ENDLESS:
                return f"{number:.0e} {name}"
            return f"{number:,.0f} {name}" if number >= 10 else f"{number:.1f} {name}"
    return f"{seconds:.0f} s"
