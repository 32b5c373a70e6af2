"""What may lie on a cell, and why nothing else may."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE

from .reasons import blame, blame_all, blame_neighbors, join
from .sets import (
    CELL_OF,
    END_SLOT,
    FIRST_SLOT,
    KNOWN,
    MASK,
    NONE,
    OFFERS,
    REQUIRED,
    RESERVED_BY,
    SHOWN,
    SLOT_SHIFT,
    SLOTS,
    TURN_SHIFT,
    TURNS,
    ZEROS,
    Pairs,
    Sets,
)

CELL_SHIFT: Final = np.uint64(12)
"""The shift that parts a way from its cell in a candidate."""


@inlined
def fewest_pieces(sets: Sets, cell: np.uint64) -> np.uint32:
    """Return the pair of a cell with the fewest pieces; NONE if it asks for none."""
    best = NONE
    for slot in range(
        FIRST_SLOT[sets.cell[cell, KNOWN]], END_SLOT[sets.cell[cell, KNOWN]]
    ):
        pair = sets.slot_pair[cell, slot]
        if pair != NONE and (
            best == NONE or sets.pair[pair, OFFERS] < sets.pair[best, OFFERS]
        ):
            best = pair
    return best


@inlined
def fits(pairs: Pairs, sets: Sets, cell: np.uint64, way: np.uint64) -> bool:
    """Say whether a piece in a turn matches what is known around a cell."""
    wrong = (pairs.way[way, SHOWN] ^ sets.cell[cell, REQUIRED]) & sets.cell[cell, MASK]
    return wrong == 0 and pairs.way[way, ZEROS] == pairs.rim[cell]


@inlined
def is_free_for(sets: Sets, cell: np.uint64, piece: np.uint64) -> bool:
    """Say whether a piece is not reserved for a pair that the cell does not ask for."""
    holder = sets.piece[piece, RESERVED_BY]
    if holder == NONE:
        return True
    is_asked = False
    for slot in range(SLOTS):
        is_asked |= sets.slot_pair[cell, slot] == holder
    return is_asked


@inlined
def list_candidates(
    pairs: Pairs,
    sets: Sets,
    of_pair: NDArray[np.uint64],
    cell: np.uint64,
    candidates: NDArray[np.uint32],
    top: np.uint64,
    reason: NDArray[np.uint64],
    is_explained: bool,
) -> np.uint64:
    """Write what may lie on a cell from `top` on, and return where it ends.

    The reason becomes why nothing else may lie there.
    """
    pair = fewest_pieces(sets, cell)
    if pair == NONE:
        return list_all(pairs, sets, cell, candidates, top, reason)
    if is_explained:
        blame_neighbors(reason, pairs, sets, cell)
    place = np.uint64(pairs.first_offer[pair])
    end = place + np.uint64(sets.pair[pair, OFFERS])
    while place < end:
        piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
        place += ONE
        is_free = is_free_for(sets, cell, piece)
        for turn in range(pairs.sizes[TURNS]):
            way = (piece << TURN_SHIFT) + np.uint64(turn)
            if fits(pairs, sets, cell, way):
                if is_free:
                    candidates[top] = (cell << CELL_SHIFT) + way
                    top += ONE
                elif is_explained:
                    join(reason, of_pair[sets.piece[piece, RESERVED_BY]])
    if is_explained:
        end = np.uint64(pairs.first_offer[np.uint64(pair) + ONE])
        while place < end:
            piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
            place += ONE
            for turn in range(pairs.sizes[TURNS]):
                if fits(pairs, sets, cell, (piece << TURN_SHIFT) + np.uint64(turn)):
                    blame(reason, sets, np.uint64(sets.piece[piece, CELL_OF]))
    return top


@inlined
def list_all(
    pairs: Pairs,
    sets: Sets,
    cell: np.uint64,
    candidates: NDArray[np.uint32],
    top: np.uint64,
    reason: NDArray[np.uint64],
) -> np.uint64:
    """Do the same for a cell that asks for no pair: all pieces are looked at."""
    blame_all(reason)
    for number in range(len(sets.piece)):
        piece = np.uint64(number)
        if sets.piece[piece, CELL_OF] == np.uint64(len(sets.slot_pair)) and is_free_for(
            sets, cell, piece
        ):
            for turn in range(pairs.sizes[TURNS]):
                way = (piece << TURN_SHIFT) + np.uint64(turn)
                if fits(pairs, sets, cell, way):
                    candidates[top] = (cell << CELL_SHIFT) + way
                    top += ONE
    return top
