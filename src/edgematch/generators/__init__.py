"""Generate puzzles from parameters and a seed, the same on every machine.

A new model is one entry of `MODELS` in `models.py`.
"""

from dataclasses import dataclass, replace
from typing import Any

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.errors import RecipeError
from edgematch.generators.coloring import color_sides, layout
from edgematch.generators.distinct import (
    check_enough_looks,
    is_distinct_wanted,
    make_distinct,
)
from edgematch.generators.models import MODELS, Model, find_model, recipe_title
from edgematch.generators.recipe import Recipe
from edgematch.geometry import Colors
from edgematch.puzzle import Placement, Puzzle

_FEWEST_TRIES = 4
_CELLS_TRIED = 1_000
"""How many boards, and cells in all, are colored before giving up."""


@dataclass(frozen=True)
class Generated:
    """A generated puzzle, and the solution it was cut from if it was planted."""

    recipe: Recipe
    puzzle: Puzzle
    planted: Board | None


def is_recipe(name: str) -> bool:
    """Return whether a name looks like the compact name of a generated puzzle."""
    return name.split(":")[0] in MODELS and ":" in name


def generate(recipe: Recipe) -> Generated:
    """Generate the puzzle of a recipe.

    >>> generate(Recipe.read("two-set:4x4:3:2:seed=1")).planted.is_solution()
    True
    """
    model = find_model(recipe.model)
    flags: dict[str, Any] = dict.fromkeys(model.always, True)
    recipe = replace(recipe, **flags)
    model.check(recipe)
    draws = Draws(recipe.stream)
    board = layout(recipe.rows, recipe.columns)
    check_enough_looks(recipe, model.framed)
    for _ in range(_FEWEST_TRIES + _CELLS_TRIED // (recipe.rows * recipe.columns)):
        sides = color_sides(board, recipe, model.framed, draws)
        if not is_distinct_wanted(recipe) or make_distinct(
            sides, board, recipe, model.framed, draws
        ):
            return _cut(model, recipe, sides, draws)
    wanted = {"equal": recipe.no_equal, "symmetric": recipe.no_symmetric}
    kinds = " and ".join(kind for kind, is_wanted in wanted.items() if is_wanted)
    raise RecipeError(
        f"{recipe.name}: could not avoid {kinds} pieces;"
        " try more colors or another seed"
    )


def _cut(
    model: Model, recipe: Recipe, sides: list[list[int]], draws: Draws
) -> Generated:
    """Cut the board into pieces, shuffle and turn them."""
    numbers = list(range(len(sides)))
    draws.shuffle(numbers)
    pieces: list[Colors] = [(0, 0, 0, 0)] * len(sides)
    placements = []
    for cell, (number, piece) in enumerate(zip(numbers, sides, strict=True)):
        turn = 0 if recipe.fixed_turns else draws.below(4)
        # Turned clockwise by `turn`, the piece is as it was cut.
        north, east, south, west = (*piece[turn:], *piece[:turn])
        pieces[number] = (north, east, south, west)
        placements.append(Placement(cell, number, turn))
    puzzle = Puzzle(
        recipe.rows,
        recipe.columns,
        pieces,
        draws.sample(placements, recipe.hints) if recipe.hints else (),
        framed=model.framed,
        mates=_mates(recipe),
        turnable=not recipe.fixed_turns,
        name=model.name_of(pieces, recipe),
    )
    planted = None if recipe.random else Board(puzzle, placements)
    return Generated(recipe, puzzle, planted)


def _mates(recipe: Recipe) -> tuple[int, ...]:
    if not recipe.signed:
        return ()
    colors = recipe.inner_colors + recipe.frame_colors
    return (0, *(1 + (color ^ 1) for color in range(2 * colors)))


__all__ = [
    "Generated",
    "Recipe",
    "RecipeError",
    "generate",
    "is_recipe",
    "recipe_title",
]
