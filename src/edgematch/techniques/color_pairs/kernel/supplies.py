"""Two rules on the remaining pieces (Benoist, Bourreau, §4.2).

Shared sides: sides of a color that no cell demands must face each other, and M pieces
share at most h(M) joins.  Border cycles: if two sides of a color along the frame are
left and no cell demands it, their two pieces are neighbors; a cycle of such neighbors
means that the frame cannot be closed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined

from .reasons import blame, blame_all
from .sets import BYTE_MASK, BYTE_SHIFT, CELL_OF, FILLED, SHOWN, WAY, Sets

NO_COLOR = np.uint32(2**32 - 1)

RIGHT, LEFT = 0, 1
"""The sides of a border piece along the frame, seen from the middle of the board with
the rim ahead; clockwise around the board, a right side meets a left side."""


class Remains(NamedTuple):
    """Counts of the remaining pieces; the first six arrays never change."""

    color_class: NDArray[np.uint32]
    """Shape (colors,): a color and its mate count as one; 0 for the rim."""
    most_sides: NDArray[np.int32]
    """Shape (pieces + 1,): 2 h(M), twice the most joins that M pieces can share."""
    along: NDArray[np.uint32]
    """Shape (2, pieces): the colors of a border piece along the frame, or NO_COLOR."""
    beside: NDArray[np.uint32]
    """Shape (2, cells): the next cell of the frame, clockwise and anticlockwise."""
    mate: NDArray[np.uint32]
    """Shape (colors,): the color that may face a color."""
    is_framed: NDArray[np.uint8]
    """Shape (1,): 0 if sides of any color may be on the rim."""
    unasked: NDArray[np.int32]
    """Shape (colors,): remaining sides of a class, less those demanded."""
    holders: NDArray[np.int32]
    """Shape (colors,): remaining pieces that show a class."""
    open_rim: NDArray[np.int32]
    """Shape (1,): sides of empty cells on the rim of an unframed board, else 0."""
    along_left: NDArray[np.int32]
    """Shape (2, colors): remaining pieces with a color on that side along the frame."""
    along_sum: NDArray[np.uint32]
    """Shape (2, colors): their exclusive or, which is the piece if only one is left."""
    along_asked: NDArray[np.int32]
    """Shape (2, colors): cells of the frame that demand the color on that side."""


@inlined
def color_at(sets: Sets, way: np.uint64, side: int) -> np.uint64:
    """Return the color at a side of a piece in a turn."""
    return (
        np.uint64(sets.way[way, SHOWN]) >> (np.uint64(side) << BYTE_SHIFT) & BYTE_MASK
    )


@inlined
def count_sides(
    sets: Sets, remains: Remains, cell: np.uint64, way: np.uint64, sign: int
) -> None:
    """Count the sides of a piece that was placed (sign 1) or is taken back (-1)."""
    for side in range(4):
        kind = remains.color_class[color_at(sets, way, side)]
        beyond = sets.neighbor[cell, side]
        if sets.cell[beyond, FILLED] == 0:
            remains.unasked[kind] -= 2 * sign
        elif beyond == np.uint64(len(sets.slot_pair)) and remains.is_framed[0] == 0:
            remains.unasked[kind] -= sign
            remains.open_rim[0] -= sign
        is_first = True
        for earlier in range(side):
            if remains.color_class[color_at(sets, way, earlier)] == kind:
                is_first = False
        if is_first:
            remains.holders[kind] -= sign


@inlined
def crowded_color(sets: Sets, remains: Remains, way: np.uint64) -> np.int64:
    """Return a class of colors on a piece whose sides cannot all be joined, or -1.

    On an unframed board, as many sides as there are open sides on the rim need not be.
    """
    free = np.int64(remains.open_rim[0])
    for side in range(4):
        kind = remains.color_class[color_at(sets, way, side)]
        if kind == 0 and remains.is_framed[0] == 1:
            continue
        unasked = np.int64(remains.unasked[kind])
        most = np.int64(remains.most_sides[remains.holders[kind]])
        if unasked < 0 or unasked > most + free:
            return np.int64(kind)
    return np.int64(-1)


@inlined
def explain_color(
    reason: NDArray[np.uint64], sets: Sets, remains: Remains, kind: np.int64
) -> None:
    """Blame every placed piece that shows a class of colors."""
    if remains.is_framed[0] == 0:
        blame_all(reason)  # the pieces on the rim matter too
        return
    for cell in range(np.uint64(len(sets.slot_pair))):
        if sets.cell[cell, FILLED] == 1:
            way = np.uint64(sets.cell[cell, WAY])
            for side in range(4):
                if remains.color_class[color_at(sets, way, side)] == kind:
                    blame(reason, sets, np.uint64(cell))


@inlined
def count_along(
    sets: Sets, remains: Remains, cell: np.uint64, piece: np.uint64, sign: int
) -> None:
    """Count a border piece that was placed (sign 1) or is taken back (-1)."""
    if remains.along[RIGHT, piece] == NO_COLOR:
        return
    for hand in range(2):
        color = remains.along[hand, piece]
        remains.along_left[hand, color] -= sign
        remains.along_sum[hand, color] ^= np.uint32(piece)
        if sets.cell[remains.beside[hand, cell], FILLED] == 1:
            remains.along_asked[hand, color] -= sign
        else:
            remains.along_asked[1 - hand, remains.mate[color]] += sign


@inlined
def is_linked(remains: Remains, color: np.uint32) -> bool:
    """Return whether a color has exactly one right and one left side to be joined."""
    mate = remains.mate[color]
    return (
        remains.along_left[RIGHT, color] == 1
        and remains.along_left[LEFT, mate] == 1
        and remains.along_asked[RIGHT, color] == 0
        and remains.along_asked[LEFT, mate] == 0
    )


@inlined
def closes_cycle(remains: Remains, color: np.uint32) -> bool:
    """Return whether the pieces linked by a color form a cycle."""
    if not is_linked(remains, color):
        return False
    start = remains.along_sum[RIGHT, color]
    piece = remains.along_sum[LEFT, remains.mate[color]]
    while piece != start:
        onward = remains.along[RIGHT, piece]
        if not is_linked(remains, onward):
            return False
        piece = remains.along_sum[LEFT, remains.mate[onward]]
    return True


@inlined
def cycle_color(remains: Remains, piece: np.uint64) -> np.uint32:
    """Return a color of a cycle that a placed border piece leaves, or NO_COLOR."""
    right, left = remains.along[RIGHT, piece], remains.along[LEFT, piece]
    if right == NO_COLOR:
        return NO_COLOR
    if closes_cycle(remains, right):
        return right
    if closes_cycle(remains, remains.mate[left]):
        return remains.mate[left]
    return NO_COLOR


@inlined
def explain_cycle(
    reason: NDArray[np.uint64], sets: Sets, remains: Remains, color: np.uint32
) -> None:
    """Blame the placed pieces with the colors of a cycle along the frame."""
    start = remains.along_sum[RIGHT, color]
    onward = color
    is_done = False
    while not is_done:
        mate = remains.mate[onward]
        for other in range(len(sets.piece)):
            if sets.piece[other, CELL_OF] < np.uint64(len(sets.slot_pair)) and (
                remains.along[RIGHT, other] == onward
                or remains.along[LEFT, other] == mate
            ):
                blame(reason, sets, np.uint64(sets.piece[other, CELL_OF]))
        piece = remains.along_sum[LEFT, mate]
        onward = remains.along[RIGHT, piece]
        is_done = piece == start
