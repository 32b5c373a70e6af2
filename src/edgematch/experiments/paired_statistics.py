"""Statistics of paired runs: ratio of two methods, and a sign test.

The interval is by `scipy.stats.bootstrap`, the sign test by `scipy.stats.binomtest`.
"""

from dataclasses import dataclass
from math import exp

import numpy as np

from edgematch.experiments.statistics import Flags, Floats, mean_interval


@dataclass(frozen=True)
class Noise:
    """When two figures count as equal."""

    factor: float = 1.0
    """They differ by less than this factor."""
    least: float = 0.0
    """Both are smaller than this."""


NODES = Noise()
"""Nodes are reproducible: any difference counts."""
TIMES = Noise(1.2, 0.01)
"""Times vary by a fifth by chance, and below 10 ms by any amount."""


@dataclass(frozen=True)
class Comparison:
    """One method against another, puzzle by puzzle."""

    pairs: int
    less: int
    """Pairs in which the first took less, beyond noise."""
    more: int
    even: int
    """Pairs that differ by noise only."""
    unknown: int
    """Pairs in which both are censored, or one before the other ended."""
    ratio: float | None
    """Geometric mean of first / second where both finished; None if no pair did."""
    low: float | None
    high: float | None
    both: int
    """Number of pairs in the ratio."""
    chance: float
    """Probability of such a split of less and more by chance (sign test)."""

    @property
    def verdict(self) -> str:
        """The conclusion: `less`, `more`, or `no difference seen`."""
        if self.chance >= 0.05:
            return "no difference seen"
        return "less" if self.less > self.more else "more"


def compare(
    first: Floats,
    first_censored: Flags,
    second: Floats,
    second_censored: Flags,
    noise: Noise,
) -> Comparison:
    """Compare paired runs; a censored one counts if its limit is informative."""
    both = ~first_censored & ~second_censored
    one = first_censored ^ second_censored
    is_small = np.maximum(first, second) < noise.least
    is_even = both & (is_small | _are_near(first, second, noise.factor))
    less = (both & ~is_even & (first < second)) | (
        one & second_censored & (first * noise.factor <= second)
    )
    more = (both & ~is_even & (first > second)) | (
        one & first_censored & (second * noise.factor <= first)
    )
    counted = int(less.sum()), int(more.sum()), int(is_even.sum())
    ratio = low = high = None
    usable = both & (first > 0) & (second > 0)
    if usable.any():
        logarithms = np.log(first[usable] / second[usable])
        ratio = exp(float(logarithms.mean()))
        bounds = mean_interval(logarithms, 0.95)
        low, high = exp(bounds[0]), exp(bounds[1])
    return Comparison(
        len(first),
        *counted,
        len(first) - sum(counted),
        ratio,
        low,
        high,
        int(usable.sum()),
        sign_test(counted[0], counted[1]),
    )


def _are_near(first: Floats, second: Floats, factor: float) -> Flags:
    near: Flags = (first <= second * factor) & (second <= first * factor)
    return near


def sign_test(better: int, worse: int) -> float:
    """Return the probability of a split at least as uneven if both are equally good.

    >>> sign_test(5, 5), round(sign_test(9, 1), 4)
    (1.0, 0.0215)
    """
    from scipy.stats import binomtest

    count = better + worse
    return float(binomtest(better, count).pvalue) if count else 1.0
