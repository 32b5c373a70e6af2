"""The choice of the next cell: the lowest score, by the candidates and colors left."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, THREE, TWO, ZERO, bit_count

from .domains import EAST, NORTH, SOUTH, WEST, DomainState

STATIC: Final = 0
"""By rank only, but cells with a single candidate first."""
CANDIDATES: Final = 1
"""The fewest candidates (DOM)."""
CANDIDATES_BY_JOINS: Final = 2
"""The fewest candidates per join of the cell (DOM/DEG)."""
CANDIDATES_BY_COLORS: Final = 3
"""The fewest candidates, weighed against the colors that a choice would decide."""

CANDIDATES_BY_UNDECIDED: Final = 4
"""The fewest candidates divided by (1 + undecided joins) squared."""

_COLOR_WEIGHT = 0.3
"""Million nodes for all solutions of seven one-set 7x7 c=6 puzzles: 0.3 1.98, 0.5 3.80,
0.7 58; candidates divided by (1 + undecided joins) ** 1.5 2.23, ** 2 2.42."""

_BEFORE_ALL_OTHERS = 1e12
"""More than any difference of ranks."""
_LOW_FACTOR, _HIGH_FACTOR = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)
"""Odd, of 32 bits: a product with half a word does not overflow."""
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


class Choice(NamedTuple):
    """The rule by which the next cell is chosen."""

    rule: NDArray[np.int64]
    """Shape (1,)."""
    rank: NDArray[np.float64]
    """Shape (cells,): added to a cell's score; the least score comes next."""
    logarithms: NDArray[np.float64]
    """Shape (enough,): of 1, 2, 3 … at their places."""
    ties: NDArray[np.uint64]
    """Shape (1,): the number by which cells with the same score are drawn; shape (0,)
    if the first of them is chosen."""


@inlined
def count_all(
    domains: DomainState,
    choice: Choice,
    counts: NDArray[np.uint64],
    weights: NDArray[np.float64],
) -> None:
    """Count the candidates and colors left in all words.

    Writes `counts` and `weights`, see `ConsistencyState`.
    One loop, which the compiler vectorizes; cell by cell, a node took 1.03 times as
    long.
    """
    words = domains.words
    for i in range(words.shape[0]):
        counts[i] = bit_count(words[i])
    for i in range(domains.first_join[0], domains.first_taken[0]):
        weights[i] = -_COLOR_WEIGHT * choice.logarithms[counts[i]]


@inlined
def candidate_count(
    domains: DomainState, counts: NDArray[np.uint64], cell: np.uint64
) -> np.uint64:
    """Return how many candidates a cell had when all were counted."""
    start = cell * domains.width[0]
    if domains.width[0] == TWO:
        return counts[start] + counts[start + ONE]
    if domains.width[0] == THREE:
        return counts[start] + counts[start + ONE] + counts[start + TWO]
    count = ZERO
    for number in range(domains.word_count[cell]):
        count += counts[start + np.uint64(number)]
    return count


@inlined
def score(
    domains: DomainState,
    choice: Choice,
    counts: NDArray[np.uint64],
    weights: NDArray[np.float64],
    cell: np.uint64,
    count: np.uint64,
) -> float:
    """Return the score of a cell with `count` candidates: the lowest is chosen."""
    rule, rank = choice.rule[0], choice.rank[cell]
    if rule == CANDIDATES_BY_COLORS:
        here = choice.logarithms[count] + weights[domains.join[cell, NORTH]]
        here += weights[domains.join[cell, EAST]]
        here += weights[domains.join[cell, SOUTH]]
        return here + weights[domains.join[cell, WEST]] + rank
    if rule == STATIC:
        # Ansótegui et al., section 4.2: these singletons are what makes CHESS fast.
        return rank - _BEFORE_ALL_OTHERS if count == ONE else rank
    if rule == CANDIDATES:
        return np.float64(count) + rank
    if rule == CANDIDATES_BY_JOINS:
        joins = max(1.0, np.float64(bit_count(domains.sides[cell])))
        return np.float64(count) / joins + rank
    undecided = 1.0
    for side in range(4):
        if counts[domains.join[cell, side]] > ONE:
            undecided += 1.0
    return np.float64(count) / (undecided * undecided) + rank


@inlined
def spread(number: np.uint64) -> np.uint64:
    """Return a number all of whose bits depend on the bits of another."""
    low = (number & _LOW_HALF) * _LOW_FACTOR
    high = (number >> _HALF) * _HIGH_FACTOR
    number = low ^ (high << _HALF) ^ (high >> _HALF)
    return number ^ (number >> _HALF)


@inlined
def tie_key(domains: DomainState, choice: Choice) -> np.uint64:
    """Return a number that depends on the seed and the domains; 0 without draws.

    Draws by this key depend on nothing else, so where a search pauses or is split
    changes none of them.
    """
    if choice.ties.shape[0] == 0:
        return ZERO
    key = choice.ties[0]
    for place in range(domains.first_join[0]):
        key = spread(key ^ domains.words[place])
    return key


@inlined
def tie_draw(choice: Choice, key: np.uint64, cell: np.uint64) -> np.uint64:
    """Return the number of a cell among those with its score: the lowest is chosen."""
    if choice.ties.shape[0] == 0:
        return cell
    return spread(spread(key ^ cell))
