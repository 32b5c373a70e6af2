"""Fill the holes of a board, with few breaks.

Cells that do not touch can be filled independently: which piece goes where is then an
assignment problem, solved exactly by SciPy; ties are broken at random.
"""

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.full_boards import FullBoardTables

_TIES = 1e-4
"""Random part of a cost, which breaks ties; the sum of all of them is less than 1."""


def frozen_random(seed: int) -> np.random.RandomState:
    """Return a generator whose numbers numpy promises never to change."""
    return np.random.RandomState(seed % 2**32)


def fill_holes(
    tables: FullBoardTables, ways: NDArray[np.uint32], seed: int
) -> NDArray[np.uint32]:
    """Return the board with all holes filled; rim colors are right, joins may break."""
    ways = ways.copy()
    generator = frozen_random(seed)
    holes = np.flatnonzero(ways[:-1] == tables.blank)
    columns = tables.puzzle.columns
    for parity in (0, 1):
        for kind in np.unique(tables.arrays.kind[holes]):
            chosen = np.array(
                [
                    cell
                    for cell in holes
                    if tables.arrays.kind[cell] == kind
                    and sum(divmod(int(cell), columns)) % 2 == parity
                ],
                np.int64,
            )
            if len(chosen):
                refill(
                    tables, ways, chosen, unused_pieces(tables, ways, kind), generator
                )
    return ways


def unused_pieces(
    tables: FullBoardTables, ways: NDArray[np.uint32], kind: int
) -> NDArray[np.int64]:
    """Return the pieces of a kind that are not on the board."""
    cells = tables.puzzle.cells
    is_used = np.zeros(cells + 1, bool)
    is_used[ways // 16] = True
    free = [
        piece
        for piece in range(cells)
        if not is_used[piece] and tables.kind_of_piece[piece] == kind
    ]
    return np.array(free, np.int64)


def refill(
    tables: FullBoardTables,
    ways: NDArray[np.uint32],
    cells: NDArray[np.int64],
    pieces: NDArray[np.int64],
    generator: np.random.RandomState,
) -> None:
    """Put pieces on cells that do not touch, with the fewest breaks possible.

    There may be more pieces than cells.  Blank neighbors cost nothing.
    """
    from scipy.optimize import linear_sum_assignment

    around = ways[tables.around[cells]]
    sides = np.arange(4)
    demanded = tables.arrays.demanded[around + (sides ^ 2)]
    counts = around != tables.blank
    turns = pieces[:, None] * 16 + np.arange(4) * 4
    shown = tables.arrays.shown[turns[:, :, None] + sides]
    is_broken = shown[None] != demanded[:, None, None, :]
    cost = (is_broken & counts[:, None, None, :]).sum(axis=3).astype(np.float64)
    fits = (
        tables.arrays.rim_of_way[turns // 4] == tables.arrays.rim[cells][:, None, None]
    )
    cost[~fits] = 9.0
    cost += generator.random_sample(cost.shape) * _TIES
    turn = cost.argmin(axis=2)
    rows, columns = linear_sum_assignment(cost.min(axis=2))
    ways[cells[rows]] = turns[columns, turn[rows, columns]]
