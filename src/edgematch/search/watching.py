"""Telling a watch where a run stands, no more often than it can be afforded."""

import math
import time

from edgematch.results import Progress, Watch
from edgematch.search.parts import Run

_MOST_WATCHED = 0.02
"""What a watch is told takes a millisecond to find out on a board of 16 × 16: it is
called less often where that would take more than this part of the time."""
_MOST_SHARED = 0.005
"""The share of the tree takes longest, and need not be as new as the rest."""
_BUSY = 4
"""How much slower than the clock a search may be on a busy machine."""


class _Allowance:
    """Says when work may be done again that must take little of the whole time.

    Both are counted as time of the processor: on a busy machine the clock goes on while
    nothing is done.  Where the search itself is done in another process, the clock is
    all there is.
    """

    def __init__(self, part: float) -> None:
        self._part = part
        self._at_work, self._at_clock = -math.inf, -math.inf

    @property
    def is_due(self) -> bool:
        return (
            time.process_time() >= self._at_work
            or time.perf_counter() >= self._at_clock
        )

    def spend(self, seconds: float) -> None:
        """Note that the work has taken so long."""
        pause = seconds / self._part
        self._at_work = time.process_time() + pause
        self._at_clock = time.perf_counter() + _BUSY * pause


class Look:
    """Tells a watch where a run stands, no more often than it can be afforded."""

    def __init__(self, watch: Watch, seconds_between: float) -> None:
        self._watch, self._seconds_between = watch, seconds_between
        self._next = -math.inf
        self._looks, self._shares = _Allowance(_MOST_WATCHED), _Allowance(_MOST_SHARED)
        self._share = 0.0

    def at(self, run: Run, seconds: float) -> None:
        """Look, if it is time to."""
        now = time.perf_counter()
        if now < self._next or not self._looks.is_due:
            return
        # By the times planned: counted from now, a look would often come a round late.
        self._next = max(self._next + self._seconds_between, now)
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
                run.count * run.boards_for_one,
                run.fullest(),
                self._share,
                run.parts[0].search.note,
                moving.search.board(),
                tuple(run.kept),
            )
        )
        self._looks.spend(time.thread_time() - started)
