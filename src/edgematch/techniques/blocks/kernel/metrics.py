"""For each block, how many fit beside it that share no piece with it.

For each pattern and piece there is a set, as bits, of the blocks that show the pattern
and use the piece: those that share a piece with a block are the union of four sets,
and 64 of them are counted at a time.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.words import bit_count

_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_TURNS = np.uint64(2)
_BITS = np.uint64(64)


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
    first, end = batch.slots[0], batch.slots[1]
    for block in range(np.uint64(len(ways))):
        if slot[block] < first or slot[block] >= end:
            continue
        here = np.uint64(slot[block]) - first
        bit = batch.next_bit[here]
        batch.next_bit[here] += _ONE
        for cell in range(np.uint64(ways.shape[1])):
            piece = np.uint64(ways[block, cell]) >> _TURNS
            batch.users[piece, bit // _BITS] |= _ONE << (bit % _BITS)


@compiled
def multiply_by_disjoint(
    batch: Batch,
    ways: NDArray[np.uint16],
    slot: NDArray[np.unsignedinteger],
    metric: NDArray[np.float64],
) -> None:
    """Multiply the metric of each block whose slot is in the batch.

    By how many of the blocks that were added have that slot and other pieces than it.
    """
    first, end = batch.slots[0], batch.slots[1]
    users = batch.users
    cells = np.uint64(ways.shape[1])
    for block in range(np.uint64(len(ways))):
        if slot[block] < first or slot[block] >= end:
            continue
        here = np.uint64(slot[block]) - first
        shared = np.uint64(0)
        if cells == _FOUR:  # in one loop that the compiler unrolls
            one = np.uint64(ways[block, 0]) >> _TURNS
            two = np.uint64(ways[block, 1]) >> _TURNS
            three = np.uint64(ways[block, 2]) >> _TURNS
            four = np.uint64(ways[block, 3]) >> _TURNS
            for word in range(batch.first_word[here], batch.first_word[here + _ONE]):
                shared += bit_count(
                    users[one, word]
                    | users[two, word]
                    | users[three, word]
                    | users[four, word]
                )
        else:
            for word in range(batch.first_word[here], batch.first_word[here + _ONE]):
                found = np.uint64(0)
                for cell in range(cells):
                    found |= users[np.uint64(ways[block, cell]) >> _TURNS, word]
                shared += bit_count(found)
        metric[block] *= np.float64(np.uint64(batch.times[here]) - shared)
