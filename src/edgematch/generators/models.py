"""The models of random puzzles, and which recipes each accepts.

A new model is one entry of `MODELS`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edgematch.errors import RecipeError, UnknownName, nearest_names
from edgematch.generators.recipe import MAXIMUM_SEED, Recipe
from edgematch.geometry import MAXIMUM_SIDE, RIM, SIDES, Colors
from edgematch.puzzle import MAXIMUM_COLOR

__all__ = ["MODELS", "Model", "find_model", "recipe_title"]


@dataclass(frozen=True)
class Model:
    """A distribution of puzzles."""

    name: str
    title: str
    """What people call such a puzzle, in front of its size."""
    summary: str
    example: str
    """The recipe of a typical puzzle: small, and with few solutions."""
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


def _benoist_name(pieces: Sequence[Colors], recipe: Recipe) -> str:
    """Return a name in the style of Benoist and Bourreau.

    `E_10_16.b13i13.nohint` is of size 10, drawn with seed 16, and shows 13 colors along
    the frame and 13 inside.
    """
    along: set[int] = set()
    inside: set[int] = set()
    for piece in pieces:
        for side in SIDES:
            beside_rim = RIM in (piece[(side - 1) % 4], piece[(side + 1) % 4])
            (along if beside_rim else inside).add(piece[side])
    size = f"{recipe.rows}"
    if recipe.rows != recipe.columns:
        size += f"x{recipe.columns}"
    hints = "nohint" if not recipe.hints else f"{recipe.hints}hint"
    colors = f"b{len(along - {RIM})}i{len(inside - {RIM})}"
    return f"E_{size}_{recipe.seed}.{colors}.{hints}"


_ANSOTEGUI = "Ansótegui et al., Edge Matching Puzzles as Hard SAT/CSP Benchmarks"

MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        Model(
            name="gemp",
            title="Unframed",
            summary="unframed, one set of colors",
            example="gemp:4x4:9",
            source=f"{_ANSOTEGUI}, §3",
            framed=False,
        ),
        Model(
            name="one-set",
            title="One-set",
            summary="framed, one set of colors for all joins",
            example="one-set:7x7:6",
            source=f"{_ANSOTEGUI}, §2–3",
            framed=True,
        ),
        Model(
            name="two-set",
            title="Two-set",
            summary="framed, joins along the frame have colors of their own",
            example="two-set:7x7:7:3",
            source=f"{_ANSOTEGUI}, §2–3",
            framed=True,
            two_sets=True,
        ),
        Model(
            name="benoist",
            title="Benoist's benchmark",
            summary="one-set, named by size, seed and colors",
            example="benoist:8x8:7",
            source="Benoist, Bourreau, Fast Global Filtering for Eternity II, §6",
            framed=True,
            name_of=_benoist_name,
        ),
        # With 16x16:17:5 the counts are those of Eternity II: 12 joins of each frame
        # color, 24 or 25 of each inner color.
        Model(
            name="e2",
            title="Eternity II style",
            summary="two-set, balanced, no equal and no symmetric pieces",
            example="e2:8x8:8:3",
            source="Aspinall et al. on the 2 × 2 transformation of Eternity II"
            " puzzles, §2",
            framed=True,
            two_sets=True,
            always=frozenset({"balanced", "no_equal", "no_symmetric"}),
        ),
        Model(
            name="scramble",
            title="Scramble Squares",
            summary="unframed and signed",
            example="scramble:3x3:4",
            source="Austgen, Scramble Squares, Pt. 1/3",
            framed=False,
            always=frozenset({"signed"}),
        ),
        Model(
            name="tetravex",
            title="Tetravex",
            summary="unframed, pieces are not turned",
            example="tetravex:4x4:10",
            source="the game Tetravex",
            framed=False,
            always=frozenset({"fixed_turns"}),
        ),
    )
}
"""Every model by name.  The command line, the docs and the tests read this."""

_FLAG_TITLES = {
    "random": "no planted solution",
    "balanced": "balanced",
    "signed": "signed",
    "fixed_turns": "pieces may not be turned",
    "no_equal": "no equal pieces",
    "no_symmetric": "no symmetric pieces",
}


def find_model(name: str) -> Model:
    """Return the model called `name`."""
    if name not in MODELS:
        raise UnknownName(
            f"unknown model {name!r}; choose one of {nearest_names(name, MODELS)}"
        )
    return MODELS[name]


def recipe_title(recipe: Recipe) -> str:
    """Return what people call the puzzle of a recipe.

    >>> recipe_title(Recipe.read("two-set:7x7:7:3:seed=5"))
    'Two-set 7 × 7, 7 and 3 colors, seed 5'
    >>> recipe_title(Recipe.read("tetravex:3x4:9:seed=2:hints=1:balanced"))
    'Tetravex 3 × 4, 9 colors, seed 2, 1 hint, balanced'
    """
    model = find_model(recipe.model)
    counts = filter(None, (recipe.inner_colors, recipe.frame_colors))
    colors = " and ".join(map(str, counts))
    is_one = recipe.inner_colors + recipe.frame_colors == 1
    parts = [
        f"{model.title} {recipe.rows} × {recipe.columns}",
        f"{colors} {'color' if is_one else 'colors'}",
        f"seed {recipe.seed}",
    ]
    if recipe.hints:
        parts.append(f"{recipe.hints} {'hint' if recipe.hints == 1 else 'hints'}")
    parts += [
        words
        for flag, words in _FLAG_TITLES.items()
        if getattr(recipe, flag) and flag not in model.always
    ]
    return ", ".join(parts)
