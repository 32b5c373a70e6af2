"""Filter domains by perfect matchings of the sides of each color.

GAColor of Ansótegui et al., section 4.2: in the graph of all sides of a color, with an
edge between two that may still be joined, every solution is a perfect matching.  A pair
that is in no perfect matching is impossible (Régin's symmetric all-different).  Here
the graphs are made from the domains, and filtered by `side_pairs`; then the candidates
that need an impossible pair are removed.

What is kept between calls depends on nothing but the domains, so it need not be undone:
a cell whose domain is what it was shows the same sides, and the graph of a color is
made again only where one of its sides has appeared or gone.  The first color that
removes anything ends the call, because cells and joins do the rest more cheaply; that
color is the first at the next call.
"""

from typing import Final

import numpy as np

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import ONE, ZERO, bit_count, trailing_zeros

from .domains import (
    ALL_SIDES,
    CELL,
    CHANGED,
    FAILED,
    QUIET,
    DomainState,
    is_empty,
    put,
    want_visit,
)
from .side_pairs import (
    NOBODY,
    ColorMatching,
    add,
    keep_possible_pairs,
    match_halves,
)

_SEVERAL: Final = -2


@inlined
def has_changed(domains: DomainState, matching: ColorMatching, cell: np.uint64) -> bool:
    """Return whether a cell has another domain than `shown` was made from."""
    start = cell * domains.width[0]
    changes = ZERO
    for word in range(domains.word_count[cell]):
        place = start + np.uint64(word)
        changes |= domains.words[place] ^ matching.known[place]
    return changes != ZERO


@inlined
def show(domains: DomainState, matching: ColorMatching, cell: np.uint64) -> None:
    """Find the halves that a cell may show."""
    rows, words = matching.showing.shape[1], matching.meets.shape[1]
    for side in range(4):
        for row in range(rows):
            matching.showing[side, row] = ZERO
    for word in range(domains.word_count[cell]):
        place = cell * domains.width[0] + np.uint64(word)
        bits = domains.words[place]
        matching.known[place] = bits
        first = matching.half_at[cell] + 256 * word
        while bits != ZERO:
            at = first + 4 * np.int64(trailing_zeros(bits))
            bits &= bits - ONE
            for side in range(4):
                half = matching.half[at + side]
                if half != NOBODY:
                    matching.showing[side, half >> 6] |= ONE << np.uint64(half & 63)
    for side in range(4):
        place = matching.place[cell, side]
        if place == NOBODY:
            continue
        for row in range(rows):
            if matching.shown[row, place] != matching.showing[side, row]:
                matching.shown[row, place] = matching.showing[side, row]
                matching.is_filtered[row // words] = 0


@inlined
def hide(
    domains: DomainState, matching: ColorMatching, row: int, place: int, gone: np.uint64
) -> None:
    """Hide some halves at a place; the cell there is to be filtered."""
    matching.shown[row, place] &= ~gone
    cell = domains.join_ends[place >> 1, place & 1, CELL]
    for word in range(domains.word_count[cell]):
        matching.known[cell * domains.width[0] + np.uint64(word)] = ZERO


@inlined
def make_graph(domains: DomainState, matching: ColorMatching, hue: int) -> bool:
    """Find which halves of a hue may be joined; hide those that meet nobody somewhere.

    Returns whether any was hidden.
    """
    first, words = matching.start[hue], matching.meets.shape[1]
    row = first >> 6
    for half in range(first, matching.end[hue]):
        for word in range(words):
            matching.meets[half, word] = ZERO
    has_hidden = False
    for place in range(matching.shown.shape[1]):
        for word in range(words):
            bits = matching.shown[row + word, place]
            gone = ZERO
            while bits != ZERO:
                bit = bits & (~bits + ONE)
                bits ^= bit
                half = first + np.int64(trailing_zeros(bit)) + 64 * word
                met = ZERO
                for i in range(words):
                    others = matching.shown[row + i, place ^ 1]
                    others &= matching.may_meet[half, i]
                    matching.meets[half, i] |= others
                    met |= others
                if met == ZERO:
                    gone |= bit
            if gone != ZERO:
                hide(domains, matching, row + word, place, gone)
                has_hidden = True
    return has_hidden


@inlined
def hide_unpaired(domains: DomainState, matching: ColorMatching, hue: int) -> bool:
    """Hide the halves of a hue where no possible partner meets them; find only places.

    Returns whether any was hidden.
    """
    first, words = matching.start[hue], matching.meets.shape[1]
    row = first >> 6
    for half in range(first, matching.end[hue]):
        partners = ZERO
        for word in range(words):
            partners += bit_count(matching.meets[half, word])
        matching.only_place[half] = _SEVERAL
        if partners == ONE:
            matching.only_place[half] = NOBODY
            add(matching.watched, half - first)
    has_hidden = False
    for place in range(matching.shown.shape[1]):
        for word in range(words):
            bits = matching.shown[row + word, place] & matching.watched[word]
            gone = ZERO
            while bits != ZERO:
                bit = bits & (~bits + ONE)
                bits ^= bit
                half = first + np.int64(trailing_zeros(bit)) + 64 * word
                met = ZERO
                for i in range(words):
                    others = matching.shown[row + i, place ^ 1]
                    met |= others & matching.meets[half, i]
                if met == ZERO:
                    gone |= bit
                elif matching.only_place[half] == NOBODY:
                    matching.only_place[half] = place
                else:
                    matching.only_place[half] = _SEVERAL
            if gone != ZERO:
                hide(domains, matching, row + word, place, gone)
                has_hidden = True
    return has_hidden


@inlined
def hide_others(domains: DomainState, matching: ColorMatching, hue: int) -> bool:
    """Hide what else may lie at the only place of a half; return if anything could."""
    has_hidden = False
    for half in range(matching.start[hue], matching.end[hue]):
        place = matching.only_place[half]
        if place < 0:
            continue
        for row in range(matching.shown.shape[0]):
            others = matching.shown[row, place]
            if row == half >> 6:
                others &= ~(ONE << np.uint64(half & 63))
            if others != ZERO:
                hide(domains, matching, row, place, others)
                matching.is_filtered[row // matching.meets.shape[1]] = 0
                has_hidden = True
    return has_hidden


@inlined
def lose_hidden(domains: DomainState, matching: ColorMatching, cell: np.uint64) -> bool:
    """Remove the candidates of a cell that show a hidden half; False if it is empty."""
    for word in range(domains.word_count[cell]):
        place = cell * domains.width[0] + np.uint64(word)
        bits = domains.words[place]
        first = matching.half_at[cell] + 256 * word
        gone = ZERO
        while bits != ZERO:
            bit = bits & (~bits + ONE)
            bits ^= bit
            at = first + 4 * np.int64(trailing_zeros(bit))
            for side in range(4):
                half = matching.half[at + side]
                if half != NOBODY:
                    shown = matching.shown[half >> 6, matching.place[cell, side]]
                    if shown >> np.uint64(half & 63) & ONE == ZERO:
                        gone |= bit
        if gone != ZERO:
            put(domains, place, domains.words[place] & ~gone)
    want_visit(domains, domains.joined, cell, ALL_SIDES)
    return not is_empty(domains, cell)


@inlined
def filter_by_hue(domains: DomainState, matching: ColorMatching, hue: int) -> int:
    """Hide the halves of a hue that cannot lie where they are shown, or are not alone.

    Returns FAILED, QUIET or CHANGED.
    """
    has_hidden = False
    if matching.is_filtered[hue] == 0:
        first, end = matching.start[hue], matching.end[hue]
        has_hidden = make_graph(domains, matching, hue)
        if not match_halves(matching, first, end):
            return FAILED
        keep_possible_pairs(matching, first, end)
        has_hidden |= hide_unpaired(domains, matching, hue)
        matching.is_filtered[hue] = 1
    has_hidden |= hide_others(domains, matching, hue)
    return CHANGED if has_hidden else QUIET


@compiled
def match_colors(domains: DomainState, matching: ColorMatching) -> int:
    """Filter candidates by the pairs of sides that some perfect matching has.

    Writes the domains and the matching; returns FAILED, QUIET or CHANGED.
    """
    cells, hues = domains.word_count.shape[0], matching.start.shape[0]
    for number in range(cells):
        if has_changed(domains, matching, np.uint64(number)):
            show(domains, matching, np.uint64(number))
    for i in range(hues):
        hue = (matching.first_hue[0] + i) % hues
        outcome = filter_by_hue(domains, matching, hue)
        if outcome == QUIET:
            continue
        matching.first_hue[0] = hue
        if outcome == CHANGED:
            for number in range(cells):
                cell = np.uint64(number)
                if not has_changed(domains, matching, cell):
                    continue
                if not lose_hidden(domains, matching, cell):
                    return FAILED
        return outcome
    return QUIET
