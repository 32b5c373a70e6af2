"""The branching strategy: which cell to fill next (Benoist, Bourreau, §5.1).

Cells whose neighbors leave little choice come first, by four patterns; then a cell that
demands the most urgent pair.  Urgency is an estimate: a piece is available to a pair p0
if no other pair uses it, and a pair uses one of its pieces with probability
|Demand| / |Offer|.  So P(p0) of a piece is the product of 1 − |Demand(p)| / |Offer(p)|
over the other pairs p that it shows, and the expected offer of p0 is the sum of P(p0)
over the pieces of its offer.  (The formula is illegible in our copy of the paper; this
one agrees with every use that the section makes of it.)
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import FOUR, ONE, TWO, ZERO

from .candidates import fewest_pieces
from .sets import (
    CROWDED,
    DEMANDS,
    END_SLOT,
    FILLED,
    FIRST_SLOT,
    FRONT,
    KNOWN,
    NEAR,
    NONE,
    OFFERS,
    SLOT_SHIFT,
    SLOTS,
    Sets,
    known_sides,
    left_for,
)

OFFER: Final = 0
"""Values of the option `urgency`: what the most urgent pair has least of (§5.1)."""
EXPECTED_OFFER: Final = 1
EXPECTED_GAP: Final = 2
EXPECTED_RATIO: Final = 3
EXPECTED_FILTERING: Final = 4
SURVIVORS: Final = 5
"""Not in the paper: the cell with the fewest candidates that survive shaving."""

(
    URGENCY,
    HAS_PATTERNS,
    HAS_INSTANTIATION,
    HAS_PREEMPTION,
    HAS_SHARED_SIDES,
    HAS_BORDER_CYCLES,
    HAS_BACKJUMPING,
    SHAVING_LIMIT,
    STEPWISE,
) = range(9)
"""Places in the array of options.  `SHAVING_LIMIT` is the largest number of candidates
of a cell that is shaved; on the first `STEPWISE` levels the search backtracks by one
level at a time."""


@inlined
def is_before(sets: Sets, cell: np.uint64, other: np.uint64) -> bool:
    """Return whether the first of two cells with equal scores is preferred."""
    return other == np.uint64(len(sets.rank)) or sets.rank[cell] < sets.rank[other]


@inlined
def forced_cell(sets: Sets) -> np.uint64:
    """Return a cell for which a single piece is left; the number of cells if none."""
    is_crowded = sets.counters[CROWDED] > ZERO
    for number in range(sets.counters[FRONT]):
        cell = np.uint64(sets.front[number])
        for slot in range(
            FIRST_SLOT[sets.cell[cell, KNOWN]], END_SLOT[sets.cell[cell, KNOWN]]
        ):
            pair = sets.slot_pair[cell, slot]
            if pair != NONE and sets.pair[pair, DEMANDS] == 1:
                left = sets.pair[pair, OFFERS] if is_crowded else left_for(sets, pair)
                if left == 1:
                    return cell
    return np.uint64(len(sets.slot_pair))


@inlined
def has_crowded_neighbor(sets: Sets, cell: np.uint64) -> bool:
    """Return whether a neighbor with one known side touches the front elsewhere."""
    for side in range(4):
        beyond = np.uint64(sets.neighbor[cell, side])
        if (
            sets.cell[beyond, FILLED] == 0
            and sets.cell[beyond, NEAR] >= 2
            and known_sides(sets, beyond) == ONE
        ):
            return True
    return False


@inlined
def cell_by_pattern(sets: Sets) -> np.uint64:
    """Return the cell with the strongest pattern; the number of cells if there is none.

    The patterns: four known sides; three; two, next to another cell of the front; two,
    next to a cell with one known side that touches another cell of the front.  Among
    cells with the same pattern, the one with the fewest pieces on offer is returned.
    """
    best = np.uint64(len(sets.slot_pair))
    best_score = np.uint64(2**63)
    for number in range(sets.counters[FRONT]):
        cell = np.uint64(sets.front[number])
        known = known_sides(sets, cell)
        if known >= np.uint64(3):
            pattern = FOUR - known
        elif sets.cell[cell, NEAR] > 0:
            pattern = TWO
        elif best_score >> np.uint64(40) >= np.uint64(3) and has_crowded_neighbor(
            sets, cell
        ):
            pattern = np.uint64(3)
        else:
            continue
        pair = fewest_pieces(sets, cell)
        score = pattern << np.uint64(40)
        score += np.uint64(sets.pair[pair, OFFERS]) << np.uint64(20)
        score += np.uint64(sets.rank[cell])
        if score < best_score:
            best, best_score = cell, score
    return best


@inlined
def expected_offer(sets: Sets, pair: np.uint32) -> float:
    """Return how many pieces of a pair the other pairs are expected to leave."""
    expected = 0.0
    place = np.uint64(sets.first_offer[pair])
    end = place + np.uint64(sets.pair[pair, OFFERS])
    while place < end:
        member = np.uint64(sets.offer[place])
        piece = member >> SLOT_SHIFT
        chance = 1.0
        for number in range(SLOTS):
            other = sets.piece_pairs[piece, number]
            if other != pair:
                chance *= sets.unused[other]
        expected += chance
        place += ONE
    return expected


@inlined
def score_of(sets: Sets, urgency: int, pair: np.uint32) -> float:
    """Return the score of a pair: the lowest is the most urgent."""
    offers, demands = (
        np.float64(sets.pair[pair, OFFERS]),
        np.float64(sets.pair[pair, DEMANDS]),
    )
    if urgency == OFFER:
        return offers
    expected = expected_offer(sets, pair)
    if urgency == EXPECTED_OFFER:
        return expected
    if urgency == EXPECTED_GAP:
        return expected - demands
    if urgency == EXPECTED_RATIO:
        return expected / demands
    return expected - offers


@inlined
def cell_by_urgency(sets: Sets, urgency: int) -> np.uint64:
    """Return a cell that demands the most urgent pair; the number of cells if none."""
    front = sets.counters[FRONT]
    for number in range(front):
        cell = np.uint64(sets.front[number])
        for slot in range(
            FIRST_SLOT[sets.cell[cell, KNOWN]], END_SLOT[sets.cell[cell, KNOWN]]
        ):
            pair = sets.slot_pair[cell, slot]
            if pair != NONE:
                demands = np.float64(sets.pair[pair, DEMANDS])
                sets.unused[pair] = 1.0 - demands / np.float64(sets.pair[pair, OFFERS])
    best = np.uint64(len(sets.slot_pair))
    best_score = np.inf
    for number in range(front):
        cell = np.uint64(sets.front[number])
        for slot in range(
            FIRST_SLOT[sets.cell[cell, KNOWN]], END_SLOT[sets.cell[cell, KNOWN]]
        ):
            pair = sets.slot_pair[cell, slot]
            if pair == NONE:
                continue
            score = score_of(sets, urgency, pair)
            if score < best_score or (
                score == best_score and is_before(sets, cell, best)
            ):
                best, best_score = cell, score
    for number in range(front):
        cell = np.uint64(sets.front[number])
        for slot in range(
            FIRST_SLOT[sets.cell[cell, KNOWN]], END_SLOT[sets.cell[cell, KNOWN]]
        ):
            sets.unused[sets.slot_pair[cell, slot]] = 1.0
    return best


@inlined
def cell_anywhere(sets: Sets) -> np.uint64:
    """Return an empty cell, for boards on which no cell demands a pair.

    Cells with more known sides come first, then those next to other cells with a known
    side: they soon lead to a pair.
    """
    cells = np.uint64(len(sets.slot_pair))
    best, best_score = cells, ZERO
    for number in range(cells):
        cell = np.uint64(number)
        if sets.cell[cell, FILLED] == 1:
            continue
        score = known_sides(sets, cell) << np.uint64(3)
        for side in range(4):
            beyond = np.uint64(sets.neighbor[cell, side])
            if sets.cell[beyond, FILLED] == 0 and sets.cell[beyond, KNOWN] != 0:
                score += ONE
        if (
            best == cells
            or score > best_score
            or (score == best_score and is_before(sets, cell, best))
        ):
            best, best_score = cell, score
    return best


@inlined
def next_cell(options: NDArray[np.int64], sets: Sets) -> np.uint64:
    """Return the cell to fill next if none is forced."""
    cells = np.uint64(len(sets.slot_pair))
    cell = cells
    if options[HAS_PATTERNS] == 1:
        cell = cell_by_pattern(sets)
    if cell == cells:
        cell = cell_by_urgency(sets, options[URGENCY])
    if cell == cells:
        cell = cell_anywhere(sets)
    return cell
