"""Pieces, turns and tables of allowed neighbors (Austgen, "Scramble Squares, Pt. 1/3").

One table has the (piece, turn, piece, turn) that may be side by side, another those
that may be one above the other; all pieces are different.

The rim, the hints and the symmetry are tables of (piece, turn), one per kind of cell.
"""

from collections import defaultdict
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
from edgematch.encoders.joins import join_places
from edgematch.geometry import EAST, SIDE_NAMES, SOUTH, neighbor, opposite
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class CpTable:
    """A table of allowed neighbors for every two cells side by side."""

    name: ClassVar[str] = "cp-table"

    break_symmetry: bool = False
    """Allow one turn of the whole board only."""

    def encode(self, puzzle: Puzzle) -> ConstraintModel:
        """Return the model."""
        choices = Choices.of(puzzle, self.break_symmetry)
        ways: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for cell, piece in choices.turns:
            for turn in choices.allowed_turns(cell, piece):
                ways[cell].append((piece, turn))
        tables: dict[str, list[tuple[int, ...]]] = {
            SIDE_NAMES[side]: _neighbors(puzzle, side) for side in (EAST, SOUTH)
        }
        names: dict[tuple[tuple[int, int], ...], str] = {}
        allowed = []
        for cell in range(puzzle.cells):
            rows = tuple(ways[cell])
            name = names.setdefault(rows, f"ways_{len(names)}")
            tables[name] = list(rows)
            allowed.append(Allowed((piece_name(cell), turn_name(cell)), name))
        for cell, side in join_places(puzzle):
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            assert beyond is not None
            variables = (
                *(piece_name(cell), turn_name(cell)),
                *(piece_name(beyond), turn_name(beyond)),
            )
            allowed.append(Allowed(variables, SIDE_NAMES[side]))
        used = {each.table for each in allowed}
        return ConstraintModel(
            puzzle,
            placement_domains(puzzle, ways),
            {name: rows for name, rows in tables.items() if name in used},
            allowed,
            [piece_name(cell) for cell in range(puzzle.cells)],
        )


def _neighbors(puzzle: Puzzle, side: int) -> list[tuple[int, ...]]:
    """Return all (piece, turn, piece, turn) that match across a side of the first."""
    showing = defaultdict(list)
    for piece in range(puzzle.cells):
        for turn in puzzle.turns:
            color = puzzle.colors_of(piece, turn)[opposite(side)]
            showing[color].append((piece, turn))
    return [
        (piece, turn, other, other_turn)
        for piece in range(puzzle.cells)
        for turn in puzzle.turns
        for other, other_turn in showing[
            puzzle.mate(puzzle.colors_of(piece, turn)[side])
        ]
        if other != piece
    ]
