"""What a search for the best board maximizes: joins, pieces or a clean prefix."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from edgematch.board import Board
from edgematch.errors import UnknownName
from edgematch.puzzle import Puzzle
from edgematch.search.unbroken import unbroken

if TYPE_CHECKING:
    from edgematch.search.technique import BoardSearch


class Measure(ABC):
    """A way to compare boards; the higher the value, the better."""

    name: str
    words: str
    """What its values count, as in `470 of 480 joins match`."""
    is_proved_by_breaks: bool
    """Whether a full board of the fewest breaks is proved to be the best."""
    ends_at_break: bool = False
    """Whether nothing counts after the first break; a search makes none if it can."""
    leaves_holes: bool = False
    """Whether a search leaves holes rather than make breaks, if it can."""

    def of_full_board(self, board: Board) -> int:
        """Return what a search compares full boards by."""
        return self.value(board)

    @abstractmethod
    def value(self, board: Board) -> int:
        """Return the value of a board."""

    @abstractmethod
    def most(self, puzzle: Puzzle) -> int:
        """Return the value that no board can exceed."""

    @abstractmethod
    def accepts(self, board: Board) -> bool:
        """Return whether a board may be returned as the best; used by the referee."""

    @abstractmethod
    def is_proved(self, board: Board, at_least: int) -> bool:
        """Return whether no board is better, if every full one has so many breaks."""

    @abstractmethod
    def candidate(self, search: "BoardSearch", value: int | None) -> Board | None:
        """Return a board of a search that may exceed `value`; None if there is none."""

    @abstractmethod
    def nodes_between_candidates(self, puzzle: Puzzle) -> int:
        """Return after how many nodes boards on the way are worth examining."""


class Joins(Measure):
    """Full boards with as many matching joins as possible."""

    name = "joins"
    words = "joins match"
    is_proved_by_breaks = True

    def value(self, board: Board) -> int:
        """Return the matching joins."""
        return board.score()

    def most(self, puzzle: Puzzle) -> int:
        """Return the number of joins."""
        return puzzle.joins

    def accepts(self, board: Board) -> bool:
        """Return whether the board is full and legal."""
        return board.is_legal() and board.is_complete()

    def is_proved(self, board: Board, at_least: int) -> bool:
        """Return whether no full board can have fewer breaks."""
        return len(board.breaks()) <= at_least

    def candidate(self, search: "BoardSearch", value: int | None) -> Board | None:
        """Return the best board of the search, if it is better."""
        breaks = search.fewest_breaks
        if breaks is None:
            return None
        board = search.best()
        return board if value is None or board.puzzle.joins - breaks > value else None

    def nodes_between_candidates(self, puzzle: Puzzle) -> int:
        """Return no limit: only the best board of a search counts."""
        return sys.maxsize


class Pieces(Measure):
    """Boards without a break, with as many pieces as possible."""

    name = "pieces"
    words = "pieces without a break"
    is_proved_by_breaks = False
    leaves_holes = True
    _NODES_PER_CELL = 4_000
    """Counted in nodes, never by the clock: the same limit gives the same board."""

    def of_full_board(self, board: Board) -> int:
        """Return the pieces that can stay when all breaks are to go."""
        return self.value(unbroken(board))

    def value(self, board: Board) -> int:
        """Return the pieces placed."""
        return len(board.placements)

    def most(self, puzzle: Puzzle) -> int:
        """Return the number of cells."""
        return puzzle.cells

    def accepts(self, board: Board) -> bool:
        """Return whether the board is legal and has no break."""
        return board.is_legal() and not board.breaks()

    def is_proved(self, board: Board, at_least: int) -> bool:
        """Return whether the board is full: fewer pieces are never proved the most."""
        return board.is_complete()

    def candidate(self, search: "BoardSearch", value: int | None) -> Board | None:
        """Return what is left of the present board without its breaks, if better."""
        if search.fewest_breaks is None:
            return None
        board = unbroken(search.board())
        return board if value is None or len(board.placements) > value else None

    def nodes_between_candidates(self, puzzle: Puzzle) -> int:
        """Return a number of nodes that grows with the board."""
        return self._NODES_PER_CELL * puzzle.cells


class Prefix(Measure):
    """Boards that are clean for as long as possible, counted from a corner."""

    name = "prefix"
    words = "pieces in a clean prefix"
    is_proved_by_breaks = False
    ends_at_break = True

    def value(self, board: Board) -> int:
        """Return the length of the clean prefix."""
        return board.clean_prefix()

    def most(self, puzzle: Puzzle) -> int:
        """Return the number of cells."""
        return puzzle.cells

    def accepts(self, board: Board) -> bool:
        """Return whether the board is legal."""
        return board.is_legal()

    def is_proved(self, board: Board, at_least: int) -> bool:
        """Return whether the prefix is the whole board: no other is ever proved."""
        return self.value(board) == board.puzzle.cells

    def candidate(self, search: "BoardSearch", value: int | None) -> Board | None:
        """Return the best board of the search, if it is better."""
        if search.fewest_breaks is None:
            return None
        board = search.best()
        return board if value is None or self.value(board) > value else None

    def nodes_between_candidates(self, puzzle: Puzzle) -> int:
        """Return no limit: only the best board of a search counts."""
        return sys.maxsize


JOINS, PIECES, PREFIX = Joins(), Pieces(), Prefix()
MEASURES: Mapping[str, Measure] = {each.name: each for each in (JOINS, PIECES, PREFIX)}
"""Every measure by its name."""


def measure_named(name: str) -> Measure:
    """Return the measure called `name`."""
    if name not in MEASURES:
        raise UnknownName(f"no goal {name!r}; choose {', '.join(MEASURES)}")
    return MEASURES[name]
