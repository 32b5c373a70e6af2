"""Depth-first search in a fixed fill order; neighbors select the candidates.

Every *step* fills one cell.  Two of the neighbors that are filled before it select a
group of candidates by the colors they demand; the others, if any, are compared one by
one.  The rim is part of the groups.

Two kernels search the same tree.  `advance_lists` reads all candidates of a group when
a step is opened, four at a time and without branches, and keeps the unused ones as
bits.  `advance_masks` has the group itself as the bits of one word, so that `group &
~used` is what is left to try.  It requires that every class of cells has at most 64
candidates (a piece that fits one group in two turns takes two bits); most of the tree
is searched by a faster version of it (`ahead.py`).

Alternatives, in million nodes per second, one core, on one-set 8x8 c=7 (masks) and
Eternity II (lists), where the present kernels had 46 and 44: demanded colors kept per
join, in loops over the joins, instead of read from the placed pieces, 26 and 15; used
candidates skipped one by one instead of all at once, Eternity II 21; a used piece
removed from all its groups, 38 and 45; looking ahead in lists, Eternity II 41.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.tree import CEILING, DEPTH, EXHAUSTED, FLOOR, FOUND, PAUSED
from edgematch.kernels.words import ONE, WORD_BITS, WORD_SHIFT, ZERO, trailing_zeros
from edgematch.placements.kernel.full_boards import PIECE_SHIFT, unused_ways

FIRST_NEIGHBOR, FIRST_SIDE, SECOND_NEIGHBOR, SECOND_SIDE = range(4)
"""Columns of `RowScanArrays.ahead`."""


class RowScanArrays(NamedTuple):
    """The fill order, and the groups of candidates that fit somewhere.

    For each step, the arrays up to `ahead_own` say what it reads of the steps before
    it.  Steps are followed by pieces that are there from the start: the hints, and last
    a blank that demands color 0 on all sides, for missing neighbors.

    A way is a piece in a turn, as the place of its first side in `shown`:
    piece * 16 + turn * 4.
    """

    group_base: NDArray[np.uint32]
    """Shape (steps,): the first group of this kind of step."""
    first_neighbor: NDArray[np.uint32]
    """Shape (steps,): a step that selects the group; the blank if there is none."""
    first_side: NDArray[np.uint32]
    """Shape (steps,): the side of it that faces this step."""
    second_neighbor: NDArray[np.uint32]
    """Shape (steps,)."""
    second_side: NDArray[np.uint32]
    """Shape (steps,)."""
    other_neighbors: NDArray[np.uint32]
    """Shape (steps, 2, 3): what else is compared: step, its side, the side here."""
    others: NDArray[np.uint32]
    """Shape (steps,): how many others there are."""
    piece_class: NDArray[np.uint32]
    """Shape (steps,): which word of used candidates this step has to look at."""
    ahead: NDArray[np.uint32]
    """Shape (steps, 4): both neighbors, and their sides, that select the group of the
    next step, the blank in place of this one."""
    ahead_own: NDArray[np.uint32]
    """Shape (steps,): where in `reach` this step's own share in that group starts."""
    shown: NDArray[np.uint8]
    """Shape (ways * 4,): the color of each side."""
    reach: NDArray[np.uint32]
    """Shape (3 * ways * 4,): the color that may face each side, times the number of
    colors; the same once; zeros."""
    first: NDArray[np.uint32]
    """Shape (groups + 1,): group g is the slice first[g]:first[g + 1] of `way`."""
    way: NDArray[np.uint32]
    """Shape (candidates,): groups are filled up with blanks to multiples of four."""
    mask: NDArray[np.uint64]
    """Shape (groups,): the bits of a group; of length 1 where they do not fit."""
    way_of_bit: NDArray[np.uint32]
    """Shape (groups * 64,): the way that a bit of a group stands for."""
    bits_of_piece: NDArray[np.uint64]
    """Shape (classes, pieces): the bits that change when a piece is used: its own and,
    if equal pieces are used in a fixed order, those of the next one."""


class RowScanState(NamedTuple):
    """The state of a search: save it to continue later, copy it to fork."""

    at: NDArray[np.uint64]
    """Shape (3,): `DEPTH`, `FLOOR` and `CEILING` of `kernels/tree.py`.

    The floor is the root of a subtree; the ceiling is the number of steps, or fewer to
    enumerate the beginnings of all solutions.
    """
    chosen: NDArray[np.uint32]
    """Shape (steps + hints + 1,): the way on each filled step, hint and blank."""
    group: NDArray[np.uint32]
    """Shape (steps,): the group of each opened step."""
    cursor: NDArray[np.uint32]
    """Shape (steps,): where the 64 candidates start that `left` has the bits of."""
    left: NDArray[np.uint64]
    """Shape (steps,): the bits still to try on each opened step."""
    opened: NDArray[np.uint64]
    """Shape (steps,): used by `ahead.py`: what `left` was when the step was opened."""
    ahead: NDArray[np.uint32]
    """Shape (steps,): used by `ahead.py`: the group of the next step, except for the
    part of the piece on this one."""
    used: NDArray[np.uint8]
    """Shape (pieces + 1,): 1 for a used piece and for the blank."""
    used_bits: NDArray[np.uint64]
    """Shape (classes,): the bits of pieces that cannot be used now."""
    nodes: NDArray[np.int64]
    """Shape (steps,): pieces placed on each step since the search began."""
    fullest: NDArray[np.uint32]
    """Shape (steps + 1,): the ways of the fullest board, and last their number."""


@compiled
def open_step(
    tables: RowScanArrays, search: RowScanState, step: np.uint64
) -> np.uint64:
    """Return the group that the neighbors of a step select."""
    one = search.chosen[tables.first_neighbor[step]] + tables.first_side[step]
    other = search.chosen[tables.second_neighbor[step]] + tables.second_side[step]
    third = len(tables.reach) // 3
    return np.uint64(
        tables.group_base[step] + tables.reach[one] + tables.reach[third + other]
    )


@compiled
def fits_others(
    tables: RowScanArrays, search: RowScanState, step: np.uint64, way: np.uint64
) -> bool:
    """Compare a candidate with the neighbors that did not select its group."""
    third = len(tables.reach) // 3
    for number in range(np.uint64(tables.others[step])):
        neighbor, side, own_side = tables.other_neighbors[step, number]
        demanded = tables.reach[third + search.chosen[neighbor] + side]
        if tables.shown[way + np.uint64(own_side)] != demanded:
            return False
    return True


@compiled
def keep_fullest(search: RowScanState, filled: np.uint64) -> None:
    """Remember the fullest board so far."""
    for step in range(filled):
        search.fullest[step] = search.chosen[step]
    search.fullest[len(search.fullest) - 1] = filled


@compiled
def advance_lists(tables: RowScanArrays, search: RowScanState, node_budget: int) -> int:
    """Continue `search` for at most `node_budget` nodes; a node is one piece placed.

    Returns FOUND when the last step is filled, EXHAUSTED when nothing is left to try,
    PAUSED when the budget is spent.  Call again to continue, after FOUND
    with the next solution.  Writes the arrays of `search` and nothing else.
    """
    step, floor, last = search.at[DEPTH], search.at[FLOOR], search.at[CEILING]
    deepest = np.uint64(search.fullest[len(search.fullest) - 1])
    chosen, cursor, left, used = search.chosen, search.cursor, search.left, search.used
    nodes, first = search.nodes, tables.first
    if step == last:
        if step == floor:
            return EXHAUSTED
        step -= ONE
        used[chosen[step] >> PIECE_SHIFT] = 0
    budget = node_budget
    while budget > 0:
        bits = left[step]
        if bits != ZERO:
            left[step] = bits & (bits - ONE)
            place = np.uint64(cursor[step]) + trailing_zeros(bits)
            way = np.uint64(tables.way[place])
            if tables.others[step] > 0 and not fits_others(tables, search, step, way):
                continue
            chosen[step] = way
            used[way >> PIECE_SHIFT] = 1
            nodes[step] += 1
            budget -= 1
            step += ONE
            if step > deepest:
                deepest = step
                keep_fullest(search, step)
            if step == last:
                search.at[DEPTH] = step
                return FOUND
            group = open_step(tables, search, step)
            search.group[step] = group
            cursor[step] = first[group]
            left[step] = unused_ways(
                tables.way, used, np.uint64(first[group]), np.uint64(first[group + ONE])
            )
            continue
        start = np.uint64(cursor[step]) + WORD_BITS
        end = np.uint64(first[np.uint64(search.group[step]) + ONE])
        if start < end:
            cursor[step] = start
            left[step] = unused_ways(tables.way, used, start, end)
            continue
        if step == floor:
            search.at[DEPTH] = step
            return EXHAUSTED
        step -= ONE
        used[chosen[step] >> PIECE_SHIFT] = 0
    search.at[DEPTH] = step
    return PAUSED


@compiled
def advance_masks(tables: RowScanArrays, search: RowScanState, node_budget: int) -> int:
    """Do the same as `advance_lists`, with the candidates of a group in one word."""
    step, floor, last = search.at[DEPTH], search.at[FLOOR], search.at[CEILING]
    deepest = np.uint64(search.fullest[len(search.fullest) - 1])
    chosen, left, used_bits = search.chosen, search.left, search.used_bits
    nodes, piece_class = search.nodes, tables.piece_class
    bits_of_piece = tables.bits_of_piece
    if step == last:
        if step == floor:
            return EXHAUSTED
        step -= ONE
        kind = piece_class[step]
        used_bits[kind] ^= bits_of_piece[kind, chosen[step] >> PIECE_SHIFT]
    budget = node_budget
    while budget > 0:
        bits = left[step]
        if bits != ZERO:
            left[step] = bits & (bits - ONE)
            place = (np.uint64(search.group[step]) << WORD_SHIFT) + trailing_zeros(bits)
            way = np.uint64(tables.way_of_bit[place])
            if tables.others[step] > 0 and not fits_others(tables, search, step, way):
                continue
            chosen[step] = way
            kind = piece_class[step]
            used_bits[kind] ^= bits_of_piece[kind, way >> PIECE_SHIFT]
            nodes[step] += 1
            budget -= 1
            step += ONE
            if step > deepest:
                deepest = step
                keep_fullest(search, step)
            if step == last:
                search.at[DEPTH] = step
                return FOUND
            group = open_step(tables, search, step)
            search.group[step] = group
            left[step] = tables.mask[group] & ~used_bits[piece_class[step]]
        else:
            if step == floor:
                search.at[DEPTH] = step
                return EXHAUSTED
            step -= ONE
            kind = piece_class[step]
            used_bits[kind] ^= bits_of_piece[kind, chosen[step] >> PIECE_SHIFT]
    search.at[DEPTH] = step
    return PAUSED
