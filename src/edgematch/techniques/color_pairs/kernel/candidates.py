"""The candidates of a cell, and the reason why there are no others."""

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
    Sets,
)

CELL_SHIFT: Final = np.uint64(12)
"""A candidate is `cell << CELL_SHIFT | way`."""


@inlined
def fewest_pieces(sets: Sets, cell: np.uint64) -> np.uint32:
    """Return the pair demanded by a cell that has the fewest pieces, or NONE."""
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
def fits(sets: Sets, cell: np.uint64, way: np.uint64) -> bool:
    """Return whether a piece in a turn fits the known sides of a cell and the rim."""
    wrong = (sets.way[way, SHOWN] ^ sets.cell[cell, REQUIRED]) & sets.cell[cell, MASK]
    return wrong == 0 and sets.way[way, ZEROS] == sets.rim[cell]


@inlined
def is_free_for(sets: Sets, cell: np.uint64, piece: np.uint64) -> bool:
    """Return whether a piece is not reserved, or for a pair that the cell demands."""
    holder = sets.piece[piece, RESERVED_BY]
    if holder == NONE:
        return True
    is_asked = False
    for slot in range(SLOTS):
        is_asked |= sets.slot_pair[cell, slot] == holder
    return is_asked


@inlined
def list_candidates(
    sets: Sets,
    of_pair: NDArray[np.uint64],
    cell: np.uint64,
    candidates: NDArray[np.uint32],
    top: np.uint64,
    reason: NDArray[np.uint64],
    is_explained: bool,
) -> np.uint64:
    """Write the candidates of a cell from place `top` on, and return where they end.

    `reason` is set to the reason why no other candidate fits.
    """
    pair = fewest_pieces(sets, cell)
    if pair == NONE:
        return list_all(sets, cell, candidates, top, reason)
    if is_explained:
        blame_neighbors(reason, sets, cell)
    place = np.uint64(sets.first_offer[pair])
    end = place + np.uint64(sets.pair[pair, OFFERS])
    while place < end:
        piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
        place += ONE
        is_free = is_free_for(sets, cell, piece)
        for turn in range(sets.sizes[TURNS]):
            way = (piece << TURN_SHIFT) + np.uint64(turn)
            if fits(sets, cell, way):
                if is_free:
                    candidates[top] = (cell << CELL_SHIFT) + way
                    top += ONE
                elif is_explained:
                    join(reason, of_pair[sets.piece[piece, RESERVED_BY]])
    if is_explained:
        end = np.uint64(sets.first_offer[np.uint64(pair) + ONE])
        while place < end:
            piece = np.uint64(sets.offer[place]) >> SLOT_SHIFT
            place += ONE
            for turn in range(sets.sizes[TURNS]):
                if fits(sets, cell, (piece << TURN_SHIFT) + np.uint64(turn)):
                    blame(reason, sets, np.uint64(sets.piece[piece, CELL_OF]))
    return top


@inlined
def list_all(
    sets: Sets,
    cell: np.uint64,
    candidates: NDArray[np.uint32],
    top: np.uint64,
    reason: NDArray[np.uint64],
) -> np.uint64:
    """Do the same for a cell that demands no pair: examine all pieces."""
    blame_all(reason)
    for number in range(len(sets.piece)):
        piece = np.uint64(number)
        if sets.piece[piece, CELL_OF] == np.uint64(len(sets.slot_pair)) and is_free_for(
            sets, cell, piece
        ):
            for turn in range(sets.sizes[TURNS]):
                way = (piece << TURN_SHIFT) + np.uint64(turn)
                if fits(sets, cell, way):
                    candidates[top] = (cell << CELL_SHIFT) + way
                    top += ONE
    return top
