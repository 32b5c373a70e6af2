"""Children of a layer: counted by their keys, then those that are good enough emitted.

Nothing is kept of a child while children are counted; those that are chosen are made
again when they are emitted.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import BIT_MASK, ONE, WORD_SHIFT
from edgematch.placements.kernel.full_boards import PIECE_SHIFT

from .rows import child_worth, count_first, count_row, worth_of
from .steps import (
    BIN_SHIFT,
    BINS,
    NO_SIDE,
    NO_SLOT,
    NOISES,
    BeamLayer,
    Hashes,
    Key,
    Steps,
)

_BOTH, _FIRST_ONLY, _SECOND_ONLY, _ANY, _HOLE = range(5)


class Children(NamedTuple):
    """Children that may go into the next layer."""

    parent: NDArray[np.uint32]
    way: NDArray[np.uint16]
    """The piece times 4 and the turn."""
    rank: NDArray[np.uint64]
    """The bin in the upper 16 bits, 36 bits of the parent's hash, and the way: smaller
    is better, and no two children have the same."""
    hash: NDArray[np.uint64]
    """Equal for boards that are equivalent from here on."""


class Visit(NamedTuple):
    """Which rows are visited, and for which children."""

    step: int
    colors: int
    """Colors are smaller than this."""
    end_row: int
    least: int
    """Children with at least so many breaks"""
    most: int
    """and at most so many,"""
    least_more: int
    """which make at least so many breaks"""
    most_more: int
    """and at most so many; if more than one, all ways are tried."""
    break_bin: int
    """Boards whose children with a break would all be in later bins make none."""
    last_bin: int
    """The last bin that is emitted, and of it,"""
    tie: int
    """children whose upper half of the hash is below this."""
    leaves_holes: bool
    """Whether a cell is left empty instead of a break, and counted as one."""


@inlined
def _unmet(steps: Steps, demands: NDArray[np.int32], way: np.uint64) -> int:
    """Count the demands that a way does not meet."""
    count = 0
    for side in range(4):
        if demands[side] >= 0:
            count += demands[side] != steps.shown[way + np.uint64(side)]
    return count


@inlined
def _group(
    steps: Steps, step: int, colors: int, part: int, demands: NDArray[np.int32]
) -> int:
    """Return the group of ways that meet a part of the leading demands."""
    one, other = steps.leading[step, 0], steps.leading[step, 1]
    first, second = 0, 0
    if one != NO_SIDE and demands[one] >= 0:
        first = np.int64(steps.color[demands[one]])
    if other != NO_SIDE and demands[other] >= 0:
        second = np.int64(steps.color[demands[other]])
    base = np.int64(steps.group_base[step])
    if part == _BOTH:
        return base + first * colors + second
    base += colors * colors
    if part == _FIRST_ONLY:
        return base + first
    if part == _SECOND_ONLY:
        return base + colors + second
    return base + 2 * colors + (part == _HOLE)


@inlined
def _clean_part(steps: Steps, step: int, demands: NDArray[np.int32]) -> int:
    """Return the part with all ways that meet the leading demands there are."""
    one, other = steps.leading[step, 0], steps.leading[step, 1]
    misses_first = one != NO_SIDE and demands[one] < 0
    misses_second = other != NO_SIDE and demands[other] < 0
    if not misses_first and not misses_second:
        return _BOTH
    if not misses_first:
        return _FIRST_ONLY
    if other != NO_SIDE and not misses_second:
        return _SECOND_ONLY
    return _ANY


@inlined
def _read_demands(
    steps: Steps,
    layer: BeamLayer,
    hashes: Hashes,
    step: int,
    row: int,
    hashed: np.uint64,
    demands: NDArray[np.int32],
) -> np.uint64:
    """Read the demands on a step, -1 for none; return the hash of the board without."""
    for side in range(4):
        slot = steps.read[step, side]
        demands[side] = -1
        if slot != NO_SLOT and layer.demand[row, slot] > 0:
            demands[side] = layer.demand[row, slot]
            hashed ^= hashes.of_demand[slot, layer.demand[row, slot]]
    return hashed


@inlined
def _child_hash(
    steps: Steps, hashes: Hashes, step: int, way: np.uint64, hashed: np.uint64
) -> np.uint64:
    """Return the hash of a child."""
    hashed ^= hashes.of_piece[way >> PIECE_SHIFT]
    for side in range(4):
        slot = steps.written[step, side]
        if slot != NO_SLOT:
            hashed ^= hashes.of_demand[slot, steps.wanted[way + np.uint64(side)]]
    return hashed


@inlined
def _bin_of(key: Key, value: int, breaks: int, bins: int) -> int:
    """Return the bin of a child."""
    place = min(max((key.best - value) >> BIN_SHIFT, 0), BINS - 1)
    return min(place + key.break_bins * (breaks - key.fewest), bins - 1)


@inlined
def _emit(
    children: Children,
    place: int,
    row: int,
    hashed: np.uint64,
    way: np.uint64,
    bin_: int,
    child: np.uint64,
) -> None:
    """Write a child of a row to its place among those that are chosen."""
    number = way >> np.uint64(2)
    rank = np.uint64(bin_) << np.uint64(48) | number
    rank |= hashed >> np.uint64(28) << np.uint64(12)
    children.parent[place] = row
    children.way[place] = number
    children.rank[place] = rank
    children.hash[place] = child


@inlined
def _visit_row(
    steps: Steps,
    layer: BeamLayer,
    hashes: Hashes,
    key: Key,
    visit: Visit,
    row: int,
    hashed: np.uint64,
    worth: int,
    may_break: bool,
    ahead: NDArray[np.int8],
    best_of_row: NDArray[np.uint16],
    histogram: NDArray[np.uint32],
    children: Children,
    count: int,
    counts: NDArray[np.int32],
    demands: NDArray[np.int32],
    totals: NDArray[np.int64],
) -> int:
    """Count or emit the children of one row; return their number added to `count`."""
    step, emits = visit.step, children.parent.size > 0
    breaks, best = np.int64(layer.breaks[row]), np.int64(best_of_row[row])
    one, other = np.int64(steps.leading[step, 0]), np.int64(steps.leading[step, 1])
    onward = np.int64(steps.onward[step])
    closed = _read_demands(steps, layer, hashes, step, row, hashed, demands)
    parts, first_part, any_way = 3, _BOTH, visit.most_more > 1
    if visit.leaves_holes:
        parts, first_part = 2, _clean_part(steps, step, demands)
    elif any_way:
        parts, first_part = 1, _ANY
    for number in range(parts):
        part = first_part + number
        if number == 0:
            if visit.least_more > 0 and not steps.has_others[step]:
                continue
        elif not (may_break and visit.most_more > 0):
            break
        elif visit.leaves_holes:
            part = _HOLE
        group = _group(steps, step, visit.colors, part, demands)
        for place in range(steps.first[group], steps.first[group + 1]):
            way = np.uint64(steps.way[place])
            piece = way >> PIECE_SHIFT
            more = 1
            if part != _HOLE:
                if layer.used[row, piece >> WORD_SHIFT] >> (piece & BIT_MASK) & ONE:
                    continue
                more = _unmet(steps, demands, way)
                if visit.leaves_holes and more > 0:
                    continue
            if more < visit.least_more or more > visit.most_more:
                continue
            if breaks + more < visit.least or breaks + more > visit.most:
                continue
            # Ways that meet both leading demands are in the group of each as well.
            side = other if part == _FIRST_ONLY else one
            is_partial = _BOTH < part < _ANY
            if is_partial and steps.shown[way + np.uint64(side)] == demands[side]:
                continue
            child = _child_hash(steps, hashes, step, way, closed)
            gain = child_worth(steps, key, counts, demands, step, way)
            gain += key.noise[child & np.uint64(NOISES - 1)]
            if ahead.shape[0] > 0 and onward != NO_SIDE:
                shown = steps.shown[way + np.uint64(onward)]
                gain += np.int64(ahead[row, shown]) * key.ahead_weight >> 4
            bin_ = _bin_of(key, worth + gain, breaks + more, histogram.size)
            if not emits:
                histogram[bin_] += np.uint32(1)
                best = min(best, bin_)
                totals[1] = max(totals[1], gain)
                count += 1
            elif bin_ < visit.last_bin or (
                bin_ == visit.last_bin and np.int64(child >> np.uint64(32)) < visit.tie
            ):
                _emit(children, count, row, hashed, way, bin_, child)
                count += 1
    best_of_row[row] = best
    return count


@compiled
def visit_children(
    steps: Steps,
    layer: BeamLayer,
    hashes: Hashes,
    key: Key,
    visit: Visit,
    row: int,
    ahead: NDArray[np.int8],
    best_of_row: NDArray[np.uint16],
    histogram: NDArray[np.uint32],
    children: Children,
    seed: np.uint64,
    counts: NDArray[np.int32],
    demands: NDArray[np.int32],
    totals: NDArray[np.int64],
) -> int:
    """Count the children of rows by bins, or emit the best of them.

    Adds the number of children to `totals[0]`, and raises `totals[1]` to the best gain
    of a child over its parent.  Returns the row it has reached: when emitting, it stops
    before a row whose children may not have room.
    """
    emits = children.parent.size > 0
    room = children.parent.size - 4 * steps.of_piece.shape[0] - 1
    before, hashed, count = -1, seed, 0
    count_first(steps, key.stride, counts)
    while row < visit.end_row and not (emits and count > room):
        breaks = np.int64(layer.breaks[row])
        is_meant = breaks <= visit.most and breaks + visit.most_more >= visit.least
        if is_meant and not (emits and np.int64(best_of_row[row]) > visit.last_bin):
            hashed = count_row(
                steps, layer, hashes, key.stride, row, before, counts, hashed
            )
            before = row
            worth = worth_of(steps, key, counts)
            # The least bin that a child with a break can be in.
            least = (key.best - worth - key.gain) >> BIN_SHIFT
            least += key.break_bins * (breaks + 1 - key.fewest)
            may_break = least <= visit.break_bin
            if may_break or visit.least_more == 0:
                count = _visit_row(
                    steps,
                    layer,
                    hashes,
                    key,
                    visit,
                    row,
                    hashed,
                    worth,
                    may_break,
                    ahead,
                    best_of_row,
                    histogram,
                    children,
                    count,
                    counts,
                    demands,
                    totals,
                )
        row += 1
    totals[0] += count
    return row
