"""What a search is asked for: a puzzle, a goal, limits, a seed, threads."""

from dataclasses import dataclass, field
from pathlib import Path

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.puzzle import Puzzle
from edgematch.search.measures import JOINS, Measure


@dataclass(frozen=True)
class Limits:
    """When to stop.  None means no limit."""

    nodes: int | None = None
    seconds: float | None = None
    """Wall time."""
    processor_seconds: float | None = None
    """Processor time of all threads and of the solvers that are started."""

    @property
    def least_seconds(self) -> float | None:
        """The lesser of both limits of time: a search is not over before."""
        given = [self.seconds, self.processor_seconds]
        return min((each for each in given if each is not None), default=None)


@dataclass(frozen=True)
class Solve:
    """Find solutions."""

    solutions: int | None = 1
    """How many boards are enough; None for all of them."""
    keep: int = 10_000
    """Solutions beyond this many are counted, some of them checked, but not kept."""
    proof: Path | None = None
    """Where to write a proof that there is no solution; its formula goes beside it."""

    @property
    def wants_all(self) -> bool:
        """Whether more than the first solution is wanted."""
        return self.solutions != 1


@dataclass(frozen=True)
class Count:
    """Count all solutions without keeping any.

    A technique may search one board of each picture and multiply.
    """

    wants_all = True
    solutions = None
    keep = 0
    proof = None


@dataclass(frozen=True)
class Optimize:
    """Find the best board."""

    measure: Measure = JOINS
    """What to maximize."""
    target: int | None = None
    """A value that is enough."""
    start: Board | None = None
    """A board to improve on."""


Goal = Solve | Count | Optimize


@dataclass(frozen=True)
class Request:
    """All that a search is started with, beside the options of its technique."""

    puzzle: Puzzle
    goal: Goal = field(default_factory=Solve)
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    memory: int | None = None
    """Bytes that a search may take for what it could also do with less, such as a wide
    beam; None for half of what is free."""

    @property
    def memory_bytes(self) -> int:
        """The memory that a search may take."""
        if self.memory is not None:
            return self.memory
        from edgematch.processes.memory import free_bytes

        return free_bytes() // 2

    @property
    def optimize(self) -> Optimize:
        """The goal of a search for the best board."""
        assert isinstance(self.goal, Optimize)
        return self.goal

    @property
    def solve(self) -> Solve | Count:
        """The goal of a search for solutions."""
        assert isinstance(self.goal, Solve | Count)
        return self.goal


def check_start(puzzle: Puzzle, start: Board) -> None:
    """Refuse a board to start from that is of another puzzle, or not legal."""
    if start.puzzle.fingerprint != puzzle.fingerprint:
        raise PuzzleError("the board to start from belongs to another puzzle", "board")
    for problem in start.problems():
        raise PuzzleError(f"the board to start from: {problem}", "board")
