"""Benoist and Bourreau's model: framed, one color drawn for every join.

The distribution is that of `one-set`; the names are theirs: `E_10_16.b13i13.nohint` is
of size 10, drawn with seed 16, and shows 13 colors along the frame and 13 inside.
"""

from collections.abc import Sequence

from edgematch.generators.models import Model
from edgematch.generators.recipe import Recipe
from edgematch.geometry import RIM, SIDES, Colors


def _name(pieces: Sequence[Colors], recipe: Recipe) -> str:
    along: set[int] = set()
    inside: set[int] = set()
    for piece in pieces:
        for side in SIDES:
            beside_rim = RIM in (piece[(side - 1) % 4], piece[(side + 1) % 4])
            (along if beside_rim else inside).add(piece[side])
    size = (
        f"{recipe.rows}"
        if recipe.rows == recipe.columns
        else f"{recipe.rows}x{recipe.columns}"
    )
    hints = "nohint" if not recipe.hints else f"{recipe.hints}hint"
    colors = f"b{len(along - {RIM})}i{len(inside - {RIM})}"
    return f"E_{size}_{recipe.seed}.{colors}.{hints}"


MODEL = Model(
    name="benoist",
    summary="one-set with the names of Benoist's benchmark",
    source="Benoist, Bourreau, Fast Global Filtering for Eternity II, §6",
    framed=True,
    name_of=_name,
)
