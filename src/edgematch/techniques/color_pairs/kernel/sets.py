"""Offer and Demand of every color pair, kept up to date in constant time.

A pair is two colors in clockwise sequence, or opposite each other.  Its offer is the
set of unplaced pieces that show it; its demand is the set of empty cells whose sides
must show it, as the pieces next to them or the rim require (Benoist, Bourreau, §3.1).

Each set is the beginning of a list in which every member knows its place; a member is
removed by swapping it with the last one (§3.2).  Taking a piece back undoes the swap,
so that the order depends only on the pieces on the board: where a search pauses, or is
split, changes nothing.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import bit_count

NONE: Final = np.uint32(0)
"""As a pair: none."""
UNOFFERED: Final = np.uint32(1)
"""As a pair: any that no piece shows."""
NO_LEVEL: Final = np.uint32(2**32 - 1)
"""The level of cells that are empty, or filled by a hint, and of the rim."""

FRONT: Final = 0
"""Counter: empty cells with two known sides or more."""
CROWDED: Final = 1
"""Counter: empty cells with three known sides or more."""
RESERVATIONS: Final = 2
"""Counter: pairs that reserve their pieces."""

SLOT_SHIFT: Final = np.uint64(3)
"""Shifts a cell past the number of its slot, a piece past the number of its pair."""
BYTE_SHIFT: Final = np.uint64(3)
"""Turns the number of a side into the place of its byte in a word of four colors."""
BYTE_MASK: Final = np.uint64(255)
"""The lowest color of a word of four colors."""
TURN_SHIFT: Final = np.uint64(2)
"""Shifts a piece past its turn."""
SLOTS: Final = 6

FIRST_SIDE: Final = np.array([0, 1, 2, 3, 0, 1], np.uint64)
SECOND_SIDE: Final = np.array([1, 2, 3, 0, 2, 3], np.uint64)
"""The two sides of each slot of a cell: four clockwise sets, two opposite ones."""
SLOTS_OF_SIDE: Final = np.array([[3, 0, 4], [0, 1, 5], [1, 2, 4], [2, 3, 5]], np.uint64)
OTHER_SIDE: Final = np.array([[3, 1, 2], [0, 2, 3], [1, 3, 0], [2, 0, 1]], np.uint64)
"""The three slots that a side belongs to, and the other side of each."""
FIRST_SLOT: Final = np.array(
    [0, 0, 0, 0, 0, 4, 1, 0, 0, 3, 5, 0, 2, 0, 0, 0], np.uint64
)
END_SLOT: Final = np.array([0, 0, 0, 1, 0, 5, 2, 6, 0, 4, 6, 6, 3, 6, 6, 6], np.uint64)
"""Where the slots that may demand a pair begin and end, by the bits of the known sides
of a cell: two known sides make one slot."""


WAY, FILLED, LEVEL, KNOWN, REQUIRED, MASK, NEAR = range(7)
"""Columns of `Sets.cell`."""
NOW, BEFORE = range(2)
"""Rows of `Sets.front_place`, `slot_place` and `piece_place`: the place of a member in
its list, and the place that it had when it left."""
CELL_OF, RESERVED_BY = range(2)
"""Columns of `Sets.piece`."""
OFFERS, DEMANDS, ELSEWHERE, RESERVES = range(4)
"""Columns of `Sets.pair`."""
SHOWN, FACING, ZEROS = range(3)
"""Columns of `Sets.way`."""
COLORS, SLOT_COUNT, TURNS = range(3)
"""Places in `Sets.sizes`."""


class Sets(NamedTuple):
    """The puzzle, the board, and the sets that follow from it.

    The arrays up to `first_demand` never change.  A few arrays have several columns:
    each array adds to the compile time.
    """

    sizes: NDArray[np.uint64]
    """Shape (3,): how many color numbers there are, how many slots a cell has (4
    without opposite pairs) and how many turns a piece may have."""
    neighbor: NDArray[np.uint32]
    """Shape (cells, 4): the cell beyond each side; the number of cells if none."""
    rim: NDArray[np.uint32]
    """Shape (cells,): the sides that must show the rim color, as bits."""
    rank: NDArray[np.uint32]
    """Shape (cells,): the order of cells with equal scores."""
    slot_base: NDArray[np.uint32]
    """Shape (cells, 6): where the pairs of a slot begin in `pair_of`."""
    pair_of: NDArray[np.uint32]
    """Shape (kinds of slots × colors × colors,): the pair of two colors."""
    piece_pairs: NDArray[np.uint32]
    """Shape (pieces, 6): the pairs that a piece shows, then `NONE`."""
    way: NDArray[np.uint32]
    """Shape (ways, 3): the colors of a piece in a turn, eight bits each, north lowest;
    the colors that may face them; and the sides with the rim color, as bits."""
    first_offer: NDArray[np.uint32]
    """Shape (pairs + 1,): where the pieces of a pair begin in `offer`."""
    first_demand: NDArray[np.uint32]
    """Shape (pairs + 1,): where the cells of a pair begin in `demand`."""
    cell: NDArray[np.uint32]
    """Shape (cells + 1, 7): for each cell, and for what is beyond the rim, the way
    placed there (4 × piece + turn), whether it is filled, on which level (or
    `NO_LEVEL`); the sides whose colors are known, as bits, these colors, eight bits
    each, and eight bits set for each; and how many neighbors are in the front."""
    piece: NDArray[np.uint32]
    """Shape (pieces, 2): the cell of a piece, the number of cells if it is not placed;
    and the pair that it is reserved for, or `NONE`."""
    pair: NDArray[np.uint32]
    """Shape (sets, 4): the size of its offer and of its demand, the pieces of the
    offer that are reserved for other sets, and whether it reserves its own."""
    front: NDArray[np.uint32]
    """Shape (cells,): the empty cells with two known sides or more, first."""
    front_place: NDArray[np.uint32]
    """Shape (2, cells): the place of a cell there, and its place when it left."""
    slot_pair: NDArray[np.uint32]
    """Shape (cells, 6): the pair that each slot demands, or `NONE`.  It is kept when
    the cell is filled, as the pairs that older neighbors demanded."""
    slot_place: NDArray[np.uint32]
    """Shape (2, cells × 8): the place of a slot in its demand, now and when it left."""
    demand: NDArray[np.uint32]
    """Slots (8 × cell + slot), by pair."""
    piece_place: NDArray[np.uint32]
    """Shape (2, pieces × 8): the places of a piece in its offers, now and when it left.
    """
    offer: NDArray[np.uint32]
    """Pieces (8 × piece + number of the pair), by pair; those placed come last."""
    reservations: NDArray[np.uint32]
    """Shape (pairs,): the pairs that reserve their pieces, in the order of time."""
    counters: NDArray[np.uint64]
    """Shape (3,): see `FRONT`, `CROWDED` and `RESERVATIONS`."""
    unused: NDArray[np.float64]
    """Shape (pairs,): scratch space for `choice.py`: the probability that a pair leaves
    a piece of its offer unused; all 1 between estimates."""


@inlined
def leave(
    members: NDArray[np.uint32],
    places: NDArray[np.uint32],
    member: np.uint64,
    last: np.uint64,
) -> None:
    """Remove a member from a list that ends at `last`; note where it was."""
    here, other = places[NOW, member], members[last]
    members[here], places[NOW, other] = other, here
    members[last], places[NOW, member] = member, last
    places[BEFORE, member] = here


@inlined
def rejoin(
    members: NDArray[np.uint32],
    places: NDArray[np.uint32],
    member: np.uint64,
    last: np.uint64,
) -> None:
    """Undo `leave`."""
    here = places[BEFORE, member]
    other = members[here]
    members[last], places[NOW, other] = other, last
    members[here], places[NOW, member] = member, here


@inlined
def known_sides(sets: Sets, cell: np.uint64) -> np.uint64:
    """Return how many sides of a cell are known."""
    return bit_count(np.uint64(sets.cell[cell, KNOWN]))


@inlined
def only_pair(sets: Sets, cell: np.uint64) -> np.uint32:
    """Return the pair demanded by a cell with exactly two known sides, or NONE."""
    return sets.slot_pair[cell, FIRST_SLOT[sets.cell[cell, KNOWN]]]


@inlined
def left_for(sets: Sets, pair: np.uint32) -> np.uint32:
    """Return how many pieces of a pair are not reserved for other pairs."""
    return sets.pair[pair, OFFERS] - sets.pair[pair, ELSEWHERE]
