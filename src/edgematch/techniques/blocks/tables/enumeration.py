"""The blocks of a puzzle as arrays: their pieces, and the patterns on their sides.

With 2 × 2 blocks that is the transformation of Aspinall et al. (section 3).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import NORTH, SIDES, WEST, is_on_rim, neighbor
from edgematch.placements.ways import allowed_ways, color_count
from edgematch.puzzle import Puzzle

from ..kernel.enumeration import IS_DONE, BlockCells, Listing, list_blocks, open_cell
from .places import BlockKind

MOST_PIECES = 80_000_000
"""The most pieces in all blocks of a list: 20 million blocks of 2 × 2."""
_CHUNK = 1 << 16
_BUDGET = 1 << 24
"""Nodes between checks for Ctrl-C, well below a second."""

Ways = NDArray[np.uint16]
"""Shape (blocks, cells): piece * 4 + turn, row by row."""
Patterns = NDArray[np.uint16] | NDArray[np.uint32]
"""Patterns as numbers, of two bytes if they fit."""


@dataclass(frozen=True)
class WayColors:
    """The colors on the sides of every way; the last way is a blank of color 0."""

    shown: NDArray[np.uint8]
    """Shape (ways + 1, 4)."""
    demanded: NDArray[np.uint8]
    """Shape (ways + 1, 4): the color that may face it."""
    count: int
    """The number of colors, counting from 0."""


def way_colors(puzzle: Puzzle) -> WayColors:
    """Look up the colors of all ways; unsigned puzzles have one array for both."""
    count = color_count(puzzle)
    shown = np.zeros((len(puzzle.pieces) * 4 + 1, 4), np.uint8)
    for piece in range(len(puzzle.pieces)):
        for turn in range(4):
            shown[piece * 4 + turn] = puzzle.colors_of(piece, turn)
    demanded = shown
    if puzzle.is_signed:
        mates = np.array([puzzle.mate(color) for color in range(count)], np.uint8)
        demanded = mates[shown]
        demanded[-1] = 0
    return WayColors(shown, demanded, count)


@dataclass(frozen=True)
class BlockList:
    """The blocks of one kind.

    A pattern is the row of colors along a side, read from left to right or from top to
    bottom, as one number: facing patterns of an unsigned puzzle are equal.
    """

    kind: BlockKind
    ways: Ways
    colors: WayColors

    @property
    def pieces(self) -> NDArray[np.uint16]:
        """Shape (blocks, cells): the pieces."""
        return self.ways >> np.uint16(2)

    def __len__(self) -> int:
        return len(self.ways)

    def shown_patterns(self, side: int) -> Patterns:
        """Return the pattern on a side of each block."""
        return self._patterns(self.colors.shown, side)

    def shown_times(self, side: int) -> dict[int, int]:
        """Return how many blocks show which pattern on a side."""
        seen, times = np.unique(self.shown_patterns(side), return_counts=True)
        return dict(zip(seen.tolist(), times.tolist(), strict=True))

    def demanded_patterns(self, side: int) -> Patterns:
        """Return the pattern that may face a side of each block."""
        return self._patterns(self.colors.demanded, side)

    def _patterns(self, color_of: NDArray[np.uint8], side: int) -> Patterns:
        kind, count = self.kind, self.colors.count
        is_short = count ** max(kind.height, kind.width) <= 1 << 16
        number: Any = np.uint16 if is_short else np.uint32
        patterns: Patterns = np.zeros(len(self), number)
        for cell in kind.cells_along(side):
            patterns *= number(count)
            patterns += color_of[self.ways[:, cell], side]
        return patterns


def block_chunks(
    puzzle: Puzzle, kind: BlockKind, upright: bool = False
) -> Iterator[BlockList]:
    """List every block of a kind, in chunks, in the order of pieces and turns.

    Listing is faster than sorting, so blocks that are needed three times are listed
    again instead of kept.  More blocks than fit into memory are refused.  `upright`
    restricts one piece to the turns of `allowed_ways`.
    """
    colors = way_colors(puzzle)
    count = kind.height * kind.width
    cells = _cells(puzzle, kind, colors, upright)
    listing = Listing(
        at=np.zeros(2, np.uint64),
        chosen=np.full(count + 1, len(puzzle.pieces) * 4, np.uint16),
        cursor=np.zeros(count, np.uint32),
        end=np.zeros(count, np.uint32),
        used=np.zeros(len(puzzle.pieces), np.uint8),
    )
    open_cell(cells, listing, np.uint64(0))
    room = np.empty((_CHUNK, count), np.uint16)
    total = 0
    while not listing.at[IS_DONE]:
        found = list_blocks(cells, listing, room, _BUDGET)
        total += found
        if total * count > MOST_PIECES:
            raise UnsupportedPuzzle(
                f"more than {MOST_PIECES // count:,} {kind.name} blocks of"
                f" {kind.height} × {kind.width}: too many to list; use smaller"
                " blocks"
            )
        yield BlockList(kind, room[:found].copy(), colors)


def all_blocks(puzzle: Puzzle, kind: BlockKind, upright: bool = False) -> BlockList:
    """List every block of a kind at once; see `block_chunks`."""
    parts = [chunk.ways for chunk in block_chunks(puzzle, kind, upright)]
    return BlockList(kind, np.concatenate(parts), way_colors(puzzle))


def _cells(
    puzzle: Puzzle, kind: BlockKind, colors: WayColors, upright: bool
) -> BlockCells:
    """Group the ways for each cell by the colors demanded from above and before."""
    count = kind.height * kind.width
    shown = colors.shown
    allowed = np.array(
        [piece * 4 + turn for piece, turn in allowed_ways(puzzle, upright)], np.uint16
    )
    forced = {hint.cell: hint.piece * 4 + hint.turn for hint in kind.hints}
    beyond = [
        [neighbor(cell, side, kind.height, kind.width) for side in SIDES]
        for cell in range(count)
    ]
    pairs = colors.count * colors.count
    first, ways = [np.zeros(1, np.int64)], []
    for cell in range(count):
        here = allowed
        if cell in forced:
            here = np.array([forced[cell]], np.uint16)
        if puzzle.framed:
            on_rim = [
                kind.on_rim[side] and is_on_rim(cell, side, kind.height, kind.width)
                for side in SIDES
            ]
            here = here[((shown[here] == 0) == on_rim).all(axis=1)]
        north = shown[here, NORTH] if beyond[cell][NORTH] is not None else 0
        west = shown[here, WEST] if beyond[cell][WEST] is not None else 0
        group = np.zeros(len(here), np.int64) + np.int64(colors.count) * north + west
        ways.append(here[np.argsort(group, kind="stable")])
        first.append(np.bincount(group, minlength=pairs))
    flat = colors.demanded.reshape(-1).astype(np.uint32)
    return BlockCells(
        above=or_blank([each[NORTH] for each in beyond], count),
        before=or_blank([each[WEST] for each in beyond], count),
        group_base=np.arange(count, dtype=np.uint32) * np.uint32(pairs),
        first=np.cumsum(np.concatenate(first)).astype(np.uint32),
        way=np.concatenate(ways),
        demanded=flat,
        demanded_first=flat * np.uint32(colors.count),
    )


def or_blank(cells: list[int | None], blank: int) -> NDArray[np.uint32]:
    """Return numbers of cells or places, a blank in place of None."""
    return np.array([blank if cell is None else cell for cell in cells], np.uint32)
