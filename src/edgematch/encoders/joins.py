"""Variables for the colors of the joins, shared by the two cells of a join.

A join is seen from the cell above or to the left of it: what that cell shows there is
the color of the join, and the other cell shows its mate.  Where nothing is said about
the outer sides of the board, they may have variables too, seen from their one cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from edgematch.encoders.formula import Colored
from edgematch.geometry import EAST, RIM, SIDES, SOUTH, is_on_rim, neighbor, opposite
from edgematch.puzzle import Puzzle

Place = tuple[int, int]
"""A cell and a side of it."""


def join_places(puzzle: Puzzle) -> list[Place]:
    """Return every join of the board, once, as a cell and its east or south side."""
    return [
        (cell, side)
        for cell in range(puzzle.cells)
        for side in (EAST, SOUTH)
        if not is_on_rim(cell, side, puzzle.rows, puzzle.columns)
    ]


def outer_places(puzzle: Puzzle) -> list[Place]:
    """Return every outer side of the board."""
    return [
        (cell, side)
        for cell in range(puzzle.cells)
        for side in SIDES
        if is_on_rim(cell, side, puzzle.rows, puzzle.columns)
    ]


def first_view(puzzle: Puzzle, cell: int, side: int) -> tuple[Place, bool]:
    """Return a join as seen from its first cell, and whether that is not `cell`."""
    beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
    if beyond is None or side in (EAST, SOUTH):
        return (cell, side), False
    return (beyond, opposite(side)), True


def colors_by_region(puzzle: Puzzle) -> tuple[frozenset[int], frozenset[int]]:
    """Return the colors along the frame and all others, each with its mates.

    In Heule's words C_border, the colors next to a zero edge, and C_center.
    """
    along: set[int] = set()
    inside: set[int] = set()
    for piece in puzzle.pieces:
        for side, color in enumerate(piece):
            if not puzzle.framed:
                inside.add(color)
            elif color != RIM and RIM in (piece[side - 1], piece[side - 3]):
                along.add(color)
            elif color != RIM:
                inside.add(color)
    return _with_mates(along, puzzle), _with_mates(inside, puzzle)


def _with_mates(colors: set[int], puzzle: Puzzle) -> frozenset[int]:
    return frozenset(colors | {puzzle.mate(color) for color in colors})


@dataclass(frozen=True)
class JoinColors:
    """The number of the variable of each color of each join."""

    puzzle: Puzzle
    variables: dict[Place, dict[int, int]]
    """By place as the first cell sees it, then by color."""

    @classmethod
    def of(cls, puzzle: Puzzle, first: int, *, by_region: bool, outer: bool) -> Self:
        """Number the colors of all joins from `first` on.

        With `by_region` a join along the frame has only the colors that occur there.
        """
        along, inside = colors_by_region(puzzle)
        if not by_region:
            along = inside = along | inside
        places = join_places(puzzle) + (outer_places(puzzle) if outer else [])
        number = first
        variables = {}
        for cell, side in places:
            is_along = puzzle.framed and any(
                is_on_rim(cell, (side + way) % 4, puzzle.rows, puzzle.columns)
                for way in (1, 3)
            )
            colors = sorted(along if is_along else inside)
            variables[cell, side] = {
                color: number + index for index, color in enumerate(colors)
            }
            number += len(colors)
        return cls(puzzle, variables)

    def meanings(self) -> Iterator[Colored]:
        """Yield what the variables mean, in their order."""
        for (cell, side), colors in self.variables.items():
            for color in colors:
                yield Colored(cell, side, color)

    def variable(self, cell: int, side: int, color: int) -> int:
        """Return the variable that is true when a side of a cell shows a color."""
        place, shows_mate = self._first[cell, side]
        color = self.puzzle.mate(color) if shows_mate else color
        return self.variables[place][color]

    def of_side(self, cell: int, side: int) -> list[int]:
        """Return the variables of all colors of a side."""
        return list(self.variables[self._first[cell, side][0]].values())

    def has(self, cell: int, side: int) -> bool:
        """Return whether the color of this side has variables."""
        return self._first[cell, side][0] in self.variables

    @cached_property
    def _first(self) -> dict[Place, tuple[Place, bool]]:
        return {
            (cell, side): first_view(self.puzzle, cell, side)
            for cell in range(self.puzzle.cells)
            for side in SIDES
        }
