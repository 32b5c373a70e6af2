"""Knuth's estimate of the size of a search tree, from random walks to its leaves.

Knuth, "Estimating the efficiency of backtrack programs" (1975): walk down from the
root, choosing a child at random; a node with so many children on the way stands for as
many nodes as the product of all choices above it.  The mean over many walks is right,
but the distribution has a long tail: a few walks carry most of the weight, and with too
few of them the estimate is too small and its interval too narrow.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Protocol

from edgematch.draws import Draws


class Walk(Protocol):
    """A search tree that can be walked down."""

    def restart(self) -> None:
        """Go to the root."""
        ...

    def choices(self) -> int:
        """Return the number of children of the node where the walk stands."""
        ...

    def descend(self, choice: int) -> None:
        """Go to a child."""
        ...


@dataclass(frozen=True)
class TreeSize:
    """An estimate of the nodes of a tree, the root not counted."""

    walks: int
    nodes: float
    """The mean over the walks."""
    standard_error: float
    nodes_by_depth: tuple[float, ...]

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean, as if walks were normal."""
        margin = 1.96 * self.standard_error
        return max(0.0, self.nodes - margin), self.nodes + margin


def tree_size(
    walk: Walk,
    walks: int,
    seed: int = 0,
    watch: Callable[[int], None] | None = None,
) -> TreeSize:
    """Estimate the size of a tree from so many walks; `watch` hears how many are done.

    The same seed gives the same estimate.
    """
    draws = Draws(seed)
    totals: list[float] = []
    by_depth: list[float] = []
    for done in range(walks):
        walk.restart()
        weight, total, depth = 1.0, 0.0, 0
        while (choices := walk.choices()) > 0:
            weight *= choices
            total += weight
            if depth == len(by_depth):
                by_depth.append(0.0)
            by_depth[depth] += weight
            depth += 1
            walk.descend(draws.below(choices))
        totals.append(total)
        if watch is not None:
            watch(done + 1)
    mean = sum(totals) / walks
    error = inf
    if walks > 1:
        squares = sum((total - mean) ** 2 for total in totals)
        error = sqrt(squares / (walks - 1) / walks)
    return TreeSize(walks, mean, error, tuple(sum_ / walks for sum_ in by_depth))
