"""What a model of random puzzles is, and which recipes it accepts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edgematch.errors import RecipeError
from edgematch.generators.recipe import MAXIMUM_SEED, Recipe
from edgematch.geometry import MAXIMUM_SIDE, Colors
from edgematch.puzzle import MAXIMUM_COLOR


@dataclass(frozen=True)
class Model:
    """A distribution of puzzles."""

    name: str
    summary: str
    source: str
    """The paper and section that define it, or where such puzzles come from."""
    framed: bool
    two_sets: bool = False
    """Whether joins along the frame have colors of their own."""
    always: frozenset[str] = frozenset()
    """The flags of a recipe that are always set in this model."""
    name_of: Callable[[Sequence[Colors], Recipe], str] = lambda pieces, recipe: (
        recipe.name
    )
    """Returns the name of a puzzle with these pieces."""

    def check(self, recipe: Recipe) -> None:
        """Raise if no puzzle can be generated from the recipe."""
        for what, number in (("rows", recipe.rows), ("columns", recipe.columns)):
            if not 1 <= number <= MAXIMUM_SIDE:
                raise RecipeError(f"{what} must be 1 to {MAXIMUM_SIDE}, not {number}")
        if self.framed and recipe.rows == recipe.columns == 1:
            raise RecipeError("a framed puzzle of 1 × 1 has no join to color")
        if recipe.inner_colors < 1:
            raise RecipeError("a puzzle needs at least 1 inner color")
        if self.two_sets and recipe.frame_colors < 1:
            raise RecipeError(f"model {self.name} needs at least 1 frame color")
        if not self.two_sets and recipe.frame_colors:
            raise RecipeError(
                f"model {self.name} has one set of colors and takes no frame colors"
            )
        colors = recipe.inner_colors + recipe.frame_colors
        if colors * (2 if recipe.signed else 1) > MAXIMUM_COLOR:
            halves = " with two halves each" if recipe.signed else ""
            raise RecipeError(f"{colors} colors{halves} are more than {MAXIMUM_COLOR}")
        cells = recipe.rows * recipe.columns
        if recipe.hints > cells:
            raise RecipeError(
                f"{recipe.hints} hints do not fit a board of {cells} cells"
            )
        if recipe.hints and recipe.random:
            raise RecipeError(
                "hints are taken from the planted solution; a random puzzle has none"
            )
        if recipe.hints < 0:
            raise RecipeError("the number of hints must not be negative")
        if not 0 <= recipe.seed <= MAXIMUM_SEED:
            raise RecipeError(
                f"the seed must be 0 to {MAXIMUM_SEED}, not {recipe.seed}"
            )
