"""What a piece on a cell implies for the colors of its joins, whatever its turn.

Positive rotation clauses say that some side shows a color; negative ones that a color
on one side brings another on the next.  Heule, section 4.2 and Figure 3: which of them
are needed depends on which of seven kinds the piece is.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from edgematch.geometry import SIDES, Colors

Shown = Callable[[int, int], int]
"""The variable of a side that shows a color."""


def kind_of_piece(colors: Colors) -> int:
    """Return the number of the kind of a piece, 1 to 7, as in section 4.2.

    >>> [kind_of_piece(c) for c in ((1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 2))]
    [1, 2, 3]
    >>> [kind_of_piece(c) for c in ((1, 2, 1, 2), (1, 1, 2, 3), (1, 2, 1, 3))]
    [4, 5, 6]
    """
    north, east, south, west = colors
    is_opposite = north == south or east == west
    times = sorted(Counter(colors).values())
    match times:
        case [4]:
            return 1
        case [1, 3]:
            return 2
        case [2, 2]:
            return 4 if is_opposite else 3
        case [1, 1, 2]:
            return 6 if is_opposite else 5
    return 7


def rotation_clauses(colors: Colors, shown: Shown) -> Iterator[list[int]]:
    """Yield the clauses of a piece that may have any of the four turns."""
    yield from _positive(colors, shown)
    if kind_of_piece(colors) in (5, 6, 7):
        yield from _negative(colors, shown)


def _positive(colors: Colors, shown: Shown) -> Iterator[list[int]]:
    """Yield the shortest sets of sides of which one must show a color.

    A color on one side only gives one clause of all four sides; one on two opposite
    sides is on one of every two neighbors, and so on.
    """
    kind = kind_of_piece(colors)
    for color in sorted(set(colors)):
        times = colors.count(color)
        if times == 4:
            yield from ([shown(side, color)] for side in SIDES)
        elif times == 3:
            yield from _pairs(color, shown, neighbors=True, opposites=True)
        elif times == 2:
            is_opposite = color in (colors[0], colors[1]) and (
                colors[0] == colors[2] == color or colors[1] == colors[3] == color
            )
            yield from _pairs(color, shown, neighbors=is_opposite)
        elif kind != 5:
            # Kind 5 needs no long clauses: its others force the colors (page 7).
            yield [shown(side, color) for side in SIDES]


def _pairs(
    color: int, shown: Shown, *, neighbors: bool, opposites: bool | None = None
) -> Iterator[list[int]]:
    opposites = not neighbors if opposites is None else opposites
    if neighbors:
        for side in SIDES:
            yield [shown(side, color), shown((side + 1) % 4, color)]
    if opposites:
        for side in (0, 1):
            yield [shown(side, color), shown(side + 2, color)]


def _negative(colors: Colors, shown: Shown) -> Iterator[list[int]]:
    """Yield that a color on a side brings another on another side, for each turn."""
    kind = kind_of_piece(colors)
    single = [side for side in SIDES if colors.count(colors[side]) == 1]
    if kind == 7:
        arrows = [(side, (side + 1) % 4) for side in SIDES]
    else:
        arrows = list(permutations(single, 2))
    for turn in SIDES:
        for here, there in arrows:
            yield [
                -shown((here + turn) % 4, colors[here]),
                shown((there + turn) % 4, colors[there]),
            ]
    if kind == 5:
        # The pair on two neighbors brings the single colors across.  Figure 3 shows
        # one of the two; the numbers of Table 1 are those with both.
        pair = [side for side in SIDES if side not in single]
        for turn in SIDES:
            for across in single:
                yield [
                    *(-shown((side + turn) % 4, colors[side]) for side in pair),
                    shown((across + turn) % 4, colors[across]),
                ]


def table_clauses(
    sides: Sequence[int], looks: Sequence[Colors], shown: Shown
) -> Iterator[list[int]]:
    """Yield clauses that leave just these looks; they are one or two, or sides are two.

    Then a color of one side goes with a set of colors of another, and that says all.
    """
    for side in sides:
        yield sorted({shown(side, look[side]) for look in looks})
    if len(set(looks)) == 1:
        return
    for here, there in permutations(sides, 2):
        for color in sorted({look[here] for look in looks}):
            beside = {
                shown(there, look[there]) for look in looks if look[here] == color
            }
            yield [-shown(here, color), *sorted(beside)]
