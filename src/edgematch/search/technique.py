"""What a technique is, and the search that it starts: all that the runner calls.

A technique has options and starts a search for a request.  Every search advances by a
number of nodes and can be paused after any of them; where it is paused changes nothing.
The subclasses of `Search` say what else it can do: be saved and resumed, be split into
subtrees, or improve one board.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Self

from edgematch.board import Board
from edgematch.search.options import options_of
from edgematch.search.request import Request

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    State = Mapping[str, NDArray[np.generic]]
    """The arrays of a search: saved to resume it later, copied to fork it."""
else:
    State = Mapping[str, Any]


@cache
def has_compiler() -> bool:
    """Return whether compiled loops can run: numpy and numba are installed."""
    return all(find_spec(name) is not None for name in ("numpy", "numba"))


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
    solver: str = ""
    """Somebody else's program that does the work, with its version."""
    statistics: Mapping[str, float] = {}
    """What it measures itself, by name."""
    found_together: int = 1
    """How many solutions the last FOUND reported; `board` returns one of them."""

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

    def prepare(self) -> None:  # noqa: B027  (by default there is nothing to do)
        """Compile whatever the search will run, and change nothing."""

    def close(self) -> None:  # noqa: B027  (by default there is nothing to do)
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

    @property
    def depths(self) -> Iterable[int]:
        """The nodes at each depth, from the first choice on; empty if not counted."""
        return ()

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

    def finish_slice(self) -> None:
        """Go on to a moment at which nothing is lost when the search is saved."""

    def prepare(self) -> None:
        """Advance a copy by one node, and see how far it has come."""
        twin = self.fork()
        twin.advance(1)
        twin.share()


class BoardSearch(Search):
    """A search for the best full board."""

    fewest_breaks: int | None = None
    """The breaks of the best full board so far; None before there is one."""
    at_least: int = 0
    """The proved bound: no full board has fewer breaks than this."""

    @abstractmethod
    def best(self) -> Board:
        """Return the best full board so far."""


class Threads(StrEnum):
    """What a technique does with more than one thread."""

    SPLIT = "split"
    """The tree is split, and every thread searches subtrees."""
    SEEDS = "seeds"
    """Every thread runs a search with a seed of its own."""
    OWN = "own"
    """The solver has threads of its own."""
    ONE = "one"
    """It runs in one thread."""


@dataclass(frozen=True)
class Technique(ABC):
    """A way to search; the fields of a subclass are its options.

    A technique keeps no state between searches.  The same options and request, with a
    limit of nodes or none, give the same result.
    """

    name: ClassVar[str]
    goal: ClassVar[str] = "solve"
    """`solve` for solutions, also when they are counted; `optimize` for one board."""
    threads: ClassVar[Threads] = Threads.SPLIT
    proves: ClassVar[bool] = True
    """Whether it can prove that there is no (other) solution, or no better board."""
    resumable: ClassVar[bool] = True
    """Whether its searches can be saved in a checkpoint."""
    counts_nodes: ClassVar[bool] = True
    """Whether it reports its nodes, so that they can be limited."""
    counts_depths: ClassVar[bool] = False
    """Whether it reports its nodes by depth."""
    outside: ClassVar[bool] = False
    """Whether somebody else's solver does the work, in a process of its own."""
    runs_programs: ClassVar[bool] = False
    """Whether its options name programs to run: the studio, where they may come from
    anybody, does not offer it."""
    packages: ClassVar[tuple[str, ...]] = ("numpy", "numba")
    """The modules of other packages without which no search starts."""
    writes_proofs: ClassVar[bool] = False
    """Whether it can write a proof that there is no solution."""
    uses_seed: ClassVar[bool] = True
    """Whether another seed makes it search in another way."""

    def __post_init__(self) -> None:
        for option in options_of(type(self)):
            option.check(getattr(self, option.name))

    @abstractmethod
    def start(self, request: Request) -> Search:
        """Return a search that has placed nothing yet."""

    def prepare(self, request: Request) -> None:
        """Import and compile all that a search for this request needs."""
        search = self.start(request)
        try:
            search.prepare()
        finally:
            search.close()

    def variant(self, request: Request) -> str:
        """Return what in the goal changes the search; part of a checkpoint's identity.

        Empty where any number of solutions is searched for in the same way.
        """
        return ""
