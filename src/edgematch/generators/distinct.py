"""Change a colored board until no two pieces are equal and none is symmetric.

Two joins of the same kind exchange their colors, so that every color occurs as often
as before and a planted solution remains a solution.  An exchange that makes more pieces
wrong is undone, with a few exceptions.  The distribution is not that of rejecting
boards until one is right, which would take too long on large boards.
"""

from collections import defaultdict

from edgematch.draws import Draws
from edgematch.errors import RecipeError
from edgematch.generators.coloring import Layout, Place
from edgematch.generators.recipe import Recipe
from edgematch.geometry import SIDES, Colors, is_on_rim
from edgematch.symmetry import different_turns, look

Unit = tuple[Place, ...]
"""Sides whose colors move together: both of a planted join, or a single one."""

_TRIES_PER_CELL = 60
_FEWEST_TRIES = 4_000
_UPHILL = 50
"""One exchange in this many is kept even if it makes more pieces wrong."""


def is_distinct_wanted(recipe: Recipe) -> bool:
    """Return whether the recipe excludes equal or symmetric pieces."""
    return recipe.no_equal or recipe.no_symmetric


def check_enough_looks(recipe: Recipe, framed: bool) -> None:
    """Raise if there are fewer different pieces of a kind than the board needs."""
    if not is_distinct_wanted(recipe):
        return
    halves = 2 if recipe.signed else 1
    inner = recipe.inner_colors * halves
    frame = (recipe.frame_colors or recipe.inner_colors) * halves
    needed: dict[int, int] = defaultdict(int)
    for cell in range(recipe.rows * recipe.columns):
        sides = sum(
            framed and is_on_rim(cell, side, recipe.rows, recipe.columns)
            for side in range(4)
        )
        needed[sides] += 1
    turns = 4 if recipe.fixed_turns else 1
    looks = {
        0: _inner_looks(inner, recipe),
        1: frame * frame * inner * turns,
        2: frame * frame * turns,
    }
    if 1 in (recipe.rows, recipe.columns):
        looks |= {2: _strip_looks(frame, recipe), 3: 2 * frame if turns > 1 else frame}
    for sides, count in needed.items():
        enough = count if recipe.no_equal else 1
        if enough > looks[sides]:
            raise RecipeError(
                f"{recipe.name}: too few colors: they allow {looks[sides]} different"
                f" pieces for {count} cells"
            )


def _strip_looks(colors: int, recipe: Recipe) -> int:
    """Return how many pieces there are between two rims."""
    if recipe.fixed_turns:
        return colors**2 - (colors if recipe.no_symmetric else 0)
    return colors * (colors + (-1 if recipe.no_symmetric else 1)) // 2


def _inner_looks(colors: int, recipe: Recipe) -> int:
    symmetric = colors**2
    if recipe.fixed_turns:
        return colors**4 - (symmetric if recipe.no_symmetric else 0)
    asymmetric = (colors**4 - symmetric) // 4
    if recipe.no_symmetric:
        return asymmetric
    return asymmetric + (symmetric - colors) // 2 + colors


class _Pieces:
    """The pieces of a board, and which of them are not as they should be."""

    def __init__(self, sides: list[list[int]], recipe: Recipe) -> None:
        self.sides, self.recipe = sides, recipe
        self.looks = [self._look(cell) for cell in range(len(sides))]
        self.cells: dict[Colors, set[int]] = defaultdict(set)
        for cell, seen in enumerate(self.looks):
            self.cells[seen].add(cell)
        self.wrong = {cell for cell in range(len(sides)) if self._is_wrong(cell)}

    def _look(self, cell: int) -> Colors:
        north, east, south, west = self.sides[cell]
        return look((north, east, south, west), not self.recipe.fixed_turns)

    def _is_wrong(self, cell: int) -> bool:
        seen = self.looks[cell]
        return (self.recipe.no_equal and len(self.cells[seen]) > 1) or (
            self.recipe.no_symmetric and different_turns(seen) < 4
        )

    def exchange(self, unit: Unit, other: Unit) -> None:
        """Exchange the colors of two units, and update which pieces are wrong."""
        for place, place_too in zip(unit, other, strict=True):
            here, there = self.sides[place.cell], self.sides[place_too.cell]
            here[place.side], there[place_too.side] = (
                there[place_too.side],
                here[place.side],
            )
        touched = {place.cell for place in (*unit, *other)}
        for cell in list(touched):
            before, after = self.looks[cell], self._look(cell)
            self.cells[before].discard(cell)
            self.cells[after].add(cell)
            self.looks[cell] = after
            touched |= self.cells[before] | self.cells[after]
        for cell in touched:
            if self._is_wrong(cell):
                self.wrong.add(cell)
            else:
                self.wrong.discard(cell)


def make_distinct(
    sides: list[list[int]], board: Layout, recipe: Recipe, framed: bool, draws: Draws
) -> bool:
    """Exchange colors until the pieces obey the recipe; return whether they do."""
    groups = _groups(board, recipe, framed)
    units_of: dict[int, list[tuple[int, Unit]]] = defaultdict(list)
    for number, group in enumerate(groups):
        for unit in group:
            for place in unit:
                units_of[place.cell].append((number, unit))
    pieces = _Pieces(sides, recipe)
    for _ in range(max(_FEWEST_TRIES, _TRIES_PER_CELL * len(sides))):
        if not pieces.wrong:
            return True
        before = len(pieces.wrong)
        number, unit = draws.choice(units_of[draws.choice(sorted(pieces.wrong))])
        other = draws.choice(groups[number])
        pieces.exchange(unit, other)
        if len(pieces.wrong) > before and draws.below(_UPHILL):
            pieces.exchange(unit, other)
    return not pieces.wrong


def _groups(board: Layout, recipe: Recipe, framed: bool) -> list[list[Unit]]:
    """Return the units that may exchange their colors, by kind."""
    groups: list[list[Unit]] = [list(board.frame_joins), list(board.inner_joins)]
    if recipe.random:
        # Along the frame, sides that point clockwise never meet one another.
        groups = [
            [(clockwise,) for clockwise, _ in board.frame_joins],
            [(back,) for _, back in board.frame_joins],
            [(place,) for join in board.inner_joins for place in join],
        ]
    if not framed:
        groups.append([(place,) for place in board.rim])
    if recipe.random and recipe.fixed_turns:
        # Nor do two east sides where pieces are not turned.
        groups = [
            [unit for unit in group if unit[0].side == side]
            for group in groups
            for side in SIDES
        ]
    return groups
