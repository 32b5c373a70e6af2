"""Half-figures that tell colors apart without color: one shape for each look.

A figure is centered on the midpoint of a side, so that a piece shows half of it and two
matching sides complete it across the join.  The half is in the side's triangle.  Its
coordinates: the side runs from (-50, 0) to (50, 0), the cell's center is at (0, 50).

Everything is a polygon, circles too (the error at 30 mm is below 0.03 mm): one model
serves SVG and PDF.  Figures are written whole and cut at the side.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import cos, pi, sin
from typing import Final

Point = tuple[float, float]
Ring = tuple[Point, ...]


class Ink(Enum):
    """Which of a look's two inks a layer is drawn in."""

    GROUND = "ground"
    MOTIF = "motif"


@dataclass(frozen=True)
class Layer:
    """A filled polygon or, with a width, a line; later layers cover earlier ones."""

    points: Ring
    ink: Ink
    width: float | None = None
    """How wide the line is; None for a filled polygon."""
    closed: bool = True


Shape = tuple[Layer, ...]

HOLLOW_LINE: Final = 5.0
_HOLLOW_SCALE: Final = 0.88
_ARC_STEPS: Final = 48


def hollow(shape: Shape) -> Shape:
    """Return the same half-figure as an outline, open at the side.

    Lines come first and fills cover their inner half, so that polygons that overlap
    show one outline; shrinking keeps the lines inside the triangle.
    """
    shrunk = [
        Layer(
            tuple((x * _HOLLOW_SCALE, y * _HOLLOW_SCALE) for x, y in layer.points),
            layer.ink,
        )
        for layer in shape
    ]
    layers: list[Layer] = []
    for ink in (Ink.MOTIF, Ink.GROUND):
        group = [layer for layer in shrunk if layer.ink is ink]
        for layer in group:
            layers += _outline(layer.points, 2 * HOLLOW_LINE)
        layers += [Layer(layer.points, Ink.GROUND) for layer in group]
    return tuple(layers)


def _outline(points: Ring, width: float) -> list[Layer]:
    """Return the lines around a polygon, without those on the side itself."""
    count = len(points)
    starts = [
        index
        for index in range(count)
        if points[index][1] == 0 and points[index - 1][1] == 0
    ]
    if not starts:
        return [Layer(points, Ink.MOTIF, width)]
    lines = []
    for start, end in zip(starts, [*starts[1:], starts[0] + count], strict=True):
        line = tuple(points[index % count] for index in range(start, end))
        if len(line) > 1:
            lines.append(Layer(line, Ink.MOTIF, width, closed=False))
    return lines


def _clip_at_side(points: Iterable[Point]) -> Ring:
    """Return the part of a polygon inside the piece (Sutherland-Hodgman)."""
    ring = list(points)
    kept: list[Point] = []
    for (x0, y0), (x1, y1) in zip([ring[-1], *ring[:-1]], ring, strict=True):
        if (y0 < 0) != (y1 < 0):
            kept.append((x0 + (x1 - x0) * y0 / (y0 - y1), 0.0))
        if y1 >= 0:
            kept.append((x1, y1))
    return tuple((round(x, 2), abs(round(y, 2))) for x, y in kept)


def _motif(*rings: Iterable[Point]) -> Shape:
    return tuple(Layer(_clip_at_side(ring), Ink.MOTIF) for ring in rings)


def _ground(*rings: Iterable[Point]) -> Shape:
    return tuple(Layer(_clip_at_side(ring), Ink.GROUND) for ring in rings)


def _ellipse(x: float, y: float, across: float, along: float) -> list[Point]:
    angles = [2 * pi * step / _ARC_STEPS for step in range(_ARC_STEPS)]
    return [(x + across * cos(angle), y + along * sin(angle)) for angle in angles]


def disc(x: float, y: float, radius: float) -> list[Point]:
    """Return a circle as a polygon."""
    return _ellipse(x, y, radius, radius)


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Return a rectangle as a polygon."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _star(tips: int, outer: float, inner: float) -> list[Point]:
    return [
        (radius * cos(pi * step / tips), radius * sin(pi * step / tips))
        for step in range(2 * tips)
        for radius in (inner if step % 2 else outer,)
    ]


def _rotate(ring: Iterable[Point], degrees: float) -> list[Point]:
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return [(x * c - y * s, x * s + y * c) for x, y in ring]


def _both(ring: list[Point]) -> tuple[list[Point], list[Point]]:
    return ring, [(-x, y) for x, y in ring]


SHAPES: Final[dict[str, Shape]] = {
    "disc": _motif(disc(0, 0, 31)),
    "cross": _motif(box(-8, -36, 8, 36), box(-36, -8, 36, 8)),
    "diamond-ring": _motif(_star(2, 39, 39)) + _ground(_star(2, 21, 21)),
    "columns": _motif(box(-6, -36, 6, 36), *_both(box(14, -24, 24, 24))),
    "star": _motif(_star(6, 35, 15)),
    "square-ring": _motif(box(-24, -24, 24, 24)) + _ground(box(-13, -13, 13, 13)),
    "hourglass": _motif([(0, 0), (21, 27), (-21, 27)]),
    "eye": _motif(_ellipse(0, 0, 44, 19)) + _ground(disc(0, 0, 10)),
    "pinwheel": _motif(
        *(_rotate([(0, 0), (38, 0), (19, 19)], 90 * turn) for turn in range(2))
    ),
    "target": _motif(disc(0, 0, 34)) + _ground(disc(0, 0, 24)) + _motif(disc(0, 0, 12)),
    "beam": _motif(box(-6, -25, 6, 25), box(-18, 20, 18, 31)),
    "dots": _motif(*_both(disc(18, 14, 11))),
    "diamond": _motif(_star(2, 34, 34)),
    "zigzag": _motif(
        [
            *((-46, 0), (-20, 27), (0, 13), (20, 27), (46, 0)),
            *((30, 0), (18, 12), (0, 0), (-18, 12), (-30, 0)),
        ]
    ),
    "sail": _motif([(-40, 0), (4, 0), (4, 38)]),
    "stairs": _motif(box(-40, -5, 40, 5), box(-26, 12, 26, 20), box(-11, 27, 11, 35)),
    "spark": _motif(_star(4, 40, 9)),
    "checker": _motif(
        *(box(left, 0, left + 12, 12) for left in (-24, 0)),
        *(box(left, 12, left + 12, 24) for left in (-12, 12)),
    ),
    "wheel": _motif(disc(0, 0, 33)) + _ground(box(-5, -36, 5, 36), box(-36, -5, 36, 5)),
    "moon": _motif(disc(0, 0, 33)) + _ground(disc(15, 0, 24)),
    "square": _motif(box(-23, -23, 23, 23)),
    "arrow": _motif([(-7, 0), (-7, 14), (-23, 14), (0, 37), (23, 14), (7, 14), (7, 0)]),
    "ring": _motif(disc(0, 0, 33)) + _ground(disc(0, 0, 19)),
    "saltire": _motif(
        *(_rotate(box(-33, -6, 33, 6), 45 + 90 * turn) for turn in range(2))
    ),
    "flower": _motif(
        *(_rotate(disc(23, 0, 10), 60 * turn) for turn in range(4)), disc(0, 0, 9)
    ),
    "comb": _motif(
        box(-38, 0, 38, 8), box(-4.5, 0, 4.5, 36), *_both(box(15, 0, 24, 22))
    ),
}
"""Each half-figure by name, in the order in which color numbers take them.

Figures that share a ground, 14 apart, have little else in common.
"""
