"""Medians and other figures of runs of which some were cut off by a limit.

A run that reached its limit is *censored*: it would have taken longer than was
observed.  Quantiles are those of the Kaplan-Meier estimate.  If all limits are equal
that is the plain rule: a quantile among the finished runs is exact, and one beyond them
is only known to exceed the same quantile of what was observed, here the limit.

Survival curves and their errors are those of `scipy.stats.ecdf`, resampling is that of
`scipy.stats.bootstrap`.  Quantiles of the Kaplan-Meier estimate are computed here:
SciPy has none for censored data, and a call of `ecdf` takes a single sample, where a
bootstrap needs a thousand at once.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

_RESAMPLES = 1_000
_MANY = 400
"""Samples with more runs than this have intervals by Greenwood's formula."""
_MOST_DRAWN = 2_000_000
_SLACK = 1e-9

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class FigureValue:
    """A figure, or a lower bound for it, and its confidence interval."""

    value: float
    is_bound: bool = False
    """Whether the figure is only known to exceed `value`."""
    low: float | None = None
    high: float | None = None
    """The ends of the interval; `inf` for an end beyond the limits."""


@dataclass(frozen=True)
class Sample:
    """Values, and which of them are censored, sorted."""

    values: Floats
    is_censored: Flags

    @classmethod
    def of(cls, values: Floats, is_censored: Flags) -> "Sample":
        """Return a sample; among equal values the censored ones come last."""
        order = np.lexsort((is_censored, values))
        return cls(values[order], is_censored[order])

    def __len__(self) -> int:
        return len(self.values)


def survival(sample: Sample) -> tuple[Floats, Floats]:
    """Return the Kaplan-Meier estimate: times of events, and the share left after each.

    >>> import numpy as np
    >>> values = np.array([1.0, 2.0, 2.0, 3.0])
    >>> cut = np.array([False, True, False, False])
    >>> times, left = survival(Sample.of(values, cut))
    >>> times.tolist(), left.round(3).tolist()
    ([1.0, 2.0, 3.0], [0.75, 0.5, 0.0])
    """
    curve = _survival_function(sample)
    is_event = np.isin(curve.quantiles, sample.values[~sample.is_censored])
    return curve.quantiles[is_event], curve.probabilities[is_event]


def _survival_function(sample: Sample) -> Any:
    from scipy.stats import CensoredData, ecdf

    return ecdf(CensoredData.right_censored(sample.values, sample.is_censored)).sf


def quantile(
    sample: Sample, share: float, interval: float | None = 0.95
) -> FigureValue:
    """Return the value below which `share` of the runs end, with its interval.

    The interval is a bootstrap interval; for many runs that of Brookmeyer and Crowley
    (1982), which agrees with it: the values at which the confidence band of the
    survival curve, by Greenwood's formula, includes 1 - share.

    >>> import numpy as np
    >>> cut = np.array([False, False, True])
    >>> quantile(Sample.of(np.array([1.0, 2.0, 9.0]), cut), 0.5).value
    2.0
    >>> quantile(Sample.of(np.array([1.0, 9.0, 9.0]), ~cut), 0.9).is_bound
    True
    """
    if not len(sample):
        return FigureValue(inf, is_bound=True)
    value = float(_quantiles(sample.values, sample.is_censored, share))
    low = high = None
    if interval is not None and len(sample) > _MANY:
        low, high = _greenwood_interval(sample, share, interval)
    elif interval is not None:
        low, high = _bootstrapped_quantiles(sample, share, interval)
    if value == inf:
        # No run ended there: the quantile of what was observed is a lower bound.
        is_censored = np.zeros(len(sample), bool)
        bound = float(_quantiles(sample.values, is_censored, share))
        return FigureValue(bound, True, low, high)
    return FigureValue(value, False, low, high)


def _bootstrapped_quantiles(
    sample: Sample, share: float, interval: float
) -> tuple[float, float]:
    def statistic(values: Floats, is_censored: Floats, axis: int = -1) -> Floats:
        return _quantiles(values, is_censored.astype(bool), share)

    data = (sample.values, sample.is_censored.astype(float))
    return _bootstrap_interval(data, statistic, interval, _RESAMPLES)


def _bootstrap_interval(
    data: tuple[Floats, ...],
    statistic: Callable[..., Floats],
    interval: float,
    resamples: int,
) -> tuple[float, float]:
    """Return the percentile interval of a statistic of paired values."""
    from scipy.stats import bootstrap

    count = len(data[0])
    if count == 1:  # the only resample there is
        only = float(statistic(*data, axis=-1))
        return only, only
    with np.errstate(invalid="ignore"):  # SciPy interpolates between quantiles of inf
        found = bootstrap(
            data,
            statistic,
            n_resamples=resamples,
            vectorized=True,
            paired=True,
            axis=-1,
            method="percentile",
            random_state=np.random.default_rng(count),
        )
    # Order statistics: what lies between a value and inf is not known.
    ends = np.sort(found.bootstrap_distribution)
    tail = (1 - interval) / 2
    return (
        float(ends[round(tail * (resamples - 1))]),
        float(ends[round((1 - tail) * (resamples - 1))]),
    )


def _greenwood_interval(
    sample: Sample, share: float, interval: float
) -> tuple[float, float]:
    """Return the values between which 1 - share may be left."""
    curve = _survival_function(sample)
    with warnings.catch_warnings():
        # The band is undefined where nothing is left: there is no doubt about that.
        warnings.simplefilter("ignore", RuntimeWarning)
        band = curve.confidence_interval(interval, method="linear")
    left = curve.probabilities
    lower, upper = (
        np.where(np.isnan(each.probabilities), left, each.probabilities)
        for each in (band.low, band.high)
    )
    is_event = np.isin(curve.quantiles, sample.values[~sample.is_censored])
    # If the curve jumps across the band, the value at which it jumps is included.
    reached = curve.quantiles[(lower <= 1 - share) & is_event]
    if not len(reached):
        return inf, inf
    # The share that is left after one value is left until the next.
    beyond = curve.quantiles[(upper < 1 - share) & is_event]
    return float(reached[0]), float(beyond[0]) if len(beyond) else inf


def _quantiles(values: Floats, is_censored: Flags, share: float) -> Floats:
    """Return the Kaplan-Meier quantile along the last axis; `inf` beyond the limits.

    Where exactly `1 - share` is left for a while, the middle of that while is taken, so
    that the median of an even number of finished runs is the usual one.
    """
    order = np.lexsort((is_censored, values))
    values = np.take_along_axis(values, order, axis=-1)
    is_event = ~np.take_along_axis(is_censored, order, axis=-1)
    at_risk = values.shape[-1] - np.arange(values.shape[-1])
    # Equal values end together: one after the other gives the same product.
    left = np.cumprod(1 - is_event / at_risk, axis=-1)
    goal = 1 - share
    # The share left after the last of equal events is that of all of them.
    reached = is_event & (left <= goal + _SLACK)
    beyond = is_event & (left < goal - _SLACK)
    first, second = (_first_value(values, each) for each in (reached, beyond))
    at_first = np.take_along_axis(left, reached.argmax(axis=-1)[..., None], axis=-1)
    is_level = reached.any(axis=-1) & (np.abs(at_first[..., 0] - goal) <= _SLACK)
    with np.errstate(invalid="ignore"):
        middle = np.where(is_level, (first + second) / 2, first)
    # Nothing lies beyond the greatest value of all.
    return np.where(is_level & (goal <= _SLACK), first, middle)


def _first_value(values: Floats, is_one: Flags) -> Floats:
    """Return the first marked value along the last axis, `inf` if none is marked."""
    first = np.take_along_axis(values, is_one.argmax(axis=-1)[..., None], axis=-1)
    return np.where(is_one.any(axis=-1), first[..., 0], inf)


def mean(sample: Sample, interval: float | None = 0.95) -> FigureValue:
    """Return the mean; a lower bound if any run is censored."""
    if not len(sample):
        return FigureValue(inf, is_bound=True)
    value = float(sample.values.mean())
    is_bound = bool(sample.is_censored.any())
    if interval is None:
        return FigureValue(value, is_bound)
    low, high = mean_interval(sample.values, interval)
    return FigureValue(value, is_bound, low, inf if is_bound else high)


def mean_interval(values: Floats, interval: float) -> tuple[float, float]:
    """Return the bootstrap interval of the mean."""
    resamples = max(50, min(_RESAMPLES, _MOST_DRAWN // len(values)))
    return _bootstrap_interval((values,), np.mean, interval, resamples)
