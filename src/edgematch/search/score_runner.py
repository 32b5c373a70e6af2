"""Runs searches for a score: limits, threads, progress, Ctrl-C, every better board.

With several threads each has a search of its own, with another seed; the first one is
the search that one thread would have run.
"""

import math
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from edgematch.board import Board
from edgematch.results import Better, Ended, ScoreLimits, ScoreProgress, ScoreWatch
from edgematch.search.parts import WrongAnswer
from edgematch.search.score_interface import ScoreSearch
from edgematch.search.unbroken import unbroken

_SECONDS_PER_ROUND = 0.1
_SECONDS_PER_SLICE = 0.02
_SECONDS_BETWEEN_WATCHES = 0.25
_FIRST_SLICE = 1_000
_NODES_A_CELL_BETWEEN_LOOKS = 4_000
"""With the goal `pieces` boards on the way are looked at too: after so many nodes for
each cell, and never by the clock, so that the same limit gives the same board."""

OnBetter = Callable[[Board, Better], None]
"""Called with every better board, at once, in the thread that runs the searches; with
the last one a second time if Ctrl-C came in between."""


@dataclass
class ScoreRun:
    """Searches under way, and the best board of all."""

    engine: str
    searches: Sequence[ScoreSearch]
    goal: str = "joins"
    seconds_before: float = 0.0
    processor_before: float = 0.0
    best: Board | None = None
    curve: list[Better] = field(default_factory=list)
    _slices: dict[int, int] = field(default_factory=dict)
    _to_look_at: set[int] = field(default_factory=set)
    """Searches that stand at a board which may have the most pieces."""

    @property
    def _cells(self) -> int:
        return self.searches[0].best().puzzle.cells

    @property
    def nodes(self) -> int:
        """Pieces placed in all searches."""
        return sum(search.nodes for search in self.searches)

    @property
    def at_least(self) -> int:
        """Fewer breaks than this are proved to be impossible."""
        return max(search.at_least for search in self.searches)

    def is_proved(self) -> bool:
        """Say whether no board can be better than the best."""
        if self.best is None:
            return False
        if self.goal == "pieces":
            return self.best.is_complete()
        return len(self.best.breaks()) <= self.at_least

    def value(self, board: Board) -> int:
        """Return what is to be as large as possible."""
        return len(board.placements) if self.goal == "pieces" else board.score()

    def look(self, number: int, now: Callable[[], tuple[float, float]]) -> None:
        """Take over the board of a search if it is better."""
        search = self.searches[number]
        if search.fewest_breaks is None:
            return
        if self.goal == "joins":
            # By the curve, which grows last: Ctrl-C may have come before it did.
            if self.best is not None and self.curve:
                joins = self.best.puzzle.joins - search.fewest_breaks
                if joins <= self.curve[-1].score:
                    return
            board = search.best()
        else:
            if self.curve and number not in self._to_look_at:
                return
            board = unbroken(search.at_hand())
            if self.curve and len(board.placements) <= self.curve[-1].score:
                self._to_look_at.discard(number)
                return
        self._referee(board)
        self.best = board
        self.curve.append(Better(*now(), self.nodes, self.value(board)))
        self._to_look_at.discard(number)

    def _referee(self, board: Board) -> None:
        is_whole = self.goal == "pieces" or board.is_complete()
        is_clean = self.goal == "joins" or not board.breaks()
        if not (board.is_legal() and is_whole and is_clean):
            raise WrongAnswer(
                f"score engine {self.engine} offered a board that the referee refuses;"
                " please report this with the puzzle"
                f" (fingerprint {board.puzzle.fingerprint})"
            )

    def go_on(self, number: int, nodes: int, deadline: float) -> None:
        """Let a search go on until then, or until there is a board to look at."""
        search = self.searches[number]
        before, pause = search.fewest_breaks, sys.maxsize
        if self.goal == "pieces":
            each = _NODES_A_CELL_BETWEEN_LOOKS * self._cells
            pause = (search.nodes // each + 1) * each
        while True:
            self._one_slice(number, min(nodes, pause))
            has_better = search.fewest_breaks != before
            if search.is_over or has_better or search.nodes >= min(nodes, pause):
                self._to_look_at.add(number)
                return
            if time.perf_counter() >= deadline:
                return

    def _one_slice(self, number: int, nodes: int) -> None:
        """Let a search go on for a moment, but not past so many nodes."""
        search = self.searches[number]
        size = self._slices.get(number, _FIRST_SLICE)
        before = search.nodes
        started = time.perf_counter()
        search.advance(max(1, min(size, nodes - before)))
        spent = max(time.perf_counter() - started, 1e-6)
        done = max(search.nodes - before, 1)
        # Aim at a steady time; a stage may have ended early, so by what was done.
        aim = int(done * _SECONDS_PER_SLICE / spent)
        self._slices[number] = min(max(aim, size // 2, 1), 2 * size)


def run_to_the_end(
    run: ScoreRun,
    limits: ScoreLimits,
    watch: ScoreWatch | None = None,
    on_better: OnBetter | None = None,
    save: Callable[[ScoreRun, tuple[float, float]], None] | None = None,
    seconds_between_saves: float = 5.0,
) -> tuple[Ended, float, float]:
    """Advance all searches until a limit is met, nothing is left, or Ctrl-C.

    Returns why it ended, the wall time and the time of the processors.
    """
    started = time.perf_counter() - run.seconds_before
    processor = time.process_time() - run.processor_before
    saved, watched = time.perf_counter(), -math.inf

    def now() -> tuple[float, float]:
        return time.perf_counter() - started, time.process_time() - processor

    told = len(run.curve)

    def look_at_all() -> None:
        nonlocal told
        for number in range(len(run.searches)):
            run.look(number, now)
            if on_better is not None and len(run.curve) > told:
                assert run.best is not None
                on_better(run.best, run.curve[-1])
            told = len(run.curve)  # only now: Ctrl-C may come while it is told

    ended: Ended | None = None
    with ThreadPoolExecutor(len(run.searches)) as pool:
        try:
            while True:
                look_at_all()
                ended = _ended(run, limits, now()[0])
                if ended is not None:
                    break
                if save is not None and time.perf_counter() - saved >= (
                    seconds_between_saves
                ):
                    save(run, now())
                    saved = time.perf_counter()
                _one_round(run, limits, pool, started)
                moment = time.perf_counter()
                if (
                    watch is not None
                    and run.best is not None
                    and moment - watched >= _SECONDS_BETWEEN_WATCHES
                ):
                    watch(_progress(run, now()[0]))
                    watched = moment
        except KeyboardInterrupt:
            ended = Ended.INTERRUPTED
    if ended is Ended.INTERRUPTED:
        look_at_all()
    seconds, processor_seconds = now()
    if save is not None:
        save(run, (seconds, processor_seconds))
    return ended, seconds, processor_seconds


def _ended(run: ScoreRun, limits: ScoreLimits, seconds: float) -> Ended | None:
    """Return why the run is over; None if it is not."""
    if run.is_proved():
        return Ended.EXHAUSTED
    if limits.target is not None and run.curve and run.curve[-1].score >= limits.target:
        return Ended.FOUND
    if limits.nodes is not None and run.nodes >= limits.nodes:
        return Ended.NODES
    if limits.seconds is not None and seconds >= limits.seconds:
        return Ended.SECONDS
    if all(search.is_over for search in run.searches):
        return Ended.EXHAUSTED
    return None


def _one_round(
    run: ScoreRun, limits: ScoreLimits, pool: ThreadPoolExecutor, started: float
) -> None:
    """Let every search go on until the round is over or one has a better board."""
    deadline = time.perf_counter() + _SECONDS_PER_ROUND
    if limits.seconds is not None:
        deadline = min(deadline, started + limits.seconds)
    nodes = sys.maxsize if limits.nodes is None else limits.nodes

    # Never in this thread, where Ctrl-C arrives.
    for future in [
        pool.submit(run.go_on, number, nodes, deadline)
        for number in range(len(run.searches))
    ]:
        future.result()


def _progress(run: ScoreRun, seconds: float) -> ScoreProgress:
    assert run.best is not None
    note = run.searches[0].note
    return ScoreProgress(run.nodes, seconds, run.best, tuple(run.curve), run.goal, note)
