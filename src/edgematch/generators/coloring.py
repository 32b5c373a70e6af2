"""Color the sides of an uncut board, join by join or side by side.

*Planted* (Ansótegui et al., "Edge Matching Puzzles as Hard SAT/CSP Benchmarks",
Algorithm 1): each join gets one color for both its sides, so that the board solves the
puzzle.  *Random* (ibid., Appendix 1): every side is colored independently.

If balanced, the colors are not drawn but dealt from a deck that holds all of them
equally often, up to one join; the sides of an unframed rim then get the rarest colors.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

from edgematch.draws import Draws
from edgematch.errors import RecipeError
from edgematch.generators.recipe import Recipe
from edgematch.geometry import EAST, RIM, SIDES, SOUTH, is_on_rim, opposite


class Place(NamedTuple):
    """A side of a cell."""

    cell: int
    side: int


class Layout(NamedTuple):
    """The sides of a board that need colors, by the set they take them from."""

    frame_joins: tuple[tuple[Place, Place], ...]
    """The joins along the frame, the side that points clockwise first."""
    inner_joins: tuple[tuple[Place, Place], ...]
    rim: tuple[Place, ...]


@cache
def layout(rows: int, columns: int) -> Layout:
    """Sort the sides of a board into joins along the frame, other joins and the rim."""
    frame, inner, rim = [], [], []
    for cell in range(rows * columns):
        for side in SIDES:
            if is_on_rim(cell, side, rows, columns):
                rim.append(Place(cell, side))
            elif side in (EAST, SOUTH):
                other = cell + (1 if side == EAST else columns)
                here, there = Place(cell, side), Place(other, opposite(side))
                # Both cells are on one rim if that rim is beside the side of the join.
                before = is_on_rim(cell, (side - 1) % 4, rows, columns)
                after = is_on_rim(cell, (side + 1) % 4, rows, columns)
                if before:
                    frame.append((here, there))
                elif after:
                    frame.append((there, here))
                else:
                    inner.append((here, there))
    return Layout(tuple(frame), tuple(inner), tuple(rim))


def color_sides(
    board: Layout, recipe: Recipe, framed: bool, draws: Draws
) -> list[list[int]]:
    """Return the four colors of each cell.

    Frame colors are numbered from 1, inner colors after them; without frame colors all
    joins take inner colors.  A signed color takes two numbers, its halves.
    """
    frame = _palette(recipe, 0, recipe.frame_colors)
    inner = _palette(recipe, recipe.frame_colors, recipe.inner_colors)
    joins = [*board.frame_joins, *board.inner_joins]
    if frame:
        pairs = _pairs(frame, len(board.frame_joins), recipe, draws)
        pairs += _pairs(inner, len(board.inner_joins), recipe, draws)
    else:
        pairs = _pairs(inner, len(joins), recipe, draws)
    rim = [] if framed else _rim_colors(inner, pairs, len(board.rim), recipe, draws)
    colors = [color for pair in pairs for color in pair] + rim
    places = [place for join in joins for place in join]
    places += [] if framed else board.rim
    if recipe.random and recipe.balanced:
        _redeal(colors, _meetings(board, recipe, framed), draws)
    elif recipe.random:
        along = 2 * len(board.frame_joins)
        for second in range(1, 2 * len(joins), 2):
            palette = frame if frame and second < along else inner
            colors[second] = draws.choice(palette)[draws.below(2)]
    sides = [[RIM] * 4 for _ in range(recipe.rows * recipe.columns)]
    for (cell, side), color in zip(places, colors, strict=True):
        sides[cell][side] = color
    return sides


def _palette(recipe: Recipe, first: int, count: int) -> list[tuple[int, int]]:
    """Return the two facing colors of each kind of join."""
    if recipe.signed:
        return [(2 * color + 1, 2 * color + 2) for color in range(first, first + count)]
    return [(color + 1, color + 1) for color in range(first, first + count)]


def _pairs(
    palette: list[tuple[int, int]], count: int, recipe: Recipe, draws: Draws
) -> list[tuple[int, int]]:
    """Return the facing colors of `count` joins, drawn one by one or dealt evenly."""
    if recipe.balanced:
        if 0 < count < len(palette):
            raise RecipeError(
                f"{len(palette)} colors for {count} joins: in a balanced puzzle each"
                " color must occur; use fewer colors"
            )
        order = list(palette)
        draws.shuffle(order)  # which colors occur once more is left to chance
        pairs = [order[i % len(order)] for i in range(count)]
        draws.shuffle(pairs)
    else:
        pairs = [draws.choice(palette) for _ in range(count)]
    if recipe.signed:
        pairs = [pair if draws.below(2) else pair[::-1] for pair in pairs]
    return pairs


def _rim_colors(
    palette: list[tuple[int, int]],
    pairs: list[tuple[int, int]],
    count: int,
    recipe: Recipe,
    draws: Draws,
) -> list[int]:
    """Return the colors on the rim of an unframed board; balanced, the rarest first."""
    halves = sorted({color for pair in palette for color in pair})
    if not recipe.balanced:
        return [draws.choice(halves) for _ in range(count)]
    draws.shuffle(halves)
    times = Counter(color for pair in pairs for color in pair)
    rim = []
    for _ in range(count):
        rarest = min(halves, key=lambda color: times[color])
        times[rarest] += 1
        rim.append(rarest)
    draws.shuffle(rim)
    return rim


def _meetings(board: Layout, recipe: Recipe, framed: bool) -> list[list[int]]:
    """Return the sides, by their place in the list of colors, that may be exchanged.

    Along a frame a side that points clockwise never meets another that does, and where
    pieces are not turned an east side never meets an east side.
    """
    along, inside = 2 * len(board.frame_joins), 2 * len(board.inner_joins)
    everything = list(range(along + inside + (0 if framed else len(board.rim))))
    groups = [everything]
    if framed and 1 not in (recipe.rows, recipe.columns):
        groups = [everything[:along:2], everything[1:along:2], everything[along:]]
    if not recipe.fixed_turns:
        return groups
    joins = [*board.frame_joins, *board.inner_joins]
    places = [place for join in joins for place in join] + list(board.rim)
    return [
        [i for i in group if places[i].side == side]
        for group in groups
        for side in SIDES
    ]


def _redeal(colors: list[int], groups: list[list[int]], draws: Draws) -> None:
    """Shuffle the colors within each group; every color stays as frequent as it was."""
    for group in groups:
        dealt = [colors[i] for i in group]
        draws.shuffle(dealt)
        for i, color in zip(group, dealt, strict=True):
            colors[i] = color
