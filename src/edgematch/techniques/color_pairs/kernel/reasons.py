"""Explanations for backjumping (Benoist, Bourreau, §5.2).

The reason of a failure is a set of levels, as bits, whose placements suffice to cause
it; hints and the rim belong to no level.  When every candidate of a level has failed,
only a change on one of the levels in the union of the reasons can help, so the search
jumps back to the latest of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ALL_BITS, BIT_MASK, ONE, WORD_SHIFT

from .sets import (
    CELL_OF,
    DEMANDS,
    FIRST_SIDE,
    LEVEL,
    NO_LEVEL,
    NONE,
    OFFERS,
    RESERVED_BY,
    SECOND_SIDE,
    SLOT_SHIFT,
    SLOTS,
    Sets,
)

_SLOT_MASK = np.uint64(7)


class Reasons(NamedTuple):
    """The reasons known so far."""

    latest: NDArray[np.uint64]
    """Shape (words,): why the last trial failed."""
    of_level: NDArray[np.uint64]
    """Shape (cells + 1, words): why the branches of a level have failed so far."""
    of_pair: NDArray[np.uint64]
    """Shape (sets, words): why a pair reserves its pieces."""


@inlined
def forget(reason: NDArray[np.uint64]) -> None:
    """Clear a reason."""
    for word in range(len(reason)):
        reason[word] = np.uint64(0)


@inlined
def blame_all(reason: NDArray[np.uint64]) -> None:
    """Blame every level."""
    for word in range(len(reason)):
        reason[word] = ALL_BITS


@inlined
def join(reason: NDArray[np.uint64], other: NDArray[np.uint64]) -> None:
    """Add the levels of another reason."""
    for word in range(len(reason)):
        reason[word] |= other[word]


@inlined
def blame(reason: NDArray[np.uint64], sets: Sets, cell: np.uint64) -> None:
    """Add the level on which a cell was filled, if it was on any."""
    level = sets.cell[cell, LEVEL]
    if level != NO_LEVEL:
        number = np.uint64(level)
        reason[number >> WORD_SHIFT] |= ONE << (number & BIT_MASK)


@inlined
def blame_neighbors(reason: NDArray[np.uint64], sets: Sets, cell: np.uint64) -> None:
    """Add the levels of all neighbors of a cell."""
    for side in range(4):
        blame(reason, sets, np.uint64(sets.neighbor[cell, side]))


@inlined
def blame_slot(
    reason: NDArray[np.uint64], sets: Sets, cell: np.uint64, slot: np.uint64
) -> None:
    """Add the levels of the two neighbors that make a slot demand its pair."""
    blame(reason, sets, np.uint64(sets.neighbor[cell, FIRST_SIDE[slot]]))
    blame(reason, sets, np.uint64(sets.neighbor[cell, SECOND_SIDE[slot]]))


@inlined
def blame_use(
    reason: NDArray[np.uint64], sets: Sets, cell: np.uint64, pair: np.uint32
) -> None:
    """Add the reason why a cell uses up a piece of a pair.

    If two older neighbors demanded that pair, they are the reason: whichever piece is
    placed there is one of the pair.
    """
    for number in range(SLOTS):
        if sets.slot_pair[cell, number] == pair:
            blame_slot(reason, sets, cell, np.uint64(number))
            return
    blame(reason, sets, cell)


@inlined
def explain_pair(
    reason: NDArray[np.uint64],
    sets: Sets,
    of_pair: NDArray[np.uint64],
    pair: np.uint32,
    enough: np.uint64,
    with_reserved: bool,
) -> None:
    """Add why `enough` cells demand a pair, and why no more pieces are on offer.

    If `with_reserved`, pieces reserved for other pairs count as unavailable.
    """
    first = np.uint64(sets.first_demand[pair])
    for number in range(min(enough, np.uint64(sets.pair[pair, DEMANDS]))):
        member = np.uint64(sets.demand[first + np.uint64(number)])
        blame_slot(reason, sets, member >> SLOT_SHIFT, member & _SLOT_MASK)
    start = np.uint64(sets.first_offer[pair])
    end = np.uint64(sets.first_offer[np.uint64(pair) + ONE])
    size = np.uint64(sets.pair[pair, OFFERS])
    place = start + size
    while place < end:
        piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
        blame_use(reason, sets, np.uint64(sets.piece[piece, CELL_OF]), pair)
        place += ONE
    if with_reserved:
        place = start
        while place < start + size:
            holder = sets.piece[np.uint64(sets.offer[place]) >> SLOT_SHIFT, RESERVED_BY]
            if holder != NONE and holder != pair:
                join(reason, of_pair[holder])
            place += ONE


@inlined
def latest_level(reason: NDArray[np.uint64], below: np.uint64) -> np.int64:
    """Return the latest level of a reason before the given one, -1 if there is none."""
    number = np.int64(below) - 1
    while number >= 0:
        word = reason[np.uint64(number) >> WORD_SHIFT]
        low = np.uint64(number) & BIT_MASK
        word &= ALL_BITS >> (BIT_MASK - low)
        if word != np.uint64(0):
            high = np.int64(low)
            while word >> np.uint64(high) == np.uint64(0):
                high -= 1
            return (number & ~63) + high
        number = (number & ~63) - 1
    return np.int64(-1)
