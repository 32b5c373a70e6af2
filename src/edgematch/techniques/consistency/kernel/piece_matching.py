"""Filter domains by perfect matchings of pieces and cells.

Régin's filtering of the all-different constraint (CTadiff in Ansótegui et al., section
4.2): cells and pieces are matched; a candidate is part of some perfect matching exactly
if its cell and the cell that holds its piece in the matching reach each other, where a
cell leads to the holders of all its candidates.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.words import ONE, WORD_SHIFT, ZERO, trailing_zeros

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

NOBODY: Final = -1


class PieceMatching(NamedTuple):
    """A matching of cells and pieces, and scratch space.

    Pieces are numbered class by class, so that they share the numbers of the cells in
    `class_cells`.
    """

    piece: NDArray[np.int64]
    """Shape (cells,): the piece of each cell.  The only field that is ever read."""
    holder: NDArray[np.int64]
    """Shape (cells,): the cell of each piece."""
    seen_by: NDArray[np.int64]
    """Shape (cells,): the cell from which a piece was first reached."""
    queue: NDArray[np.int64]
    """Shape (cells,)."""
    number: NDArray[np.int64]
    """Shape (cells,): when the search for components reached a cell."""
    lowest: NDArray[np.int64]
    """Shape (cells,): the earliest cell of its component that a cell reaches."""
    component: NDArray[np.int64]
    """Shape (cells,)."""
    path: NDArray[np.int64]
    """Shape (cells,): cells whose successors are being looked at."""
    word: NDArray[np.int64]
    """Shape (cells,): the word of each of them that is being examined."""
    bits: NDArray[np.uint64]
    """Shape (cells,): the pieces of that word still to look at."""


@inlined
def pieces_at(domains: DomainState, cell: np.uint64, word: int) -> np.uint64:
    """Return the pieces of a cell in one word of its domain, as lowest bits."""
    own_class = domains.class_of[cell]
    place = cell * domains.width[0] + np.uint64(word)
    return pieces_in(
        domains.words[place],
        domains.slot_shift[own_class],
        domains.slot_lows[own_class],
    )


@inlined
def piece_number(
    domains: DomainState, cell: np.uint64, word: int, bit: np.uint64
) -> int:
    """Return the number of the piece whose slot starts at a bit."""
    own_class = domains.class_of[cell]
    slot = ((np.uint64(word) << WORD_SHIFT) + bit) >> domains.slot_shift[own_class]
    return np.int64(domains.class_start[own_class] + slot)


@inlined
def find_piece(domains: DomainState, matching: PieceMatching, start: int) -> bool:
    """Find a piece for a cell that has none, by moving other cells to other pieces."""
    for number in range(matching.seen_by.shape[0]):
        matching.seen_by[number] = NOBODY
    matching.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        cell = np.uint64(matching.queue[head])
        head += 1
        for word in range(domains.word_count[cell]):
            pieces = pieces_at(domains, cell, word)
            while pieces != ZERO:
                piece = piece_number(domains, cell, word, trailing_zeros(pieces))
                pieces &= pieces - ONE
                if matching.seen_by[piece] != NOBODY:
                    continue
                matching.seen_by[piece] = np.int64(cell)
                if matching.holder[piece] != NOBODY:
                    matching.queue[tail] = matching.holder[piece]
                    tail += 1
                    continue
                while piece != NOBODY:
                    holder = matching.seen_by[piece]
                    before = matching.piece[holder]
                    matching.piece[holder] = piece
                    matching.holder[piece] = holder
                    piece = NOBODY if holder == start else before
                return True
    return False


@inlined
def match_cells(domains: DomainState, matching: PieceMatching) -> bool:
    """Match every cell with a piece of its own; False if that is impossible."""
    cells = matching.piece.shape[0]
    for number in range(cells):
        matching.holder[number] = NOBODY
    for number in range(cells):
        piece = matching.piece[number]
        if piece == NOBODY:
            continue
        cell = np.uint64(number)
        own_class = domains.class_of[cell]
        slot = np.uint64(piece) - domains.class_start[own_class]
        bit = slot << domains.slot_shift[own_class]
        pieces = pieces_at(domains, cell, np.int64(bit >> WORD_SHIFT))
        if pieces >> (bit & np.uint64(63)) & ONE != ZERO:
            matching.holder[piece] = number
        else:
            matching.piece[number] = NOBODY
    for number in range(cells):
        is_alone = matching.piece[number] == NOBODY
        if is_alone and not find_piece(domains, matching, number):
            return False
    return True


@inlined
def find_components(domains: DomainState, matching: PieceMatching) -> None:
    """Number the sets of cells that reach each other (Tarjan's algorithm)."""
    cells = matching.piece.shape[0]
    for number in range(cells):
        matching.number[number] = NOBODY
        matching.component[number] = NOBODY
    reached, open_cells = 0, 0
    for root in range(cells):
        if matching.number[root] != NOBODY:
            continue
        depth = 0
        matching.path[0], matching.word[0] = root, 0
        matching.bits[0] = pieces_at(domains, np.uint64(root), 0)
        matching.number[root] = matching.lowest[root] = reached
        reached += 1
        matching.queue[open_cells] = root
        open_cells += 1
        while depth >= 0:
            here = matching.path[depth]
            cell = np.uint64(here)
            if matching.bits[depth] == ZERO:
                if matching.word[depth] + 1 < np.int64(domains.word_count[cell]):
                    matching.word[depth] += 1
                    word = matching.word[depth]
                    matching.bits[depth] = pieces_at(domains, cell, word)
                    continue
                if matching.lowest[here] == matching.number[here]:
                    while True:
                        open_cells -= 1
                        member = matching.queue[open_cells]
                        matching.component[member] = here
                        if member == here:
                            break
                depth -= 1
                if depth >= 0:
                    above = matching.path[depth]
                    matching.lowest[above] = min(
                        matching.lowest[above], matching.lowest[here]
                    )
                continue
            bit = trailing_zeros(matching.bits[depth])
            matching.bits[depth] &= matching.bits[depth] - ONE
            piece = piece_number(domains, cell, matching.word[depth], bit)
            there = matching.holder[piece]
            if matching.number[there] == NOBODY:
                matching.number[there] = matching.lowest[there] = reached
                reached += 1
                matching.queue[open_cells] = there
                open_cells += 1
                depth += 1
                matching.path[depth], matching.word[depth] = there, 0
                matching.bits[depth] = pieces_at(domains, np.uint64(there), 0)
            elif matching.component[there] == NOBODY:
                matching.lowest[here] = min(
                    matching.lowest[here], matching.number[there]
                )


@compiled
def match_pieces(domains: DomainState, matching: PieceMatching) -> int:
    """Remove every candidate that is part of no perfect matching.

    Writes the domains and the matching; returns FAILED, QUIET or CHANGED.
    """
    if not match_cells(domains, matching):
        return FAILED
    find_components(domains, matching)
    outcome = QUIET
    for number in range(matching.piece.shape[0]):
        cell = np.uint64(number)
        shift = domains.slot_shift[domains.class_of[cell]]
        slot = (ONE << (ONE << shift)) - ONE
        for word in range(domains.word_count[cell]):
            pieces = pieces_at(domains, cell, word)
            gone = ZERO
            while pieces != ZERO:
                bit = trailing_zeros(pieces)
                pieces &= pieces - ONE
                holder = matching.holder[piece_number(domains, cell, word, bit)]
                if matching.component[holder] != matching.component[number]:
                    gone |= slot << bit
            place = cell * domains.width[0] + np.uint64(word)
            if domains.words[place] & gone != ZERO:
                put(domains, place, domains.words[place] & ~gone)
                want_visit(domains, domains.joined, cell, ALL_SIDES)
                outcome = CHANGED
        if is_empty(domains, cell):
            return FAILED
    return outcome
