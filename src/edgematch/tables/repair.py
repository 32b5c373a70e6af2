"""Room for a repair: where it stands, and the search of one region."""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.region import Region
from edgematch.kernels.repair import Walk
from edgematch.tables.lying import LyingTables

MOST_CELLS = 64
"""Cells of a region: as many pieces as a word has bits for, if they do not turn."""


def empty_region(tables: LyingTables) -> Region:
    """Return room for a region."""
    return Region(
        cell=np.zeros(MOST_CELLS, np.uint32),
        size=np.zeros(1, np.int64),
        depth=np.full(tables.puzzle.cells + 1, -1, np.int32),
        way_of_bit=np.zeros(64, np.uint32),
        piece_bits=np.zeros(64, np.uint64),
        fitting=np.zeros(MOST_CELLS, np.uint64),
        showing=np.zeros((4, tables.colors + 2), np.uint64),
        demands=np.zeros((MOST_CELLS, 4), np.int32),
        bound=np.zeros(MOST_CELLS + 1, np.int32),
        level=np.zeros(MOST_CELLS, np.int32),
        left=np.zeros((MOST_CELLS, 5), np.uint64),
        taken=np.zeros(MOST_CELLS + 1, np.uint64),
        breaks=np.zeros(MOST_CELLS + 1, np.int32),
        found=np.zeros(MOST_CELLS, np.uint32),
        before=np.zeros(MOST_CELLS, np.uint32),
    )


def start_walk(
    tables: LyingTables,
    lying: NDArray[np.uint32],
    breaks: int,
    random: NDArray[np.uint64],
) -> Walk:
    """Return a repair of a full board that has done nothing yet."""
    return Walk(
        lying=lying.copy(),
        best=lying.copy(),
        broken=np.zeros(2 * tables.puzzle.joins + 2, np.uint32),
        count=np.array([breaks, breaks, 0, 0], np.int64),
        random=random.copy(),
    )
