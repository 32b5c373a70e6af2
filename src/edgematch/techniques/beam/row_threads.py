"""Threads that share the rows of a layer, with results that do not depend on them."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .space import AT_A_TIME, Desk

Item = TypeVar("Item")
Result = TypeVar("Result")
_SHORTEST = 128
"""Rows of the shortest stretches: a call takes as long as a few."""
_Stretch = tuple[int, int]
"""The first row, and the one after the last."""


class RowThreads:
    """As many threads as there are desks."""

    def __init__(self, desks: Sequence[Desk]) -> None:
        self._desks = desks
        self._helpers = [ThreadPoolExecutor(1) for _ in desks[1:]]
        """Threads beside the calling one.  Each has a desk, and goes on with the rows
        that it made: its core has them at hand."""

    def spread(
        self,
        work: Callable[[Desk, int, int], Result],
        rows: int,
        take: Callable[[Result], None] | None = None,
    ) -> Iterator[None]:
        """Do something with all rows, many at a time, and take the results in order."""
        for first in range(0, rows, AT_A_TIME):
            count = min(AT_A_TIME, rows - first)
            shares = _shares(first, count, len(self._desks))
            for result in self._results(work, shares):
                if take is not None:
                    take(result)
            yield

    def spread_at_once(
        self,
        work: Callable[[Desk, int, int], None],
        rows: int,
        aside: Callable[[], None],
    ) -> None:
        """Do something with all rows, and something else at the same time."""
        tasks = [each.submit(aside) for each in self._helpers[:1]]
        if not tasks:
            aside()
        for _ in self._results(work, _shares(0, rows, len(self._desks))):
            pass
        for task in tasks:
            task.result()

    def _results(
        self,
        work: Callable[[Desk, int, int], Result],
        shares: Sequence[Sequence[_Stretch]],
    ) -> Iterator[Result]:
        """Yield the results of stretches in their order; threads share the work."""
        waiting, found = [deque(share) for share in shares], {}

        def work_at(place: int) -> None:
            for stretch in _taken(waiting, place):
                found[stretch] = work(self._desks[place], *stretch)

        # A task for each stretch would take some percent of the time of a pass.
        tasks = [each.submit(work_at, at) for at, each in enumerate(self._helpers, 1)]
        work_at(0)
        for task in tasks:
            task.result()
        for stretch in sorted(found):
            yield found[stretch]


def _shares(first: int, rows: int, count: int) -> list[list[_Stretch]]:
    """Return the stretches of each thread, the shortest last: others may take those."""
    shares = []
    for place in range(count):
        start, end = (first + rows * each // count for each in (place, place + 1))
        longest, share = -(-(end - start) // 4), []
        while start < end:
            size = max(min((end - start) // 2, longest), _SHORTEST)
            share.append((start, min(start + size, end)))
            start += size
        shares.append(share)
    return shares


def _taken(waiting: Sequence[deque[Item]], place: int) -> Iterator[Item]:
    """Take what waits at one place, one by one, and then from the ends of others."""
    while True:
        try:
            yield waiting[place].popleft()
        except IndexError:
            break
    for others in (*waiting[place + 1 :], *waiting[:place]):
        while True:
            try:
                yield others.pop()
            except IndexError:
                break
