"""Searches by an outside solver, in a process of its own where there are processes.

Their nodes are the conflicts of the solver.  The solver runs ahead of the messages
received from it and is never stopped in between; what it finds counts from the conflict
at which it was found.  So it does not matter where the runner pauses, and a node limit
gives the same result each time, although the solver knows of neither.

Such a search cannot be split, copied or saved: nobody has the state of the solver.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.files import remove_left_work
from edgematch.processes.child import Parent, function_named
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.here import CallHere, has_processes
from edgematch.processes.messages import NO_LIMITS, Interrupt, ProcessLimits
from edgematch.puzzle import Placement
from edgematch.search.request import Request
from edgematch.search.technique import Outcome, Search

_SECONDS_TO_WAIT = 0.02
_SECONDS_TO_CLEAN_UP = 5.0


class Message(NamedTuple):
    """What a solver reports."""

    nodes: int
    """Conflicts so far."""
    found: tuple[Placement, ...] | None = None
    is_exhausted: bool = False
    facts: Mapping[str, Any] = {}
    """What else is worth showing, by name."""
    at_least: int = 0
    """Breaks that every full board is proved to have."""
    solver: str = ""
    """The solver and its version, where only its process can tell."""
    statistics: Mapping[str, float] = {}
    """What the solver measures itself, by name."""


GAVE_UP = Message(sys.maxsize)
"""The solver has reached the node limit that it was given."""


SEND_ALL = f"{__name__}:send_all"
"""The function that a process is started with, for a job that yields."""


def send_all(parent: Parent, job: str, *arguments: Any) -> None:
    """Send what a job yields: all that the solver's process does."""
    messages: Iterator[Message] = function_named(job)(*arguments)
    for message in messages:
        parent.send(message)


class Messages:
    """The messages of a solver, each taken when its number of conflicts has come."""

    def __init__(
        self,
        name: str,
        job: str,
        *arguments: Any,
        limits: ProcessLimits = NO_LIMITS,
        has_children: bool = False,
        yields: bool = False,
    ) -> None:
        self._name = name
        self._call = (job, *arguments)
        self._limits, self._has_children = limits, has_children
        self._yields = yields
        self._process: ChildProcess | CallHere | None = None
        self._next: Message | None = None
        """A message from a conflict that is not counted yet."""

    def take(self, goal: int) -> Message | None:
        """Return the next message up to `goal` conflicts; None if there is none."""
        if self._process is None:
            self._process = self._start()
        if self._next is None:
            self._next = self._process.receive(_SECONDS_TO_WAIT)
        message = self._next
        if message is None:
            if self._process.result is not None:
                # Never taken for a proof.
                raise EdgematchError(f"{self._name} ended without an answer")
            return None
        if message.nodes > goal:
            return None
        self._next = None
        return message

    def _start(self) -> ChildProcess | CallHere:
        job, *arguments = self._call
        if self._yields and not has_processes():
            return CallHere(function_named(job)(*arguments))
        call = (SEND_ALL, job) if self._yields else (job,)
        return ChildProcess(
            *call,
            *arguments,
            limits=self._limits,
            is_interruptible=self._has_children,
        )

    def nodes_reached(self, nodes: int, goal: int) -> int:
        """Return how many conflicts have passed, given that nothing was taken."""
        return nodes if self._next is None else goal

    def close(self) -> None:
        """Kill the solver's process, unless it has answered and can be used again."""
        if self._process is None:
            return
        if self._has_children:  # it ends them and removes its files
            self._process.send(Interrupt())
            self._process.close(_SECONDS_TO_CLEAN_UP)
            remove_left_work()  # of a process that was killed at its limit of memory
        else:
            self._process.close(_SECONDS_TO_WAIT)


class OutsideSearch(Search):
    """Solutions that a solver finds."""

    nodes: int = 0

    def __init__(
        self,
        request: Request,
        name: str,
        job: str,
        *arguments: Any,
        turns: int = 1,
        limits: ProcessLimits = NO_LIMITS,
        has_children: bool = False,
        yields: bool = False,
    ) -> None:
        """Start nothing yet; `name` is the solver's, followed by what it works on.

        `has_children`: the job starts processes; it is interrupted, not killed.
        `yields`: the job yields its messages, so that it can be done in this process
        where there is no other.
        """
        self.puzzle, self._name, self.turns = request.puzzle, name, turns
        self._messages = Messages(
            name,
            job,
            request,
            *arguments,
            limits=limits,
            has_children=has_children,
            yields=yields,
        )
        self._facts: dict[str, Any] = {}
        self.statistics: dict[str, float] = {}
        self._is_exhausted = False
        self._board = Board(request.puzzle, ())

    @property
    def note(self) -> str:
        """The solver, and what it reports about itself."""
        facts = [f"{value:,} {key}" for key, value in self._facts.items()]
        return ", ".join([self._name, *facts])

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` conflicts, or to the next solution."""
        goal = self.nodes + node_budget
        while not self._is_exhausted:
            message = self._messages.take(goal)
            if message is None:
                self.nodes = self._messages.nodes_reached(self.nodes, goal)
                return Outcome.PAUSED
            self.nodes = max(self.nodes, message.nodes)
            self._facts.update(message.facts)
            self.statistics.update(message.statistics)
            if message.solver:
                self.solver = message.solver
                _, _, subject = self._name.partition(" ")
                self._name = f"{message.solver} {subject}"
            self._is_exhausted = message.is_exhausted
            if message.found is not None:
                self._board = Board(self.puzzle, message.found)
                return Outcome.FOUND
        return Outcome.EXHAUSTED

    def board(self) -> Board:
        """Return the last solution."""
        return self._board

    def close(self) -> None:
        """End the solver's process."""
        self._messages.close()
