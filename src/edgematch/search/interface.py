"""What a search is: the operations that the runner calls.

Every search advances by a number of nodes and can be paused after any of them; where it
is paused changes nothing. The subclasses say what else it can do: be saved and resumed,
be split into subtrees, or improve one board.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from edgematch.board import Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    State = Mapping[str, NDArray[np.generic]]
    """The arrays of a search: saved to resume it later, copied to fork it."""
else:
    State = Mapping[str, Any]


class Outcome(Enum):
    """How a call to `advance` ended."""

    PAUSED = 0
    FOUND = 1
    EXHAUSTED = 2


class Search(ABC):
    """A search that has been started and can be advanced."""

    turns: int = 1
    """How many turns of the whole board each solution stands for."""
    copies: int = 1
    """How many boards that look the same each solution stands for."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Pieces placed so far; conflicts where a solver does not place pieces."""

    @property
    def note(self) -> str:
        """What the search chose by itself and why, in one line; may be empty."""
        return ""

    @abstractmethod
    def advance(self, node_budget: int) -> Outcome:
        """Search for about `node_budget` nodes, or until something is found.

        FOUND means a solution, or a better board in a search for the best one.
        """

    @abstractmethod
    def board(self) -> Board:
        """Return the pieces as they are placed now; after FOUND, the solution."""

    def prepare(self) -> None:  # noqa: B027
        """Compile whatever the search will run, and change nothing."""

    def close(self) -> None:  # noqa: B027
        """Release what the search holds outside this process."""


class ResumableSearch(Search):
    """A search that can be saved and resumed."""

    @abstractmethod
    def state(self) -> State:
        """Return a copy of the arrays from which the search can be resumed."""

    @abstractmethod
    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""


class TreeSearch(ResumableSearch):
    """A search of a tree, which can be split into subtrees."""

    @abstractmethod
    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""

    @abstractmethod
    def share(self) -> float:
        """Return the share of the tree that is done, estimated from the branching."""

    @abstractmethod
    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order.

        Together they place as many pieces as this search would have.
        """

    @abstractmethod
    def fork(self) -> Self:
        """Return a copy that shares nothing with this search."""

    def prepare(self) -> None:
        """Advance a copy by one node."""
        self.fork().advance(1)


class BoardSearch(Search):
    """A search for the best full board."""

    fewest_breaks: int | None = None
    """The breaks of the best full board so far; None before there is one."""
    at_least: int = 0
    """The proved bound: no full board has fewer breaks than this."""

    @abstractmethod
    def best(self) -> Board:
        """Return the best full board so far."""
