"""Row scan with masks and a look at the next step: most leaves are never placed.

The tree is that of `advance_masks`.  After most pieces, nothing fits on the next step.
When a step is opened, one loop without branches finds the candidates after which
something fits; the others are counted but never placed.  On one-set 8x8 c=7 that gives
59 million nodes per second, `advance_masks` 53; on two-set 7x7 7:4 75 and 61.

All candidates of a step are counted when it is opened, ahead of the search.  When the
search stops, those not tried yet are subtracted again (`settle`), so that the nodes and
all arrays are those of a search that tries one piece after the other.  Counting the
candidates in runs, as they are tried, needs no such correction but was no faster than
`advance_masks`.  Handling two or three candidates per iteration gained nothing.
"""

import numpy as np

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.tree import CEILING, DEPTH, EXHAUSTED, FLOOR, FOUND, PAUSED
from edgematch.kernels.words import ONE, WORD_SHIFT, ZERO, bit_count, trailing_zeros
from edgematch.placements.kernel.full_boards import PIECE_SHIFT

from .search import (
    FIRST_NEIGHBOR,
    FIRST_SIDE,
    SECOND_NEIGHBOR,
    SECOND_SIDE,
    RowScanArrays,
    RowScanState,
    advance_masks,
    fits_others,
    keep_fullest,
)


@inlined
def look_ahead(tables: RowScanArrays, search: RowScanState, step: np.uint64) -> None:
    """Compute the group of the next step, except for the part of this step's piece."""
    following = step + ONE
    if following < len(tables.group_base):
        third = len(tables.reach) // 3
        ahead = tables.ahead
        one = search.chosen[ahead[step, FIRST_NEIGHBOR]] + ahead[step, FIRST_SIDE]
        other = search.chosen[ahead[step, SECOND_NEIGHBOR]] + ahead[step, SECOND_SIDE]
        search.ahead[step] = (
            tables.group_base[following]
            + tables.reach[one]
            + tables.reach[third + other]
        )


@inlined
def candidates_that_fit(
    tables: RowScanArrays, search: RowScanState, step: np.uint64, bits: np.uint64
) -> np.uint64:
    """Return the candidates of a step that fit its other neighbors too."""
    if tables.others[step] > 0:
        rest = bits
        while rest != ZERO:
            place = (np.uint64(search.group[step]) << WORD_SHIFT) + trailing_zeros(rest)
            way = np.uint64(tables.way_of_bit[place])
            if not fits_others(tables, search, step, way):
                bits ^= rest ^ (rest & (rest - ONE))
            rest &= rest - ONE
    return bits


@inlined
def candidates_with_successor(
    tables: RowScanArrays, search: RowScanState, step: np.uint64, bits: np.uint64
) -> np.uint64:
    """Return the candidates after which something may fit on the next step.

    This includes a piece after which only that piece itself fits: placing it does no
    harm, and is right if an equal piece can be used after it.
    """
    start = np.uint64(search.group[step]) << WORD_SHIFT
    ahead, own = np.uint64(search.ahead[step]), np.uint64(tables.ahead_own[step])
    unused = ~search.used_bits[tables.piece_class[step + ONE]]
    found = ZERO
    while bits != ZERO:
        bit = trailing_zeros(bits)
        bits &= bits - ONE
        place = own + np.uint64(tables.way_of_bit[start + bit])
        group = ahead + np.uint64(tables.reach[place])
        found |= np.uint64((tables.mask[group] & unused) != ZERO) << bit
    return found


@compiled
def chosen_bit(
    tables: RowScanArrays, search: RowScanState, step: np.uint64
) -> np.uint64:
    """Return the bit of the piece on a step."""
    group = np.uint64(search.group[step])
    bits = tables.mask[group]
    place = (group << WORD_SHIFT) + trailing_zeros(bits)
    while tables.way_of_bit[place] != search.chosen[step]:
        bits &= bits - ONE
        place = (group << WORD_SHIFT) + trailing_zeros(bits)
    return bits ^ (bits & (bits - ONE))


@compiled
def settle(tables: RowScanArrays, search: RowScanState, filled: np.uint64) -> None:
    """Subtract the candidates that were counted but not tried; leave them to try."""
    for step in range(search.at[FLOOR], filled):
        bit = chosen_bit(tables, search, step)
        untried = search.opened[step] & ~(bit | (bit - ONE))
        search.left[step] = untried
        search.nodes[step] -= np.int64(bit_count(untried))
    search.at[DEPTH] = filled


@compiled
def advance_most(tables: RowScanArrays, search: RowScanState, node_budget: int) -> int:
    """Do the same as `advance_masks`, but pause some nodes before the budget is spent.

    How many depends on the number of untried candidates on all steps.
    """
    step, floor, last = search.at[DEPTH], search.at[FLOOR], search.at[CEILING]
    deepest = np.uint64(search.fullest[len(search.fullest) - 1])
    chosen, left, nodes = search.chosen, search.left, search.nodes
    used_bits, piece_class = search.used_bits, tables.piece_class
    bits_of_piece, way_of_bit = tables.bits_of_piece, tables.way_of_bit
    if step == last:
        if step == floor:
            return EXHAUSTED
        step -= ONE
        kind = np.uint64(piece_class[step])
        used_bits[kind] ^= bits_of_piece[kind, chosen[step] >> PIECE_SHIFT]
    budget = node_budget
    # From here on, untried candidates are counted; none has been looked ahead for.
    for opened in range(floor, step + ONE):
        look_ahead(tables, search, opened)
        left[opened] = candidates_that_fit(tables, search, opened, left[opened])
        search.opened[opened] = left[opened]
        count = np.int64(bit_count(left[opened]))
        nodes[opened] += count
        budget -= count
    bits = left[step]
    while True:
        if bits != ZERO:
            place = (np.uint64(search.group[step]) << WORD_SHIFT) + trailing_zeros(bits)
            left[step] = bits & (bits - ONE)
            way = np.uint64(way_of_bit[place])
            chosen[step] = way
            kind = np.uint64(piece_class[step])
            used_bits[kind] ^= bits_of_piece[kind, way >> PIECE_SHIFT]
            own = np.uint64(tables.ahead_own[step]) + way
            group = np.uint64(search.ahead[step]) + np.uint64(tables.reach[own])
            step += ONE
            if step == last:
                if step > deepest:
                    keep_fullest(search, step)
                settle(tables, search, step)
                return FOUND
            search.group[step] = group
            bits = tables.mask[group] & ~used_bits[piece_class[step]]
            bits = candidates_that_fit(tables, search, step, bits)
            count = np.int64(bit_count(bits))
            budget -= count
            if budget < 0:
                if step > deepest:
                    keep_fullest(search, step)
                left[step] = bits
                settle(tables, search, step)
                return PAUSED
            nodes[step] += count
            search.opened[step] = bits
            reached = step + np.uint64(bits != ZERO)
            if reached > deepest:
                if reached > step:
                    place = (group << WORD_SHIFT) + trailing_zeros(bits)
                    chosen[step] = way_of_bit[place]
                deepest = reached
                keep_fullest(search, reached)
            look_ahead(tables, search, step)
            if step + ONE < last:
                bits = candidates_with_successor(tables, search, step, bits)
        else:
            if step == floor:
                left[step] = ZERO
                search.at[DEPTH] = step
                return EXHAUSTED
            step -= ONE
            kind = np.uint64(piece_class[step])
            used_bits[kind] ^= bits_of_piece[kind, chosen[step] >> PIECE_SHIFT]
            bits = left[step]


@compiled
def advance_masks_ahead(
    tables: RowScanArrays, search: RowScanState, node_budget: int
) -> int:
    """Do the same as `advance_masks`."""
    before = search.nodes.sum()
    waiting = 0
    for step in range(
        search.at[FLOOR], min(search.at[DEPTH] + ONE, search.at[CEILING])
    ):
        waiting += np.int64(bit_count(search.left[step]))
    if node_budget > waiting:
        outcome = advance_most(tables, search, node_budget)
        if outcome != PAUSED:
            return outcome
    rest = node_budget - (search.nodes.sum() - before)
    return advance_masks(tables, search, rest)
