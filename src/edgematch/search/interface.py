"""What it takes to be an engine, and what an engine hands to the runner."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.puzzle import Puzzle

State = Mapping[str, NDArray[np.generic]]
"""The arrays that a search is: kept to go on later, copied to fork."""


class Outcome(Enum):
    """How a slice of a search ended."""

    PAUSED = 0
    FOUND = 1
    EXHAUSTED = 2


class Search(Protocol):
    """A search that can stop after any node; where it stops changes nothing."""

    @property
    def nodes(self) -> int:
        """Pieces placed so far; conflicts where a solver does not place pieces."""
        ...

    @property
    def boards_alike(self) -> int:
        """How many boards that show the same each solution stands for; mostly one."""
        ...

    @property
    def note(self) -> str:
        """What the search chose by itself and why, in a line; empty if nothing."""
        ...

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        ...

    def board(self) -> Board:
        """Return the pieces as they lie now."""
        ...

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        ...

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        ...

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order.

        All of them together place as many pieces as this search would have.
        """
        ...

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        ...

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        ...

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        ...

    def close(self) -> None:
        """Let go of what the search holds outside of this process."""
        ...


class Engine(Protocol):
    """A way to solve puzzles; its fields are its options.

    An engine keeps no state between calls.  The same options, puzzle and node limit
    give the same result, so every number in a report can be had again.
    """

    name: ClassVar[str]
    complete: ClassVar[bool]
    """Whether it can end EXHAUSTED, and so prove that a puzzle has no solution."""

    resumable: ClassVar[bool]
    """Whether its searches can be copied and kept: for threads and checkpoints."""

    def __init__(self, **options: Any) -> None: ...

    def start(self, puzzle: Puzzle) -> Search:
        """Return a search of `puzzle` that has placed nothing yet."""
        ...

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for.

        More than one where the engine looks at one of several turns of the board only;
        boards that show the same are the search's own affair.
        """
        ...
