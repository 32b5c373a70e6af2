"""Threads that share the rows of a layer, with results that do not depend on them."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .space import AT_A_TIME, STRETCH, Desk

Result = TypeVar("Result")
_Stretch = tuple[int, int]
"""The first row, and the one after the last."""


class RowThreads:
    """As many threads as there are desks."""

    def __init__(self, desks: Sequence[Desk]) -> None:
        self._desks = desks
        count = len(desks)
        self._workers = ThreadPoolExecutor(count) if count > 1 else None

    def spread(
        self,
        work: Callable[[Desk, int, int], Result],
        rows: int,
        take: Callable[[Result], None] | None = None,
    ) -> Iterator[None]:
        """Do something with all rows, some stretches at a time, and take the results.

        The stretches do not depend on the number of threads.
        """
        for first in range(0, rows, STRETCH * AT_A_TIME):
            end = min(first + STRETCH * AT_A_TIME, rows)
            stretches = [
                (start, min(start + STRETCH, end))
                for start in range(first, end, STRETCH)
            ]
            for result in self._results(work, stretches):
                if take is not None:
                    take(result)
            yield

    def _results(
        self, work: Callable[[Desk, int, int], Result], stretches: Sequence[_Stretch]
    ) -> Iterator[Result]:
        """Yield the results of stretches in their order; threads share the work."""
        if self._workers is None:
            for stretch in stretches:
                yield work(self._desks[0], *stretch)
            return
        waiting, found = deque(enumerate(stretches)), {}

        def work_at(desk: Desk) -> None:
            for number, stretch in _popped(waiting):
                found[number] = work(desk, *stretch)

        # A task for each stretch would take some percent of the time of a pass.
        for _ in self._workers.map(work_at, self._desks):
            pass
        for number in range(len(stretches)):
            yield found[number]


def _popped(waiting: deque[Result]) -> Iterator[Result]:
    """Take what is waiting, one by one, until others have taken the rest."""
    while True:
        try:
            yield waiting.popleft()
        except IndexError:
            return
