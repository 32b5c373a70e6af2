"""Constraint models: whole-number variables, tables of allowed values, all-different.

There are two encodings, `CpTable` and `CpJoins`; both have variables for the piece and
the turn on each cell, and all pieces are different.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from edgematch.board import Board
from edgematch.encoders.choices import Choices
from edgematch.encoders.joins import colors_by_region, first_view, join_places
from edgematch.geometry import EAST, SIDE_NAMES, SIDES, SOUTH, neighbor, opposite
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
        return Board(
            self.puzzle,
            [
                Placement(cell, *(values[name] for name in placement_names(cell)))
                for cell in range(self.puzzle.cells)
            ],
        )


def placement_names(cell: int) -> tuple[str, str]:
    """Return the names of the variables for the piece on a cell and its turn."""
    return f"piece_{cell}", f"turn_{cell}"


def _ways(choices: Choices) -> list[list[tuple[int, int]]]:
    """Return the pieces and turns that are allowed on each cell."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(choices.puzzle.cells)]
    for cell, piece in choices.turns:
        ways[cell] += [(piece, turn) for turn in choices.allowed_turns(cell, piece)]
    return ways


def _constraint_model(
    puzzle: Puzzle,
    ways: list[list[tuple[int, int]]],
    domains: Mapping[str, Sequence[int]],
    tables: Mapping[str, Sequence[tuple[int, ...]]],
    allowed: Sequence[Allowed],
) -> ConstraintModel:
    """Return a model of these tables; `domains` are those of further variables."""
    of_cells: dict[str, Sequence[int]] = {}
    for cell, pairs in enumerate(ways):
        # A cell that nothing fits keeps a value, and an empty table excludes it.
        piece, turn = placement_names(cell)
        of_cells[piece] = sorted({piece for piece, _ in pairs}) or [0]
        of_cells[turn] = sorted({turn for _, turn in pairs}) or [0]
    pieces = [placement_names(cell)[0] for cell in range(puzzle.cells)]
    return ConstraintModel(puzzle, {**of_cells, **domains}, tables, allowed, pieces)


@dataclass(frozen=True)
class CpTable:
    """A table of allowed neighbors for every two cells side by side.

    One table has the (piece, turn, piece, turn) that may be side by side, another those
    that may be one above the other (Austgen, "Scramble Squares, Pt. 1/3").  The rim,
    the hints and the symmetry are tables of (piece, turn), one per kind of cell.
    """

    name: ClassVar[str] = "cp-table"

    break_symmetry: bool = False
    """Allow one turn of the whole board only."""

    def encode(self, puzzle: Puzzle) -> ConstraintModel:
        """Return the model."""
        ways = _ways(Choices.of(puzzle, self.break_symmetry))
        tables: dict[str, list[tuple[int, ...]]] = {
            SIDE_NAMES[side]: _neighbors(puzzle, side) for side in (EAST, SOUTH)
        }
        names: dict[tuple[tuple[int, int], ...], str] = {}
        allowed = []
        for cell, rows in enumerate(ways):
            name = names.setdefault(tuple(rows), f"ways_{len(names)}")
            tables[name] = list(rows)
            allowed.append(Allowed(placement_names(cell), name))
        for cell, side in join_places(puzzle):
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            assert beyond is not None
            variables = (*placement_names(cell), *placement_names(beyond))
            allowed.append(Allowed(variables, SIDE_NAMES[side]))
        used = {each.table for each in allowed}
        kept = {name: rows for name, rows in tables.items() if name in used}
        return _constraint_model(puzzle, ways, {}, kept, allowed)


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


@dataclass(frozen=True)
class CpJoins:
    """A variable for the color of every join, and a table for every cell.

    The color of a join is the one that the cell above or to the left of it shows.
    """

    name: ClassVar[str] = "cp-joins"

    break_symmetry: bool = False
    """Allow one turn of the whole board only."""

    def encode(self, puzzle: Puzzle) -> ConstraintModel:
        """Return the model."""
        ways = _ways(Choices.of(puzzle, self.break_symmetry))
        along, inside = colors_by_region(puzzle)
        domains = {
            _join_name(*place): sorted(along | inside) for place in join_places(puzzle)
        }
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
            join_names = (_join_name(*place) for _, place, _ in joins)
            allowed.append(Allowed((*placement_names(cell), *join_names), name))
        tables = {name: list(rows) for rows, name in names.items()}
        return _constraint_model(puzzle, ways, domains, tables, allowed)


def _join_name(cell: int, side: int) -> str:
    return f"join_{cell}_{SIDE_NAMES[side]}"
