"""A run under way: the subtrees that a search is split into, and what came of them.

Subtrees count in their order in the tree, so that the answer is that of one thread.
When a limit falls into a subtree that has run past it, that subtree is run again from
its start up to the limit, and those behind it are as if they had never been begun.
"""

import sys
import time
from dataclasses import dataclass, field

from edgematch.board import Board
from edgematch.engines.interface import Outcome, Search, State
from edgematch.errors import EdgematchError
from edgematch.results import Ended, Limits
from edgematch.symmetry import turns_that_look_the_same

_SECONDS_PER_SLICE = 0.02
_FIRST_SLICE = 1_000
_PARTS_PER_THREAD = 32
_ALWAYS_CHECKED = 1_000
_CHECKED_EACH = 1_000
"""Of solutions that are only counted, the first and then some pass the referee."""


class WrongAnswer(EdgematchError):
    """An engine offered a board that the referee refuses: a bug in the engine."""


@dataclass
class Part:
    """A subtree, and what has come of it so far."""

    search: Search
    start: State
    turns: tuple[int, ...] = (0,)
    """The turns of the whole board after which a picture of a solution may look the
    same; more than the turn by nothing, and every solution is examined for them."""
    count: int = 0
    turned_alike: int = 0
    """Pairs of a solution and a turn but the one by nothing that leaves its picture as
    it is: all that counting pictures up to symmetry needs, without keeping any."""
    kept: list[Board] = field(default_factory=list)
    is_exhausted: bool = False
    found_at: int = 0
    """The nodes that were placed when the last solution was found."""
    most: int = sys.maxsize
    """Solutions after which it goes no further."""
    slice_nodes: int = field(default_factory=lambda: _FIRST_SLICE)
    _fullest: tuple[int, Board] | None = field(default=None, repr=False)
    """The fullest board, and the nodes that were placed when it was built."""

    def run(self, name: str, solutions: int, nodes: int, keep: int) -> None:
        """Go on for a slice, but not past so many solutions or nodes of this part."""
        stop = min(nodes, self.search.nodes + self.slice_nodes)
        solutions = min(solutions, self.most)
        started = time.perf_counter()
        while self.count < solutions and self.search.nodes < stop:
            outcome = self.search.advance(stop - self.search.nodes)
            if outcome is Outcome.EXHAUSTED:
                self.is_exhausted = True
                return
            if outcome is Outcome.PAUSED:
                break
            self._take(name, keep)
        # Aim at a steady time between two looks at the clock.
        spent = max(time.perf_counter() - started, 1e-6)
        factor = min(2.0, max(0.5, _SECONDS_PER_SLICE / spent))
        self.slice_nodes = max(1, int(self.slice_nodes * factor))

    def _take(self, name: str, keep: int) -> None:
        """Count the solution just found, and look at it as far as is needed."""
        self.count += 1
        self.found_at = self.search.nodes
        is_kept = len(self.kept) < keep
        is_checked = (
            is_kept or self.count < _ALWAYS_CHECKED or self.count % _CHECKED_EACH == 0
        )
        is_examined = len(self.turns) > 1
        if not is_checked and not is_examined:
            return
        board = self.search.board()
        if is_checked:
            _referee(name, board)
        if is_kept:
            self.kept.append(board)
        if is_examined:
            self.turned_alike += len(turns_that_look_the_same(board, self.turns)) - 1

    def fullest(self) -> Board:
        """Return the fullest board without a break so far.

        Of hundreds of parts a few have moved since the last time: only theirs are
        built again.
        """
        if self._fullest is None or self._fullest[0] != self.search.nodes:
            self._fullest = self.search.nodes, self.search.fullest()
        return self._fullest[1]

    def is_done(self, solutions: int, nodes: int) -> bool:
        """Say whether it need not go on to come to so many solutions or nodes."""
        has_enough = self.count >= min(solutions, self.most)
        return self.is_exhausted or has_enough or self.search.nodes >= nodes

    def start_over(self, most: int = sys.maxsize) -> None:
        """Go back to the start, and from there to so many solutions at most."""
        self.search.restore(self.start)
        self.count, self.turned_alike, self.found_at = 0, 0, 0
        self.kept, self.is_exhausted, self._fullest = [], False, None
        self.most = most


@dataclass
class Run:
    """A search under way: its parts in the order of the tree."""

    name: str
    parts: list[Part]
    seconds_before: float = 0.0
    """Wall time of the runs that this one goes on from."""
    behind: list[Part] = field(default_factory=list)
    """Parts behind the one in which a limit fell, not begun: one thread would never
    have come to them.  A run that is taken up again has them before it."""

    @classmethod
    def of(
        cls, name: str, search: Search, threads: int, turns: tuple[int, ...] = (0,)
    ) -> "Run":
        """Return a run that has done nothing yet, split for so many threads."""
        searches = (
            [search] if threads == 1 else search.split(threads * _PARTS_PER_THREAD)
        )
        return cls(name, [Part(each, each.state(), turns) for each in searches])

    @property
    def nodes(self) -> int:
        """Pieces placed in all parts."""
        return sum(part.search.nodes for part in self.parts)

    @property
    def count(self) -> int:
        """Solutions found in all parts."""
        return sum(part.count for part in self.parts)

    @property
    def turned_alike(self) -> int:
        """Turns that leave the picture of a solution as it is, over all parts."""
        return sum(part.turned_alike for part in self.parts)

    def fullest(self) -> Board:
        """Return the fullest board without a break of all parts."""
        boards = [part.fullest() for part in self.parts]
        return max(boards, key=lambda board: len(board.placements))

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1."""
        shares = [
            1.0 if part.is_exhausted else part.search.share() for part in self.parts
        ]
        return sum(shares) / len(shares)

    def ended_in_order(self, limits: Limits) -> Ended | None:
        """Return why the run is over, as one thread would see it; None if it is not.

        Parts behind the one in which a limit falls are put behind, and that part is
        sent back to its start if it has gone further than to its last solution.
        """
        nodes = count = 0
        for number, part in enumerate(self.parts):
            wanted = or_all(limits.solutions) - count
            if part.count >= wanted:
                self._put_behind(number + 1)
                is_past = part.search.nodes > part.found_at or part.is_exhausted
                if part.count == wanted and not is_past:
                    return Ended.FOUND
                part.start_over(most=wanted)
                return None
            nodes, count = nodes + part.search.nodes, count + part.count
            if nodes >= or_all(limits.nodes):
                self._put_behind(number + 1)
                return Ended.NODES
            if not part.is_exhausted:
                return None
        return Ended.EXHAUSTED

    def _put_behind(self, first: int) -> None:
        """Take the parts from there on out of the run, as if none had been begun."""
        for part in self.parts[first:]:
            part.start_over()
        self.behind += self.parts[first:]
        del self.parts[first:]

    def forget_ahead(self) -> None:
        """Send all parts behind the first that is not exhausted back to their start."""
        is_behind = False
        for part in self.parts:
            if is_behind:
                part.start_over()
            is_behind = is_behind or not part.is_exhausted


def or_all(limit: int | None) -> int:
    """Return a limit as a number; no limit is more than there can be."""
    return sys.maxsize if limit is None else limit


def _referee(name: str, board: Board) -> None:
    if not board.is_solution():
        raise WrongAnswer(
            f"engine {name} offered a board that is no solution; please report this"
            f" with the puzzle (fingerprint {board.puzzle.fingerprint})"
        )
