"""Every side of a color finds its partner, filtered as far as that rule alone goes.

GAColor of Ansótegui et al., section 4.2: in the graph of all sides of a color, joined
where two of them may still meet, every solution is a perfect matching.  A pair that is
in no perfect matching never meets (Régin's symmetric all-different).  For each side the
partners it can have are those that an alternating walk from its present partner can
reach; such walks turn around odd cycles, as in Edmonds' algorithm.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.bits import bit_count, trailing_zeros
from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.domains import (
    Domains,
    Rules,
    is_empty,
    put,
    want_visit,
)
from edgematch.kernels.propagation import (
    CHANGED,
    FAILED,
    QUIET,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_WORD = np.uint64(6)
_LOW = np.uint64(63)

NOBODY: Final = -1


class ColorMatching(NamedTuple):
    """The graphs of all hues, one behind the other, and room to work on them.

    A *half* is one side of one piece.  The halves of a hue are numbered together.
    """

    half: NDArray[np.int64]
    """The half that a candidate shows at each side, -1 for the rim."""
    half_at: NDArray[np.int64]
    """Shape (cells,): where in `half` the candidates of a cell begin."""
    start: NDArray[np.int64]
    """Shape (hues + 1,): the first half of each hue."""
    own_piece: NDArray[np.uint64]
    """Shape (halves, words): the halves of the same piece, in the hue's own numbers."""
    partner: NDArray[np.int64]
    """Shape (halves,): the matching.  The only field that is read before written."""
    meets: NDArray[np.uint64]
    """Shape (halves, words): the halves that each may meet."""
    reached: NDArray[np.uint64]
    """Shape (words,): the halves at even distance."""
    before: NDArray[np.int64]
    """Shape (halves,): the walk back, for halves at odd distance."""
    base: NDArray[np.int64]
    """Shape (halves,): the entry of the odd cycle that a half is on."""
    is_marked: NDArray[np.uint8]
    """Shape (halves,)."""
    queue: NDArray[np.int64]
    """Shape (halves,)."""
    ends: NDArray[np.uint64]
    """Shape (2, words): the halves that the two sides of a join may show."""
    meetings: NDArray[np.int64]
    """Shape (halves,): the joins where a half may meet its only partner."""
    meeting: NDArray[np.int64]
    """Shape (halves,): one of them, times 2, plus 1 if the half is beyond it."""


@inlined
def is_in(sets: NDArray[np.uint64], number: int) -> bool:
    """Say whether a number is in a set of bits."""
    return sets[number >> 6] >> np.uint64(number & 63) & _ONE != _ZERO


@inlined
def collect(
    rules: Rules,
    domains: Domains,
    matching: ColorMatching,
    join: int,
    end: int,
    color: np.uint64,
    first: int,
) -> None:
    """Set `ends[end]` to the halves of a color that one side of a join may show."""
    cell = rules.join_ends[join, 2 * end]
    side = rules.join_ends[join, 2 * end + 1]
    for word in range(matching.ends.shape[1]):
        matching.ends[end, word] = _ZERO
    shows_at = rules.shows_at[cell, side] + color * rules.width[0]
    for word in range(rules.words[cell]):
        number = np.uint64(word)
        bits = domains.words[cell * rules.width[0] + number]
        bits &= rules.shows[shows_at + number]
        while bits != _ZERO:
            candidate = np.int64(trailing_zeros(bits)) + 64 * word
            bits &= bits - _ONE
            at = matching.half_at[cell] + 4 * candidate + np.int64(side)
            half = matching.half[at] - first
            matching.ends[end, half >> 6] |= _ONE << np.uint64(half & 63)


@inlined
def build_graphs(rules: Rules, domains: Domains, matching: ColorMatching) -> None:
    """Find out which halves may meet."""
    words = matching.meets.shape[1]
    for half in range(matching.meets.shape[0]):
        for word in range(words):
            matching.meets[half, word] = _ZERO
    for join in range(rules.join_ends.shape[0]):
        colors = domains.words[rules.first_join[0] + np.uint64(join)]
        while colors != _ZERO:
            color = trailing_zeros(colors)
            colors &= colors - _ONE
            first = matching.start[rules.hue_of[color]]
            for end in range(2):
                collect(rules, domains, matching, join, end, color, first)
            for end in range(2):
                for word in range(words):
                    bits = matching.ends[end, word]
                    while bits != _ZERO:
                        half = first + np.int64(trailing_zeros(bits)) + 64 * word
                        bits &= bits - _ONE
                        for other in range(words):
                            matching.meets[half, other] |= matching.ends[1 - end, other]
    for half in range(matching.meets.shape[0]):
        for word in range(words):
            matching.meets[half, word] &= ~matching.own_piece[half, word]


@inlined
def common_base(matching: ColorMatching, first: int, one: int, other: int) -> int:
    """Return the last entry that the walks to two halves share."""
    for half in range(matching.is_marked.shape[0]):
        matching.is_marked[half] = 0
    here = one
    while True:
        here = matching.base[here]
        matching.is_marked[here] = 1
        if matching.partner[here] == NOBODY:
            break
        here = matching.before[matching.partner[here]]
    here = other
    while True:
        here = matching.base[here]
        if matching.is_marked[here] != 0:
            return here
        here = matching.before[matching.partner[here]]


@inlined
def mark_cycle(matching: ColorMatching, start: int, base: int, child: int) -> None:
    """Mark the entries on one arm of an odd cycle, and note the way around it."""
    here = start
    while matching.base[here] != base:
        partner = matching.partner[here]
        matching.is_marked[matching.base[here]] = 1
        matching.is_marked[matching.base[partner]] = 1
        matching.before[here] = child
        child = partner
        here = matching.before[partner]


@inlined
def walk_from(matching: ColorMatching, first: int, end: int, root: int) -> int:
    """Reach all halves at even distance from one without a partner.

    Stops at another half without a partner and returns it; NOBODY if there is none.
    """
    words = matching.meets.shape[1]
    for word in range(words):
        matching.reached[word] = _ZERO
    for half in range(first, end):
        matching.before[half] = NOBODY
        matching.base[half] = half
    matching.reached[(root - first) >> 6] |= _ONE << np.uint64((root - first) & 63)
    matching.queue[0] = root
    head, tail = 0, 1
    while head < tail:
        here = matching.queue[head]
        head += 1
        for word in range(words):
            bits = matching.meets[here, word]
            while bits != _ZERO:
                there = first + np.int64(trailing_zeros(bits)) + 64 * word
                bits &= bits - _ONE
                if matching.base[here] == matching.base[there]:
                    continue
                if matching.partner[here] == there:
                    continue
                partner = matching.partner[there]
                if there == root or (
                    partner != NOBODY and matching.before[partner] != NOBODY
                ):
                    base = common_base(matching, first, here, there)
                    for half in range(first, end):
                        matching.is_marked[half] = 0
                    mark_cycle(matching, here, base, there)
                    mark_cycle(matching, there, base, here)
                    for half in range(first, end):
                        if matching.is_marked[matching.base[half]] != 0:
                            matching.base[half] = base
                            local = half - first
                            if not is_in(matching.reached, local):
                                bit = _ONE << np.uint64(local & 63)
                                matching.reached[local >> 6] |= bit
                                matching.queue[tail] = half
                                tail += 1
                elif matching.before[there] == NOBODY:
                    matching.before[there] = here
                    if partner == NOBODY:
                        return there
                    local = partner - first
                    matching.reached[local >> 6] |= _ONE << np.uint64(local & 63)
                    matching.queue[tail] = partner
                    tail += 1
    return NOBODY


@inlined
def match_halves(matching: ColorMatching, first: int, end: int) -> bool:
    """Give every half of a hue a partner; False if that cannot be."""
    for half in range(first, end):
        partner = matching.partner[half]
        if partner != NOBODY and not is_in(matching.meets[half], partner - first):
            matching.partner[half] = NOBODY
            matching.partner[partner] = NOBODY
    for half in range(first, end):
        if matching.partner[half] != NOBODY:
            continue
        there = walk_from(matching, first, end, half)
        if there == NOBODY:
            return False
        while there != NOBODY:
            here = matching.before[there]
            beyond = matching.partner[here]
            matching.partner[there], matching.partner[here] = here, there
            there = beyond
    return True


@inlined
def keep_possible_pairs(matching: ColorMatching, first: int, end: int) -> None:
    """Take away all pairs of halves that are in no perfect matching."""
    for half in range(first, end):
        partner = matching.partner[half]
        # Without this half its partner is the only one left alone.  The half itself
        # stays in the graph, but it meets nobody whom the walk could go on to.
        matching.partner[half], matching.partner[partner] = NOBODY, NOBODY
        for word in range(matching.meets.shape[1]):
            for other in range(first, end):
                if word == (half - first) >> 6:
                    bit = _ONE << np.uint64((half - first) & 63)
                    matching.meets[other, word] &= ~bit
        walk_from(matching, first, end, partner)
        for word in range(matching.meets.shape[1]):
            matching.meets[half, word] &= matching.reached[word]
            bits = matching.meets[half, word]
            while bits != _ZERO:
                other = first + np.int64(trailing_zeros(bits)) + 64 * word
                bits &= bits - _ONE
                bit = _ONE << np.uint64((half - first) & 63)
                matching.meets[other, (half - first) >> 6] |= bit
        matching.partner[half], matching.partner[partner] = partner, half


@inlined
def lose_unpaired(
    rules: Rules,
    domains: Domains,
    matching: ColorMatching,
    join: int,
    end: int,
    color: np.uint64,
    first: int,
) -> int:
    """Take the candidates from one cell of a join that meet nobody of the other."""
    cell = rules.join_ends[join, 2 * end]
    side = rules.join_ends[join, 2 * end + 1]
    shows_at = rules.shows_at[cell, side] + color * rules.width[0]
    outcome = QUIET
    for word in range(rules.words[cell]):
        number = np.uint64(word)
        place = cell * rules.width[0] + number
        bits = domains.words[place] & rules.shows[shows_at + number]
        gone = _ZERO
        while bits != _ZERO:
            bit = bits & (~bits + _ONE)
            bits ^= bit
            candidate = np.int64(trailing_zeros(bit)) + 64 * word
            at = matching.half_at[cell] + 4 * candidate + np.int64(side)
            half = matching.half[at]
            others = _ZERO
            several = _ZERO
            for other in range(matching.meets.shape[1]):
                others |= matching.meets[half, other] & matching.ends[1 - end, other]
                several += bit_count(matching.meets[half, other])
            if others == _ZERO:
                gone |= bit
            elif several == _ONE:
                meeting = 2 * join + end
                if matching.meeting[half] != meeting:
                    matching.meeting[half] = meeting
                    matching.meetings[half] += 1
        if gone != _ZERO:
            put(domains, place, domains.words[place] & ~gone)
            want_visit(domains, domains.joined, cell, np.uint64(15))
            outcome = CHANGED
    if is_empty(rules, domains, cell):
        return FAILED
    return outcome


@inlined
def force(
    rules: Rules, domains: Domains, matching: ColorMatching, half: int, meeting: int
) -> int:
    """Leave a cell the candidates that show a half at the side of a join."""
    join, end = meeting >> 1, meeting & 1
    cell = rules.join_ends[join, 2 * end]
    side = np.int64(rules.join_ends[join, 2 * end + 1])
    outcome = QUIET
    for word in range(rules.words[cell]):
        place = cell * rules.width[0] + np.uint64(word)
        bits = domains.words[place]
        kept = _ZERO
        while bits != _ZERO:
            bit = bits & (~bits + _ONE)
            bits ^= bit
            candidate = np.int64(trailing_zeros(bit)) + 64 * word
            if matching.half[matching.half_at[cell] + 4 * candidate + side] == half:
                kept |= bit
        if kept != domains.words[place]:
            put(domains, place, kept)
            want_visit(domains, domains.joined, cell, np.uint64(15))
            outcome = CHANGED
    if is_empty(rules, domains, cell):
        return FAILED
    return outcome


@inlined
def filter_joins(rules: Rules, domains: Domains, matching: ColorMatching) -> int:
    """Take away all candidates that need a pair of halves that is impossible."""
    outcome = QUIET
    for half in range(matching.meetings.shape[0]):
        matching.meetings[half] = 0
        matching.meeting[half] = NOBODY
    for join in range(rules.join_ends.shape[0]):
        colors = domains.words[rules.first_join[0] + np.uint64(join)]
        while colors != _ZERO:
            color = trailing_zeros(colors)
            colors &= colors - _ONE
            first = matching.start[rules.hue_of[color]]
            for end in range(2):
                collect(rules, domains, matching, join, end, color, first)
            for end in range(2):
                here = lose_unpaired(rules, domains, matching, join, end, color, first)
                if here == FAILED:
                    return FAILED
                if here == CHANGED:
                    outcome = CHANGED
    for half in range(matching.meetings.shape[0]):
        if matching.meetings[half] == 1:
            here = force(rules, domains, matching, half, matching.meeting[half])
            if here == FAILED:
                return FAILED
            if here == CHANGED:
                outcome = CHANGED
    return outcome


@compiled
def match_colors(rules: Rules, domains: Domains, matching: ColorMatching) -> int:
    """Filter candidates by the pairs of sides that some perfect matching has.

    Writes the domains and the matching; says FAILED, QUIET or CHANGED.
    """
    build_graphs(rules, domains, matching)
    for hue in range(matching.start.shape[0] - 1):
        first, end = matching.start[hue], matching.start[hue + 1]
        if not match_halves(matching, first, end):
            return FAILED
        keep_possible_pairs(matching, first, end)
    return filter_joins(rules, domains, matching)
