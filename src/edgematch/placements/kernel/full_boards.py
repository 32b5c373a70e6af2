"""Pieces on a full board, and its breaks: what every search for a score works on.

A *way* is a piece in a turn, as the place of its first side in `shown`:
piece * 16 + turn * 4.  After the pieces comes a blank, for empty cells and cells off
the board; it matches nothing.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import FOUR, WORD_BITS, ZERO

PIECE_SHIFT: Final = np.uint64(4)
"""The shift from a way to its piece."""
_USED: Final = np.uint8(1)


class PuzzleArrays(NamedTuple):
    """The sides of all pieces in all turns, and the cells of the board."""

    shown: NDArray[np.uint16]
    """Shape (pieces * 16 + 16,): the color of each side in each turn."""
    demanded: NDArray[np.uint16]
    """Shape (pieces * 16 + 16,): the color that may face each side; for the rim and the
    blank, one that no piece has."""
    rim_of_way: NDArray[np.uint8]
    """Shape (pieces * 4,): which sides show the rim, as bits; 16 if the turn is
    forbidden."""
    neighbor: NDArray[np.uint32]
    """Shape (cells, 4): the cell beyond each side; the number of cells if none."""
    rim: NDArray[np.uint8]
    """Shape (cells + 1,): the sides on the rim of a framed puzzle, as bits."""
    kind: NDArray[np.uint8]
    """Shape (cells + 1,): cells of one kind can hold the same pieces."""
    is_fixed: NDArray[np.uint8]
    """Shape (cells + 1,): 1 for hints and off the board."""


@inlined
def is_broken(
    puzzle: PuzzleArrays, ways: NDArray[np.uint32], cell: int, side: int
) -> bool:
    """Return whether a side of a cell has a join that is a break."""
    beyond = puzzle.neighbor[cell, side]
    if beyond == puzzle.neighbor.shape[0]:
        return False
    here = puzzle.demanded[ways[cell] + np.uint32(side)]
    return here != puzzle.shown[ways[beyond] + np.uint32(side ^ 2)]


@compiled
def count_breaks(
    puzzle: PuzzleArrays, ways: NDArray[np.uint32], broken: NDArray[np.uint32]
) -> int:
    """Count the breaks of a full board; write the two cells of each to `broken`."""
    count = 0
    for cell in range(puzzle.neighbor.shape[0]):
        for side in range(1, 3):
            if is_broken(puzzle, ways, cell, side):
                broken[2 * count] = cell
                broken[2 * count + 1] = puzzle.neighbor[cell, side]
                count += 1
    return count


@inlined
def unused_ways(
    way: NDArray[np.uint32], used: NDArray[np.uint8], start: np.uint64, end: np.uint64
) -> np.uint64:
    """Return which of the next 64 ways of a list have an unused piece, as bits.

    The list is read four ways at a time: its length must be a multiple of four.
    """
    bits, place, i = ZERO, ZERO, start
    while i < end and place < WORD_BITS:
        for number in range(4):  # the compiler unrolls it
            more = np.uint64(number)
            is_unused = np.uint64(used[way[i + more] >> PIECE_SHIFT] ^ _USED)
            bits |= is_unused << (place + more)
        place += FOUR
        i += FOUR
    return bits
