"""The expected number of boards if some of their joins may be broken.

Let b of the J joins of a region be broken.  The others match with probability P(J - b)
(`pools`); each of the b matches by chance with probability P(J - b + 1) / P(J - b), and
these cases are subtracted.  The product with the number of ways to choose b joins is
the expected number of boards.  If the joins belong to several pools, the broken ones
are divided among them in proportion to their joins.

A *schedule* is the maximum number of breaks when each cell is filled.  Only choices of
broken joins that obey it are counted, with at most one break per piece and none between
two cells of the frame.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp, inf, log, log1p

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import SIDES, is_on_rim
from edgematch.puzzle import Puzzle
from edgematch.theory.estimate import BoardRegion
from edgematch.theory.logarithms import LOG_10, log_sum
from edgematch.theory.pools import Pool, matching_probabilities


def expected_with_breaks(
    puzzle: Puzzle, cells: Iterable[int], allowed: Sequence[int]
) -> Iterator[float]:
    """Yield, for each cell filled, the common logarithm of the expected boards."""
    growth = _Growth(puzzle)
    for cell, most in zip(growth.free(cells), allowed, strict=True):
        growth.add(cell)
        growth.keep(most)
        yield growth.boards(most)


def schedule_of_breaks(
    puzzle: Puzzle, cells: Iterable[int], reach: float
) -> Iterator[int]:
    """Yield, for each cell filled, the maximum number of breaks so far.

    One more break is allowed whenever boards would be rarer than at their peak by more
    than a factor of ten to the power of `reach`.
    """
    growth, most, peak = _Growth(puzzle), 0, -inf
    for cell in growth.free(cells):
        can_break = growth.add(cell)
        if can_break and growth.boards(most) < peak - reach:
            most += 1
        growth.keep(most)
        peak = max(peak, growth.boards(most))
        yield most


class _Growth:
    """A region as it grows, and the ways to choose the joins that are broken."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._region = BoardRegion(puzzle)
        self._probabilities = matching_probabilities(puzzle)
        self._rim = {
            cell
            for cell in range(puzzle.cells)
            if puzzle.framed
            and any(
                is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES
            )
        }
        self._breakable: Counter[Pool] = Counter()
        self._choices: NDArray[np.float64] = np.zeros(1)
        """The ways to choose 0, 1, 2 … broken joins, as logarithms."""

    def free(self, cells: Iterable[int]) -> Iterator[int]:
        """Return the cells that have no hint."""
        return (cell for cell in cells if cell not in self._region.filled)

    def add(self, cell: int) -> bool:
        """Fill a cell; return whether it has a join that may be broken."""
        joined = [
            pool
            for beyond, pool in self._region.add(cell)
            if not (cell in self._rim and beyond in self._rim)
        ]
        self._breakable.update(joined)
        whole = np.append(self._choices, -inf)
        if joined:
            broken = np.append(-inf, self._choices) + log(len(joined))
            whole = np.logaddexp(whole, broken)
        self._choices = whole
        return bool(joined)

    def keep(self, most: int) -> None:
        """Drop the choices with more than `most` breaks."""
        self._choices = self._choices[: most + 1]

    def boards(self, most: int) -> float:
        """Return the boards with at most `most` breaks, as a common logarithm."""
        numbers = [
            choices + self._all_but(broken)
            for broken, choices in enumerate(self._choices[: most + 1])
            if choices > -inf
        ]
        return (self._region.log_ways + log_sum(numbers)) / LOG_10

    def _all_but(self, broken: int) -> float:
        """Return the probability that all joins match but some, as a logarithm."""
        matching = self._log_matching(broken)
        if not broken or matching == -inf:
            return matching
        one_more = exp(self._log_matching(broken - 1) - matching)
        return matching + (broken * log1p(-one_more) if one_more < 1 else -inf)

    def _log_matching(self, broken: int) -> float:
        joins, total = self._region.joins.copy(), self._breakable.total()
        left = broken
        for pool, count in self._breakable.most_common():
            share = min(round(broken * count / max(total, 1)), left, count)
            joins[pool] -= share
            left -= share
        # What rounding left over is taken from the pool with the most.
        for pool, _ in self._breakable.most_common(1):
            joins[pool] = max(joins[pool] - left, 0)
        return self._probabilities.log(joins)
