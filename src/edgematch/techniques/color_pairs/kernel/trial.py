"""A trial of one candidate: place its piece, then apply every rule."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, ZERO

from .candidates import CELL_SHIFT
from .choice import HAS_BACKJUMPING, HAS_BORDER_CYCLES, HAS_PREEMPTION, HAS_SHARED_SIDES
from .place import place, take_back
from .preemption import preempt, release_to
from .reasons import Reasons, explain_pair, forget
from .sets import (
    CROWDED,
    ELSEWHERE,
    NONE,
    OFFERS,
    RESERVATIONS,
    TURN_SHIFT,
    Pairs,
    Sets,
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
    """Shape (4,): by the slots of `kernels/tree.py`; for the phase see `search.py`."""
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


@inlined
def try_out(
    pairs: Pairs,
    options: NDArray[np.int64],
    sets: Sets,
    remains: Remains,
    reasons: Reasons,
    tree: Tree,
    level: np.uint64,
    candidate: np.uint64,
) -> bool:
    """Place a candidate and apply the rules; return False if it fails.

    Then `reasons.latest` is the reason.  `leave_level` takes the piece back either way.
    """
    cell, way = candidate >> CELL_SHIFT, candidate & _WAY_MASK
    is_explained = options[HAS_BACKJUMPING] == 1
    latest = reasons.latest
    tree.mark[level] = sets.counters[RESERVATIONS]
    tree.chosen[level] = candidate
    wanting = place(pairs, sets, level, cell, way)
    is_reserved = False
    if options[HAS_SHARED_SIDES] == 1:
        count_sides(pairs, sets, remains, cell, way, 1)
    if options[HAS_BORDER_CYCLES] == 1:
        count_along(sets, remains, cell, way >> TURN_SHIFT, 1)
    if wanting == NONE:
        if options[HAS_SHARED_SIDES] == 1:
            color = crowded_color(pairs, remains, way)
            if color >= 0:
                if is_explained:
                    forget(latest)
                    explain_color(latest, pairs, sets, remains, color)
                return False
        if options[HAS_BORDER_CYCLES] == 1:
            cycle = cycle_color(remains, way >> TURN_SHIFT)
            if cycle != NO_COLOR:
                if is_explained:
                    forget(latest)
                    explain_cycle(latest, sets, remains, cycle)
                return False
        if options[HAS_PREEMPTION] == 1 and sets.counters[CROWDED] == ZERO:
            wanting = preempt(pairs, sets, reasons, is_explained)
            is_reserved = True
    if wanting == NONE:
        return True
    if is_explained:
        forget(latest)
        left = np.uint64(sets.pair[wanting, OFFERS])
        if is_reserved:
            left -= np.uint64(sets.pair[wanting, ELSEWHERE])
        explain_pair(
            latest, pairs, sets, reasons.of_pair, wanting, left + ONE, is_reserved
        )
    return False


@inlined
def leave_level(
    pairs: Pairs,
    options: NDArray[np.int64],
    sets: Sets,
    remains: Remains,
    tree: Tree,
    level: np.uint64,
) -> None:
    """Undo `try_out`."""
    candidate = np.uint64(tree.chosen[level])
    cell, way = candidate >> CELL_SHIFT, candidate & _WAY_MASK
    release_to(pairs, sets, tree.mark[level])
    if options[HAS_BORDER_CYCLES] == 1:
        count_along(sets, remains, cell, way >> TURN_SHIFT, -1)
    if options[HAS_SHARED_SIDES] == 1:
        count_sides(pairs, sets, remains, cell, way, -1)
    take_back(pairs, sets, cell)
