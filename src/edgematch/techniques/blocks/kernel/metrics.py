"""Count, for each block, the neighbors that share no piece with it.

For each pattern and piece there is a set, as bits, of the blocks that show the pattern
and use the piece.  The blocks that share a piece with a 2 × 2 block are the union of
four such sets, counted 64 at a time.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.words import FOUR, ONE, WORD_BITS, bit_count

from .enumeration import TURN_SHIFT

FIRST_SLOT, END_SLOT = range(2)
"""Places in `Batch.slots`."""


class Batch(NamedTuple):
    """Sets of blocks for some patterns, numbered by their slots."""

    slots: NDArray[np.uint64]
    """Shape (2,): the first slot and the end."""
    times: NDArray[np.int64]
    """Shape (slots,): how many blocks show each pattern."""
    first_word: NDArray[np.uint64]
    """Shape (slots + 1,): the words of each slot."""
    next_bit: NDArray[np.uint64]
    """Shape (slots,): the bit of the next block that is added."""
    users: NDArray[np.uint64]
    """Shape (pieces + 1, words): the blocks that use a piece; the last is none."""


@compiled
def add_users(
    batch: Batch, ways: NDArray[np.uint16], slot: NDArray[np.unsignedinteger]
) -> None:
    """Add the blocks, shape (blocks, cells), whose slots are in the batch."""
    first, end = batch.slots[FIRST_SLOT], batch.slots[END_SLOT]
    for block in range(np.uint64(len(ways))):
        if slot[block] < first or slot[block] >= end:
            continue
        here = np.uint64(slot[block]) - first
        bit = batch.next_bit[here]
        batch.next_bit[here] += ONE
        for cell in range(np.uint64(ways.shape[1])):
            piece = np.uint64(ways[block, cell]) >> TURN_SHIFT
            batch.users[piece, bit // WORD_BITS] |= ONE << (bit % WORD_BITS)


@compiled
def multiply_by_disjoint(
    batch: Batch,
    ways: NDArray[np.uint16],
    slot: NDArray[np.unsignedinteger],
    metric: NDArray[np.float64],
) -> None:
    """Multiply the metric of each block whose slot is in the batch by a count.

    It is the number of blocks added to that slot that share no piece with the block.
    """
    first, end = batch.slots[FIRST_SLOT], batch.slots[END_SLOT]
    users = batch.users
    cells = np.uint64(ways.shape[1])
    for block in range(np.uint64(len(ways))):
        if slot[block] < first or slot[block] >= end:
            continue
        here = np.uint64(slot[block]) - first
        shared = np.uint64(0)
        if cells == FOUR:  # in one loop that the compiler unrolls
            one = np.uint64(ways[block, 0]) >> TURN_SHIFT
            two = np.uint64(ways[block, 1]) >> TURN_SHIFT
            three = np.uint64(ways[block, 2]) >> TURN_SHIFT
            four = np.uint64(ways[block, 3]) >> TURN_SHIFT
            for word in range(batch.first_word[here], batch.first_word[here + ONE]):
                shared += bit_count(
                    users[one, word]
                    | users[two, word]
                    | users[three, word]
                    | users[four, word]
                )
        else:
            for word in range(batch.first_word[here], batch.first_word[here + ONE]):
                found = np.uint64(0)
                for cell in range(cells):
                    found |= users[np.uint64(ways[block, cell]) >> TURN_SHIFT, word]
                shared += bit_count(found)
        metric[block] *= np.float64(np.uint64(batch.times[here]) - shared)
