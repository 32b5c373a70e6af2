"""How far a search gets after a block, estimated by random dives.

Aspinall et al. (section 6) suggest estimating by Monte Carlo simulation how likely a
block is to be part of a solution.  No dive reaches a solution of a hard puzzle, so this
measures how many more blocks could be placed after a block, compared with the mean of
all dives at the same place.  Blocks with few visits are shrunk towards that mean.
"""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel.dives import dive
from .places import BlockKind
from .search import block_tables
from .sorted_blocks import Metric, SortedBlocks

_DIVES_AT_ONCE = 1_000
"""Dives between checks for Ctrl-C."""
_MOST_WAITING = 1 << 18
"""The most visits of blocks that are not added up yet."""
_SPREAD = 0x9E37_79B9_7F4A_7C15
"""Multiplier that spreads small seeds."""


class Tally:
    """Visits of blocks by dives, and how far these dives got."""

    def __init__(self) -> None:
        self._blocks = [np.zeros(0, np.uint32)]
        # Sums: numpy's types take what `bincount` weighs for whole numbers.
        self._visits: list[NDArray[Any]] = [np.zeros(0)]
        self._excess: list[NDArray[Any]] = [np.zeros(0)]
        self._waiting = 0

    def add(self, blocks: NDArray[np.uint32], further: NDArray[np.float64]) -> None:
        """Add visits of blocks, and how much further than the mean the dives got."""
        met, number = np.unique(blocks, return_inverse=True)
        self._blocks.append(met)
        self._visits.append(np.bincount(number).astype(float))
        self._excess.append(np.bincount(number, further))
        self._waiting += len(met)
        if self._waiting > _MOST_WAITING:
            self._add_up()

    def _add_up(self) -> None:
        met, number = np.unique(np.concatenate(self._blocks), return_inverse=True)
        self._blocks = [met]
        self._visits = [np.bincount(number, np.concatenate(self._visits))]
        self._excess = [np.bincount(number, np.concatenate(self._excess))]
        self._waiting = 0

    def means(self) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the visited blocks, and the mean of each, shrunk towards 0."""
        self._add_up()
        return self._blocks[0], self._excess[0] / (self._visits[0] + 1)


def excess_depths(
    blocks: SortedBlocks, kinds: Collection[BlockKind], dives: int, seed: int
) -> Metric:
    """Return, for each block, how much further than the mean its dives got.

    It is 0 for blocks that no dive visited, and for kinds not in `kinds`.
    """
    tally = _tally(blocks, dives, seed)
    met, means = tally.means()
    metric = np.zeros(len(blocks))
    metric[met] = means
    for kind, part in blocks.slices.items():
        if kind not in kinds:
            metric[part] = 0
    return metric


def _tally(blocks: SortedBlocks, dives: int, seed: int) -> Tally:
    tables = block_tables(blocks)
    draws = np.array([(seed + 1) * _SPREAD % 2**64], np.uint64)
    tally = Tally()
    for start in range(0, dives, _DIVES_AT_ONCE):
        count = min(_DIVES_AT_ONCE, dives - start)
        paths = np.zeros((count, len(blocks.places)), np.uint32)
        depths = np.zeros(count, np.uint32)
        dive(tables.arrays, tables.start, draws, paths, depths)
        for step in range(int(depths.max())):
            met = depths > step
            further = depths[met] - (step + 1.0)
            tally.add(paths[met, step], further - further.mean())
    return tally
