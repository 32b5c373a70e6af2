"""How likely a block is to find neighbors: H1 and H2 of Aspinall et al. (section 4).

For each side of a block that is not on the rim, the blocks are counted that may lie
beyond it: those of all kinds that the board has there, that show the pattern demanded.
H1 is the product of these numbers over the sides.  H2 does not count blocks that share
a piece with this one.  Blocks with the most are tried first.

A block with metric 0 has, at any place for it, a side with a place beyond it and no
block to lie there: it is part of no solution, and is left out.  That holds for all
puzzles and hints, because the kinds beyond are taken from the board at hand.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import EAST, NORTH, SIDES, SOUTH, WEST, opposite
from edgematch.kernels.block_metrics import count_disjoint
from edgematch.tables.block_listing import BlockKind, BlockPlace, Blocks
from edgematch.tables.ways import BITS

_MOST_PAIRS = 20_000_000_000
"""Pairs of blocks that H2 looks at, at about 2 ns each."""
_PAIRS_AT_ONCE = 100_000_000
"""Between two looks at Ctrl-C."""

Metric = NDArray[np.float64]
"""Shape (blocks,): the more, the earlier a block is tried."""


def kinds_beyond(
    places: list[BlockPlace],
) -> dict[tuple[BlockKind, int], list[BlockKind]]:
    """Return the kinds that lie beyond a side of a kind, somewhere on the board."""
    found: dict[tuple[BlockKind, int], set[BlockKind]] = defaultdict(set)
    for place in places:
        for number, here, there in (
            (place.above, NORTH, SOUTH),
            (place.before, WEST, EAST),
        ):
            if number is not None:
                found[place.kind, here].add(places[number].kind)
                found[places[number].kind, there].add(place.kind)
    return {key: sorted(kinds) for key, kinds in found.items()}


def h1(
    kind: BlockKind, places: list[BlockPlace], blocks: dict[BlockKind, Blocks]
) -> Metric:
    """Return the product over the sides of the number of blocks that fit there."""
    beyond = kinds_beyond(places)
    here = blocks[kind]
    metric = np.ones(len(here))
    for side in SIDES:
        if kind.on_rim[side]:
            continue
        fitting = np.zeros(len(here))
        for other in beyond[kind, side]:
            first, group = _groups(here, side, blocks[other])
            fitting += np.diff(first)[group]
        metric *= fitting
    return metric


def h2(
    kind: BlockKind, places: list[BlockPlace], blocks: dict[BlockKind, Blocks]
) -> Metric:
    """Return the same with only those blocks that share no piece."""
    beyond = kinds_beyond(places)
    here = blocks[kind]
    metric = np.ones(len(here))
    for side in SIDES:
        if kind.on_rim[side]:
            continue
        fitting = np.zeros(len(here), np.int64)
        for other in beyond[kind, side]:
            _add_disjoint(here, side, blocks[other], fitting)
        metric *= fitting
    return metric


def _groups(
    here: Blocks, side: int, there: Blocks
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Group the blocks beyond a side by pattern, and find the group of each block here.

    Group g is the slice first[g]:first[g + 1] of the blocks beyond, sorted by pattern;
    the last one is empty.
    """
    shown = there.shown[opposite(side)]
    patterns, times = np.unique(shown, return_counts=True)
    first = np.concatenate([[0], np.cumsum(times), [len(shown)]]).astype(np.uint32)
    wanted = here.demanded[side]
    group = np.searchsorted(patterns, wanted)
    is_there = np.isin(wanted, patterns)
    return first, np.where(is_there, group, len(patterns)).astype(np.uint32)


def _add_disjoint(
    here: Blocks, side: int, there: Blocks, fitting: NDArray[np.int64]
) -> None:
    first, group = _groups(here, side, there)
    pairs = np.cumsum(np.diff(first).astype(np.int64)[group])
    if len(pairs) == 0:
        return
    if pairs[-1] > _MOST_PAIRS:
        raise UnsupportedPuzzle(
            f"h2 would compare {pairs[-1]:,} pairs of blocks; take h1 or none"
        )
    by_pattern = np.argsort(there.shown[opposite(side)], kind="stable")
    words = int(max(here.pieces.max(), there.pieces.max(initial=0))) // BITS + 1
    own = _piece_sets(here.pieces, words)
    neighbors = _piece_sets(there.pieces[by_pattern], words)
    start = 0
    while start < len(here):
        before = pairs[start - 1] if start else 0
        end = int(np.searchsorted(pairs, before + _PAIRS_AT_ONCE, side="right"))
        end = max(end, start + 1)
        part = slice(start, end)
        count_disjoint(own[part], group[part], first, neighbors, fitting[part])
        start = end


def _piece_sets(pieces: NDArray[np.uint16], words: int) -> NDArray[np.uint64]:
    """Return the pieces of each block as bits, shape (blocks, words)."""
    sets = np.zeros((len(pieces), words), np.uint64)
    rows = np.arange(len(pieces))
    for cell in range(pieces.shape[1]):
        word, bit = np.divmod(pieces[:, cell], np.uint16(BITS))
        sets[rows, word] |= np.uint64(1) << bit.astype(np.uint64)
    return sets


def in_order_of(metric: Metric, blocks: Blocks, *, drop_zero: bool = True) -> Blocks:
    """Return the blocks with the highest metric first, those with metric 0 left out."""
    order = np.argsort(-metric, kind="stable")
    return blocks.chosen(order[metric[order] > 0] if drop_zero else order)
