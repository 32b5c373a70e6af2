"""The next layer: the chosen children, each board once."""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.words import BIT_MASK, ONE, WORD_SHIFT

from .children import Children
from .steps import NO_SLOT, BeamLayer, Steps

_EMPTY = np.uint32(0xFFFFFFFF)


@compiled
def choose_bins(histogram: NDArray[np.uint32], wanted: int) -> tuple[int, int]:
    """Return the last bin that is chosen, and how many children of it."""
    taken = 0
    for bin_ in range(histogram.size):
        count = np.int64(histogram[bin_])
        if taken + count >= wanted:
            return bin_, wanted - taken
        taken += count
    return histogram.size - 1, wanted - taken


@compiled
def mark_doubles(
    children: Children,
    count: int,
    table: NDArray[np.uint32],
    least_rank: np.uint64,
    is_kept: NDArray[np.bool_],
) -> None:
    """Of equivalent boards mark the best to be kept, and no others.

    All those with a rank below `least_rank` are kept, whatever they are equivalent to.
    """
    mask = np.uint64(table.size - 1)
    for place in range(table.size):
        table[place] = _EMPTY
    for child in range(count):
        is_kept[child] = True
        if children.rank[child] < least_rank:
            continue
        place = children.hash[child] >> np.uint64(16) & mask
        while table[place] != _EMPTY:
            if children.hash[table[place]] == children.hash[child]:
                break
            place = (place + ONE) & mask
        best = table[place]
        if best != _EMPTY:
            if children.rank[child] > children.rank[best]:
                is_kept[child] = False
                continue
            is_kept[best] = False
        table[place] = np.uint32(child)


@compiled
def keep_children(children: Children, count: int, is_kept: NDArray[np.bool_]) -> int:
    """Move the children that are marked to the front; return how many there are."""
    rows = 0
    for child in range(count):
        if is_kept[child]:
            children.parent[rows] = children.parent[child]
            children.way[rows] = children.way[child]
            children.rank[rows] = children.rank[child]
            children.hash[rows] = children.hash[child]
            rows += 1
    return rows


@compiled
def make_layer(
    steps: Steps,
    layer: BeamLayer,
    following: BeamLayer,
    parent_of: NDArray[np.uint32],
    way_of: NDArray[np.uint16],
    step: int,
    first_row: int,
    end_row: int,
) -> None:
    """Write the boards of the children chosen."""
    for row in range(first_row, end_row):
        parent = parent_of[row]
        way = np.uint64(way_of[row]) << np.uint64(2)
        piece = way >> np.uint64(4)
        for word in range(layer.used.shape[1]):
            following.used[row, word] = layer.used[parent, word]
        is_hole = piece == np.uint64(steps.of_piece.shape[0])
        if not is_hole:
            following.used[row, piece >> WORD_SHIFT] |= ONE << (piece & BIT_MASK)
        for slot in range(layer.demand.shape[1]):
            following.demand[row, slot] = layer.demand[parent, slot]
        breaks = layer.breaks[parent] + np.uint16(is_hole)
        for side in range(4):
            slot = steps.read[step, side]
            if slot != NO_SLOT:
                demand = layer.demand[parent, slot]
                if demand > 0 and not is_hole:
                    breaks += np.uint16(demand != steps.shown[way + np.uint64(side)])
                following.demand[row, slot] = 0
        for side in range(4):
            slot = steps.written[step, side]
            if slot != NO_SLOT:
                following.demand[row, slot] = steps.wanted[way + np.uint64(side)]
        following.breaks[row] = breaks
