"""Types of sides: which sides of pieces can meet which others.

Two sides are of the same type if the same sides may face them: they show the same
color, both or neither of them is on the frame and beside the rim (such a side meets
only others of that kind), and, where pieces may not be turned, both are at the same
side of the piece.  Type 0 is for the rim and for nothing.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import RIM, SIDES, opposite
from edgematch.placements.full_boards import FullBoardTables


@dataclass(frozen=True)
class SideTypes:
    """The types of the sides of all ways, and what they demand."""

    tables: FullBoardTables
    shown: NDArray[np.uint16]
    """Shape (pieces * 16,): the type of each side of each way."""
    wanted: NDArray[np.uint16]
    """Shape (pieces * 16,): the type of the sides that may face it."""
    count: int
    """Types are smaller than this."""
    color: NDArray[np.uint16]
    """Shape (types,): the color of each type."""
    mate: NDArray[np.uint16]
    """Shape (types,): the type of the sides that may face each type."""
    lateral: frozenset[int]
    """The types of sides on the frame and beside the rim."""

    @cached_property
    def of_piece(self) -> NDArray[np.uint16]:
        """Shape (pieces, 4): the types of the sides of each unturned piece."""
        return self.shown.reshape(-1, 4, 4)[:, 0].copy()

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """Shape (types,): the number of sides of each type, none of type 0."""
        totals = np.bincount(self.of_piece.ravel(), minlength=self.count)
        totals[0] = 0
        return totals


def side_types(tables: FullBoardTables) -> SideTypes:
    """Return the types of a puzzle's sides."""
    puzzle = tables.puzzle
    numbers: dict[tuple[int, bool, int], int] = {}

    def type_of(color: int, is_lateral: bool, side: int) -> int:
        key = color, is_lateral, 0 if puzzle.turnable else side
        return numbers.setdefault(key, len(numbers) + 1)

    shown = np.zeros(puzzle.cells * 16, np.uint16)
    wanted = np.zeros_like(shown)
    for piece in range(puzzle.cells):
        for turn in puzzle.turns:
            colors = puzzle.colors_of(piece, turn)
            for side in SIDES:
                if puzzle.framed and colors[side] == RIM:
                    continue
                beside = colors[side - 1], colors[side - 3]
                is_lateral = puzzle.framed and RIM in beside
                place = piece * 16 + turn * 4 + side
                shown[place] = type_of(colors[side], is_lateral, side)
                mate = puzzle.mate(colors[side])
                wanted[place] = type_of(mate, is_lateral, opposite(side))
    lateral = frozenset(number for key, number in numbers.items() if key[1])
    color = np.array([0, *(color for color, _, _ in numbers)], np.uint16)
    mates = np.zeros(len(color), np.uint16)
    mates[shown], mates[wanted] = wanted, shown
    return SideTypes(tables, shown, wanted, len(color), color, mates, lateral)
