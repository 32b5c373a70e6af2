"""The start of a local search: a full board, and the cells that it may swap."""

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.full_boards import FullBoardTables

from .kernel import SwapState


def start_swaps(
    tables: FullBoardTables, ways: NDArray[np.uint32], random: NDArray[np.uint64]
) -> SwapState:
    """Return the state of a local search that begins with a full board."""
    count = tables.puzzle.cells
    kinds = tables.cells.kind[:count]
    free = np.flatnonzero(tables.cells.is_fixed[:count] == 0)
    free = free[np.argsort(kinds[free], kind="stable")]
    first = np.zeros(count + 1, np.uint32)
    end = np.zeros(count + 1, np.uint32)
    for kind in np.unique(kinds[free]):
        places = np.flatnonzero(kinds[free] == kind)
        first[:count][kinds == kind] = places[0]
        end[:count][kinds == kind] = places[-1] + 1
    breaks = tables.breaks_of(ways)
    return SwapState(
        ways=ways.copy(),
        best=ways.copy(),
        broken=np.zeros(2 * tables.puzzle.joins + 2, np.uint32),
        free=free.astype(np.uint32),
        first_of_kind=first,
        end_of_kind=end,
        tabu_until=np.zeros(count + 1, np.int64),
        count=np.array([breaks, breaks, 0, 0], np.int64),
        random=random.copy(),
    )
