"""A search that somebody else's solver does, in a process of its own.

Its nodes are the conflicts of the solver.  The solver runs ahead of what has been taken
from it and is never slowed down or stopped in between; a solution counts from the
conflict on at which it was found.  So where the runner pauses changes nothing, and a
node limit gives the same result each time, though the solver knows of neither.

Such a search cannot be split, copied or kept: the state of the solver is its own.
"""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, Self

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Placement, Puzzle
from edgematch.search.interface import Outcome, State
from edgematch.search.worker import Job

_SECONDS_TO_WAIT = 0.02


class Message(NamedTuple):
    """What a solver says."""

    nodes: int
    """Conflicts so far."""
    found: tuple[Placement, ...] | None = None
    is_exhausted: bool = False
    facts: Mapping[str, Any] = {}
    """What else is worth telling people, by name."""


GAVE_UP = Message(sys.maxsize)
"""The solver has reached the node limit that it was told."""


class OutsideSearch:
    """Takes what a job yields as a search that the runner can drive."""

    boards_alike = 1

    def __init__(self, puzzle: Puzzle, name: str, job: str, *arguments: Any) -> None:
        self.puzzle, self._name = puzzle, name
        self._call = (job, puzzle, *arguments)
        self._job: Job | None = None
        self._nodes = 0
        self._next: Message | None = None
        """A message from a conflict that is not counted yet."""
        self._facts: dict[str, Any] = {}
        self._is_exhausted = False
        self._board = Board(puzzle, ())
        hints = Board(puzzle, puzzle.hints)
        self._fullest = self._board if hints.breaks() else hints

    @property
    def nodes(self) -> int:
        """Conflicts so far."""
        return self._nodes

    @property
    def note(self) -> str:
        """The solver, and what it says of itself."""
        facts = [f"{value:,} {key}" for key, value in self._facts.items()]
        return ", ".join([self._name, *facts])

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` conflicts, or to the next solution."""
        if self._is_exhausted:
            return Outcome.EXHAUSTED
        if self._job is None:
            self._job = Job(*self._call)
        goal = self._nodes + node_budget
        while True:
            if self._next is None:
                self._next = self._job.take(_SECONDS_TO_WAIT)
            message = self._next
            if message is None and self._job.is_over:
                raise EdgematchError(
                    f"{self._name} was told to look for less than is asked of it"
                )
            if message is None:
                return Outcome.PAUSED
            if message.nodes > goal:
                self._nodes = goal
                return Outcome.PAUSED
            self._next = None
            self._nodes = max(self._nodes, message.nodes)
            self._facts.update(message.facts)
            if message.is_exhausted:
                self._is_exhausted = True
                return Outcome.EXHAUSTED
            if message.found is not None:
                self._board = self._fullest = Board(self.puzzle, message.found)
                return Outcome.FOUND

    def board(self) -> Board:
        """Return the last solution."""
        return self._board

    def fullest(self) -> Board:
        """Return the last solution, or the hints: solvers have no partial boards."""
        return self._fullest

    def share(self) -> float:
        """Return 0: nobody knows how much of such a search is done."""
        return float(self._is_exhausted)

    def split(self, wanted: int) -> list[Self]:
        """Return this search alone."""
        return [self]

    def state(self) -> State:
        """Return nothing: it cannot be kept."""
        return {}

    def fork(self) -> Self:
        """Refuse: the state of the solver is its own."""
        self._refuse()

    def restore(self, state: State) -> None:
        """Refuse, as above."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise EdgematchError(f"a search by {self._name} cannot be copied or kept")

    def close(self) -> None:
        """End the solver's process, unless it is done and may wait for the next."""
        if self._job is not None:
            self._job.take(_SECONDS_TO_WAIT)
            self._job.end()
