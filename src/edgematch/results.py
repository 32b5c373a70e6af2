"""What a search reports while it runs, and what it returns at the end."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.version import __version__

__all__ = [
    "STATISTICS",
    "Check",
    "Ended",
    "Facts",
    "Improvement",
    "Interrupted",
    "OnBetter",
    "Progress",
    "Result",
    "Watch",
    "WrongAnswer",
    "how_found",
]


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
    """What a search for the best board maximizes, in words."""
    most: int = 0
    """The highest value that a board could have."""
    depths: tuple[int, ...] = ()
    """The nodes at each depth so far; empty for searches that do not report them."""

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
    "processor_seconds": "its processor time, in all threads and solvers",
    "preparation_seconds": "wall time before it: tables built, kernels compiled",
    "depth": "pieces on the best board returned",
    "share": "share of the tree searched, from 0 to 1, estimated from the branching",
    "score": "matching joins of the best board",
    "breaks": "mismatched joins of the best board",
    "pieces": "pieces on the best board",
    "prefix": "pieces in the clean prefix of the best board",
    "at_least": "breaks that every full board is proved to have",
}
"""Each statistic and its meaning; a search for solutions reports the first six, a
search for the best board all but `depth` and `share`."""


def how_found(
    engine: str,
    seed: int,
    options: Mapping[str, Any],
    facts: Mapping[str, Any],
    version: str = __version__,
) -> dict[str, Any]:
    """Return how a board was found, as the record of the board says it.

    `facts` are those of the search: how it ended, its nodes and seconds.
    """
    how = {"engine": engine, "seed": seed, "options": dict(options)}
    return {**how, "version": version, **facts}


class Facts(Mapping[str, Any]):
    """Facts by name: printed as a small table, a dict where one is wanted.

    A list of them makes a data frame with a column for each fact.
    """

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All facts."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def __str__(self) -> str:
        width = max(map(len, self.facts))
        return "\n".join(
            f"{name:<{width}}  {_short(value)}".rstrip()
            for name, value in self.facts.items()
        )


def _short(value: Any) -> str:
    """Write a value for people; times need no more than four digits."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


class Result(Facts):
    """The outcome of one search."""

    def __init__(
        self,
        engine: str,
        ended: Ended,
        is_proved: bool,
        count: int,
        solutions: tuple[Board, ...],
        best: Board,
        statistics: Mapping[str, int | float] | None = None,
        counts: Mapping[str, int] | None = None,
        curve: tuple[Improvement, ...] = (),
        note: str = "",
        solver: str = "",
        unsaved: str = "",
        findings: tuple[str, ...] = (),
        depths: tuple[int, ...] = (),
    ) -> None:
        self.engine, self.ended = engine, ended
        self.is_proved = is_proved
        """Whether the answer is proved: all solutions were found, or no board is
        better."""
        self.count = count
        """Solutions found, as boards of numbered pieces."""
        self.solutions = solutions
        """The first of them; each has passed the referee."""
        self.best = best
        """A solution if there is one, else the best board found."""
        self.statistics = statistics or {}
        self.counts = counts
        """The number of all solutions in each way of `edgematch.symmetry.Counting`, by
        name; None unless the whole space was searched."""
        self.curve = curve
        """Every improvement of a search for the best board: its value against time."""
        self.note = note
        """What the engine chose by itself and why, in one line."""
        self.solver = solver
        """The program that did the work, with the version it tells; often empty."""
        self.depths = depths
        """The nodes at each depth, from the first choice on; empty if not reported."""
        self.unsaved = unsaved
        """Why the last checkpoint could not be written, if it could not."""
        self.findings = findings
        """Why counting proves that there is no solution; then nothing was searched."""

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The facts of this result but its boards and its curve."""
        return {
            "puzzle": self.best.puzzle.name,
            "engine": self.engine,
            **({"solver": self.solver} if self.solver else {}),
            "solutions": self.count,
            "is_proved": self.is_proved,
            "ended": str(self.ended),
            **self.statistics,
            **(self.counts or {}),
            "note": self.note,
        }

    def __repr__(self) -> str:
        found = f"{self.count} solution{'s' * (self.count != 1)}"
        if "score" in self.statistics:
            found = f"score {self.score} of {self.best.puzzle.joins}"
        proved = ", proved" if self.is_proved else ""
        return f"<Result of {self.engine}: {found}{proved}, ended: {self.ended}>"

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


class Check(Facts):
    """What the referee says of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.score = board.score()
        self.breaks = len(board.breaks())
        self.problems = board.problems()
        """One line for each rule that a placement breaks."""
        self.is_legal = not self.problems
        self.is_solution = board.is_solution()

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All that is checked."""
        puzzle, board = self.board.puzzle, self.board
        return {
            "puzzle": puzzle.name,
            "score": self.score,
            "best_score": puzzle.joins,
            "breaks": self.breaks,
            "placed": len(board.placements),
            "cells": puzzle.cells,
            "pieces_without_break": board.pieces_without_break(),
            "clean_rows": board.clean_rows(),
            "clean_prefix": board.clean_prefix(),
            "hints": len(puzzle.hints),
            "hints_kept": len(board.kept_hints()),
            "is_legal": self.is_legal,
            "is_solution": self.is_solution,
            "problems": "; ".join(self.problems),
        }

    def __repr__(self) -> str:
        score = f"score {self.score} of {self.board.puzzle.joins}"
        what = "a solution" if self.is_solution else "no solution"
        return f"<Check: {score}, {what}{'' if self.is_legal else ', illegal'}>"
