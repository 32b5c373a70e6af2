"""Large neighborhood search: empty a region with breaks, fill it as well as possible.

A filling that is as good as the one before is accepted, so that the search wanders over
boards of the same score; now and then a worse one is.  By how much is random, each
further break with the same probability: exp(-1 / T) is annealing at temperature T.  Or
by late acceptance: a board may be as bad as the one a fixed number of fillings ago
(Burke and Bykov, "The late acceptance hill-climbing heuristic", 2017).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.random_draws import draw_below, draw_share
from edgematch.placements.kernel.full_boards import PuzzleArrays, count_breaks

from .region import Region, fill_region, list_ways, order_cells, set_bounds
from .region_choice import choose_region

BREAKS, FEWEST, NODES, MOVES, ROUNDS = range(5)
"""Slots of `RepairState.count`: breaks, the fewest so far, nodes, fillings accepted,
regions freed."""


class RepairState(NamedTuple):
    """The state of a repair."""

    ways: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    best: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    broken: NDArray[np.uint32]
    """Shape (2 * joins + 2,): the cells of the breaks."""
    count: NDArray[np.int64]
    """Shape (5,): by the slots above."""
    history: NDArray[np.int64]
    """Shape (H,): breaks of earlier boards; H is 0 without late acceptance."""
    random: NDArray[np.uint64]
    """Shape (1,)."""


@inlined
def _allowance(
    state: RepairState, breaks: int, chance: float, most_worse: int, drawn: float
) -> int:
    """Return how many breaks worse the board may become."""
    length = state.history.size
    if length:
        before = state.history[state.count[ROUNDS] % length]
        return min(max(before - breaks, 0), most_worse)
    worse, bar = 0, chance
    while worse < most_worse and drawn < bar:
        worse += 1
        bar *= chance
    return worse


@compiled
def repair(
    puzzle: PuzzleArrays,
    state: RepairState,
    region: Region,
    shapes: NDArray[np.int64],
    smallest: int,
    largest: int,
    nodes_each: int,
    chance: float,
    most_worse: int,
    node_budget: int,
) -> None:
    """Empty and fill regions for about `node_budget` nodes, or to a better board.

    The shape of each region is drawn from `shapes`.  A filling may be worse with
    probability `chance`, and by up to `most_worse` breaks.
    """
    count, random, ways = state.count, state.random, state.ways
    goal = count[NODES] + node_budget
    fewest = count[FEWEST]
    while count[NODES] < goal and count[FEWEST] == fewest and fewest > 0:
        count[NODES] += 1  # so that the loop also ends if all cells are fixed
        breaks = count_breaks(puzzle, ways, state.broken)
        count[BREAKS] = breaks
        wanted = smallest + draw_below(random, largest - smallest + 1)
        shape = shapes[draw_below(random, shapes.size)]
        choose_region(
            puzzle, ways, state.broken, breaks, region, shape, wanted, largest, random
        )
        if region.size[0] < 2:
            continue
        order_cells(puzzle, region, random)
        list_ways(puzzle, ways, region, random)
        here = set_bounds(puzzle, ways, region)
        worse = _allowance(state, breaks, chance, most_worse, draw_share(random))
        found, nodes = fill_region(
            puzzle, ways, region, here + worse, worse > 0, nodes_each
        )
        count[NODES] += nodes
        for i in range(region.size[0]):
            cell = region.cell[i]
            ways[cell] = region.found[i] if found >= 0 else region.before[i]
        if found >= 0:
            count[MOVES] += 1
            count[BREAKS] = breaks + found - here
            if count[BREAKS] < count[FEWEST]:
                count[FEWEST] = count[BREAKS]
                for cell in range(ways.size):
                    state.best[cell] = ways[cell]
        if state.history.size:
            place = count[ROUNDS] % state.history.size
            state.history[place] = min(state.history[place], count[BREAKS])
        count[ROUNDS] += 1
