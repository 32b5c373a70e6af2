"""Propagation: cells and joins filter each other until nothing changes.

The cells that are the most likely to fail are visited first.  If colors are counted,
the counts decide joins too.
"""

from typing import Final

import numpy as np

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import FIVE, ONE, TWO, WORD_BITS, ZERO, trailing_zeros

from .domains import (
    CHANGED,
    EAST,
    FAILED,
    NORTH,
    QUIET,
    SOUTH,
    WEST,
    DomainState,
    forget_visits,
)
from .piece_rules import take_single_piece
from .visits import restrict_join, visit

_NO_CELL: Final = 10
"""More than any priority: twice the number of undecided sides, plus 1."""


@inlined
def settle_counts(domains: DomainState) -> int:
    """Decide joins by the counts: a hue has all its joins, or needs all it may have."""
    outcome = QUIET
    for number in range(domains.tight.shape[0]):
        region = np.uint64(number)
        counts = domains.first_count[0] + region * np.uint64(2 * domains.hues.shape[0])
        while domains.tight[region] != ZERO:
            hue = trailing_zeros(domains.tight[region])
            domains.tight[region] &= domains.tight[region] - ONE
            possible = domains.words[counts + TWO * hue]
            certain = domains.words[counts + TWO * hue + ONE]
            if certain == possible:
                continue
            if certain == domains.most[region, hue]:
                colors = ~domains.hues[hue]
            elif possible == domains.fewest[region, hue]:
                colors = domains.hues[hue]
            else:
                continue
            outcome = CHANGED
            for i in range(
                domains.region_start[region], domains.region_start[region + ONE]
            ):
                place = domains.region_joins[i]
                word = domains.words[place]
                if (
                    word & domains.hues[hue] == ZERO
                    or word & ~domains.hues[hue] == ZERO
                ):
                    continue  # decided
                if not restrict_join(domains, place, colors):
                    return FAILED
    return outcome


@inlined
def has_piece_before(domains: DomainState, word: int, distance: np.uint64) -> np.uint64:
    """Return which cells of a word have a piece on the cell `distance` before them."""
    place = domains.first_taken[0] + np.uint64(word)
    bits = domains.words[place] << distance
    if word > 0:
        bits |= domains.words[place - ONE] >> (WORD_BITS - distance)
    return bits


@inlined
def has_piece_behind(domains: DomainState, word: int, distance: np.uint64) -> np.uint64:
    """Return which cells of a word have a piece on the cell `distance` after them."""
    place = domains.first_taken[0] + np.uint64(word)
    bits = domains.words[place] >> distance
    if word + 1 < domains.joined.shape[0]:
        bits |= domains.words[place + ONE] << (WORD_BITS - distance)
    return bits


@inlined
def next_visit(domains: DomainState) -> int:
    """Take a cell from the queues, -1 if there is none.

    The more sides of a cell are decided, by a piece beyond or by the rim, the sooner it
    fails, so such cells come first; among equals, those with a changed join come before
    those that only lost a piece.  Sorting by the size of domains saves more visits but
    takes longer than they do.
    """
    row = domains.columns[0]
    best, best_word, best_bits = _NO_CELL, 0, ZERO
    for word in range(domains.joined.shape[0]):
        joined, robbed = domains.joined[word], domains.robbed[word]
        if joined | robbed == ZERO:
            continue
        # Bits shifted past the end of a row end up on the rim, which is decided.
        north = has_piece_before(domains, word, row) | domains.rim[NORTH, word]
        east = has_piece_behind(domains, word, ONE) | domains.rim[EAST, word]
        south = has_piece_behind(domains, word, row) | domains.rim[SOUTH, word]
        west = has_piece_before(domains, word, ONE) | domains.rim[WEST, word]
        both, both_across = north & south, east & west
        one, one_across = north ^ south, east ^ west
        for undecided in range(5):
            if undecided == 0:
                cells = both & both_across
            elif undecided == 1:
                cells = both & one_across | one & both_across
            elif undecided == 2:
                cells = both | both_across | one & one_across
            elif undecided == 3:
                cells = one | one_across
            else:
                cells = ~ZERO
            here, bits = 2 * undecided, joined & cells
            if bits == ZERO:
                here, bits = 2 * undecided + 1, robbed & cells
            if bits != ZERO:
                if here < best:
                    best, best_word, best_bits = here, word, bits
                break
    if best == _NO_CELL:
        return -1
    bit = best_bits & (~best_bits + ONE)
    domains.joined[best_word] &= ~bit
    domains.robbed[best_word] &= ~bit
    return np.int64(trailing_zeros(bit)) + 64 * best_word


@inlined
def near_visit(domains: DomainState, placed: np.uint64, step: np.uint64) -> int:
    """Return the placed cell at step 0, then its neighbors that changed, else -1."""
    if step == ZERO:
        return np.int64(placed)
    side = step - ONE
    beyond = domains.beyond[placed, side]
    if domains.sides[placed] >> side & ONE == ZERO or domains.stale[beyond] == ZERO:
        return -1
    return np.int64(beyond)


@inlined
def follow_visits(domains: DomainState, placed: int) -> bool:
    """Visit cells until none is queued; False if a domain becomes empty.

    If `placed` is a cell, not -1, visit only that cell and then its neighbors: partial
    look-ahead (PLA) of Ansótegui et al., section 4.2.
    """
    step = ZERO
    while True:
        if placed < 0:
            found = next_visit(domains)
            if found < 0:
                return True
        else:
            if step == FIVE:
                forget_visits(domains)
                return True
            found = near_visit(domains, np.uint64(placed), step)
            step += ONE
            if found < 0:
                continue
        cell = np.uint64(found)
        if step <= ONE and not take_single_piece(domains, cell):
            return False
        if not visit(domains, cell):
            return False
