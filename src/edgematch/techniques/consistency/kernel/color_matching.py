"""Filter domains by perfect matchings of the sides of each color.

GAColor of Ansótegui et al., section 4.2: in the graph of all sides of a color, with an
edge between two that may still be joined, every solution is a perfect matching.  A pair
that is in no perfect matching is impossible (Régin's symmetric all-different).  Here
the graphs are built from the domains, and filtered by `side_pairs`; then the candidates
that need an impossible pair are removed.
"""

import numpy as np

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import ONE, ZERO, bit_count, trailing_zeros

from .domains import (
    CELL,
    CHANGED,
    FAILED,
    QUIET,
    SIDE,
    DomainState,
    is_empty,
    put,
    want_visit,
)
from .side_pairs import NOBODY, ColorMatching, keep_possible_pairs, match_halves


@inlined
def collect(
    domains: DomainState,
    matching: ColorMatching,
    join: int,
    end: int,
    color: np.uint64,
    first: int,
) -> None:
    """Set `ends[end]` to the halves of a color that one side of a join may show."""
    cell = domains.join_ends[join, end, CELL]
    side = domains.join_ends[join, end, SIDE]
    for word in range(matching.ends.shape[1]):
        matching.ends[end, word] = ZERO
    shows_at = domains.shows_at[cell, side] + color * domains.width[0]
    for word in range(domains.word_count[cell]):
        number = np.uint64(word)
        bits = domains.words[cell * domains.width[0] + number]
        bits &= domains.shows[shows_at + number]
        while bits != ZERO:
            candidate = np.int64(trailing_zeros(bits)) + 64 * word
            bits &= bits - ONE
            at = matching.half_at[cell] + 4 * candidate + np.int64(side)
            half = matching.half[at] - first
            matching.ends[end, half >> 6] |= ONE << np.uint64(half & 63)


@inlined
def build_graphs(domains: DomainState, matching: ColorMatching) -> None:
    """Find which halves may be joined."""
    words = matching.meets.shape[1]
    for half in range(matching.meets.shape[0]):
        for word in range(words):
            matching.meets[half, word] = ZERO
    for join in range(domains.join_ends.shape[0]):
        colors = domains.words[domains.first_join[0] + np.uint64(join)]
        while colors != ZERO:
            color = trailing_zeros(colors)
            colors &= colors - ONE
            first = matching.start[domains.hue_of[color]]
            for end in range(2):
                collect(domains, matching, join, end, color, first)
            for end in range(2):
                for word in range(words):
                    bits = matching.ends[end, word]
                    while bits != ZERO:
                        half = first + np.int64(trailing_zeros(bits)) + 64 * word
                        bits &= bits - ONE
                        for other in range(words):
                            matching.meets[half, other] |= matching.ends[1 - end, other]
    for half in range(matching.meets.shape[0]):
        for word in range(words):
            matching.meets[half, word] &= ~matching.own_piece[half, word]


@inlined
def lose_unpaired(
    domains: DomainState,
    matching: ColorMatching,
    join: int,
    end: int,
    color: np.uint64,
    first: int,
) -> int:
    """Remove the candidates of one cell of a join that match none of the other."""
    cell = domains.join_ends[join, end, CELL]
    side = domains.join_ends[join, end, SIDE]
    shows_at = domains.shows_at[cell, side] + color * domains.width[0]
    outcome = QUIET
    for word in range(domains.word_count[cell]):
        number = np.uint64(word)
        place = cell * domains.width[0] + number
        bits = domains.words[place] & domains.shows[shows_at + number]
        gone = ZERO
        while bits != ZERO:
            bit = bits & (~bits + ONE)
            bits ^= bit
            candidate = np.int64(trailing_zeros(bit)) + 64 * word
            at = matching.half_at[cell] + 4 * candidate + np.int64(side)
            half = matching.half[at]
            others = ZERO
            several = ZERO
            for other in range(matching.meets.shape[1]):
                others |= matching.meets[half, other] & matching.ends[1 - end, other]
                several += bit_count(matching.meets[half, other])
            if others == ZERO:
                gone |= bit
            elif several == ONE:
                meeting = 2 * join + end
                if matching.meeting[half] != meeting:
                    matching.meeting[half] = meeting
                    matching.meetings[half] += 1
        if gone != ZERO:
            put(domains, place, domains.words[place] & ~gone)
            want_visit(domains, domains.joined, cell, np.uint64(15))
            outcome = CHANGED
    if is_empty(domains, cell):
        return FAILED
    return outcome


@inlined
def force(
    domains: DomainState, matching: ColorMatching, half: int, meeting: int
) -> int:
    """Keep only the candidates of a cell that show a half at the side of a join."""
    join, end = meeting >> 1, meeting & 1
    cell = domains.join_ends[join, end, CELL]
    side = np.int64(domains.join_ends[join, end, SIDE])
    outcome = QUIET
    for word in range(domains.word_count[cell]):
        place = cell * domains.width[0] + np.uint64(word)
        bits = domains.words[place]
        kept = ZERO
        while bits != ZERO:
            bit = bits & (~bits + ONE)
            bits ^= bit
            candidate = np.int64(trailing_zeros(bit)) + 64 * word
            if matching.half[matching.half_at[cell] + 4 * candidate + side] == half:
                kept |= bit
        if kept != domains.words[place]:
            put(domains, place, kept)
            want_visit(domains, domains.joined, cell, np.uint64(15))
            outcome = CHANGED
    if is_empty(domains, cell):
        return FAILED
    return outcome


@inlined
def filter_joins(domains: DomainState, matching: ColorMatching) -> int:
    """Remove all candidates that need an impossible pair of halves."""
    outcome = QUIET
    for half in range(matching.meetings.shape[0]):
        matching.meetings[half] = 0
        matching.meeting[half] = NOBODY
    for join in range(domains.join_ends.shape[0]):
        colors = domains.words[domains.first_join[0] + np.uint64(join)]
        while colors != ZERO:
            color = trailing_zeros(colors)
            colors &= colors - ONE
            first = matching.start[domains.hue_of[color]]
            for end in range(2):
                collect(domains, matching, join, end, color, first)
            for end in range(2):
                here = lose_unpaired(domains, matching, join, end, color, first)
                if here == FAILED:
                    return FAILED
                if here == CHANGED:
                    outcome = CHANGED
    for half in range(matching.meetings.shape[0]):
        if matching.meetings[half] == 1:
            here = force(domains, matching, half, matching.meeting[half])
            if here == FAILED:
                return FAILED
            if here == CHANGED:
                outcome = CHANGED
    return outcome


@compiled
def match_colors(domains: DomainState, matching: ColorMatching) -> int:
    """Filter candidates by the pairs of sides that some perfect matching has.

    Writes the domains and the matching; returns FAILED, QUIET or CHANGED.
    """
    build_graphs(domains, matching)
    for hue in range(matching.start.shape[0] - 1):
        first, end = matching.start[hue], matching.start[hue + 1]
        if not match_halves(matching, first, end):
            return FAILED
        keep_possible_pairs(matching, first, end)
    return filter_joins(domains, matching)
