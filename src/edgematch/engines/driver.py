"""Run a search in slices: limits, progress and Ctrl-C, in one place for all engines."""

import sys
import time
from enum import Enum
from typing import Protocol

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Limits, Progress, Result, Watch

_SECONDS_PER_SLICE = 0.1


class Outcome(Enum):
    """How a slice of a search ended."""

    PAUSED = 0
    FOUND = 1
    EXHAUSTED = 2


class Search(Protocol):
    """A search that can stop after any node; where it stops changes nothing."""

    nodes: int

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        ...

    def board(self) -> Board:
        """Return the pieces as they lie now."""
        ...

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        ...


class WrongAnswer(EdgematchError):
    """An engine offered a board that the referee refuses: a bug in the engine."""


def drive(
    name: str, puzzle: Puzzle, search: Search, limits: Limits, watch: Watch | None
) -> Result:
    """Advance `search` until a limit is met, nothing is left, or Ctrl-C is pressed."""
    kept: list[Board] = []
    count = 0
    slice_nodes = 1_000
    started = time.perf_counter()
    watched = started
    try:
        while True:
            seconds = time.perf_counter() - started
            ended = limits.reached(count, search.nodes, seconds)
            if ended is not None:
                break
            left = sys.maxsize if limits.nodes is None else limits.nodes - search.nodes
            outcome = search.advance(min(slice_nodes, left))
            if outcome is Outcome.EXHAUSTED:
                ended = Ended.EXHAUSTED
                break
            if outcome is Outcome.FOUND:
                count += 1
                board = _refereed(name, search.board())
                if len(kept) < limits.keep:
                    kept.append(board)
            now = time.perf_counter()
            if outcome is Outcome.PAUSED:
                # Aim at a steady time between two looks at the clock.
                spent = max(now - started - seconds, 1e-6)
                factor = min(2.0, max(0.5, _SECONDS_PER_SLICE / spent))
                slice_nodes = max(1, int(slice_nodes * factor))
            if watch is not None and now - watched >= _SECONDS_PER_SLICE:
                watched = now
                depth = len(search.fullest().placements)
                watch(Progress(search.nodes, now - started, count, depth))
    except KeyboardInterrupt:
        ended = Ended.INTERRUPTED
    best = kept[0] if kept else search.fullest()
    statistics = {
        "nodes": search.nodes,
        "seconds": time.perf_counter() - started,
        "depth": len(best.placements),
    }
    return Result(name, ended, count, tuple(kept), best, statistics)


def _refereed(name: str, board: Board) -> Board:
    if not board.is_solution():
        raise WrongAnswer(
            f"engine {name} offered a board that is no solution; please report this"
            f" with the puzzle (fingerprint {board.puzzle.fingerprint})"
        )
    return board
