"""Backtracking in plain Python: slow, short, and ready without compiling anything."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from edgematch.board import Board
from edgematch.engines.driver import Outcome, drive
from edgematch.geometry import SIDES, Colors, neighbor, opposite
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
        cells = order(self.order, puzzle.rows, puzzle.columns)
        return drive(self.name, puzzle, _Search(puzzle, cells), limits, watch)


class _Search:
    """A depth-first search; the iterators of the filled cells are its whole state.

    Hints are not filled in advance: their cells take no other piece, and other cells
    do not take their pieces, so that a node is a piece placed, hinted or not.
    """

    def __init__(self, puzzle: Puzzle, cells: tuple[int, ...]) -> None:
        self.puzzle = puzzle
        self.nodes = 0
        self._cells = cells
        self._shown: list[Colors | None] = [None] * puzzle.cells
        self._used = [False] * puzzle.cells
        self._placed: list[Placement] = []
        self._fullest: tuple[Placement, ...] = ()
        self._candidates = _candidates_by_cell(puzzle)
        self._open: list[Iterator[Placement]] = [self._fitting(cells[0])]

    def advance(self, node_budget: int) -> Outcome:
        left = node_budget
        while left > 0:
            if len(self._placed) == len(self._open):
                self._take_back()
            placement = next(self._open[-1], None)
            if placement is not None:
                self._place(placement)
                left -= 1
                if len(self._placed) == len(self._cells):
                    return Outcome.FOUND
                self._open.append(self._fitting(self._cells[len(self._placed)]))
            else:
                self._open.pop()
                if not self._open:
                    # Called again, an exhausted search is exhausted still.
                    self._open.append(iter(()))
                    return Outcome.EXHAUSTED
        return Outcome.PAUSED

    def board(self) -> Board:
        return Board(self.puzzle, self._placed)

    def fullest(self) -> Board:
        return Board(self.puzzle, self._fullest)

    def _place(self, placement: Placement) -> None:
        cell, piece, turn = placement
        self._shown[cell] = self.puzzle.colors_of(piece, turn)
        self._used[piece] = True
        self._placed.append(placement)
        self.nodes += 1
        if len(self._placed) > len(self._fullest):
            self._fullest = tuple(self._placed)

    def _take_back(self) -> None:
        placement = self._placed.pop()
        self._shown[placement.cell] = None
        self._used[placement.piece] = False

    def _fitting(self, cell: int) -> Iterator[Placement]:
        """Yield the placements on `cell` that match its neighbors as they lie now."""
        demands = []
        for side in SIDES:
            beyond = neighbor(cell, side, self.puzzle.rows, self.puzzle.columns)
            colors = None if beyond is None else self._shown[beyond]
            if colors is not None:
                demands.append((side, self.puzzle.mate(colors[opposite(side)])))
        for colors, placement in self._candidates[cell]:
            if not self._used[placement.piece] and all(
                colors[side] == color for side, color in demands
            ):
                yield placement


def _candidates_by_cell(puzzle: Puzzle) -> list[list[tuple[Colors, Placement]]]:
    """List, for each cell, every placement that keeps to the rim and the hints."""
    hints = {hint.cell: hint for hint in puzzle.hints}
    hinted = {hint.piece for hint in puzzle.hints}
    candidates: dict[int, list[tuple[Colors, Placement]]] = defaultdict(list)
    for cell in range(puzzle.cells):
        if cell in hints:
            choices = [hints[cell]]
        else:
            choices = [
                Placement(cell, piece, turn)
                for piece in range(len(puzzle.pieces))
                if piece not in hinted
                for turn in puzzle.turns
            ]
        candidates[cell] = [
            (puzzle.colors_of(choice.piece, choice.turn), choice)
            for choice in choices
            if not puzzle.rim_faults(choice)
        ]
    return [candidates[cell] for cell in range(puzzle.cells)]
