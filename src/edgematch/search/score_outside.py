"""Score searches that somebody else's solver does, in a process of its own.

The solver runs ahead of what has been taken from it, as in `engines.outside`; a board
counts from the conflict on at which it was found.
"""

import sys
from typing import Any, NamedTuple, NoReturn

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Placement, Puzzle
from edgematch.search.interface import State
from edgematch.search.stages import StagedSearch
from edgematch.search.worker import Job

_SECONDS_TO_WAIT = 0.02


class Message(NamedTuple):
    """What a solver says."""

    nodes: int
    found: tuple[Placement, ...] | None = None
    at_least: int = 0
    is_over: bool = False


GAVE_UP = Message(sys.maxsize)
"""The solver has reached the node limit that it was told."""


class OutsideSearch(StagedSearch):
    """Takes what a job sends as a search that the runner can drive."""

    def __init__(
        self,
        puzzle: Puzzle,
        seed: int,
        start: Board | None,
        name: str,
        job: str,
        *arguments: Any,
    ) -> None:
        super().__init__(puzzle, seed, start)
        self._name = name
        self._call = (job, puzzle, seed, *arguments)
        self._job: Job | None = None
        self._next: Message | None = None

    @property
    def note(self) -> str:
        """The solver, and what is proved so far."""
        return f"{self._name}, at least {self.at_least} breaks"

    def advance(self, node_budget: int) -> None:
        """Take what the solver has said up to so many conflicts from here."""
        if self.is_over:
            return
        if self._job is None:
            self._job = Job(*self._call)
        goal = self.nodes + node_budget
        if self._next is None:
            self._next = self._job.take(_SECONDS_TO_WAIT)
        message = self._next
        if message is None:
            if self._job.is_over:
                # Never taken for a proof that no board is better.
                raise EdgematchError(f"{self._name} has ended without an answer")
            return
        if message.nodes > goal:
            self.nodes = goal
            return
        self._next = None
        self.nodes = max(self.nodes, message.nodes)
        self.at_least = max(self.at_least, message.at_least)
        if message.found is not None:
            self.offer(self.tables.lying(message.found))
        self.is_over = message.is_over

    def state(self) -> State:
        """Refuse: the state of the solver is its own."""
        self._refuse()

    def restore(self, state: State) -> None:
        """Refuse, as above."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise EdgematchError(f"a search by {self._name} cannot be kept")

    def close(self) -> None:
        """End the solver's process, unless it is done and may wait for the next."""
        if self._job is not None:
            self._job.take(_SECONDS_TO_WAIT)
            self._job.end()
