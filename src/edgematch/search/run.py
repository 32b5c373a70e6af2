"""The loop that drives every search: rounds, limits, threads, saving, Ctrl-C.

A run is one of two kinds: parts of one tree, searched in order (`solution_run.py`), or
independent searches of which the best board counts (`board_run.py`). What they share is
here: rounds of work in a pool of threads, and between two rounds, when nothing moves,
the clock, the limits, checkpoints and progress.
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from threading import Barrier
from typing import Any

from edgematch.errors import EdgematchError
from edgematch.processes.here import thread_pool, thread_seconds
from edgematch.processes.interrupts import Interrupts
from edgematch.processes.processor_time import processor_seconds
from edgematch.results import Ended, Progress, Result, Watch
from edgematch.search.request import Limits, Request
from edgematch.search.technique import Search, State, Technique

_SECONDS_PER_ROUND = 0.1
_LEAST_SECONDS_PER_ROUND = 0.001
_MOST_WATCHED = 0.02
"""Finding out the progress takes a millisecond on a board of 16 × 16: it is done less
often where it would take more than this share of the time."""
_MOST_SAVED = 0.05
"""Checkpoints of a wide beam are large: saving takes no more than this share,"""
_LONGEST_UNSAVED = 300.0
"""unless they would be further apart than this, in seconds."""
_BUSY = 4
"""How much slower than the clock a search may be on a busy machine."""


class Clock:
    """Wall time and processor time of a run, including those of resumed runs."""

    def __init__(self, seconds: float = 0.0, processor_time: float = 0.0) -> None:
        self._start = time.perf_counter() - seconds
        self._processor_start = processor_seconds() - processor_time
        self._stopped: tuple[float, float] | None = None

    @property
    def seconds(self) -> float:
        """Wall time so far."""
        if self._stopped is not None:
            return self._stopped[0]
        return time.perf_counter() - self._start

    @property
    def processor_seconds(self) -> float:
        """Processor time so far: of all threads, and of the solvers they started."""
        if self._stopped is not None:
            return self._stopped[1]
        return processor_seconds() - self._processor_start

    def stop(self) -> None:
        """Stay at the present times."""
        self._stopped = self.seconds, self.processor_seconds


class Allowance:
    """Says when work may be done again that must take little of the whole time.

    Both are measured in processor time: on a busy machine the clock goes on while
    nothing is done.  Where the search runs in another process, the clock is all there
    is.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._at_work, self._at_clock = -math.inf, -math.inf

    @property
    def is_due(self) -> bool:
        """Whether enough time has passed since the work was last done."""
        return (
            time.process_time() >= self._at_work
            or time.perf_counter() >= self._at_clock
        )

    def spend(self, seconds: float) -> None:
        """Record that the work has taken so long."""
        pause = seconds / self._share
        self._at_work = time.process_time() + pause
        self._at_clock = time.perf_counter() + _BUSY * pause


class Watcher:
    """Calls a watch at a steady rate, or less often where that would cost too much."""

    def __init__(self, watch: Watch, seconds_between: float) -> None:
        self._watch, self._seconds_between = watch, seconds_between
        self._next = -math.inf
        self._allowance = Allowance(_MOST_WATCHED)

    def look(self, progress: Callable[[], Progress | None]) -> None:
        """Call the watch, if it is time to."""
        now = time.perf_counter()
        if now < self._next or not self._allowance.is_due:
            return
        # By the schedule: counted from now, a look would often come a round late.
        self._next = max(self._next + self._seconds_between, now)
        started = thread_seconds()
        seen = progress()
        if seen is not None:
            self._watch(seen)
        self._allowance.spend(thread_seconds() - started)


class Run(ABC):
    """Searches under way for one request, and what they have found."""

    def __init__(self, technique: Technique, request: Request, workers: int) -> None:
        self.technique, self.request = technique, request
        self.workers = workers
        """How many threads have something to do."""
        self.clock = Clock()
        self.preparation_seconds = 0.0
        """Wall time spent before the clock was started."""

    @property
    @abstractmethod
    def searches(self) -> list[Search]:
        """All searches under way."""

    @property
    def nodes(self) -> int:
        """Nodes of all searches."""
        return sum(search.nodes for search in self.searches)

    @abstractmethod
    def begin_round(self) -> None:
        """Share out the work of the next round; no thread is at work."""

    @abstractmethod
    def work(self, worker: int, deadline: float) -> None:
        """Search until the deadline or until this worker has nothing to do."""

    def collect(self) -> None:  # noqa: B027  (by default there is nothing to do)
        """Take over what the searches have found; no thread is at work."""

    @abstractmethod
    def ended(self) -> Ended | None:
        """Return why the run is over; None if it is not.  Time is not considered."""

    @abstractmethod
    def progress(self) -> Progress | None:
        """Return how far the run has come; None if there is nothing to show yet."""

    @abstractmethod
    def result(self, ended: Ended, unsaved: str = "") -> Result:
        """Return the outcome."""

    @abstractmethod
    def save(self) -> tuple[dict[str, Any], dict[str, State]]:
        """Return facts, and the arrays of each part by its name, for a checkpoint."""

    @abstractmethod
    def load(
        self, facts: Mapping[str, Any], arrays: Callable[[str], State], where: str
    ) -> None:
        """Take over what `save` returned; `where` names the file in errors."""

    def close(self) -> None:
        """Release what the searches hold outside this process."""
        for search in self.searches:
            search.close()


def run_to_the_end(
    run: Run,
    limits: Limits,
    watcher: Watcher | None = None,
    save: Callable[[], None] | None = None,
    seconds_between_saves: float = 5.0,
    interrupts: Interrupts | None = None,
) -> Ended:
    """Advance a run until it has ended, a limit is met, or Ctrl-C is pressed.

    `save` is called every few seconds and at the end, when no thread is at work; less
    often, but every five minutes, where that would take too much of the time.  A run
    that is interrupted before its first round is not saved: it is as it was.  Whoever
    is called between two rounds may raise KeyboardInterrupt, too.
    """
    interrupts = interrupts or Interrupts()
    next_save = time.perf_counter() + seconds_between_saves
    is_advanced = False
    with thread_pool(run.workers) as pool:
        try:
            _start_threads(pool, run.workers)
            run.collect()
            while (ended := run.ended()) is None:
                if interrupts.is_set:
                    ended = Ended.INTERRUPTED
                    break
                if _is_time_over(run.clock, limits):
                    ended = Ended.SECONDS
                    break
                if save is not None and (began := time.perf_counter()) >= next_save:
                    save()
                    now = time.perf_counter()
                    pause = min((now - began) / _MOST_SAVED, _LONGEST_UNSAVED)
                    next_save = now + max(seconds_between_saves, pause)
                is_advanced = True
                _run_round(run, limits, pool)
                run.collect()
                if watcher is not None:
                    watcher.look(run.progress)
        except KeyboardInterrupt:
            ended = Ended.INTERRUPTED
    if ended is Ended.INTERRUPTED:
        run.collect()  # a better board whose report was interrupted
    run.clock.stop()
    if save is not None and (is_advanced or ended is not Ended.INTERRUPTED):
        save()
    return ended


def _is_time_over(clock: Clock, limits: Limits) -> bool:
    most, most_worked = limits.seconds, limits.processor_seconds
    if most is not None and clock.seconds >= most:
        return True
    return most_worked is not None and clock.processor_seconds >= most_worked


def _start_threads(pool: Executor, threads: int) -> None:
    """Start the threads of a pool before there is any work.

    So a run that the system gives too few threads has not begun.
    """
    everyone = Barrier(threads)
    try:
        for future in [pool.submit(everyone.wait) for _ in range(threads)]:
            future.result()
    except BaseException as error:
        everyone.abort()
        if isinstance(error, RuntimeError):  # "can't start new thread"
            raise EdgematchError(
                f"the system refuses to start {threads} threads; use fewer, or allow"
                " this process more memory"
            ) from error
        raise


def _run_round(run: Run, limits: Limits, pool: Executor) -> None:
    """Let all workers search for a moment."""
    seconds = _SECONDS_PER_ROUND
    if limits.seconds is not None:
        seconds = min(seconds, limits.seconds - run.clock.seconds)
    if limits.processor_seconds is not None:
        left = limits.processor_seconds - run.clock.processor_seconds
        seconds = min(seconds, max(left / run.workers, _LEAST_SECONDS_PER_ROUND))
    run.begin_round()
    deadline = time.perf_counter() + seconds
    # Never in this thread: a handler of the caller's may raise KeyboardInterrupt here,
    # between a solution and its count.
    for future in [pool.submit(run.work, n, deadline) for n in range(run.workers)]:
        future.result()
