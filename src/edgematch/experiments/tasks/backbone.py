"""The task `backbone`: what all solutions have in common.

Solutions are compared as they are found, and the search ends when nothing is left in
common: then the backbone is 0, whatever the other solutions are.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Method, RunLimits
from edgematch.experiments.records import Placements, RunRecord, Status
from edgematch.experiments.tasks import clock_of, solve
from edgematch.puzzle import Puzzle
from edgematch.results import WrongAnswer
from edgematch.search import Request, Solve, technique_class
from edgematch.search.technique import Outcome, Search
from edgematch.theory.backbone import backbone

_SLICE = 5_000


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    kind = technique_class(subject)
    if not kind.proves or not kind.resumable:
        raise EdgematchError(
            f"engine {subject} cannot compute a backbone; use row-scan or consistency"
        )
    return solve.check_options(subject, options)


prepare = solve.prepare


def run(puzzle: Puzzle, method: Method) -> RunRecord:
    """Compare all solutions; the fraction in common is the statistic `backbone`."""
    request = Request(puzzle, Solve(solutions=None), method.options.get("seed", 0))
    search = solve.engine_of(method.subject, method.options).start(request)
    seen = _Solutions(search, method.limits)
    statistics: dict[str, int | float] = {}
    try:
        fraction = backbone(seen)
        if seen.ended not in ("seconds", "nodes"):
            statistics["backbone"] = fraction
    except EdgematchError:
        if seen.count:
            raise
    return RunRecord(
        Status.DONE,
        seen.ended,
        seen.count,
        search.nodes,
        seen.seconds,
        tuple(seen.kept),
        statistics=statistics,
    )


class _Solutions:
    """The solutions of a search, up to its limits."""

    def __init__(self, search: Search, limits: RunLimits) -> None:
        self._search, self._limits = search, limits
        self._clock, self._started = clock_of(limits), 0.0
        self._started = self._clock()
        self.ended = "done"
        self.count = 0
        self.kept: list[Placements] = []

    @property
    def seconds(self) -> float:
        """Time so far, by the clock of the limits."""
        return self._clock() - self._started

    def __iter__(self) -> Iterator[Board]:
        most = self._limits.nodes or 2**62
        while True:
            outcome = self._search.advance(min(_SLICE, most - self._search.nodes))
            if outcome is Outcome.EXHAUSTED:
                self.ended = "exhausted"
                return
            if outcome is Outcome.FOUND:
                self.count += 1
                board = self._search.board()
                if not board.is_solution():
                    raise WrongAnswer("a board that is not a solution")
                if len(self.kept) < self._limits.keep:
                    self.kept.append(board.placements)
                yield board
            if self.seconds > self._limits.search_seconds:
                self.ended = "seconds"
                return
            if self._search.nodes >= most:
                self.ended = "nodes"
                return
