"""Pieces on a full board, and its breaks: what every search for a score works on.

A *way* is a piece in a turn, as the place of its first side in `shown`:
piece * 16 + turn * 4.  Behind the pieces comes a blank, for cells off the board and
empty ones; it matches nothing.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined


class PieceSides(NamedTuple):
    """What the pieces show in every turn, and where they may lie."""

    shown: NDArray[np.uint16]
    """Shape (pieces * 16 + 16,): the color of each side in each turn."""
    demanded: NDArray[np.uint16]
    """Shape (pieces * 16 + 16,): the color that may face it; of the rim and the blank,
    one that no piece has."""
    rim_of_way: NDArray[np.uint8]
    """Shape (pieces * 4,): which sides show the rim, as bits; 16 if the turn is
    forbidden."""


class BoardCells(NamedTuple):
    """The board: who lies beside whom, and what may not be moved."""

    neighbor: NDArray[np.uint32]
    """Shape (cells, 4): the cell beyond each side; off the board, their number."""
    rim: NDArray[np.uint8]
    """Shape (cells + 1,): the sides on the rim of a framed puzzle, as bits."""
    kind: NDArray[np.uint8]
    """Shape (cells + 1,): cells of one kind take the same pieces, in some turn."""
    is_fixed: NDArray[np.uint8]
    """Shape (cells + 1,): 1 for hints and off the board."""


@inlined
def is_broken(
    pieces: PieceSides,
    cells: BoardCells,
    ways: NDArray[np.uint32],
    cell: int,
    side: int,
) -> bool:
    """Return whether there is a join beyond a side, and a break."""
    beyond = cells.neighbor[cell, side]
    if beyond == cells.neighbor.shape[0]:
        return False
    here = pieces.demanded[ways[cell] + np.uint32(side)]
    return here != pieces.shown[ways[beyond] + np.uint32(side ^ 2)]


@compiled
def count_breaks(
    pieces: PieceSides,
    cells: BoardCells,
    ways: NDArray[np.uint32],
    broken: NDArray[np.uint32],
) -> int:
    """Count the breaks of a full board; write the two cells of each to `broken`."""
    count = 0
    for cell in range(cells.neighbor.shape[0]):
        for side in range(1, 3):
            if is_broken(pieces, cells, ways, cell, side):
                broken[2 * count] = cell
                broken[2 * count + 1] = cells.neighbor[cell, side]
                count += 1
    return count
