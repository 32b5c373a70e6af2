"""Depth-first search of every board with at most a given number of breaks.

It is run for 0 breaks, then 1, and so on: the first number with a board is the answer,
and all smaller ones are proved impossible.  Of pieces that look the same, a step tries
only the first that is unused.

In a framed puzzle every side off the rim is joined in the end, which gives a bound: if
an odd number of sides of a color is still to be joined, or more sides of one color than
of its mate, not all of them can match, and each break uses up two such sides.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.tree import EXHAUSTED, FOUND, PAUSED
from edgematch.placements.kernel.full_boards import PIECE_SHIFT, PuzzleArrays

STEP, AT_LEAST, LEFT_OVER, NODES = range(4)
"""Slots of `ExactState.at`: steps filled, breaks allowed, sides left over, nodes."""
_ONE = np.uint32(1)


class ExactOrder(NamedTuple):
    """The fill order, and the ways for each step."""

    beside: NDArray[np.uint32]
    """Shape (steps, 4): the step, hint or blank beyond each side."""
    before: NDArray[np.uint8]
    """Shape (steps, 4): 1 if it is filled before this step."""
    first: NDArray[np.uint32]
    """Shape (steps,): where the ways of this kind of step begin in `way`."""
    end: NDArray[np.uint32]
    """Shape (steps,)."""
    way: NDArray[np.uint32]
    """By kind of step; ways that look the same are adjacent."""
    look: NDArray[np.uint32]
    """The number of the appearance of each way."""
    mate: NDArray[np.uint16]
    """Shape (colors + 2,): the color that may face each; the rim and none face
    themselves.  Of length 0 if the puzzle is unframed: any side may be on the rim."""


class ExactState(NamedTuple):
    """The state of a search."""

    at: NDArray[np.int64]
    """Shape (4,): by the slots above."""
    chosen: NDArray[np.uint32]
    """Shape (steps + hints + 1,): the way on each, a blank last."""
    cursor: NDArray[np.uint32]
    """Shape (steps,)."""
    tried: NDArray[np.uint32]
    """Shape (steps,): the last appearance that was tried, plus one."""
    breaks: NDArray[np.int32]
    """Shape (steps + 1,): made before."""
    used: NDArray[np.uint8]
    """Shape (pieces + 1,)."""
    balance: NDArray[np.int32]
    """Shape (colors + 2,): sides of each color that are not joined yet."""


@inlined
def _left_over(order: ExactOrder, search: ExactState, color: np.uint16) -> int:
    """Return how many unjoined sides of a color and its mate cannot match."""
    mate = order.mate[color]
    if mate == color:
        return search.balance[color] & 1
    return abs(search.balance[color] - search.balance[mate])


@inlined
def _change(order: ExactOrder, search: ExactState, color: np.uint16, by: int) -> None:
    search.at[LEFT_OVER] -= _left_over(order, search, color)
    search.balance[color] += by
    search.at[LEFT_OVER] += _left_over(order, search, color)


@inlined
def _join(
    puzzle: PuzzleArrays, order: ExactOrder, search: ExactState, step: int, by: int
) -> int:
    """Join a piece to those before it, or undo that; return the breaks it makes."""
    breaks = 0
    way = search.chosen[step]
    for side in range(4):
        if not order.before[step, side]:
            continue
        there = search.chosen[order.beside[step, side]] + np.uint32(side ^ 2)
        here = puzzle.shown[way + np.uint32(side)]
        breaks += here != puzzle.demanded[there]
        if by and order.mate.size > 0:
            _change(order, search, here, by)
            _change(order, search, puzzle.shown[there], by)
    return breaks


@compiled
def advance(
    puzzle: PuzzleArrays, order: ExactOrder, search: ExactState, node_budget: int
) -> int:
    """Continue for at most `node_budget` nodes; returns FOUND, EXHAUSTED or PAUSED."""
    step, allowed = search.at[STEP], search.at[AT_LEAST]
    steps = order.first.size
    budget = node_budget
    if steps == 0:
        return FOUND if search.breaks[0] <= allowed else EXHAUSTED
    while budget > 0:
        cursor = search.cursor[step]
        if cursor == order.end[step]:
            search.cursor[step] = order.first[step]
            search.tried[step] = 0
            if step == 0:
                search.at[STEP] = 0
                return EXHAUSTED
            step -= 1
            search.used[search.chosen[step] >> PIECE_SHIFT] = 0
            _join(puzzle, order, search, step, 1)
            continue
        search.cursor[step] = cursor + _ONE
        way, look = order.way[cursor], order.look[cursor] + _ONE
        if search.used[way >> PIECE_SHIFT] or look == search.tried[step]:
            continue
        search.tried[step] = look
        search.chosen[step] = way
        budget -= 1
        search.at[NODES] += 1
        breaks = search.breaks[step] + _join(puzzle, order, search, step, 0)
        if breaks > allowed:
            continue
        _join(puzzle, order, search, step, -1)
        # Every further break uses up two of the sides that are left over.
        if breaks + (search.at[LEFT_OVER] + 1) // 2 > allowed:
            _join(puzzle, order, search, step, 1)
            continue
        search.used[way >> PIECE_SHIFT] = 1
        search.breaks[step + 1] = breaks
        step += 1
        if step == steps:
            search.at[STEP] = step
            return FOUND
    search.at[STEP] = step
    return PAUSED
