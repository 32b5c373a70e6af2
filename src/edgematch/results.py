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
    """Solutions beyond this many are counted, some of them checked, not kept."""


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
    kept: tuple[Board, ...] = ()
    """The solutions kept so far; of engines that search one turn of the board, one
    turn of each."""

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
    unsaved: str = ""
    """Why the checkpoint could not be written at the end, if it could not."""

    @property
    def proves_unsolvable(self) -> bool:
        """Whether everything was searched and nothing found."""
        return self.ended is Ended.EXHAUSTED and self.count == 0


@dataclass(frozen=True)
class ScoreLimits:
    """When to stop looking for a better board.  None means no limit."""

    nodes: int | None = None
    seconds: float | None = None
    target: int | None = None
    """A score, or with pieces as the goal a number of pieces, that is enough."""


@dataclass(frozen=True)
class Better:
    """A board that was better than all before it."""

    seconds: float
    """Wall time since the search began."""
    processor_seconds: float
    """Time that processors spent on it, in all threads: less where others work too."""
    nodes: int
    score: int
    """Joins that match; pieces without a break, if that is the goal."""


@dataclass(frozen=True)
class ScoreProgress:
    """Where a running search for a score stands."""

    nodes: int
    seconds: float
    best: Board
    curve: tuple[Better, ...]
    """Every time there was a better board."""
    goal: str
    """What is counted: `joins` or `pieces`."""
    note: str = ""


ScoreWatch = Callable[[ScoreProgress], None]
"""Called about four times a second while a score engine runs."""

SCORE_STATISTICS: Mapping[str, str] = {
    "nodes": "pieces placed; conflicts of CP-SAT; none are known of RC2",
    "seconds": "wall time of the search",
    "processor_seconds": "time that processors spent on it, in all threads",
    "score": "joins that match on the best board",
    "breaks": "joins that do not",
    "pieces": "pieces on the best board",
    "at_least": "breaks that every full board is proved to have",
}
"""Each statistic of a search for a score, and its meaning."""


@dataclass(frozen=True)
class ScoreResult:
    """The best board that a score engine found for a puzzle."""

    engine: str
    ended: Ended
    """EXHAUSTED: there is nothing left to do; with the goal `joins` it is proved then
    that no board is better."""
    best: Board
    """Has passed the referee; full, unless pieces without a break were asked for."""
    curve: tuple[Better, ...]
    """Every time there was a better board: the score against time."""
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    note: str = ""
    is_proved: bool = False
    """Whether no board is better: by a proof of the engine, or because it is whole."""
    unsaved: str = ""
    """Why the checkpoint could not be written at the end, if it could not."""

    @property
    def score(self) -> int:
        """Joins that match."""
        return self.best.score()

    def score_after(self, seconds: float) -> int | None:
        """Return the best score by then; None if there was no board."""
        scores = [better.score for better in self.curve if better.seconds <= seconds]
        return scores[-1] if scores else None
