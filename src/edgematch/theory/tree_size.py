"""Knuth's estimate of the size of a search tree, from random walks to its leaves.

Knuth, "Estimating the efficiency of backtrack programs" (1975): walk down from the
root, choosing a child at random; a node on the way stands for as many nodes as the
product of the numbers of choices above it.  The mean over many walks is unbiased, but
the distribution has a long tail: a few walks carry most of the weight, and with too few
walks the estimate is too small and its interval too narrow.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from math import exp, inf, log, log10, sqrt
from time import perf_counter
from typing import Protocol

from edgematch.draws import Draws
from edgematch.theory.logarithms import LOG_10, log_sum


class Walk(Protocol):
    """A search tree that can be walked down."""

    def restart(self) -> None:
        """Go to the root."""
        ...

    def choices(self) -> int:
        """Return the number of children of the current node."""
        ...

    def descend(self, choice: int) -> None:
        """Go to a child."""
        ...


@dataclass(frozen=True)
class TreeSize:
    """An estimate of the nodes of a tree, the root not counted, in logarithms."""

    walks: int
    log10_nodes: float
    """The mean over the walks; -inf for a tree of no nodes."""
    relative_error: float
    """The standard error of the mean, as a share of the mean."""
    log10_nodes_by_depth: tuple[float, ...]

    @property
    def log10_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean, as if walks were normal."""
        low, high = (1 + sign * 1.96 * self.relative_error for sign in (-1, 1))
        return (
            self.log10_nodes + log10(low) if low > 0 else -inf,
            self.log10_nodes + log10(high),
        )


def tree_size(
    walk: Walk,
    walks: int,
    seed: int = 0,
    watch: Callable[[int], None] | None = None,
    seconds: float = inf,
) -> TreeSize:
    """Estimate the size of a tree; call `watch` with the number of walks done.

    The same seed gives the same estimate, unless `seconds` are over first: two walks
    are always done.  After Ctrl-C it is that of the walks done, if there are two.
    """
    draws = Draws(seed)
    totals: list[float] = []
    by_depth: list[float] = []
    with suppress(KeyboardInterrupt):
        end = perf_counter() + seconds
        while len(totals) < walks and (len(totals) < 2 or perf_counter() < end):
            weights = _walk_to_leaf(walk, draws)
            pairs = zip_longest(by_depth, weights, fillvalue=-inf)
            by_depth = [log_sum([*pair]) for pair in pairs]
            totals.append(log_sum(weights))
            if watch is not None:
                watch(len(totals))
    if len(totals) < min(walks, 2):
        raise KeyboardInterrupt
    walks = len(totals)
    largest = max(totals)
    if largest == -inf:
        return TreeSize(walks, -inf, 0.0, ())
    scaled = [exp(total - largest) for total in totals]
    mean = sum(scaled) / walks
    squares = sum((each - mean) ** 2 for each in scaled)
    error = sqrt(squares / (walks - 1) / walks) / mean if walks > 1 else inf
    return TreeSize(
        walks,
        largest / LOG_10 + log10(mean),
        error,
        tuple(depth / LOG_10 - log10(walks) for depth in by_depth),
    )


def _walk_to_leaf(walk: Walk, draws: Draws) -> list[float]:
    """Walk to a leaf; return the logarithm of the weight of each node on the way."""
    walk.restart()
    weights: list[float] = []
    while (choices := walk.choices()) > 0:
        weights.append((weights[-1] if weights else 0.0) + log(choices))
        walk.descend(draws.below(choices))
    return weights
