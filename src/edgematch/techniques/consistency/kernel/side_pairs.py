"""Perfect matchings of the sides of a color: which pairs are possible.

A pair of sides is possible if some perfect matching has it.  The possible partners of a
side are those that an alternating walk from its present partner can reach; odd cycles
are handled as in Edmonds' algorithm.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, ZERO, trailing_zeros

NOBODY: Final = -1


class ColorMatching(NamedTuple):
    """The graphs of all hues, one after the other, and scratch space.

    A *half* is one side of one piece.  The halves of a hue are numbered together.  The
    arrays up to `own_piece` never change.
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
    """Return whether a number is in a set of bits."""
    return sets[number >> 6] >> np.uint64(number & 63) & ONE != ZERO


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
    """Mark the entries on one arm of an odd cycle, and write the path around it."""
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
        matching.reached[word] = ZERO
    for half in range(first, end):
        matching.before[half] = NOBODY
        matching.base[half] = half
    matching.reached[(root - first) >> 6] |= ONE << np.uint64((root - first) & 63)
    matching.queue[0] = root
    head, tail = 0, 1
    while head < tail:
        here = matching.queue[head]
        head += 1
        for word in range(words):
            bits = matching.meets[here, word]
            while bits != ZERO:
                there = first + np.int64(trailing_zeros(bits)) + 64 * word
                bits &= bits - ONE
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
                                bit = ONE << np.uint64(local & 63)
                                matching.reached[local >> 6] |= bit
                                matching.queue[tail] = half
                                tail += 1
                elif matching.before[there] == NOBODY:
                    matching.before[there] = here
                    if partner == NOBODY:
                        return there
                    local = partner - first
                    matching.reached[local >> 6] |= ONE << np.uint64(local & 63)
                    matching.queue[tail] = partner
                    tail += 1
    return NOBODY


@inlined
def match_halves(matching: ColorMatching, first: int, end: int) -> bool:
    """Give every half of a hue a partner; False if that is impossible."""
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
    """Remove all pairs of halves that are in no perfect matching."""
    for half in range(first, end):
        partner = matching.partner[half]
        # Without this half its partner is the only one left alone.  The half itself
        # stays in the graph, but it meets nobody whom the walk could go on to.
        matching.partner[half], matching.partner[partner] = NOBODY, NOBODY
        for word in range(matching.meets.shape[1]):
            for other in range(first, end):
                if word == (half - first) >> 6:
                    bit = ONE << np.uint64((half - first) & 63)
                    matching.meets[other, word] &= ~bit
        walk_from(matching, first, end, partner)
        for word in range(matching.meets.shape[1]):
            matching.meets[half, word] &= matching.reached[word]
            bits = matching.meets[half, word]
            while bits != ZERO:
                other = first + np.int64(trailing_zeros(bits)) + 64 * word
                bits &= bits - ONE
                bit = ONE << np.uint64((half - first) & 63)
                matching.meets[other, (half - first) >> 6] |= bit
        matching.partner[half], matching.partner[partner] = partner, half
