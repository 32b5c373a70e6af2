"""The rules for pieces: each is placed on exactly one cell.

A piece that is the only one left for a cell is removed from all other cells.  A piece
with no cell left is a failure; one with a single cell left is placed there.
"""

import numpy as np

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import (
    BIT_MASK,
    ONE,
    THREE,
    TWO,
    WORD_SHIFT,
    ZERO,
    trailing_zeros,
)

from .domains import (
    ALL_SIDES,
    CHANGED,
    FAILED,
    QUIET,
    DomainState,
    is_empty,
    pieces_in,
    put,
    want_visit,
)


@inlined
def open_cells(domains: DomainState, own_class: np.uint64, word: int) -> np.uint64:
    """Return the cells of a class that have not taken a piece yet, as bits."""
    taken = domains.words[domains.first_taken[0] + np.uint64(word)]
    return domains.class_bits[own_class, word] & ~taken


@inlined
def take_piece(
    domains: DomainState, cell: np.uint64, number: np.uint64, slot: np.uint64
) -> bool:
    """Remove the piece of a cell from all others; False if a domain becomes empty."""
    taken = domains.first_taken[0] + (cell >> WORD_SHIFT)
    put(domains, taken, domains.words[taken] | (ONE << (cell & BIT_MASK)))
    own_class, width = domains.class_of[cell], domains.width[0]
    placed = domains.first_placed[0] + own_class * width + number
    put(domains, placed, domains.words[placed] | slot & domains.slot_lows[own_class])
    for word in range(domains.joined.shape[0]):
        # First find the cells that may hold the piece, without a branch.
        first = np.uint64(word) << WORD_SHIFT
        bits, holders = open_cells(domains, own_class, word), ZERO
        while bits != ZERO:
            bit = trailing_zeros(bits)
            bits &= bits - ONE
            holds = domains.words[(first + bit) * width + number] & slot != ZERO
            holders |= np.uint64(holds) << bit
        domains.robbed[word] |= holders
        while holders != ZERO:
            other = first + trailing_zeros(holders)
            holders &= holders - ONE
            place = other * width + number
            after = domains.words[place] & ~slot
            put(domains, place, after)
            if after == ZERO and is_empty(domains, other):
                return False
            domains.stale[other] |= ALL_SIDES
    if domains.ring.shape[0] != 0 and cell == domains.ring[0]:
        return lead_ring(domains, number, slot & (~slot + ONE))
    return True


@inlined
def lead_ring(domains: DomainState, number: np.uint64, lowest: np.uint64) -> bool:
    """Remove the pieces before that of the ring's first cell from its other cells."""
    for i in range(1, domains.ring.shape[0]):
        other = domains.ring[i]
        for word in range(number + ONE):
            at = np.uint64(word)
            place = other * domains.width[0] + at
            earlier = lowest - ONE if at == number else ~ZERO
            if domains.words[place] & earlier != ZERO:
                put(domains, place, domains.words[place] & ~earlier)
                want_visit(domains, domains.robbed, other, ALL_SIDES)
        if is_empty(domains, other):
            return False
    return True


@inlined
def single_piece(domains: DomainState, cell: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the lowest bit of a cell's only piece and the number of its word.

    The bit is 0 if there are several pieces.  Domains of two or three words, as on 7x7
    and 8x8, take no loop.
    """
    own_class, width = domains.class_of[cell], domains.width[0]
    shift, lows = domains.slot_shift[own_class], domains.slot_lows[own_class]
    start, words = cell * width, domains.words
    word, number, filled = ZERO, ZERO, ZERO
    if TWO <= width <= THREE:
        first, second = words[start], words[start + ONE]
        third = words[start + TWO] if width == THREE else ZERO
        word = first | second | third
        number = np.uint64(second != ZERO) + TWO * np.uint64(third != ZERO)
        filled = np.uint64(first != ZERO) + number - (number >> ONE)
    else:
        for i in range(domains.word_count[cell]):
            if words[start + np.uint64(i)] != ZERO:
                word, number = words[start + np.uint64(i)], np.uint64(i)
                filled += ONE
                if filled > ONE:
                    break
    pieces = pieces_in(word, shift, lows)
    if filled != ONE or pieces & (pieces - ONE) != ZERO:
        return ZERO, number
    return pieces, number


@inlined
def take_single_piece(domains: DomainState, cell: np.uint64) -> bool:
    """If a cell has one piece left, remove it from the others; False if one fails."""
    taken = domains.words[domains.first_taken[0] + (cell >> WORD_SHIFT)]
    if taken & (ONE << (cell & BIT_MASK)) != ZERO:
        return True
    shift = domains.slot_shift[domains.class_of[cell]]
    piece, number = single_piece(domains, cell)
    if piece == ZERO:
        return True
    slot = piece * ((ONE << (ONE << shift)) - ONE)
    return take_piece(domains, cell, number, slot)


@inlined
def keep_only(
    domains: DomainState, cell: np.uint64, at: np.uint64, kept: np.uint64
) -> bool:
    """Keep some candidates of one word of a domain only; return whether it changed."""
    has_changed = False
    for number in range(domains.word_count[cell]):
        place = cell * domains.width[0] + np.uint64(number)
        before = domains.words[place]
        after = before & kept if np.uint64(number) == at else ZERO
        if after != before:
            put(domains, place, after)
            has_changed = True
    if has_changed:
        want_visit(domains, domains.joined, cell, ALL_SIDES)
    return has_changed


@inlined
def place_lonely_pieces(domains: DomainState) -> int:
    """Place each piece that has a single cell left; fail if one has none."""
    outcome = QUIET
    for number in range(domains.slot_shift.shape[0]):
        own_class = np.uint64(number)
        shift, lows = domains.slot_shift[own_class], domains.slot_lows[own_class]
        width = domains.width[0]
        placed = domains.first_placed[0] + own_class * width
        for i in range(
            domains.word_count[domains.class_cells[domains.class_start[own_class]]]
        ):
            at = np.uint64(i)
            once, twice = ZERO, ZERO
            for word in range(domains.joined.shape[0]):
                first = np.uint64(word) << WORD_SHIFT
                bits = open_cells(domains, own_class, word)
                while bits != ZERO:
                    cell = first + trailing_zeros(bits)
                    bits &= bits - ONE
                    pieces = pieces_in(domains.words[cell * width + at], shift, lows)
                    twice |= pieces & once
                    once |= pieces
            if once | domains.words[placed + at] != domains.slots[own_class, at]:
                return FAILED
            lonely = once & ~twice
            if lonely == ZERO:
                continue
            for word in range(domains.joined.shape[0]):
                first = np.uint64(word) << WORD_SHIFT
                bits = open_cells(domains, own_class, word)
                while bits != ZERO:
                    cell = first + trailing_zeros(bits)
                    bits &= bits - ONE
                    place = cell * width + at
                    pieces = pieces_in(domains.words[place], shift, lows) & lonely
                    if pieces == ZERO:
                        continue
                    if pieces & (pieces - ONE) != ZERO:
                        return FAILED  # two pieces have this cell only
                    slot = pieces * ((ONE << (ONE << shift)) - ONE)
                    if keep_only(domains, cell, at, slot):
                        outcome = CHANGED
    return outcome
