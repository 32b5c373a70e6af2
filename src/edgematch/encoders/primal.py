"""The primal encoding of Ansótegui et al., section 4.1: P1 to P4.

A variable says that a piece is on a cell in a turn.  Placements that do not fit the rim
have no variable, which replaces the unit clauses of P4.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from edgematch.encoders.choices import Choices
from edgematch.encoders.formula import Broken, Constraint, Exactly, Formula, Placed
from edgematch.encoders.joins import join_places
from edgematch.geometry import neighbor, opposite
from edgematch.puzzle import Placement, Puzzle


@dataclass(frozen=True)
class Primal:
    """Placements only: a piece demands a matching one beyond each of its sides."""

    name: ClassVar[str] = "primal"

    break_symmetry: bool = False
    """Allow one turn of the whole board only."""
    breaks: bool = False
    """Let joins be breaks that cost 1 each, for formats that have costs."""

    def encode(self, puzzle: Puzzle) -> Formula:
        """Return the formula."""
        choices = Choices.of(puzzle, self.break_symmetry)
        placements = list(choices.placements())
        joins = join_places(puzzle) if self.breaks else []
        broken = {place: len(placements) + 1 + i for i, place in enumerate(joins)}

        def constraints() -> Iterator[Constraint]:
            yield from placement_constraints(choices, placements)
            for literals, place in matching_clauses(puzzle, placements):
                yield [*literals, *([broken[place]] if broken else [])]

        return Formula(
            puzzle,
            [*(Placed(*each) for each in placements), *(Broken(*p) for p in joins)],
            constraints,
            lambda: ([-variable] for variable in broken.values()),
        )


def placement_constraints(
    choices: Choices, placements: list[Placement]
) -> Iterator[Constraint]:
    """Yield P1, P2, the hints and the symmetry, for placements numbered from 1."""
    puzzle = choices.puzzle
    on_cell: list[list[int]] = [[] for _ in range(puzzle.cells)]
    of_piece: list[list[int]] = [[] for _ in range(puzzle.cells)]
    for variable, placement in enumerate(placements, 1):
        on_cell[placement.cell].append(variable)
        of_piece[placement.piece].append(variable)
        if placement in puzzle.hints:
            yield [variable]
        elif not choices.is_allowed(placement):
            yield [-variable]
    for variables in (*on_cell, *of_piece):
        yield Exactly(1, variables)


def matching_clauses(
    puzzle: Puzzle, placements: list[Placement]
) -> Iterator[tuple[list[int], tuple[int, int]]]:
    """Yield P3: a placement implies one of those that match it beyond each join.

    Each comes with its join, as its first cell sees it.
    """
    showing: dict[tuple[int, int], dict[int, list[int]]]
    showing = defaultdict(lambda: defaultdict(list))
    for variable, (cell, piece, turn) in enumerate(placements, 1):
        for side, color in enumerate(puzzle.colors_of(piece, turn)):
            showing[cell, side][color].append(variable)
    for cell, first_side in join_places(puzzle):
        beyond = neighbor(cell, first_side, puzzle.rows, puzzle.columns)
        assert beyond is not None
        for here, side, there in (
            (cell, first_side, beyond),
            (beyond, opposite(first_side), cell),
        ):
            facing = showing[there, opposite(side)]
            for color, variables in showing[here, side].items():
                matching = facing.get(puzzle.mate(color), [])
                for variable in variables:
                    yield [-variable, *matching], (cell, first_side)
