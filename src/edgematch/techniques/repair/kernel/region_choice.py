"""Choose a region of a board at random.

Most shapes grow from breaks, by random neighbors, until they are large enough.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.random_draws import draw_below
from edgematch.placements.kernel.full_boards import PuzzleArrays, is_broken

from .region import Region

ONE, TWO, FAR, ROWS, COMPONENT, ANYWHERE, RANDOM = range(7)
"""Shapes: grown from one break; from two; from two and any other cell (a piece may have
to come from elsewhere); from one along rows; all cells with breaks that touch each
other, and their surroundings; grown from any cell; any cells."""
_TRIES: Final = 400


@inlined
def _add(puzzle: PuzzleArrays, region: Region, cell: int) -> None:
    """Add a cell, unless it is fixed or in the region already."""
    if puzzle.is_fixed[cell] or region.depth[cell] >= 0:
        return
    size = region.size[0]
    region.depth[cell] = size
    region.cell[size] = cell
    region.size[0] = size + 1


@compiled
def _add_component(
    puzzle: PuzzleArrays, ways: NDArray[np.uint32], region: Region, most: int
) -> None:
    """Add all cells with a break that touch the region, and so on."""
    done = 0
    while done < region.size[0]:
        for side in range(4):
            if region.size[0] >= most:
                return
            cell = puzzle.neighbor[region.cell[done], side]
            if cell == puzzle.neighbor.shape[0]:
                continue
            for beyond in range(4):
                if is_broken(puzzle, ways, cell, beyond):
                    _add(puzzle, region, cell)
                    break
        done += 1


@compiled
def choose_region(
    puzzle: PuzzleArrays,
    ways: NDArray[np.uint32],
    broken: NDArray[np.uint32],
    breaks: int,
    region: Region,
    shape: int,
    wanted: int,
    most: int,
    random: NDArray[np.uint64],
) -> None:
    """Draw `wanted` cells that are not fixed, or fewer if there are no more.

    A component may have more cells, up to `most`.  `broken` has the two cells of each
    break.
    """
    outside = puzzle.neighbor.shape[0]
    for i in range(region.size[0]):
        region.depth[region.cell[i]] = -1
    region.size[0] = 0
    seeds = 1
    if shape <= FAR:
        seeds = 1 + shape - ONE
    elif shape == RANDOM:
        seeds = _TRIES
    tries = 0
    while region.size[0] < wanted and tries < _TRIES:
        tries += 1
        if seeds > 0:
            seeds -= 1
            if shape < ANYWHERE:
                cell = np.int64(broken[draw_below(random, 2 * breaks)])
            if shape >= ANYWHERE or (shape == FAR and seeds == 0):
                cell = draw_below(random, outside)
            _add(puzzle, region, cell)
            if shape == COMPONENT:
                _add_component(puzzle, ways, region, most)
            continue
        if region.size[0] == 0:
            break
        cell = np.int64(region.cell[draw_below(random, region.size[0])])
        # Most breaks are in the last rows: this shape grows along rows.
        side = draw_below(random, 4)
        if shape == ROWS and draw_below(random, 2):
            side |= 1
        _add(puzzle, region, np.int64(puzzle.neighbor[cell, side]))
