"""How far a search comes after a block, estimated by random dives.

Aspinall et al. (section 6) suggest to estimate by Monte-Carlo simulation how likely a
block is part of a solution.  No dive ever meets a solution of a hard puzzle, so what is
measured is how many more blocks could be laid after this one, compared with the mean
of all dives at the same place.  A block that was met rarely is drawn to that mean.
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
"""Between two looks at Ctrl-C."""
_MOST_WAITING = 1 << 18
"""Blocks that dives have met and that are not added up yet."""
_SPREAD = 0x9E37_79B9_7F4A_7C15
"""Makes a word of many bits from a small seed."""


class Tally:
    """What dives found out about the blocks that they met, and no others."""

    def __init__(self) -> None:
        self._blocks = [np.zeros(0, np.uint32)]
        # Sums: numpy's types take what `bincount` weighs for whole numbers.
        self._visits: list[NDArray[Any]] = [np.zeros(0)]
        self._excess: list[NDArray[Any]] = [np.zeros(0)]
        self._waiting = 0

    def add(self, blocks: NDArray[np.uint32], further: NDArray[np.float64]) -> None:
        """Note how much further than others the dives came that met some blocks."""
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
        """Return the blocks that were met, and the mean of each, drawn to 0."""
        self._add_up()
        return self._blocks[0], self._excess[0] / (self._visits[0] + 1)


def excess_depths(
    blocks: SortedBlocks, kinds: Collection[BlockKind], dives: int, seed: int
) -> Metric:
    """Return for each block how much further than usual dives came that laid it.

    For blocks that no dive met, and of other kinds than `kinds`, it is 0.
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
        dive(tables.steps, tables.candidates, tables.start, draws, paths, depths)
        for step in range(int(depths.max())):
            met = depths > step
            further = depths[met] - (step + 1.0)
            tally.add(paths[met, step], further - further.mean())
    return tally
