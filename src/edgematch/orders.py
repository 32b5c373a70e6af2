"""Orders in which a search fills the cells.

Each order is a function of the board's size that returns every cell once.  `ORDERS`
names them all; a new one is a function and a line there.
"""

from collections.abc import Callable

from edgematch.errors import UnknownName, nearest_names

Order = Callable[[int, int], tuple[int, ...]]


def rows_first(rows: int, columns: int) -> tuple[int, ...]:
    """Row by row from the top left.

    >>> rows_first(2, 3)
    (0, 1, 2, 3, 4, 5)
    """
    return tuple(range(rows * columns))


def rows_up(rows: int, columns: int) -> tuple[int, ...]:
    """Row by row from the bottom left.

    >>> rows_up(2, 3)
    (3, 4, 5, 0, 1, 2)
    """
    return tuple(
        row * columns + column
        for row in reversed(range(rows))
        for column in range(columns)
    )


def columns_first(rows: int, columns: int) -> tuple[int, ...]:
    """Column by column from the top left.

    >>> columns_first(2, 3)
    (0, 3, 1, 4, 2, 5)
    """
    return tuple(
        row * columns + column for column in range(columns) for row in range(rows)
    )


def spiral_in(rows: int, columns: int) -> tuple[int, ...]:
    """Clockwise from the top left along the rim, then ring by ring to the center.

    >>> spiral_in(3, 3)
    (0, 1, 2, 5, 8, 7, 6, 3, 4)
    """
    cells: list[int] = []
    top, left, bottom, right = 0, 0, rows - 1, columns - 1
    while top <= bottom and left <= right:
        ring = [(top, column) for column in range(left, right + 1)]
        ring += [(row, right) for row in range(top + 1, bottom + 1)]
        if top < bottom and left < right:
            ring += [(bottom, column) for column in range(right - 1, left - 1, -1)]
            ring += [(row, left) for row in range(bottom - 1, top, -1)]
        cells += [row * columns + column for row, column in ring]
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    return tuple(cells)


def spiral_out(rows: int, columns: int) -> tuple[int, ...]:
    """Anticlockwise from the center outward: `spiral_in` of a square, backward.

    On a board that is not square, the parts of the spiral off the board are left out.

    >>> spiral_out(3, 3)
    (4, 3, 6, 7, 8, 5, 2, 1, 0)
    >>> spiral_out(1, 5)
    (2, 1, 3, 0, 4)
    """
    side = max(rows, columns)
    above, before = (side - rows) // 2, (side - columns) // 2
    cells = []
    for place in reversed(spiral_in(side, side)):
        row, column = place // side - above, place % side - before
        if 0 <= row < rows and 0 <= column < columns:
            cells.append(row * columns + column)
    return tuple(cells)


def frame_first(rows: int, columns: int) -> tuple[int, ...]:
    """Frame clockwise from the top left, then the inside row by row.

    >>> frame_first(3, 4)
    (0, 1, 2, 3, 7, 11, 10, 9, 8, 4, 5, 6)
    """
    inside = {
        row * columns + column
        for row in range(1, rows - 1)
        for column in range(1, columns - 1)
    }
    frame = [cell for cell in spiral_in(rows, columns) if cell not in inside]
    return (*frame, *sorted(inside))


def chess(rows: int, columns: int) -> tuple[int, ...]:
    """CHESS: all black cells in a spiral from the center outward, then all white ones.

    Ansótegui et al., "Edge Matching Puzzles as Hard SAT/CSP Benchmarks", section 4.2.
    The paper does not say which cells are black; here the cell where the spiral starts
    is, so that the search starts in the center.

    >>> chess(3, 3)
    (4, 6, 8, 2, 0, 3, 7, 5, 1)
    """
    spiral = spiral_out(rows, columns)

    def parity(cell: int) -> int:
        return sum(divmod(cell, columns)) % 2

    # The sort is stable: within a color the cells keep their places in the spiral.
    return tuple(sorted(spiral, key=lambda cell: parity(cell) != parity(spiral[0])))


PIECE_ORDERS = ("numbered", "rare", "common")
"""Which pieces are tried first: as numbered, with rare or with common colors."""

ORDERS: dict[str, Order] = {
    "rows": rows_first,
    "rows-up": rows_up,
    "columns": columns_first,
    "spiral-in": spiral_in,
    "spiral-out": spiral_out,
    "frame-first": frame_first,
    "chess": chess,
}


def order(name: str, rows: int, columns: int) -> tuple[int, ...]:
    """Return the cells of a board in the order called `name`."""
    if name not in ORDERS:
        raise UnknownName(
            f"unknown fill order {name!r}; choose one of {nearest_names(name, ORDERS)}"
        )
    return ORDERS[name](rows, columns)
