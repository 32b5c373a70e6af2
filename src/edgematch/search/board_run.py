"""A run for the best board: independent searches, and the best board of all.

With several threads each runs a search of its own with another seed; the first is the
search that one thread would run.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from itertools import pairwise
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError, FormatError
from edgematch.results import (
    Ended,
    Improvement,
    OnBetter,
    Progress,
    Result,
    WrongAnswer,
)
from edgematch.search.request import Request
from edgematch.search.run import Run
from edgematch.search.state_checks import time_of, whole_number
from edgematch.search.technique import (
    BoardSearch,
    Outcome,
    ResumableSearch,
    Search,
    State,
    Technique,
)

_SECONDS_PER_SLICE = 0.02
_FIRST_SLICE = 1_000


class _Seat:
    """One of the searches, and how it is driven."""

    def __init__(self, search: BoardSearch) -> None:
        self.search = search
        self.slice_nodes = _FIRST_SLICE
        self.is_over = False
        self.is_to_examine = True
        """Whether the board it has reached may be the best."""

    def run(self, nodes: int, pause: int, deadline: float) -> None:
        """Search until the deadline, or until there is a board to examine."""
        stop = min(nodes, pause)
        while not self.is_over:
            outcome = self._run_slice(stop)
            self.is_over = outcome is Outcome.EXHAUSTED
            if outcome is not Outcome.PAUSED or self.search.nodes >= stop:
                self.is_to_examine = True
                return
            if time.perf_counter() >= deadline:
                return

    def _run_slice(self, stop: int) -> Outcome:
        """Search for a moment, but not beyond so many nodes."""
        search, size, before = self.search, self.slice_nodes, self.search.nodes
        started = time.perf_counter()
        outcome = search.advance(max(1, min(size, stop - before)))
        spent = max(time.perf_counter() - started, 1e-6)
        done = max(search.nodes - before, 1)
        # Aim at a steady time; a stage may have ended early, so by what was done.
        aim = int(done * _SECONDS_PER_SLICE / spent)
        self.slice_nodes = min(max(aim, size // 2, 1), 2 * size)
        return outcome


class BoardRun(Run):
    """Searches under way, and the best board of all."""

    def __init__(
        self,
        technique: Technique,
        request: Request,
        searches: Sequence[BoardSearch],
        on_better: OnBetter | None = None,
    ) -> None:
        super().__init__(technique, request, len(searches))
        self._seats = [_Seat(search) for search in searches]
        self._on_better = on_better
        self.best: Board | None = None
        self.curve: list[Improvement] = []
        self._told = 0

    @property
    def searches(self) -> list[Search]:
        """All searches under way."""
        return [seat.search for seat in self._seats]

    @property
    def at_least(self) -> int:
        """The proved bound: no full board has fewer breaks than this."""
        return max(seat.search.at_least for seat in self._seats)

    @property
    def is_proved(self) -> bool:
        """Whether no board can be better than the best."""
        measure = self.request.optimize.measure
        return self.best is not None and measure.is_proved(self.best, self.at_least)

    def begin_round(self) -> None:
        """Do nothing: every worker has a search of its own."""

    def work(self, worker: int, deadline: float) -> None:
        """Advance one search."""
        seat, limit = self._seats[worker], self.request.limits.nodes
        measure = self.request.optimize.measure
        each = measure.nodes_between_candidates(self.request.puzzle)
        pause = (seat.search.nodes // each + 1) * each
        seat.run(sys.maxsize if limit is None else limit, pause, deadline)

    def collect(self) -> None:
        """Take over boards that are better than the best."""
        for seat in self._seats:
            self._examine(seat)
            if self._on_better is not None and len(self.curve) > self._told:
                assert self.best is not None
                self._on_better(self.best, self.curve[-1])
            self._told = len(self.curve)  # only now: Ctrl-C may come during the call

    def _examine(self, seat: _Seat) -> None:
        """Take over the board of a search if it is better."""
        if not seat.is_to_examine:
            return
        measure = self.request.optimize.measure
        # By the curve, which grows last: Ctrl-C may have come before it did.
        value = self.curve[-1].score if self.curve else None
        board = measure.candidate(seat.search, value)
        if board is not None:
            self._referee(board)
            self.best = board
            clock = self.clock
            times = clock.seconds, clock.processor_seconds
            better = Improvement(*times, self.nodes, measure.value(board))
            self.curve.append(better)
        seat.is_to_examine = False

    def _referee(self, board: Board) -> None:
        if not self.request.optimize.measure.accepts(board):
            raise WrongAnswer(
                f"engine {self.technique.name} offered a board that the referee"
                " rejects; please report this with the puzzle"
                f" (fingerprint {board.puzzle.fingerprint})"
            )

    def ended(self) -> Ended | None:
        """Return why the run is over; None if it is not."""
        target, limit = self.request.optimize.target, self.request.limits.nodes
        if self.is_proved:
            return Ended.EXHAUSTED
        if target is not None and self.curve and self.curve[-1].score >= target:
            return Ended.FOUND
        if limit is not None and self.nodes >= limit:
            return Ended.NODES
        if all(seat.is_over for seat in self._seats):
            return Ended.EXHAUSTED
        return None

    def progress(self) -> Progress | None:
        """Return how far the run has come; None before there is a board."""
        if self.best is None:
            return None
        measure = self.request.optimize.measure
        return Progress(
            self.nodes,
            self.clock.seconds,
            self.best,
            self._seats[0].search.note,
            int(self.best.is_solution()),
            curve=tuple(self.curve),
            measure=measure.words,
            most=measure.most(self.request.puzzle),
        )

    def result(self, ended: Ended, unsaved: str = "") -> Result:
        """Return the outcome."""
        if self.best is None:
            raise EdgematchError(
                f"engine {self.technique.name} found no full board within the limits;"
                " raise them"
            )
        best, clock = self.best, self.clock
        is_solution = best.is_solution()
        statistics = {
            "nodes": self.nodes,
            "seconds": clock.seconds,
            "preparation_seconds": self.preparation_seconds,
            "processor_seconds": clock.processor_seconds,
            "score": best.score(),
            "breaks": len(best.breaks()),
            "pieces": len(best.placements),
            "prefix": best.clean_prefix(),
            "at_least": self.at_least,
        }
        return Result(
            self.technique.name,
            ended,
            self.is_proved,
            int(is_solution),
            (best,) if is_solution else (),
            best,
            statistics,
            curve=tuple(self.curve),
            note=self._seats[0].search.note,
            unsaved=unsaved,
        )

    def save(self) -> tuple[dict[str, Any], dict[str, State]]:
        """Return the curve, the best board, and the arrays of every search."""
        import numpy as np

        placements = [] if self.best is None else self.best.placements
        arrays: dict[str, State] = {
            "best": {"placements": np.array(placements, np.int32).reshape(-1, 3)}
        }
        for number, search in enumerate(self.searches):
            assert isinstance(search, ResumableSearch)
            arrays[f"{number}"] = search.state()
        curve = [astuple(better) for better in self.curve]
        return {"searches": len(self._seats), "curve": curve}, arrays

    def load(
        self, facts: Mapping[str, Any], arrays: Callable[[str], State], where: str
    ) -> None:
        """Take over the searches of a checkpoint."""
        if facts["searches"] != len(self._seats):
            raise FormatError(
                where,
                None,
                f"a checkpoint of {facts['searches']} threads; it cannot be resumed"
                f" with {len(self._seats)}",
            )
        placements: Any = arrays("best")["placements"]
        self.curve = [_improvement(*each) for each in facts["curve"]]
        self._told = len(self.curve)
        if self.curve:
            self.best = Board(self.request.puzzle, placements.tolist())
            self._check_curve()
        elif len(placements):
            raise ValueError("a best board without a curve")
        for number, seat in enumerate(self._seats):
            assert isinstance(seat.search, ResumableSearch)
            seat.search.restore(arrays(f"{number}"))
            seat.search.board()
            seat.is_to_examine = not self.curve

    def _check_curve(self) -> None:
        """Raise a `ValueError` unless a restored curve leads to the best board."""
        measure = self.request.optimize.measure
        assert self.best is not None
        if not measure.accepts(self.best):
            raise ValueError("the best board is not legal")
        if measure.value(self.best) != self.curve[-1].score:
            raise ValueError("the best board has another score")
        for before, after in pairwise(self.curve):
            if before.score >= after.score or before.nodes > after.nodes:
                raise ValueError("curve does not rise")


def _improvement(
    seconds: Any, processor_seconds: Any, nodes: Any, score: Any
) -> Improvement:
    """Return a point of the curve, with values as they must be."""
    times = time_of(seconds, "curve"), time_of(processor_seconds, "curve")
    return Improvement(
        *times, whole_number(nodes, "curve"), whole_number(score, "curve")
    )
