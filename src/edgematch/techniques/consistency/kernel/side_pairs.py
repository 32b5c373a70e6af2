"""Perfect matchings of the sides of a color: which pairs are possible.

A pair of sides is possible if some perfect matching has it.  The possible partners of a
side are those that an alternating walk from its present partner can reach; odd cycles
are handled as in Edmonds' algorithm.  Nearly all possible pairs are on a cycle of at
most eight sides, every other one in the matching: those are told by their bits, and the
walk is left to the rest.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, ZERO, trailing_zeros

NOBODY: Final = -1


class ColorMatching(NamedTuple):
    """The graphs of all hues, what they were made from, and scratch space.

    A *half* is one side of one piece.  The halves of a hue are numbered together, from
    a multiple of 64 on; sets of them have the hue's own numbers, from 0 on.  A *place*
    is one side of a join: twice its number, plus 1 beyond it.

    The arrays up to `may_meet` never change.  Those up to `only_place` are kept between
    calls; a search may begin with zeros in all of them at any time.
    """

    half: NDArray[np.int64]
    """The half that a candidate shows at each side, -1 for the rim."""
    half_at: NDArray[np.int64]
    """Shape (cells,): where in `half` the candidates of a cell begin."""
    place: NDArray[np.int64]
    """Shape (cells, 4): the place of each side, -1 for the rim."""
    start: NDArray[np.int64]
    """Shape (hues,): the first half of each hue."""
    end: NDArray[np.int64]
    """Shape (hues,): the end of its halves."""
    may_meet: NDArray[np.uint64]
    """Shape (halves, words): the halves of other pieces that fit each."""
    known: NDArray[np.uint64]
    """The domains of the cells from which `shown` was made; 0 for a cell at which a
    half was hidden since."""
    shown: NDArray[np.uint64]
    """Shape (hues * words, places): the halves that may lie at each place."""
    is_filtered: NDArray[np.uint8]
    """Shape (hues,): whether `meets` and `only_place` belong to what is shown."""
    meets: NDArray[np.uint64]
    """Shape (halves, words): the halves that each may meet."""
    partner: NDArray[np.int64]
    """Shape (halves,): the matching, checked before it is used."""
    only_place: NDArray[np.int64]
    """Shape (halves,): the one place where a half may meet its one possible partner; -1
    if there is none, -2 if there are several of either."""
    first_hue: NDArray[np.int64]
    """Shape (1,): the hue that was the last to filter anything; it comes first."""
    showing: NDArray[np.uint64]
    """Shape (4, hues * words): the halves that a cell shows."""
    image: NDArray[np.uint64]
    """Shape (halves, words): the partners of those that each may meet."""
    unsure: NDArray[np.uint64]
    """Shape (words,): the halves that a walk is to reach."""
    watched: NDArray[np.uint64]
    """Shape (words,): the halves that lost a pair or have one left."""
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


@inlined
def is_in(sets: NDArray[np.uint64], number: int) -> bool:
    """Return whether a number is in a set of bits."""
    return sets[number >> 6] >> np.uint64(number & 63) & ONE != ZERO


@inlined
def add(sets: NDArray[np.uint64], number: int) -> None:
    """Add a number to a set of bits."""
    sets[number >> 6] |= ONE << np.uint64(number & 63)


@inlined
def common_base(
    matching: ColorMatching, first: int, end: int, one: int, other: int
) -> int:
    """Return the last entry that the walks to two halves share."""
    for half in range(first, end):
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
def walk_from(
    matching: ColorMatching, first: int, end: int, root: int, barred: int
) -> int:
    """Reach all halves at even distance from one without a partner.

    Stops at another half without a partner and returns it; NOBODY if there is none.
    Never enters the half `barred`; if that is a half, stops when `unsure` is reached.
    """
    words = matching.meets.shape[1]
    for word in range(words):
        matching.reached[word] = ZERO
    for half in range(first, end):
        matching.before[half] = NOBODY
        matching.base[half] = half
    add(matching.reached, root - first)
    matching.queue[0] = root
    head, tail = 0, 1
    while head < tail:
        if barred != NOBODY:
            left = ZERO
            for word in range((barred - first) >> 6, words):
                left |= matching.unsure[word] & ~matching.reached[word]
            if left == ZERO:
                break
        here = matching.queue[head]
        head += 1
        for word in range(words):
            bits = matching.meets[here, word]
            while bits != ZERO:
                there = first + np.int64(trailing_zeros(bits)) + 64 * word
                bits &= bits - ONE
                if matching.base[here] == matching.base[there] or there == barred:
                    continue
                if matching.partner[here] == there:
                    continue
                partner = matching.partner[there]
                if there == root or (
                    partner != NOBODY and matching.before[partner] != NOBODY
                ):
                    base = common_base(matching, first, end, here, there)
                    for half in range(first, end):
                        matching.is_marked[half] = 0
                    mark_cycle(matching, here, base, there)
                    mark_cycle(matching, there, base, here)
                    for half in range(first, end):
                        if matching.is_marked[matching.base[half]] != 0:
                            matching.base[half] = base
                            if not is_in(matching.reached, half - first):
                                add(matching.reached, half - first)
                                matching.queue[tail] = half
                                tail += 1
                elif matching.before[there] == NOBODY:
                    matching.before[there] = here
                    if partner == NOBODY:
                        return there
                    add(matching.reached, partner - first)
                    matching.queue[tail] = partner
                    tail += 1
    return NOBODY


@inlined
def match_halves(matching: ColorMatching, first: int, end: int) -> bool:
    """Give every half of a hue a partner; False if that is impossible."""
    for half in range(first, end):
        partner = matching.partner[half]
        if not (
            first <= partner < end
            and matching.partner[partner] == half
            and is_in(matching.meets[half], partner - first)
        ):
            matching.partner[half] = NOBODY
    for half in range(first, end):
        if matching.partner[half] != NOBODY:
            continue
        there = walk_from(matching, first, end, half, NOBODY)
        if there == NOBODY:
            return False
        while there != NOBODY:
            here = matching.before[there]
            beyond = matching.partner[here]
            matching.partner[there], matching.partner[here] = here, there
            there = beyond
    return True


@inlined
def is_on_short_cycle(
    matching: ColorMatching, first: int, half: int, other: int
) -> bool:
    """Return whether an alternating cycle of six or eight halves has a pair.

    It goes from the partner of `half` by one or two more pairs of the matching to that
    of `other`.  Those two must not meet: then no half occurs twice.
    """
    partner, beyond = matching.partner[half], matching.partner[other]
    for word in range(matching.meets.shape[1]):
        steps = matching.image[partner, word]
        while steps != ZERO:
            step = first + np.int64(trailing_zeros(steps)) + 64 * word
            steps &= steps - ONE
            if step == beyond:
                continue
            for i in range(matching.meets.shape[1]):
                both = matching.image[step, i] & matching.meets[beyond, i]
                if i == (half - first) >> 6:
                    both &= ~(ONE << np.uint64((half - first) & 63))
                if both != ZERO:
                    return True
    return False


@inlined
def keep_possible_pairs(matching: ColorMatching, first: int, end: int) -> None:
    """Remove all pairs of halves that are in no perfect matching."""
    words = matching.meets.shape[1]
    for word in range(words):
        matching.watched[word] = ZERO
    for half in range(first, end):
        for word in range(words):
            matching.image[half, word] = ZERO
        for word in range(words):
            bits = matching.meets[half, word]
            while bits != ZERO:
                other = first + np.int64(trailing_zeros(bits)) + 64 * word
                bits &= bits - ONE
                add(matching.image[half], matching.partner[other] - first)
    for half in range(first, end):
        partner = matching.partner[half]
        own_word = (half - first) >> 6
        own = ONE << np.uint64((half - first) & 63)
        is_sure = True
        for word in range(own_word, words):
            matching.unsure[word] = ZERO
            bits = matching.meets[half, word] & ~matching.image[partner, word]
            if word == own_word:
                bits &= ~(own | own - ONE)
            while bits != ZERO:
                bit = bits & (~bits + ONE)
                other = first + np.int64(trailing_zeros(bit)) + 64 * word
                bits ^= bit
                if other != partner and not is_on_short_cycle(
                    matching, first, half, other
                ):
                    matching.unsure[word] |= bit
                    is_sure = False
        if is_sure:
            continue
        matching.partner[half], matching.partner[partner] = NOBODY, NOBODY
        walk_from(matching, first, end, partner, half)
        matching.partner[half], matching.partner[partner] = partner, half
        for word in range(own_word, words):
            bits = matching.unsure[word] & ~matching.reached[word]
            while bits != ZERO:
                bit = bits & (~bits + ONE)
                other = first + np.int64(trailing_zeros(bit)) + 64 * word
                bits ^= bit
                matching.meets[half, word] ^= bit
                matching.meets[other, own_word] ^= own
                matching.watched[word] |= bit
                matching.watched[own_word] |= own
