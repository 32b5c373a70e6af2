"""The looks of a puzzle's colors as plain data, for pages that draw by themselves.

Paths and inks are those of `svg`.
"""

from typing import Any

from edgematch.pictures.document import CELL
from edgematch.pictures.marks import BREAK, DARK, HINT, LIGHT, ZIGZAG
from edgematch.pictures.palette import Look, looks
from edgematch.pictures.svg import CUTS, TRIANGLE, layer_path
from edgematch.puzzle import Puzzle


def symbols(puzzle: Puzzle) -> dict[str, Any]:
    """Return how to draw each color, by its number, and the marks on a board.

    A color is drawn in the triangle at the top of a cell whose center is the origin;
    turned by quarter turns it comes to the other sides.
    """
    return {
        "cell": CELL,
        "triangle": TRIANGLE,
        "cuts": CUTS,
        "zigzag": ZIGZAG,
        "inks": {"dark": DARK, "light": LIGHT, "break": BREAK, "hint": HINT},
        "colors": [_symbol(look) for look in looks(puzzle)],
    }


def _symbol(look: Look) -> dict[str, Any]:
    return {
        "ground": look.ground,
        "shape": look.shape,
        "sign": look.sign,
        "layers": [
            {"path": layer_path(layer), "ink": look.ink(layer), "width": layer.width}
            for layer in look.layers
        ],
    }
