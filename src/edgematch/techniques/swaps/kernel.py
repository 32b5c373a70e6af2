"""Local search on full boards: two cells swap their pieces, or a piece is turned.

*Annealing* accepts a move that makes more breaks with a probability that falls with the
temperature.  *Tabu* examines all swaps of some cells with a break, makes the best one,
and forbids both cells to move for a while.
"""

from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.random_draws import draw_below, draw_share
from edgematch.placements.kernel.full_boards import (
    PuzzleArrays,
    count_breaks,
    is_broken,
)

BREAKS, FEWEST, NODES, MOVES = range(4)
"""Slots of `SwapState.count`: breaks, the fewest so far, nodes, moves."""

_PIECE_SHIFT = np.uint32(4)
_TURN_SHIFT = np.uint32(2)


class SwapState(NamedTuple):
    """The state of a local search."""

    ways: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    best: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    broken: NDArray[np.uint32]
    """Shape (2 * joins + 2,)."""
    free: NDArray[np.uint32]
    """Shape (free cells,): those that are no hints, by kind."""
    first_of_kind: NDArray[np.uint32]
    """Shape (cells + 1,): where the cells of the same kind begin in `free`."""
    end_of_kind: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    tabu_until: NDArray[np.int64]
    """Shape (cells + 1,): the move until which a cell must not be moved."""
    count: NDArray[np.int64]
    """Shape (4,): by the slots above."""
    random: NDArray[np.uint64]
    """Shape (1,)."""


@inlined
def _breaks_around(puzzle: PuzzleArrays, ways: NDArray[np.uint32], cell: int) -> int:
    count = 0
    for side in range(4):
        count += is_broken(puzzle, ways, cell, side)
    return count


@inlined
def _best_turn(
    puzzle: PuzzleArrays,
    ways: NDArray[np.uint32],
    cell: int,
    random: NDArray[np.uint64],
) -> None:
    """Give the piece on a cell its best turn; break ties at random."""
    piece = ways[cell] >> _PIECE_SHIFT
    fewest, ties, chosen = 5, 0, ways[cell]
    for turn in range(4):
        way = (piece << _PIECE_SHIFT) + (np.uint32(turn) << _TURN_SHIFT)
        if puzzle.rim_of_way[way >> _TURN_SHIFT] != puzzle.rim[cell]:
            continue
        ways[cell] = way
        breaks = _breaks_around(puzzle, ways, cell)
        if breaks < fewest:
            fewest, ties, chosen = breaks, 1, way
        elif breaks == fewest:
            ties += 1
            if draw_below(random, ties) == 0:
                chosen = way
    ways[cell] = chosen


@inlined
def _around_both(
    puzzle: PuzzleArrays, ways: NDArray[np.uint32], one: int, other: int
) -> int:
    """Count the breaks around two cells; one between them counts twice."""
    return _breaks_around(puzzle, ways, one) + _breaks_around(puzzle, ways, other)


@inlined
def _break_between(
    puzzle: PuzzleArrays, ways: NDArray[np.uint32], one: int, other: int
) -> int:
    """Return 1 if two cells touch and their join is a break."""
    for side in range(4):
        if puzzle.neighbor[one, side] == other:
            return int(is_broken(puzzle, ways, one, side))
    return 0


@inlined
def _cost(puzzle: PuzzleArrays, ways: NDArray[np.uint32], one: int, other: int) -> int:
    if one == other:
        return _breaks_around(puzzle, ways, one)
    both = _around_both(puzzle, ways, one, other)
    return both - _break_between(puzzle, ways, one, other)


@inlined
def _swap(puzzle: PuzzleArrays, state: SwapState, one: int, other: int) -> None:
    """Swap the pieces of two cells and give each its best turn."""
    ways = state.ways
    way = ways[one]
    ways[one] = ways[other]
    ways[other] = way
    _best_turn(puzzle, ways, one, state.random)
    _best_turn(puzzle, ways, other, state.random)


@inlined
def _keep_best(state: SwapState) -> None:
    if state.count[BREAKS] < state.count[FEWEST]:
        state.count[FEWEST] = state.count[BREAKS]
        for cell in range(state.ways.size):
            state.best[cell] = state.ways[cell]


@compiled
def anneal(
    puzzle: PuzzleArrays, state: SwapState, temperature: float, node_budget: int
) -> None:
    """Try `node_budget` moves at a temperature, or until a better board is found."""
    ways, count, random = state.ways, state.count, state.random
    fewest = count[FEWEST]
    for _ in range(node_budget):
        count[NODES] += 1
        one = np.int64(state.free[draw_below(random, state.free.size)])
        first, end = state.first_of_kind[one], state.end_of_kind[one]
        other = np.int64(state.free[first + draw_below(random, end - first)])
        before_one, before_other = ways[one], ways[other]
        before = _cost(puzzle, ways, one, other)
        if one == other:
            turn = np.uint32(draw_below(random, 4))
            way = (ways[one] >> _PIECE_SHIFT << _PIECE_SHIFT) + (turn << _TURN_SHIFT)
            if puzzle.rim_of_way[way >> _TURN_SHIFT] != puzzle.rim[one]:
                continue
            ways[one] = way
        else:
            _swap(puzzle, state, one, other)
        more = _cost(puzzle, ways, one, other) - before
        if more > 0 and draw_share(random) >= exp(-more / temperature):
            ways[one], ways[other] = before_one, before_other
            continue
        count[BREAKS] += more
        _keep_best(state)
        if count[FEWEST] < fewest:
            return


@compiled
def tabu(
    puzzle: PuzzleArrays, state: SwapState, looks: int, tenure: int, node_budget: int
) -> None:
    """Examine about `node_budget` swaps, or until a better board is found."""
    ways, count, random = state.ways, state.count, state.random
    goal, fewest = count[NODES] + node_budget, count[FEWEST]
    while count[NODES] < goal and count[FEWEST] == fewest and fewest > 0:
        breaks = count_breaks(puzzle, ways, state.broken)
        count[BREAKS] = breaks
        count[NODES] += 1
        count[MOVES] += 1
        least, ties = 1 << 20, 0
        here, there = -1, -1
        way_here, way_there = ways[0], ways[0]
        for _ in range(looks):
            one = np.int64(state.broken[draw_below(random, 2 * breaks)])
            if puzzle.is_fixed[one]:
                continue
            for place in range(state.first_of_kind[one], state.end_of_kind[one]):
                other = np.int64(state.free[place])
                before_one, before_other = ways[one], ways[other]
                before = _cost(puzzle, ways, one, other)
                _swap(puzzle, state, one, other)
                more = _cost(puzzle, ways, one, other) - before
                after_one, after_other = ways[one], ways[other]
                ways[one], ways[other] = before_one, before_other
                count[NODES] += 1
                is_same = after_one == before_one and after_other == before_other
                until = max(state.tabu_until[one], state.tabu_until[other])
                # A move to the best board of all is never forbidden.
                is_tabu = until > count[MOVES] and breaks + more >= count[FEWEST]
                if is_same or is_tabu or more > least:
                    continue
                if more < least:
                    least, ties = more, 0
                ties += 1
                if draw_below(random, ties) == 0:
                    here, there = one, other
                    way_here, way_there = after_one, after_other
        if here < 0:
            continue
        ways[here], ways[there] = way_here, way_there
        until = count[MOVES] + tenure + draw_below(random, tenure + 1)
        state.tabu_until[here] = until
        state.tabu_until[there] = until
        count[BREAKS] = breaks + least
        _keep_best(state)
