"""A search with filtered domains, for small boards, easy to follow."""

import time
from collections.abc import Callable, Iterator

from edgematch.reasoning.domains import Domains


class Undecided(Exception):
    """The search stopped before it was complete."""


def completions(
    domains: Domains,
    node_budget: int,
    deadline: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Domains]:
    """Yield the ways to complete a board.

    Raises `Undecided` if the budget is spent, or at the deadline, a time of the clock.
    """
    left = [node_budget]

    def check_budget() -> None:
        if not left[0] or (deadline is not None and clock() > deadline):
            raise Undecided
        left[0] -= 1

    if not domains.is_contradiction:
        yield from _completions(domains, check_budget)


def _completions(
    domains: Domains, check_budget: Callable[[], None]
) -> Iterator[Domains]:
    cell = most_constrained(domains)
    if cell is None:
        yield domains
        return
    for way in list(domains.candidates(cell)):
        check_budget()
        child = domains.copy()
        if child.place(cell, way):
            yield from _completions(child, check_budget)


def most_constrained(domains: Domains) -> int | None:
    """Return the first cell with the fewest candidates above one, or None.

    >>> from edgematch.puzzle import Puzzle
    >>> from edgematch.reasoning.domains import Ways
    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> most_constrained(Domains.of(Ways(puzzle))) is None  # equal pieces are one
    True
    """
    found, fewest = None, 0
    for cell in range(len(domains.cells)):
        count = domains.count(cell)
        if count > 1 and (found is None or count < fewest):
            found, fewest = cell, count
    return found
