"""Ever better boards by an outside solver, in a process of its own."""

from typing import Any

from edgematch.errors import EdgematchError
from edgematch.search.outside import Messages
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch
from edgematch.search.technique import Outcome, State


class OutsideBoardSearch(StagedSearch):
    """Ever better boards that a solver finds."""

    def __init__(self, request: Request, name: str, job: str, *arguments: Any) -> None:
        super().__init__(request)
        self._name = name
        self._messages = Messages(name, job, request, *arguments)

    @property
    def note(self) -> str:
        """The solver, and what is proved so far."""
        return f"{self._name}, at least {self.at_least} breaks"

    def prepare(self) -> None:
        """Do nothing: the solver's process imports what it needs."""

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` conflicts, or to the next message."""
        before, goal = self._value, self.nodes + node_budget
        message = None if self.is_over else self._messages.take(goal)
        if message is None:
            self.nodes = self._messages.nodes_reached(self.nodes, goal)
        else:
            self.nodes = max(self.nodes, message.nodes)
            self.at_least = max(self.at_least, message.at_least)
            if message.found is not None:
                self.offer(self.tables.ways_of(message.found))
            self.is_over = message.is_exhausted
        if self.is_over:
            return Outcome.EXHAUSTED
        return Outcome.PAUSED if self._value == before else Outcome.FOUND

    def state(self) -> State:
        """Refuse: nobody has the state of the solver."""
        raise EdgematchError(f"a search by {self._name} cannot be saved")

    def restore(self, state: State) -> None:
        """Refuse, as above."""
        raise EdgematchError(f"a search by {self._name} cannot be saved")

    def close(self) -> None:
        """End the solver's process."""
        self._messages.close()
