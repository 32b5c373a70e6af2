"""Arithmetic of numbers too large for floats, as natural logarithms."""

from math import exp, inf, lgamma, log
from typing import Final

LOG_10: Final = log(10)
"""What a natural logarithm is divided by to be a common one."""


def log_factorial(number: int) -> float:
    """Return log(number!)."""
    return lgamma(number + 1)


def log_falling(number: int, count: int) -> float:
    """Return log(number · (number - 1) · … ) with `count` factors.

    >>> round(exp(log_falling(5, 2)))
    20
    >>> log_falling(2, 3)
    -inf
    """
    if count > number:
        return -inf
    return lgamma(number + 1) - lgamma(number - count + 1)


def log_sum(logarithms: list[float]) -> float:
    """Return the logarithm of the sum of numbers given by their logarithms."""
    largest = max(logarithms, default=-inf)
    if largest == -inf:
        return -inf
    return largest + log(sum(exp(value - largest) for value in logarithms))


def number_text(logarithm10: float) -> str:
    """Return a number, given by its common logarithm, as text.

    >>> number_text(4.16737), number_text(47.1355), number_text(-inf), number_text(-3.2)
    ('14,702', '1.37 × 10^47', '0', '6.31 × 10^-4')
    """
    if logarithm10 == -inf:
        return "0"
    if -2 <= logarithm10 < 7:
        number = 10**logarithm10
        return f"{number:,.0f}" if logarithm10 >= 2 else f"{number:.3g}"
    exponent = int(logarithm10 // 1)
    return f"{10 ** (logarithm10 - exponent):.2f} × 10^{exponent}"
