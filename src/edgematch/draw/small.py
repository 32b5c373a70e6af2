"""Boards as small colored text: a line for each row and three characters for each cell.

The left character has the color of the west side, the right one that of the east side,
and the middle one is split into north above south.  Joins that match are seen as spots
of one color.  Too small for labels and breaks: it shows how a search stands, at a
glance.  Eternity II takes 48 columns and 16 lines.
"""

from edgematch.board import Board
from edgematch.draw.palette import looks
from edgematch.geometry import EAST, NORTH, SOUTH, WEST

_RESET = "\x1b[0m"
_EMPTY = " · "


def small_board_text(board: Board) -> str:
    """Write a full or partial board as colored blocks, dots where it is empty."""
    puzzle = board.puzzle
    grounds = [_rgb(look.ground) for look in looks(puzzle)]

    def block(cell: int) -> str:
        colors = board.colors_at(cell)
        if colors is None:
            return _RESET + _EMPTY
        north, east, south, west = (
            grounds[colors[side]] for side in (NORTH, EAST, SOUTH, WEST)
        )
        return f"\x1b[48;2;{west}m \x1b[38;2;{north};48;2;{south}m▀\x1b[48;2;{east}m "

    return "\n".join(
        "".join(
            block(row * puzzle.columns + column) for column in range(puzzle.columns)
        )
        + _RESET
        for row in range(puzzle.rows)
    )


def _rgb(color: str) -> str:
    return ";".join(str(int(color[place : place + 2], 16)) for place in (1, 3, 5))
