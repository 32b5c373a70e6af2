"""Keeping every cell's candidates and every join's colors consistent.

Domains of cells and joins filter each other until nothing changes; a piece that is the
only one left for a cell is taken from all others, a piece with no cell left is a
failure, and one with a single cell left goes there.
"""

from typing import Final

import numpy as np

from edgematch.kernels.bits import trailing_zeros
from edgematch.kernels.compiled import inlined
from edgematch.kernels.domains import (
    Domains,
    Rules,
    forget_visits,
    is_empty,
    pieces_in,
    put,
    want_visit,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_WORD = np.uint64(6)
_LOW = np.uint64(63)
_ALL_SIDES = np.uint64(15)

FAILED: Final = 0
QUIET: Final = 1
CHANGED: Final = 2


@inlined
def lose_colors(
    rules: Rules,
    domains: Domains,
    cell: np.uint64,
    side: np.uint64,
    colors: np.uint64,
) -> bool:
    """Take the candidates from a cell that show these colors; False if none is left."""
    start = cell * rules.width[0]
    shows_at = rules.shows_at[cell, side]
    left = _ZERO
    has_changed = False
    for number in range(rules.words[cell]):
        place = start + np.uint64(number)
        before = domains.words[place]
        after = before
        bits = colors
        while bits != _ZERO:
            shown = shows_at + trailing_zeros(bits) * rules.width[0] + np.uint64(number)
            after &= ~rules.shows[shown]
            bits &= bits - _ONE
        left |= after
        if after != before:
            put(domains, place, after)
            has_changed = True
    if left == _ZERO:
        return False
    if has_changed:
        # What a side has lost cannot cost that same side another color.
        want_visit(domains, domains.joined, cell, _ALL_SIDES ^ (_ONE << side))
    return True


@inlined
def narrow(rules: Rules, domains: Domains, place: np.uint64, after: np.uint64) -> bool:
    """Leave a join fewer colors; False if a color can no longer come out right."""
    before = domains.words[place]
    put(domains, place, after)
    if rules.region.shape[0] == 0:
        return True
    region = rules.region[place - rules.first_join[0]]
    counts = rules.first_count[0] + region * np.uint64(2 * rules.hues.shape[0])
    bits = before & ~after
    while bits != _ZERO:
        hue = rules.hue_of[trailing_zeros(bits)]
        bits &= ~rules.hues[hue]
        if after & rules.hues[hue] == _ZERO:
            possible = domains.words[counts + _TWO * hue] - _ONE
            put(domains, counts + _TWO * hue, possible)
            if possible < rules.fewest[region, hue]:
                return False
            if possible == rules.fewest[region, hue]:
                domains.tight[region] |= _ONE << hue
    hue = rules.hue_of[trailing_zeros(after)]
    if after & ~rules.hues[hue] == _ZERO and before & ~rules.hues[hue] != _ZERO:
        certain = domains.words[counts + _TWO * hue + _ONE] + _ONE
        put(domains, counts + _TWO * hue + _ONE, certain)
        if certain > rules.most[region, hue]:
            return False
        if certain == rules.most[region, hue]:
            domains.tight[region] |= _ONE << hue
    return True


@inlined
def take_piece(
    rules: Rules,
    domains: Domains,
    cell: np.uint64,
    number: np.uint64,
    slot: np.uint64,
) -> bool:
    """Take the piece of a cell from all others; False if that leaves one empty."""
    taken = rules.first_taken[0] + (cell >> _WORD)
    put(domains, taken, domains.words[taken] | (_ONE << (cell & _LOW)))
    own_class = rules.class_of[cell]
    for i in range(rules.class_start[own_class], rules.class_start[own_class + _ONE]):
        other = rules.class_cells[i]
        place = other * rules.width[0] + number
        before = domains.words[place]
        if before & slot != _ZERO and other != cell:
            put(domains, place, before & ~slot)
            if before & ~slot == _ZERO and is_empty(rules, domains, other):
                return False
            want_visit(domains, domains.robbed, other, _ALL_SIDES)
    if rules.ring.shape[0] != 0 and cell == rules.ring[0]:
        return lead_ring(rules, domains, number, slot & (~slot + _ONE))
    return True


@inlined
def lead_ring(
    rules: Rules, domains: Domains, number: np.uint64, lowest: np.uint64
) -> bool:
    """Take the pieces before that of the ring's first cell from its other cells."""
    for i in range(1, rules.ring.shape[0]):
        other = rules.ring[i]
        for word in range(number + _ONE):
            at = np.uint64(word)
            place = other * rules.width[0] + at
            earlier = lowest - _ONE if at == number else ~_ZERO
            if domains.words[place] & earlier != _ZERO:
                put(domains, place, domains.words[place] & ~earlier)
                want_visit(domains, domains.robbed, other, _ALL_SIDES)
        if is_empty(rules, domains, other):
            return False
    return True


@inlined
def take_single_piece(rules: Rules, domains: Domains, cell: np.uint64) -> bool:
    """If a cell has one piece left, take that from the others; False if one fails."""
    taken = domains.words[rules.first_taken[0] + (cell >> _WORD)]
    if taken & (_ONE << (cell & _LOW)) != _ZERO:
        return True
    own_class = rules.class_of[cell]
    shift, lows = rules.slot_shift[own_class], rules.slot_lows[own_class]
    start = cell * rules.width[0]
    piece, at = _ZERO, _ZERO
    for number in range(rules.words[cell]):
        word = domains.words[start + np.uint64(number)]
        if word != _ZERO:
            pieces = pieces_in(word, shift, lows)
            if piece != _ZERO or pieces & (pieces - _ONE) != _ZERO:
                return True
            piece, at = pieces, np.uint64(number)
    slot = piece * ((_ONE << (_ONE << shift)) - _ONE)
    return take_piece(rules, domains, cell, at, slot)


@inlined
def unsupported(
    rules: Rules,
    domains: Domains,
    cell: np.uint64,
    side: np.uint64,
    colors: np.uint64,
) -> np.uint64:
    """Return those of the colors that no candidate of a cell shows at a side.

    Half of all the time is spent here, so small domains have loops of their own: with
    the last one for all, one-set 7x7 ran at 0.8 of the nodes a second and 8x8 at 0.7.
    Tried: noting a candidate for each color as its witness, and looking again only when
    one is gone: 0.6 to 0.8, the loads cost more than the looks they save.
    """
    words, shows, width = domains.words, rules.shows, rules.width[0]
    start = cell * width
    at = rules.shows_at[cell, side]
    gone = _ZERO
    if rules.words[cell] == _ONE:
        only = words[start]
        while colors != _ZERO:
            shown = at + trailing_zeros(colors) * width
            if only & shows[shown] == _ZERO:
                gone |= colors & (~colors + _ONE)
            colors &= colors - _ONE
    elif rules.words[cell] == _TWO:
        first, second = words[start], words[start + _ONE]
        while colors != _ZERO:
            shown = at + trailing_zeros(colors) * width
            if (first & shows[shown]) | (second & shows[shown + _ONE]) == _ZERO:
                gone |= colors & (~colors + _ONE)
            colors &= colors - _ONE
    elif rules.words[cell] == _THREE:
        first, second, third = words[start], words[start + _ONE], words[start + _TWO]
        while colors != _ZERO:
            shown = at + trailing_zeros(colors) * width
            support = (first & shows[shown]) | (second & shows[shown + _ONE])
            if support | (third & shows[shown + _TWO]) == _ZERO:
                gone |= colors & (~colors + _ONE)
            colors &= colors - _ONE
    else:
        while colors != _ZERO:
            shown = at + trailing_zeros(colors) * width
            support = _ZERO
            for number in range(rules.words[cell]):
                i = np.uint64(number)
                support |= words[start + i] & shows[shown + i]
            if support == _ZERO:
                gone |= colors & (~colors + _ONE)
            colors &= colors - _ONE
    return gone


@inlined
def visit(rules: Rules, domains: Domains, cell: np.uint64) -> bool:
    """Filter the joins of a cell by its domain, and the cells beyond by the joins."""
    sides = domains.stale[cell] & rules.sides[cell]
    domains.stale[cell] = _ZERO
    while sides != _ZERO:
        side = trailing_zeros(sides)
        sides &= sides - _ONE
        place = rules.join[cell, side]
        colors = domains.words[place]
        if colors & (colors - _ONE) == _ZERO:
            continue  # every candidate shows the only color left
        gone = unsupported(rules, domains, cell, side, colors)
        if gone == _ZERO:
            continue
        if gone == colors or not narrow(rules, domains, place, colors ^ gone):
            return False
        if not lose_colors(rules, domains, rules.beyond[cell, side], side ^ _TWO, gone):
            return False
    return True


@inlined
def keep_only(
    rules: Rules, domains: Domains, cell: np.uint64, at: np.uint64, kept: np.uint64
) -> bool:
    """Leave a cell the candidates of one word of its domain; say whether it changed."""
    has_changed = False
    for number in range(rules.words[cell]):
        place = cell * rules.width[0] + np.uint64(number)
        before = domains.words[place]
        after = before & kept if np.uint64(number) == at else _ZERO
        if after != before:
            put(domains, place, after)
            has_changed = True
    if has_changed:
        want_visit(domains, domains.joined, cell, _ALL_SIDES)
    return has_changed


@inlined
def place_lonely_pieces(rules: Rules, domains: Domains) -> int:
    """Every piece needs a cell; one with a single cell left goes there."""
    outcome = QUIET
    for number in range(rules.slot_shift.shape[0]):
        own_class = np.uint64(number)
        shift, lows = rules.slot_shift[own_class], rules.slot_lows[own_class]
        first = rules.class_start[own_class]
        end = rules.class_start[own_class + _ONE]
        for word in range(rules.words[rules.class_cells[first]]):
            at = np.uint64(word)
            once, twice = _ZERO, _ZERO
            for i in range(first, end):
                place = rules.class_cells[i] * rules.width[0] + at
                pieces = pieces_in(domains.words[place], shift, lows)
                twice |= once & pieces
                once |= pieces
            if once != rules.slots[own_class, at]:
                return FAILED
            lonely = once & ~twice
            if lonely == _ZERO:
                continue
            for i in range(first, end):
                cell = rules.class_cells[i]
                place = cell * rules.width[0] + at
                pieces = pieces_in(domains.words[place], shift, lows) & lonely
                if pieces == _ZERO:
                    continue
                if pieces & (pieces - _ONE) != _ZERO:
                    return FAILED  # two pieces have this cell only
                slot = pieces * ((_ONE << (_ONE << shift)) - _ONE)
                if keep_only(rules, domains, cell, at, slot):
                    outcome = CHANGED
    return outcome


@inlined
def restrict_join(
    rules: Rules, domains: Domains, place: np.uint64, colors: np.uint64
) -> bool:
    """Leave a join these colors only, and filter its cells; False if that fails."""
    before = domains.words[place]
    after = before & colors
    if after == _ZERO or not narrow(rules, domains, place, after):
        return False
    join = place - rules.first_join[0]
    for end in range(2):
        cell = rules.join_ends[join, 2 * end]
        side = rules.join_ends[join, 2 * end + 1]
        if not lose_colors(rules, domains, cell, side, before & ~after):
            return False
    return True


@inlined
def settle_counts(rules: Rules, domains: Domains) -> int:
    """Where a hue has all its joins, or no join to spare, decide the others."""
    outcome = QUIET
    for number in range(domains.tight.shape[0]):
        region = np.uint64(number)
        counts = rules.first_count[0] + region * np.uint64(2 * rules.hues.shape[0])
        while domains.tight[region] != _ZERO:
            hue = trailing_zeros(domains.tight[region])
            domains.tight[region] &= domains.tight[region] - _ONE
            possible = domains.words[counts + _TWO * hue]
            certain = domains.words[counts + _TWO * hue + _ONE]
            if certain == possible:
                continue
            if certain == rules.most[region, hue]:
                colors = ~rules.hues[hue]
            elif possible == rules.fewest[region, hue]:
                colors = rules.hues[hue]
            else:
                continue
            outcome = CHANGED
            for i in range(
                rules.region_start[region], rules.region_start[region + _ONE]
            ):
                place = rules.region_joins[i]
                word = domains.words[place]
                if word & rules.hues[hue] == _ZERO or word & ~rules.hues[hue] == _ZERO:
                    continue  # decided
                if not restrict_join(rules, domains, place, colors):
                    return FAILED
    return outcome


@inlined
def next_visit(domains: Domains) -> int:
    """Take a cell from the queues, -1 if there is none.

    Cells with a changed join come before those that merely lost a piece: they fail
    sooner.
    """
    for word in range(domains.joined.shape[0]):
        bits = domains.joined[word]
        if bits != _ZERO:
            domains.joined[word] = bits & (bits - _ONE)
            domains.robbed[word] &= ~(bits & (~bits + _ONE))
            return np.int64(trailing_zeros(bits)) + 64 * word
    for word in range(domains.robbed.shape[0]):
        bits = domains.robbed[word]
        if bits != _ZERO:
            domains.robbed[word] = bits & (bits - _ONE)
            return np.int64(trailing_zeros(bits)) + 64 * word
    return -1


@inlined
def follow_visits(rules: Rules, domains: Domains) -> bool:
    """Visit cells until none is queued; False if a domain runs out."""
    while True:
        found = next_visit(domains)
        if found < 0:
            return True
        cell = np.uint64(found)
        if not take_single_piece(rules, domains, cell):
            return False
        if not visit(rules, domains, cell):
            return False


@inlined
def look_ahead_partly(rules: Rules, domains: Domains, cell: np.uint64) -> bool:
    """Filter the neighbors of a cell, and once more the neighbors of those that change.

    Partial look-ahead (PLA) of Ansótegui et al., section 4.2.
    """
    if not take_single_piece(rules, domains, cell) or not visit(rules, domains, cell):
        return False
    sides = rules.sides[cell]
    while sides != _ZERO:
        side = trailing_zeros(sides)
        sides &= sides - _ONE
        beyond = rules.beyond[cell, side]
        if domains.stale[beyond] != _ZERO:
            # The cell itself is decided: looking back at it would find nothing.
            domains.stale[beyond] &= ~(_ONE << (side ^ _TWO))
            if not visit(rules, domains, beyond):
                return False
    forget_visits(domains)
    return True
