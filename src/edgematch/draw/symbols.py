"""The looks of a puzzle's colors as plain data, for pages that draw by themselves.

The same paths and inks as in `svg`: the palette lives once.
"""

from typing import Any

from edgematch.draw.document import CELL, number
from edgematch.draw.marks import BREAK, DARK, HINT, LIGHT, ZIGZAG
from edgematch.draw.palette import Look, looks
from edgematch.draw.shapes import Layer
from edgematch.draw.svg import CUTS, TRIANGLE
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
        "layers": [_layer(layer, look.ink(layer)) for layer in look.layers],
    }


def _layer(layer: Layer, ink: str) -> dict[str, Any]:
    points = "L".join(f"{number(x)} {number(y - CELL / 2)}" for x, y in layer.points)
    path = f"M{points}Z" if layer.closed else f"M{points}"
    return {"path": path, "ink": ink, "width": layer.width}
