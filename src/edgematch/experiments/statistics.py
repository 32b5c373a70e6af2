"""Medians and other figures of runs of which some were cut off by a limit.

A run that came to its limit is *censored*: it would have taken longer than was seen,
and nobody knows how much.  Quantiles are those of the Kaplan-Meier estimate, which for
limits that are all the same is the plain rule: a quantile among the finished runs is
what it is, and one beyond them is only known to be more than the same quantile of what
was seen, which for a single limit is the limit.
"""

from dataclasses import dataclass
from math import comb, exp, inf, log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

_RESAMPLES = 1_000
_MANY = 400
"""Of more runs than this, quantiles have intervals by a formula."""
_MOST_DRAWN = 2_000_000
_SLACK = 1e-9

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class FigureValue:
    """A figure, or a bound below it, and an interval for it."""

    value: float
    is_bound: bool = False
    """Whether the figure is only known to be more than `value`."""
    low: float | None = None
    high: float | None = None
    """The bounds of the interval; `inf` where its end is behind the limits."""


@dataclass(frozen=True)
class Sample:
    """Values, and which of them are censored, in order."""

    values: Floats
    is_censored: Flags

    @classmethod
    def of(cls, values: Floats, is_censored: Flags) -> "Sample":
        """Return a sample; of equal values the censored ones come last."""
        order = np.lexsort((is_censored, values))
        return cls(values[order], is_censored[order])

    def __len__(self) -> int:
        return len(self.values)


def survival(sample: Sample) -> tuple[Floats, Floats]:
    """Return the Kaplan-Meier estimate: times of events, and what is left after each.

    >>> import numpy as np
    >>> values = np.array([1.0, 2.0, 2.0, 3.0])
    >>> cut = np.array([False, True, False, False])
    >>> times, left = survival(Sample.of(values, cut))
    >>> times.tolist(), left.round(3).tolist()
    ([1.0, 2.0, 3.0], [0.75, 0.5, 0.0])
    """
    weights = np.ones((1, len(sample)))
    left = _left(sample, weights)[0]
    is_event = ~sample.is_censored
    times, last = np.unique(sample.values[is_event][::-1], return_index=True)
    events = left[is_event]
    return times, events[len(events) - 1 - last]


def quantile(
    sample: Sample, share: float, interval: float | None = 0.95
) -> FigureValue:
    """Return the value below which `share` of the runs end, with an interval for it.

    The interval is a bootstrap's; of many runs that of Brookmeyer and Crowley (1982),
    which comes to the same: values at which as many may be left, by Greenwood's error.

    >>> import numpy as np
    >>> cut = np.array([False, False, True])
    >>> quantile(Sample.of(np.array([1.0, 2.0, 9.0]), cut), 0.5).value
    2.0
    >>> quantile(Sample.of(np.array([1.0, 9.0, 9.0]), ~cut), 0.9).is_bound
    True
    """
    if not len(sample):
        return FigureValue(inf, is_bound=True)
    value = float(_quantiles(sample, np.ones((1, len(sample))), share)[0])
    low = high = None
    if interval is not None and len(sample) > _MANY:
        low, high = _by_greenwood(sample, share, interval)
    elif interval is not None:
        low, high = _bootstrapped_quantiles(sample, share, interval)
    if value == inf:
        # No run ended before what was seen of it: the quantile of that is a bound.
        seen = Sample(sample.values, np.zeros(len(sample), bool))
        bound = float(_quantiles(seen, np.ones((1, len(seen))), share)[0])
        return FigureValue(bound, True, low, high)
    return FigureValue(value, False, low, high)


def _bootstrapped_quantiles(
    sample: Sample, share: float, interval: float
) -> tuple[float, float]:
    random = np.random.default_rng(len(sample))
    chances = np.full(len(sample), 1 / len(sample))
    weights = random.multinomial(len(sample), chances, size=_RESAMPLES).astype(float)
    found = np.sort(_quantiles(sample, weights, share))
    tail = (1 - interval) / 2
    return (
        float(found[round(tail * (_RESAMPLES - 1))]),
        float(found[round((1 - tail) * (_RESAMPLES - 1))]),
    )


def _by_greenwood(sample: Sample, share: float, interval: float) -> tuple[float, float]:
    """Return the values between which 1 - share may be left."""
    count = len(sample)
    at_risk = count - np.arange(count, dtype=float)
    ending = (~sample.is_censored).astype(float)
    left = _left(sample, np.ones((1, count)))[0]
    with np.errstate(divide="ignore"):
        terms = ending / (at_risk * (at_risk - ending))
    error = left * np.sqrt(np.cumsum(np.where(np.isfinite(terms), terms, 0.0)))
    reach = NormalDist().inv_cdf(0.5 + interval / 2) * error
    # Where the curve jumps over the band, what it jumps at is within.
    reached = sample.values[(left <= (1 - share) + reach) & ~sample.is_censored]
    if not len(reached):
        return inf, inf
    # The share that is left after one value is left until the next.
    beyond = sample.values[(left < (1 - share) - reach) & ~sample.is_censored]
    return float(reached[0]), float(beyond[0]) if len(beyond) else inf


def _left(sample: Sample, weights: Floats) -> Floats:
    """Return, for each weighting, the share that is left after each value."""
    at_risk = weights[:, ::-1].cumsum(axis=1)[:, ::-1]
    ending = np.where(sample.is_censored, 0.0, weights)
    # Equal values end together: one after the other comes to the same.
    with np.errstate(divide="ignore", invalid="ignore"):
        going_on = np.where(at_risk > 0, 1 - ending / at_risk, 1.0)
    return going_on.cumprod(axis=1)


def _quantiles(sample: Sample, weights: Floats, share: float) -> Floats:
    """Return the quantile of each weighting, `inf` where it is behind the limits.

    Where exactly `1 - share` is left for a while, the middle of that while is taken, so
    that the median of an even number of finished runs is the usual one.
    """
    left = _left(sample, weights)
    is_drawn = (weights > 0) & ~sample.is_censored
    goal = 1 - share
    reached = is_drawn & (left <= goal + _SLACK)
    first = reached.argmax(axis=1)
    rows = np.arange(len(weights))
    values = np.where(reached.any(axis=1), sample.values[first], inf)
    beyond = is_drawn & (left < goal - _SLACK)
    second = beyond.argmax(axis=1)
    others = np.where(beyond.any(axis=1), sample.values[second], inf)
    is_level = reached.any(axis=1) & (np.abs(left[rows, first] - goal) <= _SLACK)
    with np.errstate(invalid="ignore"):
        middle = np.where(is_level, (values + others) / 2, values)
    # Nothing lies behind the greatest value of all.
    return np.where(is_level & (goal <= _SLACK), values, middle)


def mean(sample: Sample, interval: float | None = 0.95) -> FigureValue:
    """Return the mean; a bound below it if any run is censored."""
    if not len(sample):
        return FigureValue(inf, is_bound=True)
    value = float(sample.values.mean())
    is_bound = bool(sample.is_censored.any())
    if interval is None:
        return FigureValue(value, is_bound)
    low, high = _bootstrapped_means(sample.values, interval)
    return FigureValue(value, is_bound, low, inf if is_bound else high)


def _bootstrapped_means(values: Floats, interval: float) -> tuple[float, float]:
    draws = max(50, min(_RESAMPLES, _MOST_DRAWN // len(values)))
    random = np.random.default_rng(len(values))
    picked = random.integers(0, len(values), (draws, len(values)))
    means = np.sort(values[picked].mean(axis=1))
    tail = (1 - interval) / 2
    return (
        float(means[round(tail * (draws - 1))]),
        float(means[round((1 - tail) * (draws - 1))]),
    )


@dataclass(frozen=True)
class Noise:
    """When two figures are taken for equal."""

    factor: float = 1.0
    """They differ by less than this."""
    least: float = 0.0
    """Both are smaller than this."""


NODES = Noise()
"""Nodes are the same each time: any difference is one."""
TIMES = Noise(1.2, 0.01)
"""Times differ by a fifth for no reason, and below 10 ms for none at all."""


@dataclass(frozen=True)
class Comparison:
    """One method against another, puzzle by puzzle."""

    pairs: int
    less: int
    """Pairs in which the first took less, by more than noise."""
    more: int
    even: int
    """Pairs that differ by noise only."""
    unknown: int
    """Pairs in which both were cut off, or one before the other's end."""
    ratio: float | None
    """Geometric mean of first / second, where both finished; None if nowhere."""
    low: float | None
    high: float | None
    both: int
    """How many pairs the ratio is of."""
    chance: float
    """How likely such a split of less and more is by chance alone (sign test)."""

    @property
    def verdict(self) -> str:
        """What may be said: `less`, `more`, or `no difference seen`."""
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
    """Compare paired runs; a censored one counts where its limit tells enough."""
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
        bounds = _bootstrapped_means(logarithms, 0.95)
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
    """Return how likely a split at least as uneven is if both are equally good.

    >>> sign_test(5, 5), round(sign_test(9, 1), 4)
    (1.0, 0.0215)
    """
    count, most = better + worse, max(better, worse)
    if count == 0:
        return 1.0
    if count > 1_000:  # near enough to a normal distribution
        distance = (most - count / 2 - 0.5) / (sqrt(count) / 2)
        return min(1.0, 2 * exp(_log_tail(max(0.0, distance))))
    tail = sum(comb(count, each) for each in range(most, count + 1))
    return float(min(1.0, 2 * tail / 2**count))


def _log_tail(distance: float) -> float:
    from math import erfc

    tail = erfc(distance / sqrt(2)) / 2
    return log(tail) if tail > 0 else -700.0
