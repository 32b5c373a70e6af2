"""The domains of cells and joins as arrays, and the trail that undoes changes.

A *candidate* of a cell is a piece in a turn.  Cells that can hold the same pieces form
a *class*, in which every piece has a slot of one, two or four bits, one per turn; the
domain of a cell is a set of those bits.  The domain of a join is a set of colors.

Everything that a search must undo is in one array of words; `put` saves the old word on
a trail, `undo` restores it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import inlined
from edgematch.kernels.words import (
    BIT_MASK,
    ONE,
    THREE,
    TWO,
    WORD_SHIFT,
    ZERO,
    bit_count,
)

PARTIAL: Final = 0
FULL: Final = 1
FOUR_SIDES: Final = 2

FAILED: Final = 0
"""Outcome of a rule: a domain is empty."""
QUIET: Final = 1
CHANGED: Final = 2


NORTH, EAST, SOUTH, WEST = range(4)
"""Sides, as columns of `DomainState.join` and `beyond` and rows of `rim`."""
ALL_SIDES: Final = np.uint64(15)
"""All sides of a cell, as bits."""
CELL, SIDE = range(2)
"""Columns of each end in `DomainState.join_ends`."""


class DomainState(NamedTuple):
    """The puzzle, and the part of a search that propagation reads and writes.

    The arrays up to `most` never change.
    """

    level: NDArray[np.int64]
    """Shape (1,): PARTIAL, FULL or FOUR_SIDES."""
    width: NDArray[np.uint64]
    """Shape (1,): words of the largest domain."""
    word_count: NDArray[np.uint64]
    """Shape (cells,): words of a cell's domain; it starts at `cell * width`."""
    octets: NDArray[np.uint64]
    """Shape (cells,): bytes of it that have a candidate."""
    sides: NDArray[np.uint64]
    """Shape (cells,): a bit for each side that has a join."""
    join: NDArray[np.uint64]
    """Shape (cells, 4): where the colors of the join at a side are kept; where there
    is no join, a word that is always 0."""
    columns: NDArray[np.uint64]
    """Shape (1,): how many cells a row has."""
    rim: NDArray[np.uint64]
    """Shape (4, words): for each side the cells that have no join there, as bits."""
    beyond: NDArray[np.uint64]
    """Shape (cells, 4): the cell beyond each side."""
    shows: NDArray[np.uint64]
    """The candidates that show a color at a side, in words of a domain each.

    Colors are named as the cell north or west of the join sees them.
    """
    shows_at: NDArray[np.uint64]
    """Shape (cells, 4): where in `shows` the colors of a side begin, `width` each."""
    seen: NDArray[np.uint64]
    """The colors that candidates show, 16 bits per side: an entry for each byte of a
    domain and each of its 256 values.  Empty if there are more than 16 colors."""
    seen_at: NDArray[np.uint64]
    """Shape (cells,): where in `seen` the first byte of a cell's domain begins."""
    spread: NDArray[np.uint64]
    """Shape (16,): a set of sides as 16 bits a side."""
    class_of: NDArray[np.uint64]
    """Shape (cells,)."""
    slot_shift: NDArray[np.uint64]
    """Shape (classes,): a slot has 1 << this many bits."""
    slots: NDArray[np.uint64]
    """Shape (classes, width): the lowest bit of each slot that has a piece."""
    slot_lows: NDArray[np.uint64]
    """Shape (classes,): the lowest bits of all slots of a word."""
    class_start: NDArray[np.uint64]
    """Shape (classes + 1,): where the cells of a class start in `class_cells`."""
    class_cells: NDArray[np.uint64]
    """Shape (cells,)."""
    class_bits: NDArray[np.uint64]
    """Shape (classes, words): the cells of each class, as bits."""
    ring: NDArray[np.uint64]
    """Shape (few,): cells that turns of the board map to each other; the first of them
    must have the first piece.  Empty if symmetry is not broken in this way."""
    join_ends: NDArray[np.uint64]
    """Shape (joins, 2, 2): cell and side at the north or west end of a join, then at
    the other end."""
    first_join: NDArray[np.uint64]
    """Shape (1,): where the colors of the joins begin."""
    first_taken: NDArray[np.uint64]
    """Shape (1,): where the bits begin of the cells whose piece no other cell has."""
    first_placed: NDArray[np.uint64]
    """Shape (1,): where the placed pieces of each class begin, as the lowest bits of
    their slots."""
    first_count: NDArray[np.uint64]
    """Shape (1,): where the counts of colors begin, two for each region and hue."""
    region: NDArray[np.uint64]
    """Shape (joins,) if colors are counted, else (0,): the region of a join."""
    region_start: NDArray[np.uint64]
    """Shape (regions + 1,): where the joins of a region start in `region_joins`."""
    region_joins: NDArray[np.uint64]
    """Shape (joins,)."""
    hues: NDArray[np.uint64]
    """Shape (hues,): the colors that count as one: a color and its mate."""
    hue_of: NDArray[np.uint64]
    """Shape (colors,)."""
    fewest: NDArray[np.uint64]
    """Shape (regions, hues): joins of a region that have this hue in any solution."""
    most: NDArray[np.uint64]
    """Shape (regions, hues)."""
    words: NDArray[np.uint64]
    """Domains of cells, colors of joins, taken cells and pieces, counts of colors."""
    trail_top: NDArray[np.uint64]
    """Shape (1,)."""
    trail_place: NDArray[np.uint64]
    """Shape (enough,): which word was changed."""
    trail_word: NDArray[np.uint64]
    """Shape (enough,): what it was before."""
    joined: NDArray[np.uint64]
    """Cells to visit as bits: a join of them has lost colors.  0 between nodes."""
    robbed: NDArray[np.uint64]
    """Cells to visit as bits: they have lost a piece.  0 between nodes."""
    stale: NDArray[np.uint64]
    """Shape (cells,): the sides that such a cell must look at."""
    tight: NDArray[np.uint64]
    """Shape (regions,): hues whose count has reached a bound.  0 between nodes."""


@inlined
def put(domains: DomainState, place: np.uint64, word: np.uint64) -> None:
    """Change a word; save the old one on the trail."""
    top = domains.trail_top[0]
    domains.trail_place[top] = place
    domains.trail_word[top] = domains.words[place]
    domains.trail_top[0] = top + ONE
    domains.words[place] = word


@inlined
def undo(domains: DomainState, mark: np.uint64) -> None:
    """Undo all changes since the trail had a given length."""
    top = domains.trail_top[0]
    while top > mark:
        top -= ONE
        domains.words[domains.trail_place[top]] = domains.trail_word[top]
    domains.trail_top[0] = top


@inlined
def want_visit(
    domains: DomainState, queue: NDArray[np.uint64], cell: np.uint64, sides: np.uint64
) -> None:
    """Queue a cell for a visit."""
    queue[cell >> WORD_SHIFT] |= ONE << (cell & BIT_MASK)
    domains.stale[cell] |= sides


@inlined
def forget_visits(domains: DomainState) -> None:
    """Empty the queues, after a failure."""
    for number in range(domains.joined.shape[0]):
        domains.joined[number] = ZERO
        domains.robbed[number] = ZERO
    for number in range(domains.stale.shape[0]):
        domains.stale[number] = ZERO
    for number in range(domains.tight.shape[0]):
        domains.tight[number] = ZERO


@inlined
def pieces_in(word: np.uint64, shift: np.uint64, lows: np.uint64) -> np.uint64:
    """Return the slots that have a bit in a word of a domain, as their lowest bits."""
    if shift == TWO:
        word |= word >> TWO
        word |= word >> ONE
    elif shift == ONE:
        word |= word >> ONE
    return word & lows


@inlined
def is_empty(domains: DomainState, cell: np.uint64) -> bool:
    """Return whether a cell has no candidate left."""
    left = ZERO
    start = cell * domains.width[0]
    for number in range(domains.word_count[cell]):
        left |= domains.words[start + np.uint64(number)]
    return left == ZERO


@inlined
def candidates_left(domains: DomainState, cell: np.uint64) -> np.uint64:
    """Count the candidates of a cell."""
    start, words = cell * domains.width[0], domains.words
    # Domains of two and three words, those of 7x7 and 8x8, without a loop.
    if domains.width[0] == TWO:
        return bit_count(words[start]) + bit_count(words[start + ONE])
    if domains.width[0] == THREE:
        two = bit_count(words[start]) + bit_count(words[start + ONE])
        return two + bit_count(words[start + TWO])
    count = ZERO
    for number in range(domains.word_count[cell]):
        count += bit_count(words[start + np.uint64(number)])
    return count
