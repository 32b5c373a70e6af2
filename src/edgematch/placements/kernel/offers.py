"""The ways that fit a step of a fill order, looked up by two demanded colors.

A step has at most two *leading* demands, from neighbors that are filled before it;
further demands (mostly from hints) are compared one by one.  Each kind of step has
groups of ways: those that meet both leading demands, those that meet the first, those
that meet the second, and all ways.  So ways with one break can be looked up too.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined

BOTH: Final = 0
FIRST_ONLY: Final = 1
SECOND_ONLY: Final = 2
ANY: Final = 3

NO_SIDE: Final = 4


class Offers(NamedTuple):
    """The groups of ways, and how a step finds its own."""

    group_base: NDArray[np.uint32]
    """Shape (steps,): the first group of this kind of step."""
    first_side: NDArray[np.uint32]
    """Shape (steps,): the side with the first leading demand; 4 if there is none."""
    second_side: NDArray[np.uint32]
    """Shape (steps,)."""
    has_others: NDArray[np.uint8]
    """Shape (steps,): 1 if there are more than two demands."""
    colors: NDArray[np.uint32]
    """Shape (1,): demands are smaller than this."""
    first: NDArray[np.uint32]
    """Shape (groups + 1,): group g is the slice first[g]:first[g + 1] of `way`."""
    way: NDArray[np.uint32]
    """Shape (ways in groups,): groups are padded with blanks to multiples of 4."""


@inlined
def group_of(
    offers: Offers, step: int, part: int, first: np.uint64, second: np.uint64
) -> np.uint64:
    """Return the group of ways that meet some part of the two demands on a step."""
    colors = np.uint64(offers.colors[0])
    base = np.uint64(offers.group_base[step])
    if part == BOTH:
        return base + first * colors + second
    base += colors * colors
    if part == FIRST_ONLY:
        return base + first
    base += colors
    if part == SECOND_ONLY:
        return base + second
    return base + colors
