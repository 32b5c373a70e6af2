"""The compact encoding of Heule, sections 3 to 5 of "Solving edge-matching problems
with satisfiability solvers".

There are only two sorts of variables: a piece is on a cell, in any turn, and a join has
a color.  Rotation clauses connect them, depending on which of seven kinds a piece is
(section 4.2).  No cell can hold two pieces: they would have to look alike, and (3)
forbids that.

If the board is not framed, its outer sides have colors too.  Heule leaves them out, so
that a model does not say how a piece on the rim is turned.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from edgematch.encoders.choices import Choices
from edgematch.encoders.formula import (
    AtMostOne,
    Constraint,
    Exactly,
    Formula,
    Meaning,
    Placed,
)
from edgematch.encoders.joins import JoinColors
from edgematch.encoders.rotation import rotation_clauses, table_clauses
from edgematch.geometry import SIDES
from edgematch.puzzle import Puzzle
from edgematch.symmetry import equal_pieces


@dataclass(frozen=True)
class Compact:
    """Pieces on cells and colors of joins; turns follow from the colors."""

    name: ClassVar[str] = "compact"

    forbidden_colors: bool = False
    """(8): a piece cannot be beside a join with a color that it does not have."""
    explicit: bool = False
    """(9) to (11): no piece is on two cells."""
    break_symmetry: bool = False
    """Allow one turn of the whole board only."""

    def encode(self, puzzle: Puzzle) -> Formula:
        """Return the formula."""
        choices = Choices.of(puzzle, self.break_symmetry)
        on_cell = {pair: name for name, pair in enumerate(choices.turns, 1)}
        colors = JoinColors.of(
            puzzle, len(on_cell) + 1, by_region=True, outer=not puzzle.framed
        )

        def constraints() -> Iterator[Constraint]:
            yield from _mapping(puzzle, on_cell)
            for of_join in colors.variables.values():
                yield Exactly(1, list(of_join.values()))  # (4)
            for (cell, piece), variable in on_cell.items():
                yield from _rotation(choices, colors, cell, piece, variable)
            yield from _hints_and_symmetry(choices, colors, on_cell)
            if self.forbidden_colors:
                yield from _forbidden_colors(choices, colors, on_cell)
            if self.explicit:
                yield from _one_cell_each(puzzle, on_cell)

        meanings: list[Meaning] = [Placed(*pair) for pair in on_cell]
        meanings += colors.meanings()
        return Formula(puzzle, meanings, constraints, choices=choices)


OnCell = dict[tuple[int, int], int]
"""The variable of each cell and piece."""


def _mapping(puzzle: Puzzle, on_cell: OnCell) -> Iterator[Constraint]:
    """Yield (1), (2) and (3)."""
    by_cell: dict[int, list[int]] = {cell: [] for cell in range(puzzle.cells)}
    by_piece: dict[int, list[int]] = {piece: [] for piece in range(puzzle.cells)}
    for (cell, piece), variable in on_cell.items():
        by_cell[cell].append(variable)
        by_piece[piece].append(variable)
    for variables in (*by_cell.values(), *by_piece.values()):
        # Without variables it is a contradiction, written as a count.
        yield variables or Exactly(1, variables)
    for group in equal_pieces(puzzle):
        for cell in range(puzzle.cells):
            alike = [on_cell[cell, p] for p in group if (cell, p) in on_cell]
            for one, other in combinations(alike, 2):
                yield [-one, -other]


def _shown_color(
    puzzle: Puzzle, colors: JoinColors, cell: int
) -> Callable[[int, int], int]:
    return lambda side, color: colors.variable(cell, side, color)


def _rotation(
    choices: Choices, colors: JoinColors, cell: int, piece: int, variable: int
) -> Iterator[Constraint]:
    """Yield what a piece on a cell says about the joins of the cell (section 4)."""
    puzzle = choices.puzzle
    sides = [side for side in SIDES if colors.has(cell, side)]
    turns = choices.turns[cell, piece]
    shown = _shown_color(puzzle, colors, cell)
    if len(sides) == len(turns) == 4:
        clauses = rotation_clauses(puzzle.pieces[piece], shown)
    else:
        looks = [puzzle.colors_of(piece, turn) for turn in turns]
        clauses = table_clauses(sides, looks, shown)
    for clause in clauses:
        yield [-variable, *clause]


def _hints_and_symmetry(
    choices: Choices, colors: JoinColors, on_cell: OnCell
) -> Iterator[Constraint]:
    """Yield unit clauses for what hints and symmetry fix; binary ones for turns."""
    puzzle = choices.puzzle
    fixed = {hint.cell for hint in puzzle.hints}
    hinted = {(hint.cell, hint.piece) for hint in puzzle.hints}
    taken = {hint.piece for hint in puzzle.hints}
    for (cell, piece), variable in on_cell.items():
        if cell not in fixed and piece not in taken and piece != choices.leading_piece:
            continue
        turns = choices.allowed_turns(cell, piece)
        if not turns:
            yield [-variable]
            continue
        if (cell, piece) in hinted:
            yield [variable]
        if turns != choices.turns[cell, piece]:
            sides = [side for side in SIDES if colors.has(cell, side)]
            looks = [puzzle.colors_of(piece, turn) for turn in turns]
            shown = _shown_color(puzzle, colors, cell)
            for clause in table_clauses(sides, looks, shown):
                yield [-variable, *clause]


def _forbidden_colors(
    choices: Choices, colors: JoinColors, on_cell: OnCell
) -> Iterator[Constraint]:
    """Yield (8), where it is open how a piece looks: elsewhere colors are forced."""
    puzzle = choices.puzzle
    for (cell, piece), variable in on_cell.items():
        turns = choices.turns[cell, piece]
        looks = {puzzle.colors_of(piece, turn) for turn in turns}
        if len(looks) == 1:
            continue
        for side in SIDES:
            if not colors.has(cell, side):
                continue
            own = {colors.variable(cell, side, look[side]) for look in looks}
            for other in colors.of_side(cell, side):
                if other not in own:
                    yield [-variable, -other]


def _one_cell_each(puzzle: Puzzle, on_cell: OnCell) -> Iterator[Constraint]:
    """Yield (9), (10) and (11)."""
    by_piece = defaultdict(list)
    for (_, piece), variable in on_cell.items():
        by_piece[piece].append(variable)
    for variables in by_piece.values():
        yield AtMostOne(variables)
