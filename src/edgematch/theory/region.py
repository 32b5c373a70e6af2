"""A region as it is filled: the ways to choose and turn its pieces, and its joins.

Hints are there from the start; their pieces are not chosen, and joins with them count
as soon as the other piece is placed.
"""

from collections import Counter
from functools import cache, lru_cache
from math import inf, log

from edgematch.geometry import RIM, SIDES, Colors, is_on_rim, turn_colors
from edgematch.puzzle import Puzzle
from edgematch.theory.logarithms import log_falling
from edgematch.theory.pools import Pool, joins_of_cells

Kind = Colors
"""Which sides are on the rim, 1 or 0, in the smallest allowed turn."""


class Filling:
    """The cells that are filled so far."""

    def __init__(self, puzzle: Puzzle) -> None:
        rows, columns = puzzle.rows, puzzle.columns
        self._turns = puzzle.turns
        self._beside = joins_of_cells(rows, columns, puzzle.framed, puzzle.turnable)
        self._kinds = _kinds_of_cells(rows, columns, puzzle.framed, puzzle.turns)
        self._offered = Counter(_kind_of_piece(puzzle, each) for each in puzzle.pieces)
        self._placed: Counter[Kind] = Counter()
        self._ways: dict[Kind, float] = {}
        self._filled: set[int] = set()
        self.joins: Counter[Pool] = Counter()
        """Joins between filled cells, in each pool."""
        for hint in puzzle.hints:
            self._join(hint.cell)
            self._offered[_kind_of_piece(puzzle, puzzle.pieces[hint.piece])] -= 1

    def __contains__(self, cell: int) -> bool:
        return cell in self._filled

    @property
    def log_ways(self) -> float:
        """The ways to choose and turn the pieces, without hints, as a logarithm."""
        return sum(self._ways.values())

    def add(self, cell: int) -> list[tuple[int, Pool]]:
        """Fill a cell; return the filled cells beside it, with the pool of each."""
        kind = self._kinds[cell]
        self._placed[kind] += 1
        count, offered = self._placed[kind], self._offered[kind]
        self._ways[kind] = -inf
        if count <= offered:
            turned_ways = count * log(_fitting_turns(kind, self._turns))
            self._ways[kind] = log_falling(offered, count) + turned_ways
        return self._join(cell)

    def _join(self, cell: int) -> list[tuple[int, Pool]]:
        joined = [each for each in self._beside[cell] if each[0] in self._filled]
        self.joins.update(pool for _, pool in joined)
        self._filled.add(cell)
        return joined


@cache
def _kind(is_rim: Colors, turns: tuple[int, ...]) -> Kind:
    return min(turn_colors(is_rim, turn) for turn in turns)


def _kind_of_piece(puzzle: Puzzle, piece: Colors) -> Kind:
    """Return on which sides a piece has the rim: color 0 of a framed puzzle."""
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
) -> tuple[Kind, ...]:
    """Return the kind of piece that each cell takes."""

    def kind(cell: int) -> Kind:
        north, east, south, west = (
            int(framed and is_on_rim(cell, side, rows, columns)) for side in SIDES
        )
        return _kind((north, east, south, west), turns)

    return tuple(kind(cell) for cell in range(rows * columns))


@cache
def _fitting_turns(kind: Kind, turns: tuple[int, ...]) -> int:
    """Return the number of turns in which a piece of a kind fits a cell of it."""
    return sum(turn_colors(kind, turn) == kind for turn in turns)
