"""Sides, turns and cells: every convention of the package, stated once.

Sides are numbered clockwise from the top: north 0, east 1, south 2, west 3.  A turn is
a number of clockwise quarter turns.  Cells are numbered row by row from the top left;
people read them as a row letter and a column number, `A1` being the top left.
"""

import re
from typing import Final

NORTH, EAST, SOUTH, WEST = range(4)
SIDES: Final = (NORTH, EAST, SOUTH, WEST)
SIDE_NAMES: Final = ("north", "east", "south", "west")

RIM: Final = 0
"""The color of the rim of a framed puzzle."""

MAXIMUM_SIDE: Final = 32
"""Most rows, and most columns, that a board may have."""

_CELL_NAME = re.compile(r"([A-Z]{1,2})([0-9]{1,2})")

Colors = tuple[int, int, int, int]
"""Four colors, clockwise from north."""


def opposite(side: int) -> int:
    """Return the side that faces `side` across a join.

    >>> SIDE_NAMES[opposite(EAST)]
    'west'
    """
    return (side + 2) % 4


def side_before_turn(side: int, turn: int) -> int:
    """Return the side of the unturned piece that is at `side` after `turn`.

    >>> side_before_turn(EAST, 1) == NORTH  # one clockwise turn carries north to east
    True
    """
    return (side - turn) % 4


def turn_colors(colors: Colors, turn: int) -> Colors:
    """Turn a piece: return its four colors after `turn`, clockwise from north.

    >>> turn_colors((1, 2, 3, 4), 1)
    (4, 1, 2, 3)
    """
    return (
        colors[(0 - turn) % 4],
        colors[(1 - turn) % 4],
        colors[(2 - turn) % 4],
        colors[(3 - turn) % 4],
    )


def neighbor(cell: int, side: int, rows: int, columns: int) -> int | None:
    """Return the cell beyond `side` of `cell`, or None where the board ends.

    >>> neighbor(0, EAST, 2, 3), neighbor(0, SOUTH, 2, 3), neighbor(0, WEST, 2, 3)
    (1, 3, None)
    """
    if is_on_rim(cell, side, rows, columns):
        return None
    return cell + (-columns, 1, columns, -1)[side]


def is_on_rim(cell: int, side: int, rows: int, columns: int) -> bool:
    """Return whether `side` of `cell` is an outer side of the board."""
    row, column = divmod(cell, columns)
    return (row == 0, column == columns - 1, row == rows - 1, column == 0)[side]


def turn_cell(cell: int, turn: int, rows: int, columns: int) -> int:
    """Return the cell that `cell` moves to when the whole board is turned.

    A quarter turn of a board of `rows` × `columns` gives one of `columns` × `rows`.

    >>> turn_cell(0, 1, 2, 3)  # the top left goes to the top right of a 3 × 2 board
    1
    """
    for _ in range(turn % 4):
        row, column = divmod(cell, columns)
        cell = column * rows + (rows - 1 - row)
        rows, columns = columns, rows
    return cell


def cell_name(cell: int, columns: int) -> str:
    """Write a cell as people do: row letter from the top, column number from 1.

    >>> cell_name(0, 16), cell_name(135, 16), cell_name(26 * 32, 32)
    ('A1', 'I8', 'AA1')
    """
    row, column = divmod(cell, columns)
    return row_name(row) + str(column + 1)


def row_name(row: int) -> str:
    """Write a row, counted from the top, as a letter or two."""
    return ("A" if row >= 26 else "") + chr(ord("A") + row % 26)


def cell_number(name: str, rows: int, columns: int) -> int | None:
    """Return the cell with this name, or None if a board of this size has no such cell.

    >>> cell_number("I8", 16, 16)
    135
    >>> cell_number("I8", 4, 4) is None
    True
    """
    match = _CELL_NAME.fullmatch(name.strip().upper())
    if match is None:
        return None
    letters, digits = match.groups()
    row = ord(letters[-1]) - ord("A") + (26 if len(letters) == 2 else 0)
    column = int(digits) - 1
    if letters[:-1] not in ("", "A") or not (0 <= row < rows and 0 <= column < columns):
        return None
    return row * columns + column
