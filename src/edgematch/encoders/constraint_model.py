"""A model of whole-number variables, tables of allowed values, and all-different.

It is what both constraint encodings produce, and what every way of writing or solving
such a model reads.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from edgematch.board import Board
from edgematch.puzzle import Placement, Puzzle


class Allowed(NamedTuple):
    """These variables take the values of one of the rows of a table together."""

    variables: tuple[str, ...]
    table: str


@dataclass(frozen=True)
class ConstraintModel:
    """Variables, tables and all-different; its solutions are those of a puzzle."""

    puzzle: Puzzle
    domains: Mapping[str, Sequence[int]]
    """The values of each variable; `piece_CELL` and `turn_CELL` for every cell."""
    tables: Mapping[str, Sequence[tuple[int, ...]]]
    allowed: Sequence[Allowed]
    all_different: Sequence[str]

    def decode(self, values: Mapping[str, int]) -> Board:
        """Return the board of a solution."""
        cells = range(self.puzzle.cells)
        return Board(
            self.puzzle,
            [
                Placement(cell, values[piece_name(cell)], values[turn_name(cell)])
                for cell in cells
            ],
        )


def piece_name(cell: int) -> str:
    """Return the name of the variable for the piece on a cell."""
    return f"piece_{cell}"


def turn_name(cell: int) -> str:
    """Return the name of the variable for the turn of the piece on a cell."""
    return f"turn_{cell}"


def placement_domains(
    puzzle: Puzzle, ways: Mapping[int, Iterable[tuple[int, int]]]
) -> dict[str, list[int]]:
    """Return the domains of pieces and turns, from the ways to fill each cell."""
    domains: dict[str, list[int]] = {}
    for cell in range(puzzle.cells):
        pairs = list(ways.get(cell, ()))
        # A cell that nothing fits keeps a value, and an empty table says no.
        domains[piece_name(cell)] = sorted({piece for piece, _ in pairs}) or [0]
        domains[turn_name(cell)] = sorted({turn for _, turn in pairs}) or [0]
    return domains
