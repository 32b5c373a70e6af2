"""The price of a puzzle: expected solutions and nodes, from the exact pieces.

The expected number of nodes at a depth is the number of ways to choose and turn that
many pieces of each kind, times the probability that all joins inside the filled region
match (`pools`).  Hints lie on the board from the start: they are no nodes, joins
between them match as they are seen to, and joins with them count as soon as the other
piece is placed.

Numbers are those of *boards*: numbered pieces, all turns of the board.  The formulas
take the pieces as drawn at random with just these colors, so a planted solution, or
a color pair that occurs on no piece, is not seen.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log

from edgematch.board import Board
from edgematch.geometry import RIM, SIDES, Colors, is_on_rim, neighbor, turned
from edgematch.orders import ORDERS, order
from edgematch.puzzle import Puzzle
from edgematch.theory.logarithms import as_log10, log_falling, log_sum
from edgematch.theory.pools import MatchingProbabilities, Pool, meeting_of_cell


@dataclass(frozen=True)
class Depth:
    """One more cell filled."""

    cell: int
    log10_nodes: float
    """Boards to be expected with so many pieces placed."""


@dataclass(frozen=True)
class Estimate:
    """What a search in one fill order is to expect."""

    order: str
    log10_solutions: float
    log10_nodes: float
    """All depths together."""
    depths: tuple[Depth, ...]


def estimate(puzzle: Puzzle, order_name: str = "rows") -> Estimate:
    """Return the expected solutions and nodes of a search in the given fill order.

    >>> from edgematch import catalog
    >>> round(10 ** estimate(catalog.load("eternity2").puzzle).log10_solutions)
    14702
    """
    return _estimate(puzzle, order_name, _probabilities(puzzle))


def estimates(puzzle: Puzzle) -> tuple[Estimate, ...]:
    """Return the estimates for every fill order, the cheapest first."""
    probabilities = _probabilities(puzzle)
    found = [_estimate(puzzle, name, probabilities) for name in ORDERS]
    return tuple(sorted(found, key=lambda each: each.log10_nodes))


@lru_cache(maxsize=1)  # one puzzle is asked about several times in a row
def _probabilities(puzzle: Puzzle) -> MatchingProbabilities:
    return MatchingProbabilities(puzzle)


def _estimate(
    puzzle: Puzzle, order_name: str, probabilities: MatchingProbabilities
) -> Estimate:
    filled: set[int] = set()
    joins: Counter[Pool] = Counter()
    places: Counter[Colors] = Counter()
    offered = _kinds_of_pieces(puzzle)
    for hint in puzzle.hints:
        _fill(puzzle, hint.cell, filled, joins)
        offered[_kind(puzzle, puzzle.colors_of(hint.piece, hint.turn))] -= 1
    # Joins between hints match, or else there is nothing to expect.
    given = probabilities.log(joins)
    if given == -inf or Board(puzzle, puzzle.hints).breaks():
        given = inf
    depths = []
    logarithm = 0.0 if given < inf else -inf
    for cell in order(order_name, puzzle.rows, puzzle.columns):
        if cell in filled:
            continue
        _fill(puzzle, cell, filled, joins)
        places[_kind_of_cell(puzzle, cell)] += 1
        ways = _log_ways(puzzle, places, offered)
        logarithm = ways + probabilities.log(joins) - given
        depths.append(Depth(cell, as_log10(logarithm)))
    nodes = log_sum([depth.log10_nodes * log(10) for depth in depths])
    return Estimate(order_name, as_log10(logarithm), as_log10(nodes), tuple(depths))


def _fill(puzzle: Puzzle, cell: int, filled: set[int], joins: Counter[Pool]) -> None:
    for side in SIDES:
        if neighbor(cell, side, puzzle.rows, puzzle.columns) in filled:
            joins[meeting_of_cell(puzzle, cell, side).pool] += 1
    filled.add(cell)


def _kind(puzzle: Puzzle, colors: Colors) -> Colors:
    """Return which sides are on the rim, turned to the least where that is allowed."""
    if not puzzle.framed:
        return (0, 0, 0, 0)
    north, east, south, west = (int(color == RIM) for color in colors)
    pattern = (north, east, south, west)
    return min(turned(pattern, turn) for turn in puzzle.turns)


def _kinds_of_pieces(puzzle: Puzzle) -> Counter[Colors]:
    return Counter(_kind(puzzle, piece) for piece in puzzle.pieces)


def _kind_of_cell(puzzle: Puzzle, cell: int) -> Colors:
    """Return the kind of piece that a cell takes: the rim is where color 0 must be."""
    north, east, south, west = (
        RIM if is_on_rim(cell, side, puzzle.rows, puzzle.columns) else RIM + 1
        for side in SIDES
    )
    return _kind(puzzle, (north, east, south, west))


def _log_ways(
    puzzle: Puzzle, places: Counter[Colors], offered: Counter[Colors]
) -> float:
    """Return the ways to choose pieces for the filled cells, and to turn them."""
    total = 0.0
    for kind, count in places.items():
        if count > offered[kind]:
            return -inf
        fitting = sum(turned(kind, turn) == kind for turn in puzzle.turns)
        total += log_falling(offered[kind], count) + count * log(fitting)
    return total
