"""GAColor in plain Python: the reference for `color_matching`.

Ansótegui et al., section 4.2.  A *half* is a side of a piece.  Two halves of a color
and its mate are a pair if two neighboring cells may show them at their join; a pair is
possible if it is in a perfect matching of all halves of that color.

Which pairs are possible is not found by walks, as the kernel does, but by algebra: give
every pair a random number and its negative, as in a skew-symmetric matrix.  There is a
perfect matching if the matrix has an inverse, and a pair is in one if it has a number
in the inverse (Rabin and Vazirani, 1989; wrong once in 10^15).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from edgematch.geometry import EAST, RIM, SOUTH, neighbor, opposite, side_before_turn
from edgematch.puzzle import Puzzle

Way = tuple[int, int]
Half = tuple[int, int]
Place = tuple[int, int]
"""A cell and a side."""

_PRIME = 2**61 - 1


class DeadEndError(Exception):
    """A cell or a join has nothing left."""


def possible_pairs(size: int, pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the pairs of numbers that are in a perfect matching, both ways round.

    They are numbers below `size`.  Raises a `DeadEndError` if there is no matching.
    """
    random = Random(1)
    rows = [[0] * size + [int(i == j) for j in range(size)] for i in range(size)]
    both_ways = set()
    for one, other in pairs:
        rows[one][other] = random.randrange(1, _PRIME)
        rows[other][one] = -rows[one][other] % _PRIME
        both_ways |= {(one, other), (other, one)}
    for column in range(size):
        at = next((i for i in range(column, size) if rows[i][column]), None)
        if at is None:
            raise DeadEndError
        rows[column], rows[at] = rows[at], rows[column]
        factor = pow(rows[column][column], -1, _PRIME)
        rows[column] = [number * factor % _PRIME for number in rows[column]]
        for i in range(size):
            if i != column and (times := rows[i][column]):
                both = zip(rows[i], rows[column], strict=True)
                rows[i] = [(a - times * b) % _PRIME for a, b in both]
    return {(one, other) for one, other in both_ways if rows[one][size + other]}


def ways_by_color_graphs(puzzle: Puzzle, ways: Sequence[set[Way]]) -> list[set[Way]]:
    """Return what GAColor leaves of the pieces and turns of each cell."""
    joins = [
        ((cell, side), (beyond, opposite(side)))
        for cell in range(puzzle.cells)
        for side in (EAST, SOUTH)
        if (beyond := neighbor(cell, side, puzzle.rows, puzzle.columns)) is not None
    ]
    beyond = {one: other for join in joins for one, other in (join, join[::-1])}
    shown = {
        (cell, side): {_half(way, side) for way in ways[cell]} for cell, side in beyond
    }
    partners = _possible_partners(puzzle, [(shown[a], shown[b]) for a, b in joins])
    kept = [
        {
            way
            for way in here
            if all(
                partners[_half(way, side)] & shown[beyond[cell, side]]
                for side in range(4)
                if (cell, side) in beyond
            )
        }
        for cell, here in enumerate(ways)
    ]
    for half, those in partners.items():
        places = [p for p in beyond if half in shown[p] and those & shown[beyond[p]]]
        if len(those) == len(places) == 1:
            ((cell, side),) = places
            kept[cell] = {way for way in kept[cell] if _half(way, side) == half}
    return kept


def _half(way: Way, side: int) -> Half:
    piece, turn = way
    return piece, side_before_turn(side, turn)


def _possible_partners(
    puzzle: Puzzle, joins: Iterable[tuple[set[Half], set[Half]]]
) -> dict[Half, set[Half]]:
    """Return the possible partners of each half, from what joins may show."""
    color_of = {
        (piece, side): color
        for piece, colors in enumerate(puzzle.pieces)
        for side, color in enumerate(colors)
        if color != RIM
    }
    halves = defaultdict(list)
    for half, color in color_of.items():
        halves[min(color, puzzle.mate(color))].append(half)
    pairs = {
        (one, other)
        for these, those in joins
        for one in these
        for other in those
        if puzzle.mate(color_of[one]) == color_of[other] and one[0] != other[0]
    }
    partners: dict[Half, set[Half]] = {half: set() for half in color_of}
    for of_color in halves.values():
        number = {half: i for i, half in enumerate(of_color)}
        edges = [(number[a], number[b]) for a, b in pairs if a in number]
        for one, other in possible_pairs(len(of_color), edges):
            partners[of_color[one]].add(of_color[other])
    return partners
