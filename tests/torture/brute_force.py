"""Every solution of a puzzle by plain enumeration: row by row, piece by piece.

It is compiled, so that it ends soon on puzzles that keep the engines busy for a second,
but shares no code with them.  `tests/naive.py` says the same in plain Python, and
`test_room.py` compares the two.
"""

from functools import cache
from typing import NamedTuple

import numba
import numpy as np

from edgematch.puzzle import Placement, Puzzle


class Enumeration(NamedTuple):
    """All solutions of a puzzle, as far as the enumeration went."""

    is_complete: bool
    nodes: int
    boards: tuple[tuple[Placement, ...], ...]


@cache
def enumerate_boards(
    puzzle: Puzzle, most_nodes: int = 10**8, most_boards: int = 10_000
) -> Enumeration:
    """Return all solutions; an incomplete list if there are too many, or it is slow."""
    cells, columns = puzzle.cells, puzzle.columns
    shown = np.array(
        [
            [[piece[(side - turn) % 4] for side in range(4)] for turn in range(4)]
            for piece in puzzle.pieces
        ],
        np.int64,
    ).reshape(4 * cells, 4)
    # A mate may be a color that no piece shows.
    mate = np.array(puzzle.mates or range(int(shown.max()) + 1), np.int64)
    allowed = np.zeros((cells, 4 * cells), np.bool_)
    for cell in range(cells):
        for number in range(4 * cells):
            piece, turn = divmod(number, 4)
            allowed[cell, number] = _is_allowed(puzzle, cell, piece, turn)
    found = np.zeros((most_boards + 1, cells), np.int64)
    nodes, count = _enumerate(shown, mate, allowed, columns, most_nodes, found)
    boards = tuple(
        tuple(Placement(cell, *divmod(int(n), 4)) for cell, n in enumerate(row))
        for row in found[: min(count, most_boards)]
    )
    return Enumeration(nodes < most_nodes and count <= most_boards, nodes, boards)


def _is_allowed(puzzle: Puzzle, cell: int, piece: int, turn: int) -> bool:
    """Say whether a placement keeps the rim, the turns and the hints."""
    if turn and not puzzle.turnable:
        return False
    for hint in puzzle.hints:
        if cell == hint.cell or piece == hint.piece:
            return (cell, piece, turn) == (hint.cell, hint.piece, hint.turn)
    if not puzzle.framed:
        return True
    row, column = divmod(cell, puzzle.columns)
    last = puzzle.rows - 1, puzzle.columns - 1
    on_rim = row == 0, column == last[1], row == last[0], column == 0
    colors = puzzle.pieces[piece]
    return all((colors[(side - turn) % 4] == 0) == on_rim[side] for side in range(4))


@numba.njit(cache=True)
def _enumerate(shown, mate, allowed, columns, most_nodes, found):
    """Fill the cells in order; return the nodes and the number of solutions."""
    cells, anything = allowed.shape[0], mate.shape[0]
    # The numbers that show two colors north and west, where a color may be anything.
    fitting = np.zeros((anything + 1, anything + 1, 4 * cells), np.int64)
    sizes = np.zeros((anything + 1, anything + 1), np.int64)
    for number in range(4 * cells):
        for north in (shown[number, 0], anything):
            for west in (shown[number, 3], anything):
                fitting[north, west, sizes[north, west]] = number
                sizes[north, west] += 1
    placed = np.zeros(cells, np.int64)
    tried = np.zeros(cells, np.int64)
    is_used = np.zeros(cells, np.bool_)
    cell, nodes, count = 0, 0, 0
    while cell >= 0:
        north = west = anything
        if cell >= columns:
            north = mate[shown[placed[cell - columns], 2]]
        if cell % columns:
            west = mate[shown[placed[cell - 1], 1]]
        if tried[cell]:
            is_used[placed[cell] // 4] = False
        while tried[cell] < sizes[north, west]:
            number = fitting[north, west, tried[cell]]
            tried[cell] += 1
            if allowed[cell, number] and not is_used[number // 4]:
                break
        else:
            tried[cell] = 0
            cell -= 1
            continue
        nodes += 1
        placed[cell] = number
        is_used[number // 4] = True
        if cell + 1 < cells:
            cell += 1
            continue
        if count < found.shape[0]:
            found[count] = placed
        count += 1
        if nodes >= most_nodes or count >= found.shape[0]:
            break
    return nodes, count
