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

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import inf, log

from edgematch.board import Board
from edgematch.geometry import RIM, SIDES, Colors, is_on_rim, turn_colors
from edgematch.orders import ORDERS, order
from edgematch.puzzle import Puzzle
from edgematch.theory.logarithms import LOG_10, log_falling, log_sum, number_text
from edgematch.theory.pools import Pool, joins_of_cells, matching_probabilities

Kind = Colors
"""On which sides the rim is, 1 or 0, turned to the least that is allowed."""


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
    depths: tuple[Depth, ...] = field(repr=False)

    def __str__(self) -> str:
        solutions = number_text(self.log10_solutions)
        nodes = number_text(self.log10_nodes)
        return f"about {solutions} solutions and {nodes} nodes expected ({self.order})"


def estimate(puzzle: Puzzle, order_name: str = "rows") -> Estimate:
    """Return the expected solutions and nodes of a search in the given fill order.

    >>> from edgematch import catalog
    >>> round(10 ** estimate(catalog.load("eternity2").puzzle).log10_solutions)
    14702
    """
    probabilities = matching_probabilities(puzzle)
    region = BoardRegion(puzzle)
    # If joins between hints do not match, the expected numbers are zero.
    given = probabilities.log(region.joins)
    if given == -inf or Board(puzzle, puzzle.hints).breaks():
        given = inf
    depths = []
    logarithm = 0.0 if given < inf else -inf
    for cell in order(order_name, puzzle.rows, puzzle.columns):
        if cell in region.filled:
            continue
        region.add(cell)
        logarithm = region.log_ways + probabilities.log(region.joins) - given
        depths.append(Depth(cell, logarithm / LOG_10))
    nodes = log_sum([depth.log10_nodes * LOG_10 for depth in depths])
    return Estimate(order_name, logarithm / LOG_10, nodes / LOG_10, tuple(depths))


def estimates(puzzle: Puzzle) -> tuple[Estimate, ...]:
    """Return the estimates for every fill order, the cheapest first."""
    found = [estimate(puzzle, name) for name in ORDERS]
    return tuple(sorted(found, key=lambda each: each.log10_nodes))


class BoardRegion:
    """The filled cells of a board: ways to choose and turn the pieces, and joins.

    Hints are there from the start; their pieces are not chosen, and joins with them
    count as soon as the other piece is placed.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        rows, columns = puzzle.rows, puzzle.columns
        self._turns = turns = puzzle.turns
        self._beside = joins_of_cells(rows, columns, puzzle.framed, puzzle.turnable)
        self._kinds = _kinds_of_cells(rows, columns, puzzle.framed, turns)
        kinds = [
            _kind(tuple(int(puzzle.framed and color == RIM) for color in piece), turns)
            for piece in puzzle.pieces
        ]
        self._offered = Counter(kinds)
        self._placed: Counter[Kind] = Counter()
        self._ways: dict[Kind, float] = {}
        self.log_ways = 0.0
        """The ways to choose and turn the pieces, hints apart, as a logarithm."""
        self.filled: set[int] = set()
        self.joins: Counter[Pool] = Counter()
        """Joins between filled cells, in each pool."""
        for hint in puzzle.hints:
            self._join(hint.cell)
            self._offered[kinds[hint.piece]] -= 1

    def add(self, cell: int) -> list[tuple[int, Pool]]:
        """Fill a cell; return the filled cells beside it, each with the join's pool."""
        kind = self._kinds[cell]
        self._placed[kind] += 1
        count, offered = self._placed[kind], self._offered[kind]
        self._ways[kind] = -inf
        if count <= offered:
            turned_ways = count * log(_fitting_turns(kind, self._turns))
            self._ways[kind] = log_falling(offered, count) + turned_ways
        self.log_ways = sum(self._ways.values())
        return self._join(cell)

    def _join(self, cell: int) -> list[tuple[int, Pool]]:
        joined = [each for each in self._beside[cell] if each[0] in self.filled]
        self.joins.update(pool for _, pool in joined)
        self.filled.add(cell)
        return joined


@cache
def _kind(is_rim: tuple[int, ...], turns: tuple[int, ...]) -> Kind:
    north, east, south, west = is_rim
    return min(turn_colors((north, east, south, west), turn) for turn in turns)


@lru_cache(maxsize=16)  # the same for all puzzles of a class
def _kinds_of_cells(
    rows: int, columns: int, framed: bool, turns: tuple[int, ...]
) -> tuple[Kind, ...]:
    """Return the kind of piece that each cell takes."""

    def kind(cell: int) -> Kind:
        rim = tuple(
            int(framed and is_on_rim(cell, side, rows, columns)) for side in SIDES
        )
        return _kind(rim, turns)

    return tuple(kind(cell) for cell in range(rows * columns))


@cache
def _fitting_turns(kind: Kind, turns: tuple[int, ...]) -> int:
    """Return the number of turns in which a piece of a kind fits a cell of it."""
    return sum(turn_colors(kind, turn) == kind for turn in turns)
