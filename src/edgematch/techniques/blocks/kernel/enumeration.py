"""List the blocks: all ways to fill a small rectangle of cells with matching pieces.

A plain row-by-row search over at most nine cells, without regard to the rest of the
board.  It writes blocks into an array, and pauses when the array is full or the budget
is spent.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.words import ONE, ZERO

DEPTH, IS_DONE = range(2)
"""Slots of `Listing.at`: cells filled; whether there is nothing left to list."""
TURN_SHIFT = np.uint64(2)
"""The shift from a way to its piece."""
_SIDES = np.uint64(4)
_EAST = np.uint64(1)
_SOUTH = np.uint64(2)


class BlockCells(NamedTuple):
    """The cells of a block, row by row, and the ways for each.

    A way is piece * 4 + turn; the last one is a blank that demands color 0 on all
    sides, for neighbors outside the block.
    """

    above: NDArray[np.uint32]
    """Shape (cells,): the cell to the north; the number of cells if there is none."""
    before: NDArray[np.uint32]
    """Shape (cells,): the cell to the west."""
    group_base: NDArray[np.uint32]
    """Shape (cells,): the first group of each cell."""
    first: NDArray[np.uint32]
    """Shape (groups + 1,): group g is the slice first[g]:first[g + 1] of `way`."""
    way: NDArray[np.uint16]
    """Shape (candidates,)."""
    demanded: NDArray[np.uint32]
    """Shape (ways * 4,): the color that may face each side of each way."""
    demanded_first: NDArray[np.uint32]
    """Shape (ways * 4,): the same times the number of colors."""


class Listing(NamedTuple):
    """The state of the listing."""

    at: NDArray[np.uint64]
    """Shape (2,): by the slots above."""
    chosen: NDArray[np.uint16]
    """Shape (cells + 1,): the way on each filled cell, and last the blank."""
    cursor: NDArray[np.uint32]
    """Shape (cells,): the next candidate of each opened cell."""
    end: NDArray[np.uint32]
    """Shape (cells,)."""
    used: NDArray[np.uint8]
    """Shape (pieces,)."""


@compiled
def open_cell(cells: BlockCells, listing: Listing, cell: np.uint64) -> None:
    """Look up the candidates of a cell by the pieces above and before it."""
    north = np.uint64(listing.chosen[cells.above[cell]]) * _SIDES + _SOUTH
    west = np.uint64(listing.chosen[cells.before[cell]]) * _SIDES + _EAST
    group = np.uint64(
        cells.group_base[cell] + cells.demanded_first[north] + cells.demanded[west]
    )
    listing.cursor[cell] = cells.first[group]
    listing.end[cell] = cells.first[group + ONE]


@compiled
def list_blocks(
    cells: BlockCells, listing: Listing, blocks: NDArray[np.uint16], node_budget: int
) -> int:
    """Write the next blocks into `blocks`, shape (room, cells); return how many.

    Fewer than there is room for does not mean the end; `at[IS_DONE]` does.
    """
    chosen, cursor, end, used = (
        listing.chosen,
        listing.cursor,
        listing.end,
        listing.used,
    )
    depth = listing.at[DEPTH]
    last = np.uint64(len(cursor) - 1)
    room = np.uint64(len(blocks))
    count = ZERO
    budget = node_budget
    while budget > 0 and count < room:
        if cursor[depth] < end[depth]:
            way = np.uint64(cells.way[cursor[depth]])
            cursor[depth] += np.uint32(1)
            piece = way >> TURN_SHIFT
            if used[piece] != 0:
                continue
            budget -= 1
            chosen[depth] = way
            if depth == last:
                for cell in range(last + ONE):
                    blocks[count, cell] = chosen[cell]
                count += ONE
            else:
                used[piece] = 1
                depth += ONE
                open_cell(cells, listing, depth)
        elif depth == ZERO:
            listing.at[IS_DONE] = ONE
            break
        else:
            depth -= ONE
            used[np.uint64(chosen[depth]) >> TURN_SHIFT] = 0
    listing.at[DEPTH] = depth
    return int(count)
