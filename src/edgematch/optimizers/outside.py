"""Score searches by an outside solver, in a process of its own.

The solver runs ahead of the messages received from it, as in `engines.outside`; a board
counts from the conflict at which it was found.
"""

import sys
from typing import Any, NamedTuple, NoReturn

from edgematch.board import Board
from edgematch.engines.interface import State
from edgematch.errors import EdgematchError
from edgematch.optimizers.staged import StagedSearch
from edgematch.processes.child_process import ChildProcess
from edgematch.puzzle import Placement, Puzzle

_SECONDS_TO_WAIT = 0.02


class Message(NamedTuple):
    """A message of a solver."""

    nodes: int
    found: tuple[Placement, ...] | None = None
    at_least: int = 0
    is_over: bool = False


GAVE_UP = Message(sys.maxsize)
"""The solver has reached its node limit."""


class OutsideSearch(StagedSearch):
    """Presents the messages of a solver as a search that the runner can drive."""

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
        self._process: ChildProcess | None = None
        self._next: Message | None = None

    @property
    def note(self) -> str:
        """The solver and the bound proved so far."""
        return f"{self._name}, at least {self.at_least} breaks"

    def advance(self, node_budget: int) -> None:
        """Take the messages of the next `node_budget` conflicts."""
        if self.is_over:
            return
        if self._process is None:
            self._process = ChildProcess(*self._call)
        goal = self.nodes + node_budget
        if self._next is None:
            self._next = self._process.receive(_SECONDS_TO_WAIT)
        message = self._next
        if message is None:
            if self._process.result is not None:
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
        """Refuse: nobody has the state of the solver."""
        self._refuse()

    def restore(self, state: State) -> None:
        """Refuse, as above."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise EdgematchError(f"a search by {self._name} cannot be saved")

    def close(self) -> None:
        """Kill the solver's process, unless it is done and may wait for the next."""
        if self._process is not None:
            self._process.close(_SECONDS_TO_WAIT)
