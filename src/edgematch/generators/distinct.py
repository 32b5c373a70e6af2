"""Change a colored board until no two pieces are equal and none is symmetric.

Two joins of the same kind exchange their colors, so that every color occurs as often
as before and a planted solution stays one.
"""

from collections import Counter

from edgematch.draws import Draws
from edgematch.errors import RecipeError
from edgematch.generators.coloring import Layout, Place
from edgematch.generators.recipe import Recipe
from edgematch.geometry import Colors
from edgematch.symmetry import different_turns, look

Unit = tuple[Place, ...]
"""Sides whose colors move together: both of a planted join, or a single one."""

_TRIES_PER_CELL = 400


def make_distinct(
    sides: list[list[int]], board: Layout, recipe: Recipe, framed: bool, draws: Draws
) -> None:
    """Exchange colors until the pieces are as the recipe wants them, or give up."""
    if not (recipe.no_equal or recipe.no_symmetric):
        return
    groups = _groups(board, recipe, framed)
    units_of: dict[int, list[tuple[int, Unit]]] = {}
    for number, group in enumerate(groups):
        for unit in group:
            for place in unit:
                units_of.setdefault(place.cell, []).append((number, unit))
    looks = [look(_colors(piece), not recipe.fixed_turns) for piece in sides]
    times = Counter(looks)

    def is_wrong(cell: int) -> bool:
        return (recipe.no_equal and times[looks[cell]] > 1) or (
            recipe.no_symmetric and different_turns(_colors(sides[cell])) < 4
        )

    wrong = [cell for cell in range(len(sides)) if is_wrong(cell)]
    for _ in range(_TRIES_PER_CELL * len(sides)):
        wrong = [cell for cell in wrong if is_wrong(cell)]
        if not wrong:
            return
        number, unit = draws.choice(units_of[draws.choice(wrong)])
        other = draws.choice(groups[number])
        for place, place_too in zip(unit, other, strict=True):
            here, there = sides[place.cell], sides[place_too.cell]
            here[place.side], there[place_too.side] = (
                there[place_too.side],
                here[place.side],
            )
        for cell in {place.cell for place in (*unit, *other)}:
            times[looks[cell]] -= 1
            looks[cell] = look(_colors(sides[cell]), not recipe.fixed_turns)
            times[looks[cell]] += 1
        changed = {place.cell for place in (*unit, *other)}
        twins = {looks[cell] for cell in changed if times[looks[cell]] > 1}
        wrong += [
            cell
            for cell in range(len(sides))
            if cell in changed or looks[cell] in twins
        ]
        wrong = sorted(set(wrong))
    wanted = {"equal": recipe.no_equal, "symmetric": recipe.no_symmetric}
    kinds = " and ".join(kind for kind, is_wanted in wanted.items() if is_wanted)
    raise RecipeError(f"{recipe.name}: too few colors to avoid {kinds} pieces")


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
    return groups


def _colors(piece: list[int]) -> Colors:
    north, east, south, west = piece
    return (north, east, south, west)
