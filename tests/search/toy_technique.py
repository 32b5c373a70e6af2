"""A technique of another package: plain backtracking in Python, in row order.

It is written into a folder of its own by `test_third_party.py`, beside an entry point.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from edgematch.board import Board
from edgematch.geometry import NORTH, WEST, neighbor, opposite
from edgematch.puzzle import Placement
from edgematch.search.options import number
from edgematch.search.request import Request
from edgematch.search.technique import Outcome, Search, Technique, Threads


@dataclass(frozen=True)
class Toy(Technique):
    """Try every piece on every cell."""

    name = "toy"
    threads = Threads.ONE
    resumable = False

    patience: int = number(3, 1, 9)
    """An option that changes nothing but the note."""

    def start(self, request: Request) -> "ToySearch":
        """Return a search that has placed nothing yet."""
        return ToySearch(self, request)


class ToySearch(Search):
    """Backtracking that pauses after every node."""

    nodes: int = 0

    def __init__(self, options: Toy, request: Request) -> None:
        self._options, self._puzzle = options, request.puzzle
        self._placed: list[Placement] = []
        self._steps = self._fill(0)

    @property
    def note(self) -> str:
        """The option."""
        return f"patience {self._options.patience}"

    def _fill(self, cell: int) -> Iterator[Outcome]:
        puzzle = self._puzzle
        if cell == puzzle.cells:
            yield Outcome.FOUND
            return
        hints = {hint.cell: hint for hint in puzzle.hints}
        hinted = {hint.piece for hint in puzzle.hints}
        used = {each.piece for each in self._placed}
        for piece in range(len(puzzle.pieces)):
            for turn in puzzle.turns:
                placement = Placement(cell, piece, turn)
                if cell in hints:
                    if placement != hints[cell]:
                        continue
                elif piece in hinted:
                    continue
                if piece in used or not self._fits(placement):
                    continue
                self._placed.append(placement)
                self.nodes += 1
                yield Outcome.PAUSED
                yield from self._fill(cell + 1)
                self._placed.pop()

    def _fits(self, placement: Placement) -> bool:
        puzzle = self._puzzle
        colors = puzzle.colors_of(placement.piece, placement.turn)
        for side in (NORTH, WEST):
            beyond = neighbor(placement.cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                other = self._placed[beyond]
                facing = puzzle.colors_of(other.piece, other.turn)[opposite(side)]
                if puzzle.mate(facing) != colors[side]:
                    return False
        return not puzzle.rim_faults(placement)

    def advance(self, node_budget: int) -> Outcome:
        """Place pieces until the budget is spent or a solution is found."""
        goal = self.nodes + node_budget
        while True:
            outcome = next(self._steps, Outcome.EXHAUSTED)
            if outcome is not Outcome.PAUSED:
                return outcome
            if self.nodes >= goal and len(self._placed) < self._puzzle.cells:
                return Outcome.PAUSED

    def board(self) -> Board:
        """Return the pieces placed."""
        return Board(self._puzzle, self._placed)
