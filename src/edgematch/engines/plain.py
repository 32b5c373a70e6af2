"""Backtracking in plain Python: slow, short, and ready without compiling anything."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from edgematch.board import Board
from edgematch.engines.driver import Outcome, drive
from edgematch.geometry import SIDES, Colors, is_on_rim, neighbor, opposite
from edgematch.orders import order
from edgematch.puzzle import Placement, Puzzle
from edgematch.results import Limits, Result, Watch


@dataclass(frozen=True)
class Plain:
    """Fill the cells in a fixed order and back up when no piece fits."""

    name: ClassVar[str] = "plain"
    complete: ClassVar[bool] = True

    order: str = "rows"
    """The fill order, one of `edgematch.orders.ORDERS`."""

    def solve(
        self, puzzle: Puzzle, limits: Limits, watch: Watch | None = None
    ) -> Result:
        """Search `puzzle` until `limits` are met or nothing is left to search."""
        return drive(self.name, puzzle, PlainSearch(puzzle, self.order), limits, watch)

    def walk(self, puzzle: Puzzle) -> "PlainWalk":
        """Return the tree of this search, to be walked down at random."""
        return PlainWalk(PlainSearch(puzzle, self.order))


class PlainSearch:
    """A depth-first search; the iterators of the filled cells are its whole state.

    Hints lie on the board from the start and are no nodes.
    """

    def __init__(self, puzzle: Puzzle, order_name: str) -> None:
        self.puzzle = puzzle
        self.nodes = 0
        hinted = {hint.cell for hint in puzzle.hints}
        self._cells = [
            cell
            for cell in order(order_name, puzzle.rows, puzzle.columns)
            if cell not in hinted
        ]
        self._shown: list[Colors | None] = [None] * puzzle.cells
        self._used = [False] * puzzle.cells
        for hint in puzzle.hints:
            self._shown[hint.cell] = puzzle.colors_of(hint.piece, hint.turn)
            self._used[hint.piece] = True
        self._placed: list[Placement] = []
        self._fullest: tuple[Placement, ...] = ()
        self._candidates = _candidates_by_kind_of_cell(puzzle)
        self._open: list[Iterator[Placement]] = []
        self._is_started = False

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        left = node_budget
        if not self._is_started:
            self._is_started = True
            if Board(self.puzzle, self.puzzle.hints).breaks():
                return Outcome.EXHAUSTED
            if not self._cells:
                return Outcome.FOUND  # the hints are the whole board
            self._open.append(self.fitting())
        while left > 0 and self._open:
            if len(self._placed) == len(self._open):
                self.take_back()
            placement = next(self._open[-1], None)
            if placement is None:
                self._open.pop()
                continue
            self.place(placement)
            left -= 1
            if len(self._placed) == len(self._cells):
                return Outcome.FOUND
            self._open.append(self.fitting())
        return Outcome.PAUSED if self._open else Outcome.EXHAUSTED

    def board(self) -> Board:
        """Return the pieces as they lie now."""
        return Board(self.puzzle, (*self.puzzle.hints, *self._placed))

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        return Board(self.puzzle, (*self.puzzle.hints, *self._fullest))

    def place(self, placement: Placement) -> None:
        """Put a piece on the next cell."""
        cell, piece, turn = placement
        self._shown[cell] = self.puzzle.colors_of(piece, turn)
        self._used[piece] = True
        self._placed.append(placement)
        self.nodes += 1
        if len(self._placed) > len(self._fullest):
            self._fullest = tuple(self._placed)

    def take_back(self) -> None:
        """Take the last piece back."""
        placement = self._placed.pop()
        self._shown[placement.cell] = None
        self._used[placement.piece] = False

    def fitting(self) -> Iterator[Placement]:
        """Yield what fits on the next cell, by its neighbors as they lie now."""
        if len(self._placed) == len(self._cells):
            return
        puzzle = self.puzzle
        cell = self._cells[len(self._placed)]
        demands = []
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            colors = None if beyond is None else self._shown[beyond]
            if colors is not None:
                demands.append((side, puzzle.mate(colors[opposite(side)])))
        for colors, piece, turn in self._candidates[_rim_of(puzzle, cell)]:
            if not self._used[piece] and all(
                colors[side] == color for side, color in demands
            ):
                yield Placement(cell, piece, turn)


class PlainWalk:
    """The tree of a plain search, walked down from the root."""

    def __init__(self, search: PlainSearch) -> None:
        self._search = search
        self._depth = 0
        self._children = list(search.fitting())

    def restart(self) -> None:
        """Go to the root."""
        for _ in range(self._depth):
            self._search.take_back()
        self._depth = 0
        self._children = list(self._search.fitting())

    def choices(self) -> int:
        """Return the number of children of the node where the walk stands."""
        return len(self._children)

    def descend(self, choice: int) -> None:
        """Go to a child."""
        self._search.place(self._children[choice])
        self._depth += 1
        self._children = list(self._search.fitting())


_Rim = tuple[bool, ...]
_Candidate = tuple[Colors, int, int]


def _rim_of(puzzle: Puzzle, cell: int) -> _Rim:
    return tuple(is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES)


def _candidates_by_kind_of_cell(puzzle: Puzzle) -> dict[_Rim, list[_Candidate]]:
    """List, for each kind of cell, every piece and turn that keeps to the rim."""
    candidates: dict[_Rim, list[_Candidate]] = {}
    for cell in range(puzzle.cells):
        rim = _rim_of(puzzle, cell)
        if rim not in candidates:
            candidates[rim] = [
                (puzzle.colors_of(piece, turn), piece, turn)
                for piece in range(len(puzzle.pieces))
                for turn in puzzle.turns
                if not puzzle.rim_faults(Placement(cell, piece, turn))
            ]
    return candidates
