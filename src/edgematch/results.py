"""What an engine is told, what it says on the way, and what it hands back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from edgematch.board import Board


class Ended(StrEnum):
    """Why an engine stopped.  Whether it found anything is a separate question."""

    FOUND = "found"
    """As many solutions as were asked for."""
    EXHAUSTED = "exhausted"
    """The whole space is searched: there are no others."""
    NODES = "nodes"
    SECONDS = "seconds"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Limits:
    """When to stop, and how many solutions to keep.  None means no limit."""

    solutions: int | None = 1
    nodes: int | None = None
    seconds: float | None = None
    keep: int = 10_000
    """Solutions beyond this many are counted and checked, not kept."""


@dataclass(frozen=True)
class Progress:
    """Where a running search stands."""

    nodes: int
    seconds: float
    solutions: int
    best: Board
    """The fullest board without a break so far."""
    share: float
    """How much of the tree is done, from 0 to 1, by the branching so far."""
    note: str = ""
    """What the search says of itself, in a line."""
    current: Board | None = None
    """The pieces as they lie now, where the engine has such a board."""

    @property
    def depth(self) -> int:
        """Pieces on the best board."""
        return len(self.best.placements)


Watch = Callable[[Progress], None]
"""Called a few times a second while an engine runs."""

STATISTICS: Mapping[str, str] = {
    "nodes": "pieces placed; conflicts of SAT and CP solvers, flips of local search",
    "seconds": "wall time of the search",
    "depth": "pieces on the best board returned",
    "share": "how much of the tree was searched, from 0 to 1, by the branching seen",
}
"""Each statistic's name and meaning."""


@dataclass(frozen=True)
class Result:
    """The answer of one engine to one puzzle."""

    engine: str
    ended: Ended
    count: int
    """Solutions found, as boards of numbered pieces."""
    solutions: tuple[Board, ...]
    """The first of them; each has passed the referee."""
    best: Board
    """A solution, or the fullest board without a break."""
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    counts: Mapping[str, int] | None = None
    """All solutions there are in each way of `edgematch.symmetry.Counting`, by name;
    None unless the whole space was searched."""
    note: str = ""
    """What the engine chose by itself and why, in a line."""

    @property
    def proves_unsolvable(self) -> bool:
        """Whether everything was searched and nothing found."""
        return self.ended is Ended.EXHAUSTED and self.count == 0
