"""What people call the four sides of a piece, in a few languages."""

import re
from collections.abc import Iterator, Sequence

_NAMES = (
    "north east south west",
    "top right bottom left",
    "up right down left",
    "upper right lower left",
    "haut droite bas gauche",
    "oben rechts unten links",
    "arriba derecha abajo izquierda",
)
_SETS = [tuple(names.split()) for names in _NAMES]
_ALL = sorted({name for names in _SETS for name in names}, key=len, reverse=True)
_NAMED = re.compile(
    rf"""["']?\b({"|".join(_ALL)}|[nesw]|[trbl]|[urdl])["']?\s*[:=]\s*""",
    re.IGNORECASE,
)
_VALUE = re.compile(r"""["'\[(]?\s*([^\s,;:"'()\[\]{}]+)(?:[ \t]+([^\W\d]+))?""")


def named_values(line: str) -> Iterator[tuple[str, str]]:
    """Yield each side that a line names, and its color.

    >>> list(named_values("left: green/down, top: red up"))
    [('left', 'green/down'), ('top', 'red/up')]
    """
    names = list(_NAMED.finditer(line))
    ends = [*(name.start() for name in names), len(line)][1:]
    for name, end in zip(names, ends, strict=True):
        value = _VALUE.match(line[name.end() : end])
        if value is not None:
            yield name[1], "/".join(filter(None, value.groups()))


def order_of_names(words: Sequence[str]) -> str | None:
    """Return the order that four names of sides are in; None if they are not.

    A name may be written as its first letter, or be part of a longer word.

    >>> order_of_names(["Top", "Bottom", "Left", "Right"]), order_of_names("HDBG")
    ('nswe', 'nesw')
    >>> order_of_names(["topColor", "rightColor", "bottomColor", "leftColor"])
    'nesw'
    """
    if len(words) != 4:
        return None
    for names in _SETS:
        sides = [_side(word.lower(), names) for word in words]
        if sorted(sides) == [0, 1, 2, 3]:
            return "".join("nesw"[side] for side in sides)
    return None


def order_in_line(words: Sequence[str]) -> tuple[str, int | None] | None:
    """Return the order that a line of column names gives, and another column.

    The other column, if there is one, has the numbers of the pieces.
    """
    if len(words) == 4:
        order = order_of_names(words)
        return None if order is None else (order, None)
    if len(words) == 5:
        for column in range(5):
            order = order_of_names([*words[:column], *words[column + 1 :]])
            if order is not None:
                return order, column
    return None


def _side(word: str, names: Sequence[str]) -> int:
    for side, name in enumerate(names):
        if word in (name, name[0]) or (len(word) > len(name) and name in word):
            return side
    return -1
