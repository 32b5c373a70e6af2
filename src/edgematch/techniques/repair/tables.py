"""The arrays of a repair: its state, and the search of one region."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.full_boards import FullBoardTables

from . import MOST_CELLS
from .kernel.region import Region
from .kernel.region_choice import ANYWHERE, COMPONENT, FAR, ONE, RANDOM, ROWS, TWO
from .kernel.search import RepairState

_BITS = 64
_SHAPES = {
    "one": ONE,
    "two": TWO,
    "far": FAR,
    "rows": ROWS,
    "component": COMPONENT,
    "anywhere": ANYWHERE,
    "random": RANDOM,
}
"""Names of shapes of regions, see `kernel/region_choice.py`."""


def shape_numbers(names: Iterable[str]) -> NDArray[np.int64]:
    """Return the numbers of shapes in the kernel."""
    return np.array([_SHAPES[name] for name in names], np.int64)


def empty_region(tables: FullBoardTables, largest: int = MOST_CELLS) -> Region:
    """Return space for regions of at most `largest` cells."""
    words = -(-largest * len(tables.puzzle.turns) // _BITS)
    return Region(
        words=tuple(range(words)),
        cell=np.zeros(MOST_CELLS, np.uint32),
        size=np.zeros(1, np.int64),
        depth=np.full(tables.puzzle.cells + 1, -1, np.int32),
        way_of_bit=np.zeros(words * _BITS, np.uint32),
        piece_bits=np.zeros((words, words * _BITS), np.uint64),
        fitting=np.zeros((words, MOST_CELLS), np.uint64),
        showing=np.zeros((words, 4, tables.colors + 2), np.uint64),
        demands=np.zeros((MOST_CELLS, 4), np.int32),
        bound=np.zeros(MOST_CELLS + 1, np.int32),
        level=np.zeros(MOST_CELLS, np.int32),
        left=np.zeros((words, MOST_CELLS, 5), np.uint64),
        taken=np.zeros((words, MOST_CELLS + 1), np.uint64),
        breaks=np.zeros(MOST_CELLS + 1, np.int32),
        found=np.zeros(MOST_CELLS, np.uint32),
        before=np.zeros(MOST_CELLS, np.uint32),
    )


def start_repair(
    tables: FullBoardTables,
    ways: NDArray[np.uint32],
    breaks: int,
    random: NDArray[np.uint64],
    history: NDArray[np.int64],
) -> RepairState:
    """Return the state of a repair that begins with a full board."""
    return RepairState(
        ways=ways.copy(),
        best=ways.copy(),
        broken=np.zeros(2 * tables.puzzle.joins + 2, np.uint32),
        count=np.array([breaks, breaks, 0, 0, 0], np.int64),
        history=history.copy(),
        random=random.copy(),
    )
