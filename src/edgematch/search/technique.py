"""What a technique is: options, and how to start a search with them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from edgematch.search.interface import Search
from edgematch.search.options import options_of
from edgematch.search.request import Request


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
    outside: ClassVar[bool] = False
    """Whether somebody else's solver does the work, in a process of its own."""

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
