"""The history without the boards from which no board of the last layer comes."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled

FIRST: Final = np.uint16(1 << 15)
"""Set in the first board of those with the same parent."""
_IS_NEEDED: Final = np.uint16(1 << 14)
WAY: Final = np.uint16((1 << 14) - 1)


@compiled
def add_layer(
    boards: NDArray[np.uint16],
    ends: NDArray[np.int64],
    layers: int,
    parents: NDArray[np.uint32],
    ways: NDArray[np.uint16],
) -> None:
    """Add a layer in the order of its parents; drop boards without descendants.

    Layer t is `boards[ends[t]:ends[t + 1]]`, and there are so many `layers`.
    """
    end = ends[layers]
    for row in range(ways.size):
        is_first = row == 0 or parents[row] != parents[row - 1]
        boards[end + row] = ways[row] | FIRST if is_first else ways[row]
        if layers > 0:
            boards[ends[layers - 1] + np.int64(parents[row])] |= _IS_NEEDED
    ends[layers + 1] = end + ways.size
    _mark_ancestors(boards, ends, layers)
    count = 0
    for layer in range(layers + 1):
        start, end = ends[layer], ends[layer + 1]
        ends[layer] = count
        is_first = False
        for place in range(start, end):
            is_first |= boards[place] & FIRST != 0
            if layer == layers or boards[place] & _IS_NEEDED:
                way = boards[place] & WAY
                boards[count] = way | FIRST if is_first else way
                is_first = False
                count += 1
    ends[layers + 1] = count


@compiled
def _mark_ancestors(
    boards: NDArray[np.uint16], ends: NDArray[np.int64], layers: int
) -> None:
    """Mark the boards from which a marked one of the last layer but one comes."""
    for layer in range(layers - 1, 0, -1):
        parent = ends[layer - 1] - 1
        for place in range(ends[layer], ends[layer + 1]):
            if boards[place] & FIRST:
                parent += 1
            if boards[place] & _IS_NEEDED:
                boards[parent] |= _IS_NEEDED
