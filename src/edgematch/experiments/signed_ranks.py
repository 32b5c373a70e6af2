"""Wilcoxon's signed-rank test of paired runs, and the interval of their median ratio.

Runs are compared by the logarithms of their ratios, puzzle by puzzle.  For the test, a
run that was cut off ranks as the longer one, and two that were cut off are a tie.  The
interval takes nothing for granted: a ratio with a run that was cut off is known from
one side only, one with two not at all, and each end of the interval is that of the
worst case.  It is the interval of Hodges and Lehmann: of the pseudomedian, the median
of the means of all pairs of logarithms.
"""

from dataclasses import dataclass
from math import exp, inf, sqrt

import numpy as np

from edgematch.experiments.statistics import Flags, Floats

_EXACT = 100
"""Up to this many pairs the distribution of the ranks is exact, then normal."""


@dataclass(frozen=True)
class LogRatios:
    """Logarithms of the ratios of pairs of runs."""

    shown: Floats
    """As they are ranked in the test."""
    least: Floats
    most: Floats
    """What they may be: both are `shown` where both runs ended."""

    @classmethod
    def of(
        cls, first: Floats, first_cut: Flags, second: Floats, second_cut: Flags
    ) -> "LogRatios":
        """Return those of first / second; runs that were cut off are marked.

        >>> import numpy as np
        >>> no, yes = np.array([False]), np.array([True])
        >>> ratios = LogRatios.of(np.array([8.0]), yes, np.array([1.0]), no)
        >>> float(np.exp(ratios.least[0]).round(9)), float(ratios.most[0])
        (8.0, inf)
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            seen = np.log(first) - np.log(second)
        seen[first == second] = 0.0  # both may be 0, or beyond all limits
        both = first_cut & second_cut
        # A limit that is too low to tell which was longer is a tie, too.
        shown = np.where(first_cut, np.maximum(seen, 0), seen)
        shown = np.where(second_cut, np.minimum(seen, 0), shown)
        # Without a limit of the measure it is only known which was longer.
        least = np.where(first_cut & np.isinf(first), 0.0, seen)
        most = np.where(second_cut & np.isinf(second), 0.0, seen)
        return cls(
            np.where(both, 0.0, shown),
            np.where(second_cut, -inf, least),
            np.where(first_cut, inf, most),
        )

    def repeated(self, times: int) -> "LogRatios":
        """Return every ratio several times, as if more pairs were like these."""
        each = (self.shown, self.least, self.most)
        return LogRatios(*(np.tile(values, times) for values in each))

    def median(self) -> float:
        """Return the pseudomedian of the ratios as they are shown."""
        means = len(self.shown) * (len(self.shown) + 1) // 2
        ranks = (means + 1) // 2, means // 2 + 1
        low, high = (_mean_of_rank(self.shown, rank) for rank in ranks)
        return exp((low + high) / 2) if low < high else _exp(low)

    def interval(self, level: float) -> tuple[float, float]:
        """Return the interval of the pseudomedian; from 0 to `inf` if nothing is known.

        >>> import numpy as np
        >>> ratios = LogRatios(*[np.log(np.arange(1.0, 8.0))] * 3)
        >>> ratios.interval(0.99)  # seven pairs are too few
        (0.0, inf)
        """
        rank = rank_of_end(len(self.shown), level)
        if not rank:
            return 0.0, inf
        low, high = _mean_of_rank(self.least, rank), _mean_of_rank(-self.most, rank)
        return _exp(low), _exp(-high)

    def chance(self) -> float:
        """Return the probability of such ranks if neither run tends to be longer."""
        from scipy.stats import wilcoxon

        if not self.shown.any():
            return 1.0
        return float(wilcoxon(self.shown, zero_method="pratt").pvalue)


def rank_of_end(pairs: int, level: float) -> int:
    """Return the rank of the mean of two logarithms at which the interval begins.

    0 if there are too few pairs for an interval.

    >>> rank_of_end(7, 0.99), rank_of_end(8, 0.99), rank_of_end(20, 0.95)
    (0, 1, 53)
    """
    tail = (1 - level) / 2
    if pairs > _EXACT:
        from scipy.stats import norm

        spread = sqrt(pairs * (pairs + 1) * (2 * pairs + 1) / 24)
        return max(0, int(pairs * (pairs + 1) / 4 + norm.ppf(tail) * spread))
    chances = np.ones(1)
    for rank in range(1, pairs + 1):
        without = np.pad(chances, (0, rank))
        chances = (without + np.pad(chances, (rank, 0))) / 2
    return int((np.cumsum(chances) <= tail).sum())


def _exp(value: float) -> float:
    return inf if value == inf else exp(value)


def _mean_of_rank(values: Floats, rank: int) -> float:
    """Return the mean of two values, or of one with itself, of a rank from 1 on.

    That of -inf with inf counts as -inf.
    """
    values = np.sort(values)
    places = np.arange(len(values))

    def count(mean: float) -> int:
        """Return how many means are at most this one."""
        ends = np.searchsorted(values, 2 * mean - values, side="right")
        return int(np.maximum(ends - places, 0).sum())

    finite = values[np.isfinite(values)]
    beyond = int((values == -inf).sum())
    if rank <= beyond * len(values) - beyond * (beyond - 1) // 2:
        return -inf
    if not len(finite) or rank > count(finite[-1]):
        return inf
    low, high = float(finite[0]), float(finite[-1])
    if count(low) >= rank:
        return low
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if count(middle) >= rank else (middle, high)
    return high
