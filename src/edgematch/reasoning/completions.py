"""A search with filtered domains, for small boards, easy to follow."""

import time
from collections.abc import Iterator

from edgematch.reasoning.domains import Domains


class Undecided(Exception):
    """The search stopped before it was complete."""


def completions(
    domains: Domains, node_budget: int, deadline: float | None = None
) -> Iterator[Domains]:
    """Yield the ways to complete a board.

    Raises `Undecided` if the budget is spent, or at the deadline, a time of
    `time.monotonic`.
    """
    left = [node_budget]
    if not domains.is_contradiction:
        yield from _completions(domains, left, deadline)


def _completions(
    domains: Domains, left: list[int], deadline: float | None
) -> Iterator[Domains]:
    cell = most_constrained(domains)
    if cell is None:
        yield domains
        return
    for way in list(domains.candidates(cell)):
        if not left[0] or (deadline is not None and time.monotonic() > deadline):
            raise Undecided
        left[0] -= 1
        child = domains.copy()
        if child.place(cell, way):
            yield from _completions(child, left, deadline)


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
