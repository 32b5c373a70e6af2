"""For each block, how many fit beside it that share no piece with it."""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@compiled
def count_disjoint(
    pieces: NDArray[np.uint64],
    group: NDArray[np.uint32],
    first: NDArray[np.uint32],
    neighbor_pieces: NDArray[np.uint64],
    counts: NDArray[np.int64],
) -> None:
    """Add to `counts` the neighbors of each block that have other pieces than it.

    Pieces are sets of bits, shape (blocks, words).  The neighbors of a block with group
    g are the rows first[g]:first[g + 1] of `neighbor_pieces`.
    """
    words = np.uint64(pieces.shape[1])
    for block in range(np.uint64(len(pieces))):
        begin = np.uint64(first[group[block]])
        end = np.uint64(first[np.uint64(group[block]) + _ONE])
        total = 0
        if words == _ONE:  # four times as fast as the loop over words
            own = pieces[block, 0]
            for neighbor in range(begin, end):
                total += (own & neighbor_pieces[neighbor, 0]) == _ZERO
        else:
            for neighbor in range(begin, end):
                shared = _ZERO
                for word in range(words):
                    shared |= pieces[block, word] & neighbor_pieces[neighbor, word]
                total += shared == _ZERO
        counts[block] += total
