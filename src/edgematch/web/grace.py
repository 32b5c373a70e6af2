"""Ends jobs that nobody watches any more, some time after the last page was closed.

The time begins only when somebody who has watched leaves: a job that a program starts,
and never watches, runs to its end.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable

from edgematch.web.jobs import StudioJob


class Grace:
    """Knows who is watched, and calls `end` with jobs that are not watched any more."""

    def __init__(self, seconds: float, end: Callable[[StudioJob], None]) -> None:
        self._seconds, self._end = seconds, end
        self._watchers: Counter[str] = Counter()
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def arrive(self, jobs: Iterable[StudioJob]) -> None:
        """Somebody begins to watch some jobs."""
        for job in jobs:
            self._watchers[job.id] += 1
            self.cancel(job)
            if not job.record.was_watched:
                job.record.was_watched = True
                job.save()

    def leave(self, jobs: Iterable[StudioJob]) -> None:
        """Somebody does not watch some jobs any more."""
        for job in jobs:
            self._watchers[job.id] -= 1
            if self._watchers[job.id] == 0:
                del self._watchers[job.id]
                self.begin(job)

    def begin(self, job: StudioJob) -> None:
        """Give a job that nobody watches its time."""
        if job.spec.keep_running or job.is_over:
            return
        self.cancel(job)
        loop = asyncio.get_running_loop()
        self._timers[job.id] = loop.call_later(self._seconds, self._expire, job)

    def cancel(self, job: StudioJob) -> None:
        """Let a job run on until somebody watches it and leaves."""
        timer = self._timers.pop(job.id, None)
        if timer is not None:
            timer.cancel()

    def _expire(self, job: StudioJob) -> None:
        del self._timers[job.id]
        self._end(job)


def time_in_words(seconds: float) -> str:
    """Return a time in words.

    >>> time_in_words(300), time_in_words(45)
    ('5 minutes', '45 seconds')
    """
    if seconds >= 120:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds:g} seconds"
