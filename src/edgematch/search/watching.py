"""Telling a caller how far a run has come, no more often than is affordable."""

import math
import time
from collections.abc import Callable

from edgematch.results import Progress, Watch

_MOST_WATCHED = 0.02
"""Finding out the progress takes a millisecond on a board of 16 × 16: it is done less
often where it would take more than this share of the time."""
_BUSY = 4
"""How much slower than the clock a search may be on a busy machine."""


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
        started = time.thread_time()
        seen = progress()
        if seen is not None:
            self._watch(seen)
        self._allowance.spend(time.thread_time() - started)
