"""One search for the best board with many seeds, and their results."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.processes.interrupts import hold_interrupts
from edgematch.results import Improvement, Interrupted, OnBetter, Result, how_found
from edgematch.search import Request, Technique

RunSeed = Callable[[Technique, Request, OnBetter], Result]
"""Runs one search to its end, and reports every better board."""


@dataclass
class Campaign:
    """All seeds of a search, and the results so far."""

    technique: Technique
    request: Request
    """The request for every seed; the seed in it is not used."""
    seeds: tuple[int, ...]
    write: Callable[[Board, Mapping[str, Any]], None]
    """Called with every board that is better than all before, and how it was found."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options that were set, for the store."""
    store: Store | None = None
    last: tuple[int, Board, Improvement] | None = None
    """The best board, its seed, and how it was found."""
    results: dict[int, Result] = field(default_factory=dict)
    ended: str = "seeds"
    """`seeds`: all of them were run; `exhausted`: it is proved that no board is better;
    otherwise `found` or `interrupted`."""
    started: float = field(default_factory=time.monotonic)

    @property
    def best(self) -> Board | None:
        """The best board of all seeds; None before there is one."""
        return None if self.last is None else self.last[1]

    @property
    def best_seed(self) -> int | None:
        """The seed that found it."""
        return None if self.last is None else self.last[0]

    @property
    def seconds(self) -> float:
        """Wall time since the campaign began."""
        return time.monotonic() - self.started

    def value(self, board: Board | None) -> int:
        """Return the value of a board, which is maximized; -1 for None."""
        return -1 if board is None else self.request.optimize.measure.value(board)

    def request_of(self, seed: int) -> Request:
        """Return the request for one seed."""
        return replace(self.request, seed=seed)

    def take(self, seed: int, board: Board, better: Improvement) -> None:
        """Keep a board if it is better than all before, and write it."""
        if self.value(board) > self.value(self.best):
            # In this order: after Ctrl-C in between, the board is reported again.
            name, options = self.technique.name, self.options
            self.write(board, how_found(name, seed, options, asdict(better)))
            self.last = seed, board, better

    def keep(self, seed: int, board: Board, better: Improvement) -> None:
        """Add a better board to the store, then `take` it."""
        if self.store is not None:
            how = (seed, better.seconds, better.nodes, self.options)
            self.store.add(board, self.technique.name, *how)
        self.take(seed, board, better)

    def end(self, seed: int, result: Result) -> bool:
        """Record the result of a seed; return whether no more seeds are needed."""
        self.take(seed, result.best, result.curve[-1])
        self.results[seed] = result
        target = self.request.optimize.target
        if result.is_proved:
            self.ended = "exhausted"
        elif result.ended == "interrupted":
            self.ended = "interrupted"
        elif target is not None and self.value(self.best) >= target:
            self.ended = "found"
        return self.ended != "seeds"

    def run(self, run_seed: RunSeed) -> None:
        """Run all seeds in sequence."""

        def result(seed: int) -> Result:
            on_better = partial(self.keep, seed)
            try:
                return run_seed(self.technique, self.request_of(seed), on_better)
            except Interrupted as stop:
                return stop.result

        with hold_interrupts():  # one in a search keeps the next from starting
            self.collect((seed, result(seed)) for seed in self.seeds)

    def collect(self, runs: Iterable[tuple[int, Result]]) -> None:
        """Record the results of seeds as they end; Ctrl-C keeps those so far."""
        try:
            for seed, result in runs:
                if self.end(seed, result):
                    return
        except KeyboardInterrupt:
            self.ended = "interrupted"

    def facts(self) -> dict[str, Any]:
        """Return all results, for JSON."""
        best, puzzle = self.best, self.request.puzzle
        return {
            "puzzle": puzzle.name,
            "fingerprint": puzzle.fingerprint,
            "engine": self.technique.name,
            "goal": self.request.optimize.measure.name,
            "seeds": list(self.seeds),
            "ended": self.ended,
            "seconds": self.seconds,
            "joins": puzzle.joins,
            "score": None if best is None else best.score(),
            "pieces": None if best is None else len(best.placements),
            "best_seed": self.best_seed,
            "board": None if best is None else [list(x) for x in best.placements],
            "runs": [
                {
                    "seed": seed,
                    "ended": result.ended,
                    "proved": result.is_proved,
                    **result.statistics,
                    "curve": [asdict(better) for better in result.curve],
                }
                for seed, result in sorted(self.results.items())
            ],
        }
