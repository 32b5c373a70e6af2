"""A trial of one candidate: place its piece, then apply every rule.

Preemption (§4.1): a pair with as many pieces as cells needs all of them.  Benoist and
Bourreau call these pieces preempted: they are unavailable to all other pairs.  The rule
is valid only while no empty cell has three known sides: such a cell demands several
pairs at once, and one piece may serve them all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, ZERO

from .candidates import CELL_SHIFT
from .choice import HAS_BACKJUMPING, HAS_BORDER_CYCLES, HAS_PREEMPTION, HAS_SHARED_SIDES
from .place import place, take_back
from .reasons import Reasons, explain_pair, forget
from .sets import (
    CROWDED,
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
    TURN_SHIFT,
    Sets,
    left_for,
    only_pair,
)
from .supplies import (
    NO_COLOR,
    Remains,
    count_along,
    count_sides,
    crowded_color,
    cycle_color,
    explain_color,
    explain_cycle,
)

_WAY_MASK = np.uint64(2**12 - 1)


class Tree(NamedTuple):
    """The place in the tree."""

    at: NDArray[np.uint64]
    """Shape (4,): by the slots of `kernels/tree.py`; for the phase see `steps.py`."""
    levels: NDArray[np.uint64]
    """Shape (1,): the number of pieces to place."""
    first: NDArray[np.uint32]
    """Shape (cells + 1,): where the candidates of a level begin."""
    next: NDArray[np.uint32]
    """Shape (cells + 1,): the next candidate to try."""
    end: NDArray[np.uint32]
    """Shape (cells + 1,): where the candidates of a level end."""
    is_inferred: NDArray[np.uint8]
    """Shape (cells + 1,): 1 for a level with the only piece that the rules leave."""
    mark: NDArray[np.uint64]
    """Shape (cells + 1,): the number of reservations before the level."""
    chosen: NDArray[np.uint32]
    """Shape (cells + 1,): the candidate that is placed."""
    candidates: NDArray[np.uint32]
    """The candidates of all levels: cell and way."""
    nodes: NDArray[np.int64]
    """Shape (1,): pieces placed."""
    fullest: NDArray[np.uint32]
    """Shape (cells + 1,): the candidates on the fullest board; the last entry is their
    number."""


class PairSearch(NamedTuple):
    """A search: the puzzle, the options and the state."""

    sets: Sets
    options: NDArray[np.int64]
    """By the places in `choice.py`."""
    remains: Remains
    reasons: Reasons
    tree: Tree


@inlined
def reserve(sets: Sets, pair: np.uint32) -> bool:
    """Reserve the pieces of a pair; return whether another pair is affected."""
    sets.pair[pair, RESERVES] = 1
    sets.reservations[sets.counters[RESERVATIONS]] = pair
    sets.counters[RESERVATIONS] += ONE
    matters = False
    place = np.uint64(sets.first_offer[pair])
    end = place + np.uint64(sets.pair[pair, OFFERS])
    while place < end:
        piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
        place += ONE
        if sets.piece[piece, RESERVED_BY] != NONE:
            continue
        sets.piece[piece, RESERVED_BY] = pair
        for number in range(SLOTS):
            other = sets.piece_pairs[piece, number]
            if other == NONE:
                break
            if other != pair:
                sets.pair[other, ELSEWHERE] += np.uint32(1)
                if sets.pair[other, DEMANDS] != 0:
                    matters = True
    return matters


@inlined
def release_to(sets: Sets, mark: np.uint64) -> None:
    """Undo the reservations after the first `mark`, the last one first."""
    while sets.counters[RESERVATIONS] > mark:
        sets.counters[RESERVATIONS] -= ONE
        pair = sets.reservations[sets.counters[RESERVATIONS]]
        sets.pair[pair, RESERVES] = 0
        place = np.uint64(sets.first_offer[pair])
        end = place + np.uint64(sets.pair[pair, OFFERS])
        while place < end:
            piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
            place += ONE
            if sets.piece[piece, RESERVED_BY] == pair:
                sets.piece[piece, RESERVED_BY] = NONE
                for number in range(SLOTS):
                    other = sets.piece_pairs[piece, number]
                    if other == NONE:
                        break
                    if other != pair:
                        sets.pair[other, ELSEWHERE] -= np.uint32(1)


@inlined
def preempt(sets: Sets, reasons: Reasons, is_explained: bool) -> np.uint32:
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
                        sets,
                        reasons.of_pair,
                        pair,
                        np.uint64(asked),
                        True,
                    )
                if reserve(sets, pair):
                    is_changed = True
    return NONE


@inlined
def try_out(search: PairSearch, level: np.uint64, candidate: np.uint64) -> bool:
    """Place a candidate and apply the rules; return False if it fails.

    Then `reasons.latest` is the reason.  `leave_level` takes the piece back either way.
    """
    sets, options, remains, reasons, tree = search
    cell, way = candidate >> CELL_SHIFT, candidate & _WAY_MASK
    is_explained = options[HAS_BACKJUMPING] == 1
    latest = reasons.latest
    tree.mark[level] = sets.counters[RESERVATIONS]
    tree.chosen[level] = candidate
    wanting = place(sets, level, cell, way)
    is_reserved = False
    if options[HAS_SHARED_SIDES] == 1:
        count_sides(sets, remains, cell, way, 1)
    if options[HAS_BORDER_CYCLES] == 1:
        count_along(sets, remains, cell, way >> TURN_SHIFT, 1)
    if wanting == NONE:
        if options[HAS_SHARED_SIDES] == 1:
            color = crowded_color(sets, remains, way)
            if color >= 0:
                if is_explained:
                    forget(latest)
                    explain_color(latest, sets, remains, color)
                return False
        if options[HAS_BORDER_CYCLES] == 1:
            cycle = cycle_color(remains, way >> TURN_SHIFT)
            if cycle != NO_COLOR:
                if is_explained:
                    forget(latest)
                    explain_cycle(latest, sets, remains, cycle)
                return False
        if options[HAS_PREEMPTION] == 1 and sets.counters[CROWDED] == ZERO:
            wanting = preempt(sets, reasons, is_explained)
            is_reserved = True
    if wanting == NONE:
        return True
    if is_explained:
        forget(latest)
        left = np.uint64(sets.pair[wanting, OFFERS])
        if is_reserved:
            left -= np.uint64(sets.pair[wanting, ELSEWHERE])
        explain_pair(latest, sets, reasons.of_pair, wanting, left + ONE, is_reserved)
    return False


@inlined
def leave_level(search: PairSearch, level: np.uint64) -> None:
    """Undo `try_out`."""
    sets, options, remains, _, tree = search
    candidate = np.uint64(tree.chosen[level])
    cell, way = candidate >> CELL_SHIFT, candidate & _WAY_MASK
    release_to(sets, tree.mark[level])
    if options[HAS_BORDER_CYCLES] == 1:
        count_along(sets, remains, cell, way >> TURN_SHIFT, -1)
    if options[HAS_SHARED_SIDES] == 1:
        count_sides(sets, remains, cell, way, -1)
    take_back(sets, cell)
