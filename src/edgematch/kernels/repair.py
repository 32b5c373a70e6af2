"""Large neighborhood search: free a region where breaks are, fill it as well as can be.

Regions grow from breaks, by neighbors drawn at random: from one, from two, from two and
any other cell (a piece may have to come from elsewhere), or as some cells of a few
rows.  A filling that is as good as what lay there is taken as well, so that the board
wanders over boards of the same score; now and then one that is worse.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.lying import Cells, Pieces, count_breaks
from edgematch.kernels.random_draws import drawn_below, drawn_share
from edgematch.kernels.region import (
    Region,
    fill_region,
    list_ways,
    order_cells,
    set_bounds,
)

_SHAPES: Final = 4
_BITS: Final = 64
_TRIES: Final = 400

BREAKS, FEWEST, NODES, MOVES = range(4)


class Walk(NamedTuple):
    """Where a repair stands."""

    lying: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    best: NDArray[np.uint32]
    """Shape (cells + 1,)."""
    broken: NDArray[np.uint32]
    """Shape (2 * joins + 2,): the cells of the breaks."""
    count: NDArray[np.int64]
    """Shape (4,): breaks, the fewest so far, nodes, fillings taken."""
    random: NDArray[np.uint64]
    """Shape (1,)."""


@compiled
def choose_region(
    cells: Cells, walk: Walk, breaks: int, region: Region, wanted: int, turns: int
) -> None:
    """Draw cells that are not fixed, at most as many as one word has bits for."""
    random, size, outside = walk.random, 0, cells.neighbor.shape[0]
    for i in range(region.size[0]):
        region.depth[region.cell[i]] = -1
    shape = drawn_below(random, _SHAPES)
    seeds = 1 if shape == 3 else shape + 1
    wanted = min(wanted, _BITS // turns, region.cell.size)
    tries = 0
    while size < wanted and tries < _TRIES:
        tries += 1
        if seeds > 0:
            seeds -= 1
            cell = np.int64(walk.broken[drawn_below(random, 2 * breaks)])
            if shape == 2 and seeds == 0:
                cell = drawn_below(random, outside)
        elif size == 0:
            break
        else:
            cell = np.int64(region.cell[drawn_below(random, size)])
            # Rows are where most breaks are: the last shape grows along them.
            side = drawn_below(random, 4)
            if shape == 3 and drawn_below(random, 2):
                side |= 1
            cell = np.int64(cells.neighbor[cell, side])
        if cells.is_fixed[cell] or region.depth[cell] >= 0:
            continue
        region.depth[cell] = size
        region.cell[size] = cell
        size += 1
    region.size[0] = size


@compiled
def repair(
    pieces: Pieces,
    cells: Cells,
    walk: Walk,
    region: Region,
    turns: int,
    smallest: int,
    largest: int,
    nodes_each: int,
    heat: float,
    node_budget: int,
) -> None:
    """Free and fill regions until so many nodes are used, or a better board is found.

    `turns` is how many turns a piece may have.  `heat` is the chance that a filling may
    be worse by one break.
    """
    count, random, lying = walk.count, walk.random, walk.lying
    goal = count[NODES] + node_budget
    fewest = count[FEWEST]
    while count[NODES] < goal and count[FEWEST] == fewest and fewest > 0:
        count[NODES] += 1  # a board of nothing but fixed cells comes to an end as well
        breaks = count_breaks(pieces, cells, lying, walk.broken)
        count[BREAKS] = breaks
        wanted = smallest + drawn_below(random, largest - smallest + 1)
        choose_region(cells, walk, breaks, region, wanted, turns)
        if region.size[0] < 2:
            continue
        order_cells(cells, region, random)
        list_ways(pieces, cells, lying, region, random)
        here = set_bounds(pieces, cells, lying, region)
        is_worse_taken = drawn_share(random) < heat
        found, nodes = fill_region(
            pieces,
            cells,
            lying,
            region,
            here + is_worse_taken,
            is_worse_taken,
            nodes_each,
        )
        count[NODES] += nodes
        for i in range(region.size[0]):
            cell = region.cell[i]
            lying[cell] = region.found[i] if found >= 0 else region.before[i]
        if found >= 0:
            count[MOVES] += 1
            count[BREAKS] = breaks + found - here
            if count[BREAKS] < count[FEWEST]:
                count[FEWEST] = count[BREAKS]
                for cell in range(lying.size):
                    walk.best[cell] = lying[cell]
