"""A search by an outside solver, in a process of its own.

Its nodes are the conflicts of the solver.  The solver runs ahead of the messages
received from it and is never stopped in between; a solution counts from the conflict at
which it was found.  So it does not matter where the runner pauses, and a node limit
gives the same result each time, although the solver knows of neither.

Such a search cannot be split, copied or saved: nobody has the state of the solver.
"""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, Self

from edgematch.board import Board
from edgematch.engines.interface import Outcome, State
from edgematch.errors import EdgematchError
from edgematch.processes.child_process import ChildProcess
from edgematch.puzzle import Placement, Puzzle

_SECONDS_TO_WAIT = 0.02


class Message(NamedTuple):
    """A message of a solver."""

    nodes: int
    """Conflicts so far."""
    found: tuple[Placement, ...] | None = None
    is_exhausted: bool = False
    facts: Mapping[str, Any] = {}
    """Statistics to show, by name."""


GAVE_UP = Message(sys.maxsize)
"""The solver has reached its node limit."""


class OutsideSearch:
    """Presents the messages of a solver as a search that the runner can drive."""

    boards_alike = 1

    def __init__(self, puzzle: Puzzle, name: str, job: str, *arguments: Any) -> None:
        self.puzzle, self._name = puzzle, name
        self._call = (job, puzzle, *arguments)
        self._process: ChildProcess | None = None
        self._nodes = 0
        self._next: Message | None = None
        """A message from a conflict beyond the node budget so far."""
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
        """The solver and its statistics."""
        facts = [f"{value:,} {key}" for key, value in self._facts.items()]
        return ", ".join([self._name, *facts])

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` conflicts, or to the next solution."""
        if self._is_exhausted:
            return Outcome.EXHAUSTED
        if self._process is None:
            self._process = ChildProcess(*self._call)
        goal = self._nodes + node_budget
        while True:
            if self._next is None:
                self._next = self._process.receive(_SECONDS_TO_WAIT)
            message = self._next
            if message is None and self._process.result is not None:
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
        """Return the last solution, or the hints: solvers give no partial boards."""
        return self._fullest

    def share(self) -> float:
        """Return 0 until the end: how much of the search is done is unknown."""
        return float(self._is_exhausted)

    def split(self, wanted: int) -> list[Self]:
        """Return this search alone."""
        return [self]

    def state(self) -> State:
        """Return nothing: it cannot be saved."""
        return {}

    def fork(self) -> Self:
        """Refuse: nobody has the state of the solver."""
        self._refuse()

    def restore(self, state: State) -> None:
        """Refuse, as above."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise EdgematchError(f"a search by {self._name} cannot be copied or saved")

    def close(self) -> None:
        """Kill the solver's process, unless it is done and may wait for the next."""
        if self._process is not None:
            self._process.close(_SECONDS_TO_WAIT)
