"""The primal and primal-dual encodings of Ansótegui et al., section 4.1.

Primal, P1 to P4: a variable says that a piece is on a cell in a turn.  Placements that
do not fit the rim have no variable, which replaces the unit clauses of P4.

Primal-dual, PD1 to PD6: dual variables say that a join has a color.  No join inside has
the color of the rim, which replaces PD6.  The counts of PD3 hold in framed puzzles,
where every side of a color meets another; in other puzzles they are left out.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from edgematch.encoders.choices import Choices
from edgematch.encoders.formula import (
    Broken,
    Constraint,
    Exactly,
    Formula,
    Meaning,
    Placed,
)
from edgematch.encoders.joins import JoinColors, first_view, join_places
from edgematch.geometry import SIDES, neighbor, opposite
from edgematch.puzzle import Placement, Puzzle

ClauseOfJoin = tuple[list[int], tuple[int, int]]
"""A clause that makes a join match, and the join, as its first cell sees it."""


def _formula(
    puzzle: Puzzle,
    meanings: list[Meaning],
    constraints: Callable[[], Iterator[Constraint]],
    clauses_of_joins: Callable[[], Iterator[ClauseOfJoin]],
    has_breaks: bool,
) -> Formula:
    """Return the formula; with breaks, a further variable excuses each join."""
    joins = join_places(puzzle) if has_breaks else []
    broken = {place: len(meanings) + 1 + i for i, place in enumerate(joins)}

    def everything() -> Iterator[Constraint]:
        yield from constraints()
        for literals, place in clauses_of_joins():
            yield [*literals, broken[place]] if broken else literals

    return Formula(
        puzzle,
        [*meanings, *(Broken(*place) for place in joins)],
        everything,
        lambda: ([-variable] for variable in broken.values()),
    )


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
        return _formula(
            puzzle,
            [Placed(*each) for each in placements],
            lambda: placement_constraints(choices, placements),
            lambda: matching_clauses(puzzle, placements),
            self.breaks,
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
) -> Iterator[ClauseOfJoin]:
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


@dataclass(frozen=True)
class PrimalDual:
    """Placements and colors of joins, each implying the other."""

    name: ClassVar[str] = "primal-dual"

    color_counts: bool = True
    """PD3: as many joins of each color as the pieces have sides for."""
    break_symmetry: bool = False
    """Allow one turn of the whole board only."""
    breaks: bool = False
    """Let joins be breaks that cost 1 each, for formats that have costs."""

    def encode(self, puzzle: Puzzle) -> Formula:
        """Return the formula."""
        choices = Choices.of(puzzle, self.break_symmetry)
        placements = list(choices.placements())
        colors = JoinColors.of(
            puzzle, len(placements) + 1, by_region=False, outer=False
        )
        meanings: list[Meaning] = [Placed(*each) for each in placements]
        meanings += colors.meanings()

        def constraints() -> Iterator[Constraint]:
            yield from placement_constraints(choices, placements)  # PD1
            for of_join in colors.variables.values():
                yield Exactly(1, list(of_join.values()))  # PD2
            if self.color_counts and puzzle.framed and not self.breaks:
                yield from color_counts(puzzle, colors)  # PD3

        def clauses_of_joins() -> Iterator[ClauseOfJoin]:
            return channels(puzzle, placements, colors)  # PD4, PD5

        return _formula(puzzle, meanings, constraints, clauses_of_joins, self.breaks)


def color_counts(puzzle: Puzzle, colors: JoinColors) -> Iterator[Constraint]:
    """Yield PD3: 2k sides of a color make k joins, k sides and k mates as well."""
    times = Counter(color for piece in puzzle.pieces for color in piece)
    for color in puzzle.colors:
        mate = puzzle.mate(color)
        if color > mate and mate in puzzle.colors:
            continue  # counted with its mate
        variables = [
            of_join[each]
            for of_join in colors.variables.values()
            for each in sorted({color, mate})
        ]
        joins, odd = divmod(times[color] + times[mate], 2)
        if color == mate:
            joins, odd = divmod(times[color], 2)
        elif times[color] != times[mate]:
            odd = 1
        # What cannot be shared out into joins is no solution: more than there are.
        yield Exactly(len(variables) + 1 if odd else joins, variables)


def channels(
    puzzle: Puzzle, placements: list[Placement], colors: JoinColors
) -> Iterator[ClauseOfJoin]:
    """Yield PD4 and PD5, each clause with its join, as its first cell sees it."""
    inside = [
        [
            (side, first_view(puzzle, cell, side)[0])
            for side in SIDES
            if neighbor(cell, side, puzzle.rows, puzzle.columns) is not None
        ]
        for cell in range(puzzle.cells)
    ]
    showing = defaultdict(list)
    for variable, (cell, piece, turn) in enumerate(placements, 1):
        shown = puzzle.colors_of(piece, turn)
        for side, place in inside[cell]:
            color = colors.variable(cell, side, shown[side])
            showing[cell, color].append(variable)
            yield [-variable, color], place  # PD4
    for (cell, side), of_join in colors.variables.items():
        beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
        assert beyond is not None
        for color in of_join.values():
            for here in (cell, beyond):
                yield [-color, *showing.get((here, color), ())], (cell, side)  # PD5
