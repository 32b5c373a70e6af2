"""The expected number of solutions and nodes of a puzzle, from its pieces.

The expected number of nodes at a depth is the number of ways to choose and turn that
many pieces of each kind, times the probability that all joins inside the filled region
match (`pools`).  Hints are on the board from the start: they are not nodes, joins
between them are known to match, and joins with them count as soon as the other piece is
placed.

The numbers are those of *boards*: numbered pieces, all turns of the board.  The
formulas assume that the pieces are drawn at random with these colors, so they do not
see a planted solution, or a color pair that occurs on no piece.
"""

from dataclasses import dataclass
from math import inf, log

from edgematch.board import Board
from edgematch.orders import ORDERS, order
from edgematch.puzzle import Puzzle
from edgematch.theory.logarithms import log_sum, to_log10
from edgematch.theory.pools import MatchingProbabilities, matching_probabilities
from edgematch.theory.region import Filling


@dataclass(frozen=True)
class Depth:
    """One more cell filled."""

    cell: int
    log10_nodes: float
    """Expected number of boards with this many pieces placed."""


@dataclass(frozen=True)
class Estimate:
    """The expected cost of a search in one fill order."""

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
    return _estimate(puzzle, order_name, matching_probabilities(puzzle))


def estimates(puzzle: Puzzle) -> tuple[Estimate, ...]:
    """Return the estimates for every fill order, the cheapest first."""
    probabilities = matching_probabilities(puzzle)
    found = [_estimate(puzzle, name, probabilities) for name in ORDERS]
    return tuple(sorted(found, key=lambda each: each.log10_nodes))


def _estimate(
    puzzle: Puzzle, order_name: str, probabilities: MatchingProbabilities
) -> Estimate:
    filling = Filling(puzzle)
    # If joins between hints do not match, the expected numbers are zero.
    given = probabilities.log(filling.joins)
    if given == -inf or Board(puzzle, puzzle.hints).breaks():
        given = inf
    depths = []
    logarithm = 0.0 if given < inf else -inf
    for cell in order(order_name, puzzle.rows, puzzle.columns):
        if cell in filling:
            continue
        filling.add(cell)
        logarithm = filling.log_ways + probabilities.log(filling.joins) - given
        depths.append(Depth(cell, to_log10(logarithm)))
    nodes = log_sum([depth.log10_nodes * log(10) for depth in depths])
    return Estimate(order_name, to_log10(logarithm), to_log10(nodes), tuple(depths))
