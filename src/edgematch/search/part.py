"""A part of a tree: one search, and what has been found in it."""

import time
from dataclasses import dataclass, field

from edgematch.board import Board
from edgematch.puzzle import Puzzle
from edgematch.results import WrongAnswer
from edgematch.search.technique import Outcome, Search, TreeSearch
from edgematch.symmetry import turns_that_look_the_same

_SECONDS_PER_SLICE = 0.02
_FIRST_SLICE = 1_000
_LARGEST_SLICE = 2**40
"""A search that pauses early time and again would let the slices grow without end."""
_LONGEST_SLICE = 0.5
"""Solutions that are found together are reported one by one."""
_ALWAYS_CHECKED = 1_000
_CHECKED_EACH = 1_000
"""Of solutions that are only counted, the referee checks the first and then some."""


@dataclass
class Part:
    """A subtree, and what has been found in it so far."""

    search: Search
    turns: tuple[int, ...] = (0,)
    """The turns of the whole board after which the picture of a solution may look the
    same; if there are more than the first, every solution is examined for them."""
    count: int = 0
    self_symmetries: int = 0
    """Pairs of a solution and a turn, other than the first, that leaves its picture
    unchanged: all that counting pictures up to symmetry needs."""
    kept: list[Board] = field(default_factory=list)
    is_exhausted: bool = False
    slice_nodes: int = field(default_factory=lambda: _FIRST_SLICE)
    _fullest: tuple[int, Board] | None = field(default=None, repr=False)
    """The fullest board, and the nodes of the search when it was built."""

    def run(self, name: str, solutions: int, nodes: int, keep: int) -> None:
        """Search for a slice, but not beyond so many solutions or nodes."""
        stop = min(nodes, self.search.nodes + self.slice_nodes)
        started = time.perf_counter()
        while self.count < solutions and self.search.nodes < stop:
            outcome = self.search.advance(stop - self.search.nodes)
            if outcome is Outcome.EXHAUSTED:
                self.is_exhausted = True
                return
            if outcome is Outcome.PAUSED:
                break
            self._take(name, keep)
            if time.perf_counter() - started > _LONGEST_SLICE:
                break
        # Aim at a steady time between two looks at the clock.
        spent = max(time.perf_counter() - started, 1e-6)
        factor = min(2.0, max(0.5, _SECONDS_PER_SLICE / spent))
        self.slice_nodes = min(_LARGEST_SLICE, max(1, int(self.slice_nodes * factor)))

    def _take(self, name: str, keep: int) -> None:
        """Count the solution just found, and examine it as far as necessary."""
        before = self.count
        self.count += self.search.found_together
        is_kept = len(self.kept) < keep
        is_due = self.count // _CHECKED_EACH > before // _CHECKED_EACH
        is_checked = is_kept or before < _ALWAYS_CHECKED or is_due
        is_examined = len(self.turns) > 1
        if not is_checked and not is_examined:
            return
        board = self.search.board()
        if is_checked:
            _referee(name, board)
        if is_kept:
            self.kept.append(board)
        if is_examined:
            self.self_symmetries += self_symmetries(board, self.turns)

    def fullest(self, puzzle: Puzzle) -> Board:
        """Return the fullest board without a break so far.

        Of hundreds of parts few have moved since the last call: only their boards are
        built again.
        """
        if self._fullest is None or self._fullest[0] != self.search.nodes:
            self._fullest = self.search.nodes, self._build_fullest(puzzle)
        return self._fullest[1]

    def _build_fullest(self, puzzle: Puzzle) -> Board:
        if isinstance(self.search, TreeSearch):
            return self.search.fullest()
        if self.count:  # solvers have no partial boards
            return self.search.board()
        hints = Board(puzzle, puzzle.hints)
        return Board(puzzle, ()) if hints.breaks() else hints

    def share(self) -> float:
        """Return the share of this subtree that is done."""
        if self.is_exhausted:
            return 1.0
        return self.search.share() if isinstance(self.search, TreeSearch) else 0.0

    def is_done(self, solutions: int, nodes: int) -> bool:
        """Return whether it is exhausted or has so many solutions or nodes."""
        has_enough = self.count >= solutions or self.search.nodes >= nodes
        return self.is_exhausted or has_enough


def self_symmetries(board: Board, turns: tuple[int, ...]) -> int:
    """Return how many of the turns but the first leave the picture unchanged."""
    return len(turns_that_look_the_same(board, turns)) - 1


def _referee(name: str, board: Board) -> None:
    if not board.is_solution():
        raise WrongAnswer(
            f"engine {name} offered a board that is not a solution; please report this"
            f" with the puzzle (fingerprint {board.puzzle.fingerprint})"
        )
