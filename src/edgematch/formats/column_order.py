"""The order in which the four sides of a piece stand in the columns of a list."""

from collections.abc import Sequence

from edgematch.errors import UnknownName
from edgematch.geometry import SIDES, Colors

DEFAULT_ORDER = "nesw"
KNOWN_ORDERS = {
    "nesw": "clockwise from north",
    "nswe": "north, south, west, east",
    "nwes": "north, west, east, south",
}
"""The orders that a reader tries, in this order.

They differ in which side is opposite to the first.  Any other order turns or mirrors
all pieces of one of them alike, and so has the same solutions turned or mirrored.
"""

_LETTERS = {"n": 0, "e": 1, "s": 2, "w": 3, "t": 0, "r": 1, "b": 2, "l": 3}


def sides_of_order(order: str) -> tuple[int, ...]:
    """Return the side of each column; the letters are n e s w or t r b l.

    >>> sides_of_order("nswe"), sides_of_order("bltr")
    ((0, 2, 3, 1), (2, 3, 0, 1))
    """
    sides = tuple(_LETTERS.get(letter, -1) for letter in order.lower())
    if sorted(sides) != list(SIDES):
        raise UnknownName(
            f"unknown column order {order!r}; name the four sides, such as nswe or bltr"
        )
    return sides


def standard_order(order: str) -> str:
    """Write an order in the letters n e s w.

    >>> standard_order("bltr")
    'swne'
    """
    return "".join("nesw"[side] for side in sides_of_order(order))


def clockwise(row: Sequence[int], order: str) -> Colors:
    """Return four colors that are written in `order`, clockwise from north."""
    colors = [0] * 4
    for column, side in enumerate(sides_of_order(order)):
        colors[side] = row[column]
    return (colors[0], colors[1], colors[2], colors[3])
