"""A visit of a cell: the step that propagation repeats.

A color remains in the domain of a join while a candidate on each side shows it; a
candidate remains in the domain of a cell while all its colors remain on the joins.
Most of the time of a search is spent here.
"""

import numpy as np

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import ONE, THREE, TWO, ZERO, trailing_zeros

from .domains import (
    ALL_SIDES,
    CELL,
    EAST,
    FOUR_SIDES,
    NORTH,
    SIDE,
    SOUTH,
    WEST,
    DomainState,
    candidates_left,
    put,
    want_visit,
)

_WORD_BYTES = np.uint64(8)
_BYTE_VALUES = np.uint64(256)
_SIDE = np.uint64(0xFFFF)
_SIDE_BITS = np.uint64(16)


@inlined
def lose(domains: DomainState, place: np.uint64, gone: np.uint64) -> np.uint64:
    """Remove candidates from a word of a domain; return those that are left.

    The word is always written to the trail, whose length grows only if the word has
    changed: with a branch, which is hard to predict, a node took 1.04 to 1.08 times as
    long.
    """
    before = domains.words[place]
    after = before & ~gone
    top = domains.trail_top[0]
    domains.trail_place[top] = place
    domains.trail_word[top] = before
    domains.trail_top[0] = top + np.uint64(after != before)
    domains.words[place] = after
    return after


@inlined
def lose_colors(
    domains: DomainState, cell: np.uint64, side: np.uint64, colors: np.uint64
) -> bool:
    """Remove the candidates of a cell that show these colors; False if none is left.

    Domains of two or three words, as on 7x7 and 8x8, need a loop over the colors only;
    with `candidates_left`, that gave 1.05 to 1.09 times the nodes per second on 8x8.
    """
    width, shows = domains.width[0], domains.shows
    start, shows_at = cell * width, domains.shows_at[cell, side]
    top = domains.trail_top[0]
    first, second, third = ZERO, ZERO, ZERO
    bits = colors
    if width == THREE:
        while bits != ZERO:
            shown = shows_at + trailing_zeros(bits) * THREE
            first |= shows[shown]
            second |= shows[shown + ONE]
            third |= shows[shown + TWO]
            bits &= bits - ONE
        left = lose(domains, start, first)
        left |= lose(domains, start + ONE, second)
        left |= lose(domains, start + TWO, third)
    elif width == TWO:
        while bits != ZERO:
            shown = shows_at + trailing_zeros(bits) * TWO
            first |= shows[shown]
            second |= shows[shown + ONE]
            bits &= bits - ONE
        left = lose(domains, start, first) | lose(domains, start + ONE, second)
    else:
        left = ZERO
        for number in range(domains.word_count[cell]):
            first, bits = ZERO, colors
            while bits != ZERO:
                shown = shows_at + trailing_zeros(bits) * width + np.uint64(number)
                first |= shows[shown]
                bits &= bits - ONE
            left |= lose(domains, start + np.uint64(number), first)
    if left == ZERO:
        return False
    if domains.trail_top[0] != top:
        # What a side has lost cannot cost that same side another color.
        want_visit(domains, domains.joined, cell, ALL_SIDES ^ (ONE << side))
    return True


@inlined
def narrow(domains: DomainState, place: np.uint64, after: np.uint64) -> bool:
    """Shrink the domain of a join; False if the count of a color becomes impossible."""
    before = domains.words[place]
    put(domains, place, after)
    if domains.region.shape[0] == 0:
        return True
    region = domains.region[place - domains.first_join[0]]
    counts = domains.first_count[0] + region * np.uint64(2 * domains.hues.shape[0])
    bits = before & ~after
    while bits != ZERO:
        hue = domains.hue_of[trailing_zeros(bits)]
        bits &= ~domains.hues[hue]
        if after & domains.hues[hue] == ZERO:
            possible = domains.words[counts + TWO * hue] - ONE
            put(domains, counts + TWO * hue, possible)
            if possible < domains.fewest[region, hue]:
                return False
            if possible == domains.fewest[region, hue]:
                domains.tight[region] |= ONE << hue
    hue = domains.hue_of[trailing_zeros(after)]
    if after & ~domains.hues[hue] == ZERO and before & ~domains.hues[hue] != ZERO:
        certain = domains.words[counts + TWO * hue + ONE] + ONE
        put(domains, counts + TWO * hue + ONE, certain)
        if certain > domains.most[region, hue]:
            return False
        if certain == domains.most[region, hue]:
            domains.tight[region] |= ONE << hue
    return True


@inlined
def restrict_join(domains: DomainState, place: np.uint64, colors: np.uint64) -> bool:
    """Remove all other colors from a join, and filter its cells; False on failure."""
    before = domains.words[place]
    after = before & colors
    if after == ZERO or not narrow(domains, place, after):
        return False
    join = place - domains.first_join[0]
    for end in range(2):
        cell = domains.join_ends[join, end, CELL]
        side = domains.join_ends[join, end, SIDE]
        if not lose_colors(domains, cell, side, before & ~after):
            return False
    return True


@inlined
def lost_colors(domains: DomainState, cell: np.uint64, side: np.uint64) -> np.uint64:
    """Return the colors of a join that no candidate of a cell shows at that side.

    For puzzles with more colors than `seen_colors` can hold.  Keeping a candidate as
    the witness of each color, and searching again only when it is removed, gave 0.6 to
    0.8 of the nodes per second.
    """
    words, shows, width = domains.words, domains.shows, domains.width[0]
    start = cell * width
    at = domains.shows_at[cell, side]
    gone = ZERO
    colors = words[domains.join[cell, side]]
    if colors & (colors - ONE) == ZERO:
        return gone  # every candidate shows the only color left
    while colors != ZERO:
        shown = at + trailing_zeros(colors) * width
        support = ZERO
        for number in range(domains.word_count[cell]):
            i = np.uint64(number)
            support |= words[start + i] & shows[shown + i]
        if support == ZERO:
            gone |= colors & (~colors + ONE)
        colors &= colors - ONE
    return gone


@inlined
def seen_colors(domains: DomainState, cell: np.uint64) -> np.uint64:
    """Return the colors that the candidates of a cell show, 16 bits per side.

    The domain is looked up byte by byte, without branches on the result: on one-set 7x7
    and 8x8 and two-set 7:3 that gave 1.3 to 1.4 times the nodes per second of
    `lost_colors`.  Every machine that numba compiles for is little-endian.
    """
    octets = domains.words.view(np.uint8)
    start, at = cell * domains.width[0] * _WORD_BYTES, domains.seen_at[cell]
    colors = ZERO
    for number in range(domains.octets[cell]):
        octet = np.uint64(octets[start + np.uint64(number)])
        colors |= domains.seen[at + octet]
        at += _BYTE_VALUES
    return colors


@inlined
def lose_at_side(
    domains: DomainState, cell: np.uint64, side: np.uint64, gone: np.uint64
) -> bool:
    """Remove colors from the join at a side, and from the cell beyond it."""
    place = domains.join[cell, side]
    before = domains.words[place]
    if gone == before or not narrow(domains, place, before ^ gone):
        return False
    return lose_colors(domains, domains.beyond[cell, side], side ^ TWO, gone)


@inlined
def colors_around(domains: DomainState, cell: np.uint64) -> np.uint64:
    """Return the colors left on the joins of a cell, 16 bits per side."""
    colors = domains.words[domains.join[cell, NORTH]]
    colors |= domains.words[domains.join[cell, EAST]] << _SIDE_BITS
    colors |= domains.words[domains.join[cell, SOUTH]] << TWO * _SIDE_BITS
    return colors | domains.words[domains.join[cell, WEST]] << THREE * _SIDE_BITS


@inlined
def visit(domains: DomainState, cell: np.uint64) -> bool:
    """Filter the joins of a cell by its domain, and the cells beyond by the joins.

    At level FOUR_SIDES only a cell with a single candidate tells its neighbors anything
    (4-edge consistency of Benoist and Bourreau, section 2.2).
    """
    sides = domains.stale[cell] & domains.sides[cell]
    domains.stale[cell] = ZERO
    if domains.level[0] == FOUR_SIDES:
        if candidates_left(domains, cell) != ONE:
            return True
        sides = domains.sides[cell]
    is_packed = domains.seen.shape[0] != 0
    lost = sides
    if is_packed:
        lost = colors_around(domains, cell) & domains.spread[sides]
        if lost != ZERO:
            lost &= ~seen_colors(domains, cell)
    while lost != ZERO:
        if is_packed:
            side = trailing_zeros(lost) // _SIDE_BITS
            gone = lost >> side * _SIDE_BITS & _SIDE
            lost ^= gone << side * _SIDE_BITS
        else:
            side = trailing_zeros(lost)
            gone = lost_colors(domains, cell, side)
            lost &= lost - ONE
        if gone != ZERO and not lose_at_side(domains, cell, side, gone):
            return False
    return True
