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
from functools import cache, lru_cache
from math import inf, log

from edgematch.board import Board
from edgematch.geometry import RIM, SIDES, Colors, is_on_rim, turned
from edgematch.orders import ORDERS, order
from edgematch.puzzle import Puzzle
from edgematch.theory.logarithms import as_log10, log_falling, log_sum
from edgematch.theory.pools import MatchingProbabilities, Pool, joins_of_cells


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
    rows, columns = puzzle.rows, puzzle.columns
    neighbors = joins_of_cells(rows, columns, puzzle.framed, puzzle.turnable)
    filled: set[int] = set()
    joins: Counter[Pool] = Counter()

    def fill(cell: int) -> None:
        for beyond, pool in neighbors[cell]:
            if beyond in filled:
                joins[pool] += 1
        filled.add(cell)

    offered = Counter(_kind_of_piece(puzzle, piece) for piece in puzzle.pieces)
    for hint in puzzle.hints:
        fill(hint.cell)
        offered[_kind_of_piece(puzzle, puzzle.pieces[hint.piece])] -= 1
    # Joins between hints match, or else there is nothing to expect.
    given = probabilities.log(joins)
    if given == -inf or Board(puzzle, puzzle.hints).breaks():
        given = inf
    kinds = _kinds_of_cells(rows, columns, puzzle.framed, puzzle.turns)
    places: Counter[Colors] = Counter()
    ways: dict[Colors, float] = {}
    depths = []
    logarithm = 0.0 if given < inf else -inf
    for cell in order(order_name, rows, columns):
        if cell in filled:
            continue
        fill(cell)
        kind = kinds[cell]
        places[kind] += 1
        ways[kind] = _log_ways(kind, places[kind], offered[kind], puzzle.turns)
        logarithm = sum(ways.values()) + probabilities.log(joins) - given
        depths.append(Depth(cell, as_log10(logarithm)))
    nodes = log_sum([depth.log10_nodes * log(10) for depth in depths])
    return Estimate(order_name, as_log10(logarithm), as_log10(nodes), tuple(depths))


@cache
def _kind(is_rim: Colors, turns: tuple[int, ...]) -> Colors:
    """Turn what tells which sides are on the rim to the least that is allowed."""
    return min(turned(is_rim, turn) for turn in turns)


def _kind_of_piece(puzzle: Puzzle, piece: Colors) -> Colors:
    """Return where the rim is: color 0 of a framed puzzle."""
    if not puzzle.framed:
        return (0, 0, 0, 0)
    north, east, south, west = piece
    is_rim = (
        int(north == RIM),
        int(east == RIM),
        int(south == RIM),
        int(west == RIM),
    )
    return _kind(is_rim, puzzle.turns)


@lru_cache(maxsize=16)  # the same for all puzzles of a class
def _kinds_of_cells(
    rows: int, columns: int, framed: bool, turns: tuple[int, ...]
) -> tuple[Colors, ...]:
    """Return the kind of piece that each cell takes."""

    def kind(cell: int) -> Colors:
        north, east, south, west = (
            int(framed and is_on_rim(cell, side, rows, columns)) for side in SIDES
        )
        return _kind((north, east, south, west), turns)

    return tuple(kind(cell) for cell in range(rows * columns))


def _log_ways(kind: Colors, count: int, offered: int, turns: tuple[int, ...]) -> float:
    """Return the ways to choose so many pieces of a kind, and to turn them."""
    if count > offered:
        return -inf
    return log_falling(offered, count) + count * log(_fitting_turns(kind, turns))


@cache
def _fitting_turns(kind: Colors, turns: tuple[int, ...]) -> int:
    """Return the number of turns in which a piece of a kind fits a cell of it."""
    return sum(turned(kind, turn) == kind for turn in turns)
