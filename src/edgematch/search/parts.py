"""A run under way: the subtrees that a search is split into, and what came of them.

Subtrees count in their order in the tree, so that the answer is that of one thread.
Where a limit falls into one of them the answer is cut: what was found behind it is as
if it had never been.  It is left as it stands all the same, for a run that goes on.
"""

import sys
import time
from dataclasses import dataclass, field

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.results import Ended, Limits
from edgematch.search.interface import Outcome, Search, State
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
    kept_at: list[int] = field(default_factory=list)
    """Likewise when each of those kept was."""
    slice_nodes: int = field(default_factory=lambda: _FIRST_SLICE)
    _fullest: tuple[int, Board] | None = field(default=None, repr=False)
    """The fullest board, and the nodes that were placed when it was built."""

    def run(self, name: str, solutions: int, nodes: int, keep: int) -> None:
        """Go on for a slice, but not past so many solutions or nodes of this part."""
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
            self.kept_at.append(self.found_at)
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
        has_enough = self.count >= solutions or self.search.nodes >= nodes
        return self.is_exhausted or has_enough

    def nodes_when_found(self, solution: int) -> int | None:
        """Return the nodes that were placed when it had so many; None if not known."""
        if solution <= len(self.kept_at):
            return self.kept_at[solution - 1]
        return self.found_at if solution == self.count else None

    def anew(self) -> "Part":
        """Return this part as it was before it began."""
        search = self.search.fork()
        search.restore(self.start)
        return Part(search, self.start, self.turns)


@dataclass(frozen=True)
class Cut:
    """How far one thread would have come, which ends where a limit falls."""

    number: int
    """The part that the limit falls into; none behind it counts."""
    part: Part
    """That part, or the same run again."""
    nodes: int
    count: int


@dataclass
class Run:
    """A search under way: its parts in the order of the tree."""

    name: str
    parts: list[Part]
    seconds_before: float = 0.0
    """Wall time of the runs that this one goes on from."""
    boards_for_one: int = 1
    """How many boards each solution stands for."""
    cut: Cut | None = None
    again: Part | None = None
    """A part that has run past a limit, run again up to it."""
    again_to: tuple[int, int] = (sys.maxsize, sys.maxsize)
    """The solutions and nodes of it at which it ends."""

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
        nodes = sum(part.search.nodes for part in self._whole)
        return nodes + (self.cut.nodes if self.cut else 0)

    @property
    def count(self) -> int:
        """Solutions found in all parts."""
        count = sum(part.count for part in self._whole)
        return count + (self.cut.count if self.cut else 0)

    @property
    def kept(self) -> list[Board]:
        """The solutions kept of all parts."""
        kept = [board for part in self._whole for board in part.kept]
        return kept + (self.cut.part.kept[: self.cut.count] if self.cut else [])

    @property
    def _whole(self) -> list[Part]:
        """The parts that count as they stand."""
        return self.parts[: self.cut.number] if self.cut else self.parts

    @property
    def _begun(self) -> list[Part]:
        return [*self._whole, *([self.cut.part] if self.cut else [])]

    @property
    def turned_alike(self) -> int:
        """Turns that leave the picture of a solution as it is, over all parts.

        Only a run without a cut is asked for it.
        """
        return sum(part.turned_alike for part in self.parts)

    def fullest(self) -> Board:
        """Return the fullest board without a break of all parts."""
        boards = [part.fullest() for part in self._begun]
        return max(boards, key=lambda board: len(board.placements))

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1."""
        shares = [
            1.0 if part.is_exhausted else part.search.share() for part in self._begun
        ]
        return sum(shares) / len(self.parts)

    def ended_in_order(self, limits: Limits) -> Ended | None:
        """Return why the run is over, as one thread would see it; None if it is not."""
        solutions, nodes = or_all(limits.solutions), or_all(limits.nodes)
        for number, part in enumerate(self.parts):
            if part.count >= solutions or part.search.nodes >= nodes:
                return self._ended_in(number, solutions, nodes)
            if not part.is_exhausted:
                return None
            solutions, nodes = solutions - part.count, nodes - part.search.nodes
        return Ended.EXHAUSTED

    def _ended_in(self, number: int, solutions: int, nodes: int) -> Ended | None:
        """Cut a part at the first of two limits; run it again if that is not known."""
        part = self.again or self.parts[number]
        if self.again and not part.is_done(solutions, nodes):
            return None
        found_at = part.nodes_when_found(solutions)
        if found_at is not None and found_at <= nodes:
            self.cut = Cut(number, part, found_at, solutions)
            return Ended.FOUND
        if self.again or (part.count < solutions and part.search.nodes == nodes):
            # A part begins with the way to it: the limit may be before that.
            self.cut = Cut(number, part, nodes, part.count)
            return Ended.NODES
        self.again_to = solutions, nodes
        self.again = part.anew()
        return None


def or_all(limit: int | None) -> int:
    """Return a limit as a number; no limit is more than there can be."""
    return sys.maxsize if limit is None else limit


def _referee(name: str, board: Board) -> None:
    if not board.is_solution():
        raise WrongAnswer(
            f"engine {name} offered a board that is no solution; please report this"
            f" with the puzzle (fingerprint {board.puzzle.fingerprint})"
        )
