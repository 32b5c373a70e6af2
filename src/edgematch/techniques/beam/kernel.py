"""Beam search: of all boards with the same cells filled, keep only the best.

Boards are filled in a fixed order, all of them cell by cell.  They are compared by the
number of breaks, then by the weight of the favored colors that are used up (fewer of
these colors at the end make it easier to match); ties are broken at random.  A board is
its parent and one more way; besides that, only the set of used pieces and the demands
of its open sides (one *slot* each) are kept.

Children are listed level by level, those with the fewest breaks first, until there are
enough.  Boards with the same used pieces and the same demands are equivalent for all
that follows: the later one is dropped.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.random_draws import draw_below
from edgematch.kernels.words import BIT_MASK, ONE, WORD_SHIFT, ZERO
from edgematch.placements.kernel.full_boards import PIECE_SHIFT, PuzzleArrays
from edgematch.placements.kernel.offers import (
    ANY,
    BOTH,
    FIRST_ONLY,
    NO_SIDE,
    SECOND_ONLY,
    Offers,
    group_of,
)

NO_SLOT = 65535


class Slots(NamedTuple):
    """Where a step reads the demands on it, and writes its own."""

    read: NDArray[np.uint16]
    """Shape (steps, 4): the slot of the demand on each side; `NO_SLOT` for none."""
    written: NDArray[np.uint16]
    """Shape (steps, 4): the slot for what each side demands; `NO_SLOT` for none."""
    key_of_piece: NDArray[np.uint64]
    """Shape (pieces,): random words; their exclusive or is the key of a set."""
    key_of_demand: NDArray[np.uint64]
    """Shape (slots, colors + 1): the same for demands."""


class BeamLayer(NamedTuple):
    """The boards of the beam, one per row."""

    used: NDArray[np.uint64]
    """Shape (width, words): bits of the pieces."""
    demand: NDArray[np.uint16]
    """Shape (width, slots)."""
    breaks: NDArray[np.int32]
    """Shape (width,)."""
    weight: NDArray[np.int32]
    """Shape (width,): of the colors used up."""
    key: NDArray[np.uint64]
    """Shape (width,): equal for boards that are equivalent from here on."""


class Children(NamedTuple):
    """Boards with one piece more, from which the next layer is chosen."""

    parent: NDArray[np.uint32]
    way: NDArray[np.uint32]
    breaks: NDArray[np.int32]
    weight: NDArray[np.int32]
    histogram: NDArray[np.uint32]
    """Shape (levels, weights): how many children there are of each."""
    seen: NDArray[np.uint64]
    """Shape (power of two,): keys of the children taken, hashed."""


@inlined
def _add(
    children: Children,
    count: int,
    floor: int,
    parent: int,
    way: np.uint64,
    breaks: int,
    weight: int,
    random: NDArray[np.uint64],
) -> int:
    """Add a child; if there is no room, replace a random one from `floor` on."""
    place = count
    if count >= children.parent.size:
        place = floor + draw_below(random, count - floor + 1)
    if place < children.parent.size:
        children.parent[place] = parent
        children.way[place] = way
        children.breaks[place] = breaks
        children.weight[place] = weight
    return count + 1


@inlined
def _unmet_demands(
    puzzle: PuzzleArrays,
    slots: Slots,
    layer: BeamLayer,
    step: int,
    row: int,
    way: np.uint64,
) -> int:
    """Count the demands on a step that a way does not meet."""
    count = 0
    for side in range(4):
        slot = slots.read[step, side]
        if slot != NO_SLOT:
            count += layer.demand[row, slot] != puzzle.shown[way + np.uint64(side)]
    return count


@compiled
def list_children(
    puzzle: PuzzleArrays,
    offers: Offers,
    slots: Slots,
    weight_of_piece: NDArray[np.int32],
    layer: BeamLayer,
    children: Children,
    random: NDArray[np.uint64],
    step: int,
    rows: int,
    wanted: int,
) -> int:
    """List children, those with the fewest breaks first, until there are enough.

    Returns how many were listed; `children` holds as many as it has room for.
    """
    fewest, most = layer.breaks[0], layer.breaks[0]
    for row in range(rows):
        fewest = min(fewest, layer.breaks[row])
        most = max(most, layer.breaks[row])
    one, other = offers.first_side[step], offers.second_side[step]
    # Boards with breaks are added when there are too few others, but not while the
    # first rows have not filled the width yet.
    enough = min(wanted, 2 * rows)
    count = 0
    level = fewest
    while count < enough and level <= most + 1:
        floor = min(count, children.parent.size)
        for row in range(rows):
            more = level - layer.breaks[row]
            if more < 0 or more > 1:
                continue
            first, second = ZERO, ZERO
            if one != NO_SIDE:
                first = np.uint64(layer.demand[row, slots.read[step, one]])
            if other != NO_SIDE:
                second = np.uint64(layer.demand[row, slots.read[step, other]])
            for part in range(3):
                if more == 0 and part != BOTH:
                    break
                if part == BOTH and more > 0 and not offers.has_others[step]:
                    continue
                group = group_of(offers, step, part, first, second)
                for place in range(offers.first[group], offers.first[group + ONE]):
                    way = np.uint64(offers.way[place])
                    piece = way >> PIECE_SHIFT
                    if piece >= np.uint64(weight_of_piece.size):
                        break  # the rest of the group is blanks
                    word = layer.used[row, piece >> WORD_SHIFT]
                    if word >> (piece & BIT_MASK) & ONE:
                        continue
                    if _unmet_demands(puzzle, slots, layer, step, row, way) != more:
                        continue
                    # Ways that meet both demands are in the group of each as well.
                    if (
                        part == FIRST_ONLY
                        and puzzle.shown[way + np.uint64(other)] == second
                    ):
                        continue
                    if (
                        part == SECOND_ONLY
                        and puzzle.shown[way + np.uint64(one)] == first
                    ):
                        continue
                    weight = layer.weight[row] + weight_of_piece[piece]
                    count = _add(
                        children, count, floor, row, way, level, weight, random
                    )
        level += 1
    return count


@compiled
def list_any(
    puzzle: PuzzleArrays,
    offers: Offers,
    slots: Slots,
    weight_of_piece: NDArray[np.int32],
    layer: BeamLayer,
    children: Children,
    random: NDArray[np.uint64],
    step: int,
    rows: int,
) -> int:
    """List every child, if all of them make several breaks; return how many."""
    count = 0
    group = group_of(offers, step, ANY, ZERO, ZERO)
    for row in range(rows):
        for place in range(offers.first[group], offers.first[group + ONE]):
            way = np.uint64(offers.way[place])
            piece = way >> PIECE_SHIFT
            if piece >= np.uint64(weight_of_piece.size):
                break
            word = layer.used[row, piece >> WORD_SHIFT]
            if word >> (piece & BIT_MASK) & ONE:
                continue
            more = _unmet_demands(puzzle, slots, layer, step, row, way)
            breaks = layer.breaks[row] + more
            weight = layer.weight[row] + weight_of_piece[piece]
            count = _add(children, count, 0, row, way, breaks, weight, random)
    return count


@inlined
def _bucket(children: Children, i: int, fewest: int) -> int:
    """Return the place of a child in the order of keys: breaks, then weight."""
    levels, weights = children.histogram.shape
    level = min(np.int64(children.breaks[i] - fewest), levels - 1)
    return level * weights + weights - 1 - children.weight[i]


@inlined
def _is_new(children: Children, key: np.uint64) -> bool:
    """Add a key; return whether it is new."""
    mask = np.uint64(children.seen.size - 1)
    place = key & mask
    while children.seen[place] != ZERO:
        if children.seen[place] == key:
            return False
        place = (place + ONE) & mask
    children.seen[place] = key
    return True


@compiled
def take_best(
    puzzle: PuzzleArrays,
    slots: Slots,
    layer: BeamLayer,
    following: BeamLayer,
    children: Children,
    parent_of: NDArray[np.uint32],
    way_of: NDArray[np.uint16],
    random: NDArray[np.uint64],
    step: int,
    count: int,
    wanted: int,
) -> int:
    """Write the best children to the next layer; return how many."""
    count = min(count, children.parent.size)
    if count == 0:
        return 0
    fewest = children.breaks[0]
    for i in range(count):
        fewest = min(fewest, children.breaks[i])
    histogram = children.histogram.reshape(-1)
    for bucket in range(histogram.size):
        histogram[bucket] = 0
    for i in range(count):
        histogram[_bucket(children, i, fewest)] += np.uint32(1)
    # All children before the last bucket are taken, and of that one a random part.
    last, left = 0, wanted
    while last < histogram.size - 1 and histogram[last] < left:
        left -= np.int64(histogram[last])
        last += 1
    ties = np.int64(histogram[last])
    for place in range(children.seen.size):
        children.seen[place] = ZERO
    rows = 0
    for i in range(count):
        bucket = _bucket(children, i, fewest)
        if bucket > last:
            continue
        if bucket == last:
            ties -= 1
            if draw_below(random, ties + 1) >= left:
                continue
            left -= 1
        parent = children.parent[i]
        way = np.uint64(children.way[i])
        piece = way >> PIECE_SHIFT
        key = layer.key[parent] ^ slots.key_of_piece[piece]
        for side in range(4):
            read, written = slots.read[step, side], slots.written[step, side]
            if read != NO_SLOT:
                key ^= slots.key_of_demand[read, layer.demand[parent, read]]
            if written != NO_SLOT:
                demand = puzzle.demanded[way + np.uint64(side)]
                key ^= slots.key_of_demand[written, demand]
        if not _is_new(children, key | ONE):
            continue
        for word in range(layer.used.shape[1]):
            following.used[rows, word] = layer.used[parent, word]
        following.used[rows, piece >> WORD_SHIFT] |= ONE << (piece & BIT_MASK)
        for slot in range(layer.demand.shape[1]):
            following.demand[rows, slot] = layer.demand[parent, slot]
        for side in range(4):
            written = slots.written[step, side]
            if written != NO_SLOT:
                demand = puzzle.demanded[way + np.uint64(side)]
                following.demand[rows, written] = demand
        following.breaks[rows] = children.breaks[i]
        following.weight[rows] = children.weight[i]
        following.key[rows] = key
        parent_of[rows] = parent
        way_of[rows] = way
        rows += 1
    return rows
