"""The primal-dual encoding of Ansótegui et al., section 4.1: PD1 to PD6.

Primal variables say that a piece lies on a cell in a turn, dual ones that a join has a
color.  Placements against the rim get no variable, and no join inside has its color,
which is what PD6 comes to.  The counts of PD3 hold in framed puzzles, where every side
of a color meets another; elsewhere they are left out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
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
from edgematch.encoders.primal import placement_constraints
from edgematch.geometry import SIDES, neighbor
from edgematch.puzzle import Placement, Puzzle


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
        joins = join_places(puzzle) if self.breaks else []
        broken = {place: len(meanings) + 1 + i for i, place in enumerate(joins)}

        def constraints() -> Iterator[Constraint]:
            yield from placement_constraints(choices, placements)  # PD1
            for of_join in colors.variables.values():
                yield Exactly(1, list(of_join.values()))  # PD2
            if self.color_counts and puzzle.framed and not self.breaks:
                yield from color_counts(puzzle, colors)  # PD3
            for literals, place in channels(puzzle, placements, colors):  # PD4, PD5
                yield [*literals, *([broken[place]] if broken else [])]

        return Formula(
            puzzle,
            [*meanings, *(Broken(*place) for place in joins)],
            constraints,
            lambda: ([-variable] for variable in broken.values()),
        )


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
) -> Iterator[tuple[list[int], tuple[int, int]]]:
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
