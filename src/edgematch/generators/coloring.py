"""Color the sides of an uncut board, join by join or side by side.

*Planted* (Ansótegui et al., "Edge Matching Puzzles as Hard SAT/CSP Benchmarks",
Algorithm 1): each join gets one color for both its sides, so that the board solves the
puzzle.  *Random* (ibid., Appendix 1): every side gets a color of its own.

Balanced, the colors are not drawn but dealt from a deck that holds each of them as
often as any other, give or take one join.
"""

from collections.abc import Sequence
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
                # Both cells lie on one rim when that rim is beside the join's side.
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
    """Return four colors a cell.

    Frame colors are numbered from 1, inner colors after them; without frame colors all
    joins take inner colors.  A signed color takes two numbers, its halves.
    """
    sides = [[RIM] * 4 for _ in range(recipe.rows * recipe.columns)]
    frame = _palette(recipe, 0, recipe.frame_colors)
    inner = _palette(recipe, recipe.frame_colors, recipe.inner_colors)
    _color_joins(sides, board.frame_joins, frame or inner, True, recipe, draws)
    _color_joins(sides, board.inner_joins, inner, recipe.fixed_turns, recipe, draws)
    if not framed:
        for (cell, side), pair in zip(
            board.rim, _colors(inner, len(board.rim), recipe, draws), strict=True
        ):
            sides[cell][side] = pair[draws.below(len(pair))]
    return sides


def _palette(recipe: Recipe, first: int, count: int) -> list[tuple[int, int]]:
    """Return the two facing colors of each kind of join."""
    if recipe.signed:
        return [(2 * color + 1, 2 * color + 2) for color in range(first, first + count)]
    return [(color + 1, color + 1) for color in range(first, first + count)]


def _color_joins(
    sides: list[list[int]],
    joins: Sequence[tuple[Place, Place]],
    palette: list[tuple[int, int]],
    is_directed: bool,
    recipe: Recipe,
    draws: Draws,
) -> None:
    pairs = _colors(palette, len(joins), recipe, draws)
    if recipe.signed:
        pairs = [pair if draws.below(2) else pair[::-1] for pair in pairs]
    ones, others = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    if recipe.random and recipe.balanced:
        _deal_anew(ones, others, is_directed, draws)
    elif recipe.random:
        drawn = _colors(palette, len(joins), recipe, draws)
        others = [pair[draws.below(2)] for pair in drawn]
    for (here, there), one, other in zip(joins, ones, others, strict=True):
        sides[here.cell][here.side] = one
        sides[there.cell][there.side] = other


def _deal_anew(
    ones: list[int], others: list[int], is_directed: bool, draws: Draws
) -> None:
    """Leave to chance what faces what; every color stays as frequent as it was.

    Where a side has a direction, it only ever meets one that points the other way.
    """
    if is_directed:
        draws.shuffle(others)
        return
    pool = ones + others
    draws.shuffle(pool)
    ones[:], others[:] = pool[: len(ones)], pool[len(ones) :]


def _colors(
    palette: list[tuple[int, int]], count: int, recipe: Recipe, draws: Draws
) -> list[tuple[int, int]]:
    """Return `count` pairs of colors, drawn one by one or dealt from an even deck."""
    if not recipe.balanced:
        return [draws.choice(palette) for _ in range(count)]
    if 0 < count < len(palette):
        raise RecipeError(
            f"{len(palette)} colors for {count} joins: balanced, each must occur"
        )
    order = list(palette)
    draws.shuffle(order)  # which colors occur once more is left to chance
    deck = [order[i % len(order)] for i in range(count)]
    draws.shuffle(deck)
    return deck
