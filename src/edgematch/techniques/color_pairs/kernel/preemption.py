"""Preemption: a pair with as many pieces as cells needs all of them (§4.1).

Benoist and Bourreau call these pieces preempted: they are unavailable to all other
pairs.  The rule is valid only while no empty cell has three known sides: such a cell
demands several pairs at once, and one piece may serve them all.
"""

import numpy as np

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE

from .reasons import Reasons, explain_pair, forget
from .sets import (
    DEMANDS,
    ELSEWHERE,
    FRONT,
    NONE,
    OFFERS,
    RESERVATIONS,
    RESERVED_BY,
    RESERVES,
    SLOT_SHIFT,
    SLOTS,
    Pairs,
    Sets,
    only_pair,
)


@inlined
def left_for(sets: Sets, pair: np.uint32) -> np.uint32:
    """Return how many pieces of a pair are not reserved for other pairs."""
    return sets.pair[pair, OFFERS] - sets.pair[pair, ELSEWHERE]


@inlined
def reserve(pairs: Pairs, sets: Sets, pair: np.uint32) -> bool:
    """Reserve the pieces of a pair; return whether another pair is affected."""
    sets.pair[pair, RESERVES] = 1
    sets.reservations[sets.counters[RESERVATIONS]] = pair
    sets.counters[RESERVATIONS] += ONE
    matters = False
    place = np.uint64(pairs.first_offer[pair])
    end = place + np.uint64(sets.pair[pair, OFFERS])
    while place < end:
        piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
        place += ONE
        if sets.piece[piece, RESERVED_BY] != NONE:
            continue
        sets.piece[piece, RESERVED_BY] = pair
        for number in range(SLOTS):
            other = pairs.piece_pairs[piece, number]
            if other == NONE:
                break
            if other != pair:
                sets.pair[other, ELSEWHERE] += np.uint32(1)
                if sets.pair[other, DEMANDS] != 0:
                    matters = True
    return matters


@inlined
def release_to(pairs: Pairs, sets: Sets, mark: np.uint64) -> None:
    """Undo the reservations after the first `mark`, the last one first."""
    while sets.counters[RESERVATIONS] > mark:
        sets.counters[RESERVATIONS] -= ONE
        pair = sets.reservations[sets.counters[RESERVATIONS]]
        sets.pair[pair, RESERVES] = 0
        place = np.uint64(pairs.first_offer[pair])
        end = place + np.uint64(sets.pair[pair, OFFERS])
        while place < end:
            piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
            place += ONE
            if sets.piece[piece, RESERVED_BY] == pair:
                sets.piece[piece, RESERVED_BY] = NONE
                for number in range(SLOTS):
                    other = pairs.piece_pairs[piece, number]
                    if other == NONE:
                        break
                    if other != pair:
                        sets.pair[other, ELSEWHERE] -= np.uint32(1)


@inlined
def preempt(
    pairs: Pairs, sets: Sets, reasons: Reasons, is_explained: bool
) -> np.uint32:
    """Reserve until nothing changes; return a pair that is short of pieces, or NONE."""
    is_changed = True
    while is_changed:
        is_changed = False
        for number in range(sets.counters[FRONT]):
            pair = only_pair(sets, np.uint64(sets.front[number]))
            if pair == NONE:
                continue
            left = left_for(sets, pair)
            asked = sets.pair[pair, DEMANDS]
            if left < asked:
                return pair
            if left == asked and sets.pair[pair, RESERVES] == 0:
                if is_explained:
                    forget(reasons.of_pair[pair])
                    explain_pair(
                        reasons.of_pair[pair],
                        pairs,
                        sets,
                        reasons.of_pair,
                        pair,
                        np.uint64(asked),
                        True,
                    )
                if reserve(pairs, sets, pair):
                    is_changed = True
    return NONE
