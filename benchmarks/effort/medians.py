"""Medians of runs of which some were ended by a limit.

Such a run would have taken longer than was seen.  With what was seen in its place a
quantile is at most the true one: a bound, unless no ended run lies below it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, inf


@dataclass(frozen=True)
class Seen:
    """A number, or a bound below one."""

    value: float
    is_bound: bool = False

    def __str__(self) -> str:
        if self.value == inf:
            return "–"
        return f"> {shown(self.value)}" if self.is_bound else shown(self.value)


def quantile(numbers: Iterable[Seen], share: float) -> Seen:
    """Return the number that `share` of the others lie below, between two the mean.

    >>> str(quantile([Seen(1), Seen(2), Seen(60, is_bound=True)], 0.5))
    '2'
    >>> str(quantile([Seen(1), Seen(60, is_bound=True)], 0.5))
    '> 30.5'
    """
    ordered = sorted(numbers, key=lambda seen: (seen.value, seen.is_bound))
    place = share * (len(ordered) - 1)
    low, high = ordered[floor(place)], ordered[ceil(place)]
    part = place - floor(place)
    value = low.value if part == 0 else low.value * (1 - part) + high.value * part
    return Seen(value, any(seen.is_bound for seen in ordered[: ceil(place) + 1]))


def ratio(over: Seen, under: Seen) -> str:
    """Write the ratio of two numbers, or what is known of it.

    >>> ratio(Seen(60, is_bound=True), Seen(2)), ratio(Seen(2), Seen(4))
    ('> 30', '0.5')
    """
    if (over.is_bound and under.is_bound) or inf in (over.value, under.value):
        return "–"
    if under.value == 0:
        return "–"
    sign = "> " if over.is_bound else "< " if under.is_bound else ""
    return sign + shown(over.value / under.value)


def shown(number: float) -> str:
    """Write a number with three digits or more.

    >>> shown(1234567.8), shown(12.345), shown(0.00012345)
    ('1,234,568', '12.3', '0.000123')
    """
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
