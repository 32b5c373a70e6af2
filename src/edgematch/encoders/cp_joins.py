"""Pieces, turns and colors of joins, with a table of possible combinations per cell.

The color of a join is the one that the cell above or to the left of it shows.
"""

from dataclasses import dataclass
from typing import ClassVar

from edgematch.encoders.choices import Choices
from edgematch.encoders.constraint_model import (
    Allowed,
    ConstraintModel,
    piece_name,
    placement_domains,
    turn_name,
)
from edgematch.encoders.joins import colors_by_region, first_view, join_places
from edgematch.geometry import SIDE_NAMES, SIDES, neighbor
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class CpJoins:
    """A variable for the color of every join, and a table for every cell."""

    name: ClassVar[str] = "cp-joins"

    break_symmetry: bool = False
    """Allow one turn of the whole board only."""

    def encode(self, puzzle: Puzzle) -> ConstraintModel:
        """Return the model."""
        choices = Choices.of(puzzle, self.break_symmetry)
        ways: dict[int, list[tuple[int, int]]] = {c: [] for c in range(puzzle.cells)}
        for cell, piece in choices.turns:
            for turn in choices.allowed_turns(cell, piece):
                ways[cell].append((piece, turn))
        domains = placement_domains(puzzle, ways)
        along, inside = colors_by_region(puzzle)
        for cell, side in join_places(puzzle):
            domains[_join_name(cell, side)] = sorted(along | inside)
        names: dict[tuple[tuple[int, ...], ...], str] = {}
        allowed = []
        for cell in range(puzzle.cells):
            joins = [
                (side, *first_view(puzzle, cell, side))
                for side in SIDES
                if neighbor(cell, side, puzzle.rows, puzzle.columns) is not None
            ]
            rows = []
            for piece, turn in ways[cell]:
                shown = puzzle.colors_of(piece, turn)
                colors = [
                    puzzle.mate(shown[side]) if shows_mate else shown[side]
                    for side, _, shows_mate in joins
                ]
                rows.append((piece, turn, *colors))
            name = names.setdefault(tuple(rows), f"cell_{len(names)}")
            variables = (
                *(piece_name(cell), turn_name(cell)),
                *(_join_name(*place) for _, place, _ in joins),
            )
            allowed.append(Allowed(variables, name))
        return ConstraintModel(
            puzzle,
            domains,
            {name: list(rows) for rows, name in names.items()},
            allowed,
            [piece_name(cell) for cell in range(puzzle.cells)],
        )


def _join_name(cell: int, side: int) -> str:
    return f"join_{cell}_{SIDE_NAMES[side]}"
