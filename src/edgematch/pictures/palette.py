"""What each color number looks like: a ground, a figure on it, and small marks.

The figure alone tells the colors of any puzzle we know apart, Eternity II's 22 among
them, so neither color blindness nor a grey printer hides anything.  Beyond the shapes,
they come again with other marks in the corners of the triangle; shape and marks
together are unique for all 256 colors.  The grounds alternate between dark and light.

In a signed puzzle mates share ground and figure: the half called `+` is solid, the
other is an outline, and each carries its sign.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from edgematch.geometry import RIM
from edgematch.pictures.shapes import (
    SHAPES,
    Ink,
    Layer,
    Point,
    Shape,
    box,
    disc,
    hollow,
)
from edgematch.puzzle import MAXIMUM_COLOR, Puzzle

RIM_GROUND: Final = "#9aa0a6"

INKS: Final = (
    ("#12355b", "#ffd35c"),  # navy, gold
    ("#f7c948", "#3d2200"),  # yellow, umber
    ("#7b1e3b", "#ffd6e0"),  # wine, rose
    ("#8fd3f4", "#0b2e4f"),  # sky, ink blue
    ("#0b5345", "#b8f2cf"),  # forest, mint
    ("#f6a76b", "#4a1703"),  # apricot, rust
    ("#4a2a7a", "#f0dcff"),  # violet, lilac
    ("#b6dd8c", "#123d14"),  # lime, leaf
    ("#5a3a1c", "#ffe2b0"),  # brown, cream
    ("#f5b5cf", "#5c0b35"),  # pink, plum
    ("#23303d", "#8be9e0"),  # slate, aqua
    ("#e9e2cf", "#7a1212"),  # sand, brick
    ("#a3330f", "#fff0dc"),  # brick, ivory
    ("#cdbdf5", "#2a1263"),  # lavender, indigo
)
"""Ground and motif of each look, dark and light grounds in turn."""

NAMED_INKS: Final = {
    **dict.fromkeys(("blu", "azure", "navy"), (0, 3)),
    **dict.fromkeys(("yel", "ylw", "gold"), (1,)),
    **dict.fromkeys(("red", "wine"), (2, 12)),
    **dict.fromkeys(("green", "grn"), (4, 7)),
    "orange": (5,),
    **dict.fromkeys(("violet", "purple"), (6, 13)),
    "brown": (8,),
    **dict.fromkeys(("pink", "rose"), (9,)),
    **dict.fromkeys(("black", "grey", "gray"), (10,)),
    "white": (11,),
}
"""Which inks a color is drawn in whose name begins so: `blu+` should look blue."""

_SOLID: Final = (
    *("disc", "diamond", "star", "square"),
    *("hourglass", "arrow", "sail", "moon"),
)
SIGNED_ORDER: Final = (*_SOLID, *(name for name in SHAPES if name not in _SOLID))
"""Signed puzzles take first the figures that look well as an outline."""


@dataclass(frozen=True)
class Look:
    """How one color is drawn: two inks, and layers in the triangle of the side."""

    ground: str
    motif: str
    shape: str
    """The name of the figure; empty for the rim, which has none."""
    mark: int
    """Which corner marks it carries; 0 for none."""
    sign: str
    """`+` or `-` on a color that faces another; empty elsewhere."""
    layers: Shape

    def ink(self, layer: Layer) -> str:
        """Return the `#rrggbb` that `layer` is drawn in."""
        return self.ground if layer.ink is Ink.GROUND else self.motif


RIM_LOOK: Final = Look(RIM_GROUND, RIM_GROUND, "", 0, "", ())


def color_signs(puzzle: Puzzle) -> tuple[str, ...]:
    """Return `+` or `-` for each color that faces another one, and nothing elsewhere.

    Of two mates the lower one is `+`, unless its name ends in a minus sign.
    """
    colors = 1 + max(max(puzzle.colors, default=0), len(puzzle.mates) - 1)
    signs = [""] * colors
    for color in range(colors):
        mate = puzzle.mate(color)
        if color < mate:
            is_minus = puzzle.color_name(color).rstrip().endswith(("-", "−"))
            signs[color], signs[mate] = "-+" if is_minus else "+-"
    return tuple(signs)


def rgb(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue of `#rrggbb`, from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def looks(puzzle: Puzzle) -> tuple[Look, ...]:
    """Return the look of every color of `puzzle`, by color number.

    >>> from edgematch.puzzle import Puzzle
    >>> [look.shape for look in looks(Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)]))]
    ['', 'disc']
    """
    signs = color_signs(puzzle)
    found: dict[int, Look] = {}
    taken: set[int] = set()
    index = 0
    for color in range(len(signs)):
        mate = puzzle.mate(color)
        if puzzle.framed and color == RIM:
            found[color] = RIM_LOOK
            continue
        if color > mate:
            continue  # drawn with its mate
        ink = _ink_of_name(puzzle.color_name(color), taken)
        if mate == color:
            found[color] = look_at(index, puzzle.is_signed, ink)
        else:
            for half in (color, mate):
                found[half] = _signed_look(index, signs[half], ink)
        index += 1
    return tuple(found[color] for color in range(len(signs)))


def _ink_of_name(name: str, taken: set[int]) -> int | None:
    """Return the inks that a color's name asks for, and take them; None if none."""
    wanted = name.lower()
    for word, inks in NAMED_INKS.items():
        if wanted.startswith(word):
            ink = next((ink for ink in inks if ink not in taken), inks[0])
            taken.add(ink)
            return ink
    return None


@cache
def look_at(index: int, is_signed: bool = False, ink: int | None = None) -> Look:
    """Return look number `index`, from 0, in its own inks or those of `ink`."""
    if not 0 <= index <= MAXIMUM_COLOR:
        raise IndexError(f"looks are numbered 0 to {MAXIMUM_COLOR}, not {index}")
    names = SIGNED_ORDER if is_signed else tuple(SHAPES)
    mark, place = divmod(index, len(names))
    ground, motif = INKS[(place + mark) % len(INKS) if ink is None else ink]
    layers = SHAPES[names[place]] + corner_marks(mark)
    return Look(ground, motif, names[place], mark, "", layers)


@cache
def _signed_look(index: int, sign: str, ink: int | None) -> Look:
    look = look_at(index, is_signed=True, ink=ink)
    figure = SHAPES[look.shape] if sign == "+" else hollow(SHAPES[look.shape])
    layers = figure + corner_marks(look.mark) + sign_plate(sign)
    return replace(look, sign=sign, layers=layers)


def sign_plate(sign: str) -> Shape:
    """Return a small disc that carries the sign, legible on any figure."""
    plate, stroke = (Ink.MOTIF, Ink.GROUND) if sign == "+" else (Ink.GROUND, Ink.MOTIF)
    bars = [box(-6, 14, 6, 17)]
    if sign == "+":
        bars.append(box(-1.5, 9.5, 1.5, 21.5))
    layers = [
        Layer(tuple(disc(0, 15.5, 10.5)), stroke),
        Layer(tuple(disc(0, 15.5, 8.5)), plate),
    ]
    return (*layers, *(Layer(tuple(bar), stroke) for bar in bars))


def corner_marks(mark: int) -> Shape:
    """Return small figures near the ends of the side: 3 kinds in 3 arrangements.

    Each has a halo in the ground's ink, for figures that reach that far.
    """
    if mark == 0:
        return ()
    arrangement, kind = divmod(mark - 1, 3)
    layers: list[Layer] = []
    for x in ((-39, 39), (-39,), (39,))[arrangement]:
        halo, figure = (
            (_clipped_disc(x, 4.8), disc(x, 4, 2.8)),
            (box(x - 3.2, 0, x + 3.2, 7.5), box(x - 1.4, 0, x + 1.4, 7.5)),
            (box(x - 5.3, 0, x + 5.3, 5.4), box(x - 4.2, 1.4, x + 4.2, 4)),
        )[kind]
        layers.append(Layer(tuple(halo), Ink.GROUND))
        layers.append(Layer(tuple(figure), Ink.MOTIF))
    return tuple(layers)


def _clipped_disc(x: float, radius: float) -> list[Point]:
    """Return a disc around (x, 4) that does not reach over the side."""
    return [(right, max(down, 0)) for right, down in disc(x, 4, radius)]
