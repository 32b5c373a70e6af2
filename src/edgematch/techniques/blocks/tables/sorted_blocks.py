"""All blocks of a board, sorted by the places that they fit.

A group is the blocks that fit at one kind of place, below one pattern and beside
another.  Blocks are listed in chunks, once to count them and once to put them into
their groups, and later are sorted only within their group: no second array of that size
is needed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import NORTH, WEST
from edgematch.puzzle import Puzzle

from .enumeration import (
    MOST_PIECES,
    BlockList,
    Patterns,
    WayColors,
    Ways,
    block_chunks,
    way_colors,
)
from .places import BlockKind, BlockPlace, kinds_of

_MOST_GROUPS = 1 << 27
"""Groups of candidates, at 4 bytes each."""
_MOST_PATTERNS = (1 << 16) - 2
"""Numbers of patterns, with the rim and 'no block shows it', take 16 bits."""
_PART = 1 << 16
"""Blocks that are processed together."""

Metric = NDArray[np.float64]
"""Shape (blocks,): the more, the earlier a block is tried."""


@dataclass(frozen=True)
class Numbering:
    """Numbers of the patterns by which blocks are looked up.

    Number 0 is the rim, the last one is that of patterns that no block shows.
    """

    number: NDArray[np.uint16]
    """Shape (rows of colors + 1,): the number of each; all others have the last."""

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return int(self.number[-1]) + 1

    def of(self, patterns: Patterns) -> NDArray[np.uint16]:
        """Return the numbers of some patterns."""
        found: NDArray[np.uint16]
        found = self.number[np.minimum(patterns, np.uint32(len(self.number) - 1))]
        return found


class Groups(NamedTuple):
    """The groups of a kind of place: north * stride + west, from `base` on.

    On the rim there is one pattern only.
    """

    base: int
    stride: int
    end: int


def groups_of(kinds: list[BlockKind], count: int) -> dict[BlockKind, Groups]:
    """Number the groups of all kinds, of `count` patterns each."""
    groups, base = {}, 0
    for kind in kinds:
        stride = 1 if kind.on_rim[WEST] else count
        end = base + stride * (1 if kind.on_rim[NORTH] else count)
        groups[kind] = Groups(base, stride, end)
        base = end
    return groups


@dataclass(frozen=True)
class SortedBlocks:
    """The blocks of every kind of place, sorted by kind, north and west."""

    puzzle: Puzzle
    places: tuple[BlockPlace, ...]
    numbering: Numbering
    ways: Ways
    """Shape (blocks + 1, cells); of a piece that does not exist where a block has
    fewer cells than others, and for the last one."""
    counts: NDArray[np.uint32]
    """Shape (groups,): how many blocks each group has."""

    def __len__(self) -> int:
        return len(self.ways) - 1

    @cached_property
    def colors(self) -> WayColors:
        """What every way shows."""
        return way_colors(self.puzzle)

    @cached_property
    def groups(self) -> dict[BlockKind, Groups]:
        """The groups of each kind."""
        return groups_of(kinds_of(self.places), self.numbering.count)

    @cached_property
    def slices(self) -> dict[BlockKind, slice]:
        """Where the blocks of each kind are."""
        slices, start = {}, 0
        for kind, groups in self.groups.items():
            end = start + int(self.counts[groups.base : groups.end].sum())
            slices[kind] = slice(start, end)
            start = end
        return slices

    def of_kind(self, kind: BlockKind) -> BlockList:
        """Return the blocks of a kind."""
        ways = self.ways[self.slices[kind], : kind.height * kind.width]
        return BlockList(kind, ways, self.colors)

    def parts(self, kind: BlockKind) -> Iterator[tuple[slice, BlockList]]:
        """Yield the blocks of a kind, some at a time, and where they are."""
        whole = self.slices[kind]
        for first in range(whole.start, whole.stop, _PART):
            part = slice(first, min(first + _PART, whole.stop))
            ways = self.ways[part, : kind.height * kind.width]
            yield part, BlockList(kind, ways, self.colors)


def sorted_blocks(
    puzzle: Puzzle, places: list[BlockPlace], upright: bool = False
) -> SortedBlocks:
    """List the blocks of every kind of place; within a group as they are listed."""
    kinds = kinds_of(places)
    numbering = _numbering(puzzle, kinds, upright)
    groups = groups_of(kinds, numbering.count)
    counts = np.zeros(groups[kinds[-1]].end, np.uint32)
    for kind in kinds:
        for chunk in block_chunks(puzzle, kind, upright):
            group = _group(chunk, numbering, groups[kind])
            seen, times = np.unique(group, return_counts=True)
            counts[seen] += times.astype(np.uint32)
    cells = max(kind.height * kind.width for kind in kinds)
    blank = len(puzzle.pieces) * 4
    ways = np.full((int(counts.sum()) + 1, cells), blank, np.uint16)
    free = np.cumsum(counts, dtype=np.uint32)
    free -= counts
    for kind in kinds:
        for chunk in block_chunks(puzzle, kind, upright):
            group = _group(chunk, numbering, groups[kind])
            order = np.argsort(group, kind="stable")
            seen, start, times = np.unique(
                group[order], return_index=True, return_counts=True
            )
            # The next free places of each group, as many as it has blocks here.
            place = np.repeat(free[seen] - start, times) + np.arange(len(chunk))
            free[seen] += times.astype(np.uint32)
            ways[place, : chunk.ways.shape[1]] = chunk.ways[order]
    return SortedBlocks(puzzle, tuple(places), numbering, ways, counts)


def _numbering(puzzle: Puzzle, kinds: list[BlockKind], upright: bool) -> Numbering:
    """Number the patterns that blocks show to the north and west, from 1."""
    patterns = np.zeros(0, np.uint32)
    pieces = 0
    for kind in kinds:
        sides = [side for side in (NORTH, WEST) if not kind.on_rim[side]]
        for chunk in block_chunks(puzzle, kind, upright):
            pieces += chunk.ways.size
            if pieces > MOST_PIECES:
                raise UnsupportedPuzzle(
                    "the blocks would take too much memory; use smaller blocks"
                )
            for side in sides:
                patterns = np.union1d(patterns, chunk.shown_patterns(side))
    groups = groups_of(kinds, len(patterns) + 2)[kinds[-1]].end
    if groups > _MOST_GROUPS or len(patterns) > _MOST_PATTERNS:
        raise UnsupportedPuzzle(
            f"blocks with {len(patterns):,} patterns are too many to look up;"
            " use smaller blocks"
        )
    number = np.full(int(patterns.max(initial=0)) + 2, len(patterns) + 1, np.uint16)
    number[patterns] = np.arange(1, len(patterns) + 1)
    return Numbering(number)


def _group(
    chunk: BlockList, numbering: Numbering, groups: Groups
) -> NDArray[np.uint32]:
    """Return the group of each block: its kind, and what it shows above and before."""
    group = np.full(len(chunk), groups.base, np.uint32)
    if not chunk.kind.on_rim[NORTH]:
        group += numbering.of(chunk.shown_patterns(NORTH)) * np.uint32(groups.stride)
    if not chunk.kind.on_rim[WEST]:
        group += numbering.of(chunk.shown_patterns(WEST))
    return group


def in_order_of(
    metric: Metric, blocks: SortedBlocks, *, drop_zero: bool = True
) -> SortedBlocks:
    """Return the blocks with the highest metric first in each group.

    Those with metric 0 are left out.  The arrays of `blocks` are changed in place.
    """
    ways, counts = blocks.ways, blocks.counts
    filled = np.flatnonzero(counts)
    sizes = counts[filled].astype(np.int64)
    ends = np.cumsum(sizes)
    done = start = kept = 0
    while done < len(filled):
        stop = int(np.searchsorted(ends, start + _PART, side="right"))
        stop = max(stop, done + 1)
        part = slice(start, int(ends[stop - 1]))
        values = metric[part]
        group = np.repeat(np.arange(stop - done), sizes[done:stop])
        order = np.lexsort((-values, group))
        if drop_zero:
            order = order[values[order] > 0]
        counts[filled[done:stop]] = np.bincount(group[order], minlength=stop - done)
        ways[kept : kept + len(order)] = ways[part][order]
        done, start, kept = stop, part.stop, kept + len(order)
    ways[kept] = ways[-1]
    return replace(blocks, ways=ways[: kept + 1])
