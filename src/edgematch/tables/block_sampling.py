"""How far a search comes after a block, estimated by random dives.

Aspinall et al. (section 6) suggest to estimate by Monte-Carlo simulation how likely a
block is part of a solution.  No dive ever meets a solution of a hard puzzle, so what is
measured is how many more blocks could be laid after this one, compared with the mean
of all dives at the same place.  A block that was met rarely is drawn to that mean.
"""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.block_dives import dive
from edgematch.puzzle import Puzzle
from edgematch.tables.block_listing import BlockKind, BlockPlace, Blocks
from edgematch.tables.block_metrics import Metric
from edgematch.tables.block_search import block_tables

_DIVES_AT_ONCE = 1_000
"""Between two looks at Ctrl-C."""
_SPREAD = 0x9E37_79B9_7F4A_7C15
"""Makes a word of many bits from a small seed."""


def sampled(
    puzzle: Puzzle,
    places: list[BlockPlace],
    blocks: dict[BlockKind, Blocks],
    dives: int,
    seed: int,
) -> dict[BlockKind, Metric]:
    """Return for each block how much further than usual dives came that laid it."""
    listed_number: list[NDArray[np.uint32]] = []
    tables = block_tables(puzzle, places, blocks, listed_number)
    draws = np.array([(seed + 1) * _SPREAD % 2**64], np.uint64)
    total = len(tables.candidates.way) - 1
    visits, excess = np.zeros(total), np.zeros(total)
    for start in range(0, dives, _DIVES_AT_ONCE):
        count = min(_DIVES_AT_ONCE, dives - start)
        paths = np.zeros((count, len(places)), np.uint32)
        depths = np.zeros(count, np.uint32)
        dive(tables.steps, tables.candidates, tables.start, draws, paths, depths)
        for step in range(int(depths.max())):
            met = depths > step
            further = depths[met] - (step + 1.0)
            further -= further.mean()
            visits += np.bincount(paths[met, step], minlength=total)
            excess += np.bincount(paths[met, step], further, minlength=total)
    mean = excess / (visits + 1)
    metrics, first = {}, 0
    for (kind, each), listed in zip(blocks.items(), listed_number, strict=True):
        here = slice(first, first + len(each))
        metrics[kind] = np.zeros(len(each))
        metrics[kind][listed] = mean[here]
        first += len(each)
    return metrics
