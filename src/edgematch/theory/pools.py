"""The probability that joins match by chance, given the exact colors of the pieces.

Sides fall into pools: a side of one pool only ever meets a side of the same pool.  In a
framed puzzle the joins along the frame are a pool of their own, where a side that
points clockwise only meets one that points back; where pieces are not turned, every
join has such a direction.  Let k joins take 2k different sides of a pool at random;
the probability that all match is V(k) over the number of ways to take them.  V is built
color by color, V_c(b) = Σ_j C(b, j) · (n_c)_(2j) · V_{c-1}(b - j), with n_c sides of
color c and (x)_(j) the falling factorial.  Where the sides of a join come from two
groups, (l_c)_(j) · (r_c)_(j) takes the place of (n_c)_(2j); where a color has another
for a mate, 2^j · (n_c)_(j) · (n_mate)_(j) does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf, log
from typing import NamedTuple

from edgematch.geometry import EAST, RIM, SIDES, SOUTH, is_on_rim, neighbor
from edgematch.puzzle import Puzzle
from edgematch.theory.logarithms import log_factorial, log_falling, log_sum

Pool = tuple[str, bool, bool]
"""What a side is along: its kind, and whether the rim is before and after it."""


class Meeting(NamedTuple):
    """The pool of a side, and which way it points: 0 where both ways are the same."""

    pool: Pool
    direction: int


def meeting(side: int, rim_before: bool, rim_after: bool, turnable: bool) -> Meeting:
    """Return which sides a side can meet, by the rim to its left and to its right.

    Seen from the piece, `rim_before` is the neighboring side anticlockwise.
    """
    if not turnable:
        points_on = side in (EAST, SOUTH)
        axis = "east-west" if side % 2 else "north-south"
        if not points_on:
            rim_before, rim_after = rim_after, rim_before
        return Meeting((axis, rim_before, rim_after), 1 if points_on else -1)
    if rim_before != rim_after:
        return Meeting(("frame", True, False), 1 if rim_before else -1)
    return Meeting(("strip" if rim_before else "inner", rim_before, rim_after), 0)


@lru_cache(maxsize=16)  # the same for all puzzles of a class
def joins_of_cells(
    rows: int, columns: int, framed: bool, turnable: bool
) -> tuple[tuple[tuple[int, Pool], ...], ...]:
    """Return for every cell its neighbors, each with the pool of the join between."""

    def pool(cell: int, side: int) -> Pool:
        before, after = (
            framed and is_on_rim(cell, (side + step) % 4, rows, columns)
            for step in (-1, 1)
        )
        return meeting(side, before, after, turnable).pool

    return tuple(
        tuple(
            (beyond, pool(cell, side))
            for side in SIDES
            if (beyond := neighbor(cell, side, rows, columns)) is not None
        )
        for cell in range(rows * columns)
    )


@dataclass
class _Sides:
    """The colors in one pool, by direction."""

    colors: dict[int, Counter[int]] = field(default_factory=dict)

    def add(self, direction: int, color: int) -> None:
        if direction not in self.colors:
            self.colors[direction] = Counter()
        self.colors[direction][color] += 1

    def group(self, direction: int) -> Counter[int]:
        return self.colors.get(direction, Counter())


class MatchingProbabilities:
    """For each pool, the logarithm of the probability that k joins match, for all k."""

    def __init__(self, puzzle: Puzzle) -> None:
        pools: defaultdict[Pool, _Sides] = defaultdict(_Sides)
        for piece in puzzle.pieces:
            for side in SIDES:
                color = piece[side]
                if puzzle.framed and color == RIM:
                    continue
                before, after = (
                    puzzle.framed and piece[(side + step) % 4] == RIM
                    for step in (-1, 1)
                )
                pool, direction = meeting(side, before, after, puzzle.turnable)
                pools[pool].add(direction, color)
        self._tables = {
            pool: _matching_table(puzzle, sides) for pool, sides in pools.items()
        }

    def log(self, joins: Counter[Pool]) -> float:
        """Return the logarithm of the probability that so many joins of each match."""
        total = 0.0
        for pool, count in joins.items():
            table = self._tables.get(pool)
            if table is None or count >= len(table):
                return -inf if count else total
            total += table[count]
        return total


@lru_cache(maxsize=1)  # one puzzle is asked about several times in a row
def matching_probabilities(puzzle: Puzzle) -> MatchingProbabilities:
    """Return the probabilities for the pieces of a puzzle."""
    return MatchingProbabilities(puzzle)


def _matching_table(puzzle: Puzzle, sides: _Sides) -> list[float]:
    if 0 in sides.colors:
        number = sides.group(0).total()
        most = number // 2
        ways = [log_falling(number, 2 * joins) for joins in range(most + 1)]
    else:
        ahead, back = sides.group(1).total(), sides.group(-1).total()
        most = min(ahead, back)
        ways = [
            log_falling(ahead, joins) + log_falling(back, joins)
            for joins in range(most + 1)
        ]
    # V(b) / b! is a product of power series, one a color; this keeps the logarithms.
    series = [0.0]
    for terms in _terms_by_color(puzzle, sides, most):
        series = _product(series, terms, most)
    series += [-inf] * (most + 1 - len(series))
    return [
        logarithm + log_factorial(joins) - ways[joins]
        for joins, logarithm in enumerate(series)
    ]


def _terms_by_color(puzzle: Puzzle, sides: _Sides, most: int) -> Iterator[list[float]]:
    """Yield, color by color, the logarithms of ways for j joins, over j!."""
    if 0 not in sides.colors:
        for color, ahead in sides.group(1).items():
            back = sides.group(-1)[puzzle.mate(color)]
            yield [
                log_falling(ahead, j) + log_falling(back, j) - log_factorial(j)
                for j in range(min(ahead, back, most) + 1)
            ]
        return
    counts = sides.group(0)
    for color, number in counts.items():
        mate = puzzle.mate(color)
        if mate == color:
            yield [
                log_falling(number, 2 * j) - log_factorial(j)
                for j in range(min(number // 2, most) + 1)
            ]
        elif color < mate or mate not in counts:
            other = counts[mate]
            yield [
                log_falling(number, j)
                + log_falling(other, j)
                + j * log(2)
                - log_factorial(j)
                for j in range(min(number, other, most) + 1)
            ]


def _product(series: list[float], terms: list[float], most: int) -> list[float]:
    """Multiply two power series whose coefficients are given by their logarithms.

    Powers above `most` are left out.

    >>> from math import exp
    >>> product = _product([0.0, log(2), log(3)], [0.0, log(5)], most=2)
    >>> [round(exp(each)) for each in product]
    [1, 7, 13]
    """
    powers = min(most + 1, len(series) + len(terms) - 1)
    return [
        log_sum(
            [
                series[power - j] + terms[j]
                for j in range(
                    max(0, power - len(series) + 1), min(power + 1, len(terms))
                )
            ]
        )
        for power in range(powers)
    ]
