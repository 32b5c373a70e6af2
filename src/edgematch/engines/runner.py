"""Runs a search in slices: limits, threads, progress and Ctrl-C, for all engines alike.

With several threads the tree is split into subtrees, and the answer is still that of
one thread: subtrees count in their order in the tree.  When a limit falls into a
subtree that has run past it, that subtree is run again from its start up to the limit.
"""

import math
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Barrier

from edgematch.board import Board
from edgematch.engines.interface import Outcome, Search, State
from edgematch.errors import EdgematchError
from edgematch.results import Ended, Limits, Progress, Watch
from edgematch.symmetry import turns_that_look_the_same

_SECONDS_PER_ROUND = 0.1
"""Between two looks at limits and signals, with all threads standing still."""
_SECONDS_PER_SLICE = 0.02
SECONDS_BETWEEN_WATCHES = 0.25
_MOST_WATCHED = 0.02
"""What a watch is told takes some milliseconds to find out on a board of 16 × 16: it is
called less often where that would take more than this part of the time.  The share of
the tree takes longest: it may take as much again, and is not as new as the rest."""
_BUSY = 4
"""How much slower than the clock a search may be on a busy machine."""
_FIRST_SLICE = 1_000
_PARTS_PER_THREAD = 32
_ALWAYS_CHECKED = 1_000
_CHECKED_EACH = 1_000
"""Of solutions that are only counted, the first and then some pass the referee."""


class WrongAnswer(EdgematchError):
    """An engine offered a board that the referee refuses: a bug in the engine."""


@dataclass
class Part:
    """A subtree, and what has come of it so far."""

    search: Search
    start: State
    turns: tuple[int, ...] = (0,)
    """The turns of the whole board after which a picture of a solution may look the
    same; more than the turn by nothing, and every solution is examined for them."""
    count: int = 0
    turned_alike: int = 0
    """Pairs of a solution and a turn but the one by nothing that leaves its picture as
    it is: all that counting pictures up to symmetry needs, without keeping any."""
    kept: list[Board] = field(default_factory=list)
    is_exhausted: bool = False
    slice_nodes: int = _FIRST_SLICE
    _fullest: tuple[int, Board] | None = field(default=None, repr=False)
    """The fullest board, and the nodes that were placed when it was built."""

    def run(self, name: str, solutions: int, nodes: int, keep: int) -> None:
        """Go on for a slice, but not past so many solutions or nodes of this part."""
        stop = min(nodes, self.search.nodes + self.slice_nodes)
        started = time.perf_counter()
        while self.count < solutions and self.search.nodes < stop:
            outcome = self.search.advance(stop - self.search.nodes)
            if outcome is Outcome.EXHAUSTED:
                self.is_exhausted = True
                return
            if outcome is Outcome.PAUSED:
                break
            self._take(name, keep)
        # Aim at a steady time between two looks at the clock.
        spent = max(time.perf_counter() - started, 1e-6)
        factor = min(2.0, max(0.5, _SECONDS_PER_SLICE / spent))
        self.slice_nodes = max(1, int(self.slice_nodes * factor))

    def _take(self, name: str, keep: int) -> None:
        """Count the solution just found, and look at it as far as is needed."""
        self.count += 1
        is_kept = len(self.kept) < keep
        is_checked = (
            is_kept or self.count < _ALWAYS_CHECKED or self.count % _CHECKED_EACH == 0
        )
        is_examined = len(self.turns) > 1
        if not is_checked and not is_examined:
            return
        board = self.search.board()
        if is_checked:
            _referee(name, board)
        if is_kept:
            self.kept.append(board)
        if is_examined:
            self.turned_alike += len(turns_that_look_the_same(board, self.turns)) - 1

    def fullest(self) -> Board:
        """Return the fullest board without a break so far.

        Of hundreds of parts a few have moved since the last time: only theirs are
        built again.
        """
        if self._fullest is None or self._fullest[0] != self.search.nodes:
            self._fullest = self.search.nodes, self.search.fullest()
        return self._fullest[1]

    def run_again(self, name: str, solutions: int, keep: int) -> None:
        """Go back to the start and run up to so many solutions."""
        self.search.restore(self.start)
        self.count, self.turned_alike = 0, 0
        self.kept, self.is_exhausted = [], False
        while self.count < solutions:
            self.run(name, solutions, sys.maxsize, keep)


@dataclass
class Run:
    """A search under way: its parts in the order of the tree."""

    name: str
    parts: list[Part]
    seconds_before: float = 0.0
    """Wall time of the runs that this one goes on from."""

    @classmethod
    def of(
        cls, name: str, search: Search, threads: int, turns: tuple[int, ...] = (0,)
    ) -> "Run":
        """Return a run that has done nothing yet, split for so many threads."""
        searches = (
            [search] if threads == 1 else search.split(threads * _PARTS_PER_THREAD)
        )
        return cls(name, [Part(each, each.state(), turns) for each in searches])

    @property
    def nodes(self) -> int:
        """Pieces placed in all parts."""
        return sum(part.search.nodes for part in self.parts)

    @property
    def count(self) -> int:
        """Solutions found in all parts."""
        return sum(part.count for part in self.parts)

    @property
    def turned_alike(self) -> int:
        """Turns that leave the picture of a solution as it is, over all parts."""
        return sum(part.turned_alike for part in self.parts)

    def fullest(self) -> Board:
        """Return the fullest board without a break of all parts."""
        boards = [part.fullest() for part in self.parts]
        return max(boards, key=lambda board: len(board.placements))

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1."""
        shares = [
            1.0 if part.is_exhausted else part.search.share() for part in self.parts
        ]
        return sum(shares) / len(shares)

    def ended_in_order(self, limits: Limits) -> Ended | None:
        """Return why the run is over, as one thread would see it; None if it is not.

        Parts behind the one in which a limit falls are dropped, and that part is run
        again if it has found too many.
        """
        nodes = count = 0
        for number, part in enumerate(self.parts):
            wanted = _or_all(limits.solutions) - count
            if part.count >= wanted:
                if part.count > wanted or part.is_exhausted:
                    part.run_again(self.name, wanted, limits.keep)
                del self.parts[number + 1 :]
                return Ended.FOUND
            nodes, count = nodes + part.search.nodes, count + part.count
            if nodes >= _or_all(limits.nodes):
                return Ended.NODES
            if not part.is_exhausted:
                return None
        return Ended.EXHAUSTED


def run_to_the_end(
    run: Run,
    limits: Limits,
    threads: int = 1,
    watch: Watch | None = None,
    save: Callable[[Run, float], None] | None = None,
    seconds_between_saves: float = 5.0,
    seconds_between_watches: float = SECONDS_BETWEEN_WATCHES,
) -> tuple[Ended, float]:
    """Advance a run until a limit is met, nothing is left, or Ctrl-C is pressed.

    Returns why it ended and the seconds it took in all.  `save` is called every few
    seconds and at the end, when no part is moving.
    """
    started = time.perf_counter() - run.seconds_before
    saved = time.perf_counter()
    look = None if watch is None else _Look(watch, seconds_between_watches)
    with ThreadPoolExecutor(threads) as pool:
        try:
            _start_all(pool, threads)
            while (ended := run.ended_in_order(limits)) is None:
                now = time.perf_counter()
                if limits.seconds is not None and now - started >= limits.seconds:
                    ended = Ended.SECONDS
                    break
                if save is not None and now - saved >= seconds_between_saves:
                    save(run, now - started)
                    saved = now
                _one_round(run, limits, threads, pool)
                now = time.perf_counter()
                if look is not None:
                    look.at(run, now - started)
        except KeyboardInterrupt:
            ended = Ended.INTERRUPTED
    seconds = time.perf_counter() - started
    if save is not None:
        save(run, seconds)
    return ended, seconds


def _start_all(pool: ThreadPoolExecutor, threads: int) -> None:
    """Start the threads of a pool before there is any work.

    The pool forgets a thread if Ctrl-C comes while it is being started; with work to do
    that one would go on while the run is saved.
    """
    everyone = Barrier(threads)
    try:
        for future in [pool.submit(everyone.wait) for _ in range(threads)]:
            future.result()
    except BaseException:
        everyone.abort()
        raise


def _one_round(
    run: Run, limits: Limits, threads: int, pool: ThreadPoolExecutor
) -> None:
    """Let every thread take parts, in order, until the round is over."""
    solutions, nodes = _or_all(limits.solutions), _or_all(limits.nodes)
    if threads == 1:
        # One thread has all that is left to itself: it never runs past a limit.
        before = [part for part in run.parts if part.is_exhausted]
        solutions -= sum(part.count for part in before)
        nodes -= sum(part.search.nodes for part in before)
    parts: SimpleQueue[Part] = SimpleQueue()
    for part in run.parts:
        is_done = part.count >= solutions or part.search.nodes >= nodes
        if not part.is_exhausted and not is_done:
            parts.put(part)
            if threads == 1:
                break
    deadline = time.perf_counter() + _SECONDS_PER_ROUND
    if limits.seconds is not None:
        deadline = min(deadline, time.perf_counter() + limits.seconds)

    def work() -> None:
        while True:
            try:
                part = parts.get_nowait()
            except Empty:
                return
            while not part.is_exhausted:
                part.run(run.name, solutions, nodes, limits.keep)
                if part.count >= solutions or part.search.nodes >= nodes:
                    break
                if time.perf_counter() >= deadline:
                    return

    # Never in this thread, where Ctrl-C arrives: it would come between a solution and
    # its count, and a run taken up again from there would be one short.
    for future in [pool.submit(work) for _ in range(threads)]:
        future.result()


def _or_all(limit: int | None) -> int:
    return sys.maxsize if limit is None else limit


class _Allowance:
    """Says when work may be done again that must take little of the whole time.

    Both are counted as time of the processor: on a busy machine the clock goes on while
    nothing is done.  Where the search itself is done in another process, the clock is
    all there is.
    """

    def __init__(self) -> None:
        self._at_work, self._at_clock = -math.inf, -math.inf

    @property
    def is_due(self) -> bool:
        return (
            time.process_time() >= self._at_work
            or time.perf_counter() >= self._at_clock
        )

    def spend(self, seconds: float) -> None:
        """Note that the work has taken so long."""
        pause = seconds / _MOST_WATCHED
        self._at_work = time.process_time() + pause
        self._at_clock = time.perf_counter() + _BUSY * pause


class _Look:
    """Tells a watch where a run stands, no more often than it can be afforded."""

    def __init__(self, watch: Watch, seconds_between: float) -> None:
        self._watch, self._seconds_between = watch, seconds_between
        self._next = -math.inf
        self._looks, self._shares = _Allowance(), _Allowance()
        self._share = 0.0

    def at(self, run: Run, seconds: float) -> None:
        """Look, if it is time to."""
        now = time.perf_counter()
        if now < self._next or not self._looks.is_due:
            return
        self._next = now + self._seconds_between
        started = time.thread_time()
        if self._shares.is_due:
            self._share = run.share()
            self._shares.spend(time.thread_time() - started)
            started = time.thread_time()
        moving = next(
            (part for part in run.parts if not part.is_exhausted), run.parts[-1]
        )
        self._watch(
            Progress(
                run.nodes,
                seconds,
                run.count,
                run.fullest(),
                self._share,
                run.parts[0].search.note,
                moving.search.board(),
                tuple(board for part in run.parts for board in part.kept),
            )
        )
        self._looks.spend(time.thread_time() - started)


def _referee(name: str, board: Board) -> None:
    if not board.is_solution():
        raise WrongAnswer(
            f"engine {name} offered a board that is no solution; please report this"
            f" with the puzzle (fingerprint {board.puzzle.fingerprint})"
        )
