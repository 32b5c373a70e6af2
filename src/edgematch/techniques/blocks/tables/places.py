"""A board cut into places for blocks.

It is cut into blocks of height × width cells from the top left; if a side of the board
is not a multiple, the last blocks are smaller.  Places for the same blocks are of one
kind: the same size, the same sides on the rim, the same hints inside.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import EAST, NORTH, SOUTH, WEST
from edgematch.puzzle import Placement, Puzzle

LONGEST_SIDE = 3
"""The most cells along a side of a block."""


@dataclass(frozen=True, order=True)
class BlockKind:
    """A kind of place: it decides which blocks fit."""

    height: int
    width: int
    on_rim: tuple[bool, ...]
    """For each side, whether it is on the rim."""
    hints: tuple[Placement, ...] = ()
    """Hints inside, their cells numbered within the block."""

    @property
    def name(self) -> str:
        """Return `corner`, `border` or `inner`, as for pieces of a framed puzzle."""
        around = zip(self.on_rim, self.on_rim[1:] + self.on_rim[:1], strict=True)
        if any(one and other for one, other in around):
            return "corner"
        return "border" if any(self.on_rim) else "inner"

    def cells_along(self, side: int) -> range:
        """Return the cells of a side, from left to right or from top to bottom."""
        cells = self.height * self.width
        return {
            NORTH: range(self.width),
            EAST: range(self.width - 1, cells, self.width),
            SOUTH: range(cells - self.width, cells),
            WEST: range(0, cells, self.width),
        }[side]


@dataclass(frozen=True)
class BlockPlace:
    """A place for one block: its cells on the board, row by row."""

    kind: BlockKind
    cells: tuple[int, ...]
    above: int | None
    """The number of the place to the north; None at the rim."""
    before: int | None
    """The number of the place to the west."""


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
    """Refuse blocks of an unsupported size."""
    if not (1 <= height <= LONGEST_SIDE and 1 <= width <= LONGEST_SIDE):
        raise UnsupportedPuzzle(
            f"blocks are 1 × 1 to {LONGEST_SIDE} × {LONGEST_SIDE},"
            f" not {height} × {width}"
        )


def kinds_of(places: Iterable[BlockPlace]) -> list[BlockKind]:
    """Return the kinds of places, in the order of their first places."""
    return list(dict.fromkeys(place.kind for place in places))
