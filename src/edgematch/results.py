"""What a search reports while it runs, and what it returns at the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from edgematch.board import Board
from edgematch.errors import EdgematchError


class WrongAnswer(EdgematchError):
    """A board that the referee rejects: a bug in the engine that found it."""


class Ended(StrEnum):
    """Why a search stopped; `Result` says what it found and what it proved."""

    FOUND = "found"
    """It has as many solutions as were asked for, or a board of the target value."""
    EXHAUSTED = "exhausted"
    """Nothing is left to search."""
    NODES = "nodes"
    SECONDS = "seconds"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Improvement:
    """A board that was better than all before it."""

    seconds: float
    """Wall time since the search began."""
    processor_seconds: float
    """Processor time of all threads since then."""
    nodes: int
    score: int
    """Its value: matching joins, or pieces without a break if these are maximized."""


@dataclass(frozen=True)
class Progress:
    """How far a running search has come."""

    nodes: int
    seconds: float
    best: Board
    """The best board so far; in a search for solutions, the fullest without a break."""
    note: str = ""
    """A line of information from the search, such as its current stage."""
    solutions: int = 0
    share: float | None = None
    """The share of the tree that is done, from 0 to 1, estimated from the branching;
    None for searches that do not walk a tree."""
    current: Board | None = None
    """The pieces placed at this moment, if the search has a current board."""
    kept: tuple[Board, ...] = ()
    """The solutions kept so far; one turn of each where only one turn is searched."""
    curve: tuple[Improvement, ...] = ()
    """Every improvement so far, in a search for the best board."""
    measure: str = ""
    """What a search for the best board maximizes: `joins` or `pieces`."""
    most: int = 0
    """The highest value that a board could have."""

    @property
    def depth(self) -> int:
        """Pieces on the best board."""
        return len(self.best.placements)


Watch = Callable[[Progress], None]
"""Called a few times a second during a search."""

OnBetter = Callable[[Board, Improvement], None]
"""Called at once with every better board, in the thread that called the search.  If
Ctrl-C interrupts the call, it is called again with the same board."""

STATISTICS: Mapping[str, str] = {
    "nodes": "pieces placed; conflicts of SAT and CP solvers, flips of local search",
    "seconds": "wall time of the search, preparation not counted",
    "preparation_seconds": "wall time before it: tables built, kernels compiled",
    "depth": "pieces on the best board returned",
    "share": "share of the tree searched, from 0 to 1, estimated from the branching",
    "processor_seconds": "processor time of the search, in all threads",
    "score": "matching joins of the best board",
    "breaks": "mismatched joins of the best board",
    "pieces": "pieces on the best board",
    "at_least": "breaks that every full board is proved to have",
}
"""Each statistic and its meaning; a search for solutions reports the first five, a
search for the best board all but `depth` and `share`."""


@dataclass(frozen=True)
class Result:
    """The outcome of one search."""

    engine: str
    ended: Ended
    is_proved: bool
    """Whether the answer is proved: all solutions were found, or no board is better."""
    count: int
    """Solutions found, as boards of numbered pieces."""
    solutions: tuple[Board, ...]
    """The first of them; each has passed the referee."""
    best: Board
    """A solution if there is one, else the best board found."""
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    counts: Mapping[str, int] | None = None
    """The number of all solutions in each way of `edgematch.symmetry.Counting`, by
    name; None unless the whole space was searched."""
    curve: tuple[Improvement, ...] = ()
    """Every improvement of a search for the best board: its value against time."""
    note: str = ""
    """What the engine chose by itself and why, in one line."""
    unsaved: str = ""
    """Why the last checkpoint could not be written, if it could not."""
    findings: tuple[str, ...] = ()
    """Why counting proves that there is no solution; then nothing was searched."""

    @property
    def proves_unsolvable(self) -> bool:
        """Whether it is proved that the puzzle has no solution."""
        return self.is_proved and self.count == 0

    @property
    def score(self) -> int:
        """Matching joins of the best board."""
        return self.best.score()

    def score_after(self, seconds: float) -> int | None:
        """Return the best value after this time; None if there was no board yet."""
        values = [each.score for each in self.curve if each.seconds <= seconds]
        return values[-1] if values else None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search, raised when the search has stopped and is saved."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result
        """What had been found by then."""

    def __str__(self) -> str:
        return "the search was interrupted; `result` is what it had found"
