"""The blocks of a puzzle as arrays: what each is made of, and what it shows outside.

A board is cut into blocks of height × width cells from the top left; where a side is
no multiple, the last blocks are smaller.  Places whose blocks are drawn from the same
list are of one kind: the same size, the same sides on the rim, the same hints inside.
With 2 × 2 blocks that is the transformation of Aspinall et al. (section 3).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import EAST, NORTH, SIDES, SOUTH, WEST, is_on_rim, neighbor
from edgematch.kernels.block_listing import (
    BlockCells,
    Listing,
    list_blocks,
    open_cell,
)
from edgematch.puzzle import Placement, Puzzle
from edgematch.tables.ways import allowed_ways, color_count

MOST_PIECES = 80_000_000
"""Pieces in all blocks of a list: 20 million blocks of 2 × 2, 480 MB."""
LONGEST_SIDE = 3
"""Cells along a side of a block, at most."""
_CHUNK = 1 << 16
_BUDGET = 1 << 24
"""Nodes between two looks at Ctrl-C, well below a second."""


@dataclass(frozen=True, order=True)
class BlockKind:
    """What decides which blocks may lie at a place."""

    height: int
    width: int
    on_rim: tuple[bool, ...]
    """For each side, whether the board ends there."""
    hints: tuple[Placement, ...] = ()
    """Hints inside, their cells numbered within the block."""

    @property
    def name(self) -> str:
        """Return `corner`, `border` or `inner`, as for pieces of a framed puzzle."""
        around = zip(self.on_rim, self.on_rim[1:] + self.on_rim[:1], strict=True)
        if any(one and other for one, other in around):
            return "corner"
        return "border" if any(self.on_rim) else "inner"


@dataclass(frozen=True)
class BlockPlace:
    """A place for one block: its cells on the board, row by row."""

    kind: BlockKind
    cells: tuple[int, ...]
    above: int | None
    """The number of the place to the north; None at the rim."""
    before: int | None
    """The number of the place to the west."""


Patterns = NDArray[np.uint16] | NDArray[np.uint32]
"""Patterns as numbers, of two bytes where they fit."""


class BlockList(Protocol):
    """Blocks of one kind in some order, to be gone through as often as needed."""

    def chunks(self) -> "Iterator[Blocks]":
        """Yield all of them, some at a time."""


@dataclass(frozen=True)
class Blocks:
    """Blocks of one kind.

    A pattern is the row of colors along a side, read from left to right or from top to
    bottom, as one number: facing patterns of an unsigned puzzle are equal.
    """

    kind: BlockKind
    ways: NDArray[np.uint16]
    """Shape (blocks, cells): piece * 4 + turn, row by row."""
    shown: Patterns
    """Shape (4, blocks): the pattern of each side."""
    demanded: Patterns
    """Shape (4, blocks): the pattern that may face each side."""

    @cached_property
    def pieces(self) -> NDArray[np.uint16]:
        """Shape (blocks, cells): the pieces."""
        return self.ways >> np.uint16(2)

    def __len__(self) -> int:
        return len(self.ways)

    def chunks(self) -> "Iterator[Blocks]":
        """Yield all of them, some at a time."""
        for first in range(0, len(self), _CHUNK):
            yield self.chosen(slice(first, first + _CHUNK))

    def chosen(self, which: NDArray[np.generic] | slice) -> "Blocks":
        """Return some of the blocks, in the order in which they are named."""
        shown = self.shown[:, which]
        demanded = (
            shown if self.demanded is self.shown else self.demanded[:, which]
        )  # one array for both saves a third of the memory
        return Blocks(self.kind, self.ways[which], shown, demanded)


def block_places(puzzle: Puzzle, height: int, width: int) -> list[BlockPlace]:
    """Cut the board into blocks, row by row."""
    check_block_size(height, width)
    hints = {hint.cell: hint for hint in puzzle.hints}
    tops = range(0, puzzle.rows, height)
    lefts = range(0, puzzle.columns, width)
    places: list[BlockPlace] = []
    for top in tops:
        for left in lefts:
            rows = range(top, min(top + height, puzzle.rows))
            columns = range(left, min(left + width, puzzle.columns))
            cells = [
                row * puzzle.columns + column for row in rows for column in columns
            ]
            on_rim = (
                top == 0,
                columns[-1] == puzzle.columns - 1,
                rows[-1] == puzzle.rows - 1,
                left == 0,
            )
            inside = [
                Placement(number, hints[cell].piece, hints[cell].turn)
                for number, cell in enumerate(cells)
                if cell in hints
            ]
            kind = BlockKind(len(rows), len(columns), on_rim, tuple(inside))
            here = len(places)
            places.append(
                BlockPlace(
                    kind,
                    tuple(cells),
                    here - len(lefts) if top else None,
                    here - 1 if left else None,
                )
            )
    return places


def check_block_size(height: int, width: int) -> None:
    """Refuse blocks of a size that is not listed."""
    if not (1 <= height <= LONGEST_SIDE and 1 <= width <= LONGEST_SIDE):
        raise UnsupportedPuzzle(
            f"blocks are 1 × 1 to {LONGEST_SIDE} × {LONGEST_SIDE},"
            f" not {height} × {width}"
        )


@dataclass(frozen=True)
class UnlistedBlocks:
    """Every block of a kind, in the order of its pieces and turns, listed when needed.

    Listing is faster than sorting, so what is gone through three times is not kept.
    """

    puzzle: Puzzle
    kind: BlockKind
    upright: bool = False
    """Whether one piece is kept to the turns of `allowed_ways`."""

    def chunks(self) -> Iterator[Blocks]:
        """List all of them, some at a time; refuse what would not fit into memory."""
        puzzle, kind = self.puzzle, self.kind
        colors = color_count(puzzle)
        count = kind.height * kind.width
        shown = np.zeros((len(puzzle.pieces) * 4 + 1, 4), np.uint8)
        for piece in range(len(puzzle.pieces)):
            for turn in range(4):
                shown[piece * 4 + turn] = puzzle.colors_of(piece, turn)
        mates = np.array([puzzle.mate(color) for color in range(colors)], np.uint8)
        demanded = mates[shown]
        demanded[-1] = 0
        cells = _cells(puzzle, kind, colors, shown, demanded, self.upright)
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
        while not listing.at[1]:
            found = list_blocks(cells, listing, room, _BUDGET)
            total += found
            if total * count > MOST_PIECES:
                raise UnsupportedPuzzle(
                    f"more than {MOST_PIECES // count:,} {kind.name} blocks of"
                    f" {kind.height} × {kind.width}: too many to list; take smaller"
                    " blocks"
                )
            ways = room[:found].copy()
            patterns = _patterns(kind, ways, shown, colors)
            facing = patterns
            if puzzle.is_signed:
                facing = _patterns(kind, ways, demanded, colors)
            yield Blocks(kind, ways, patterns, facing)


def listed_blocks(puzzle: Puzzle, kind: BlockKind, upright: bool = False) -> Blocks:
    """List every block of a kind; see `UnlistedBlocks`."""
    parts = list(UnlistedBlocks(puzzle, kind, upright).chunks())
    shown = np.concatenate([part.shown for part in parts], axis=1)
    demanded = shown
    if puzzle.is_signed:
        demanded = np.concatenate([part.demanded for part in parts], axis=1)
    ways = np.concatenate([part.ways for part in parts])
    return Blocks(kind, ways, shown, demanded)


def _cells(
    puzzle: Puzzle,
    kind: BlockKind,
    colors: int,
    shown: NDArray[np.uint8],
    demanded: NDArray[np.uint8],
    upright: bool,
) -> BlockCells:
    """Group what may lie on each cell by the colors demanded from above and before."""
    count = kind.height * kind.width
    allowed = np.array(
        [piece * 4 + turn for piece, turn in allowed_ways(puzzle, upright)], np.uint16
    )
    forced = {hint.cell: hint.piece * 4 + hint.turn for hint in kind.hints}
    beyond = [
        [neighbor(cell, side, kind.height, kind.width) for side in SIDES]
        for cell in range(count)
    ]
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
        group = np.zeros(len(here), np.int64) + np.int64(colors) * north + west
        ways.append(here[np.argsort(group, kind="stable")])
        first.append(np.bincount(group, minlength=colors * colors))
    flat = demanded.reshape(-1).astype(np.uint32)
    return BlockCells(
        above=_or_blank([each[NORTH] for each in beyond], count),
        before=_or_blank([each[WEST] for each in beyond], count),
        group_base=np.arange(count, dtype=np.uint32) * np.uint32(colors * colors),
        first=np.cumsum(np.concatenate(first)).astype(np.uint32),
        way=np.concatenate(ways),
        demanded=flat,
        demanded_first=flat * np.uint32(colors),
    )


def _or_blank(cells: list[int | None], blank: int) -> NDArray[np.uint32]:
    return np.array([blank if cell is None else cell for cell in cells], np.uint32)


def _patterns(
    kind: BlockKind,
    ways: NDArray[np.uint16],
    colors_of: NDArray[np.uint8],
    colors: int,
) -> Patterns:
    """Return the pattern along each side of each block."""
    grid = np.arange(kind.height * kind.width).reshape(kind.height, kind.width)
    along = {NORTH: grid[0], EAST: grid[:, -1], SOUTH: grid[-1], WEST: grid[:, 0]}
    is_short = colors ** max(kind.height, kind.width) <= 1 << 16
    number = np.uint16 if is_short else np.uint32
    patterns = np.zeros((4, len(ways)), number)
    for side in SIDES:
        for cell in along[side]:
            patterns[side] *= number(colors)
            patterns[side] += colors_of[ways[:, cell], side]
    return patterns
