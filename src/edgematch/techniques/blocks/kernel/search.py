"""Depth-first search that fills a board block by block, row by row.

Every *step* fills one place for a block.  The patterns demanded by the blocks above and
before it select a group of tables, which is a sequence of words of 54 candidates
each.  Every word comes with a list of the pieces that several of its candidates use,
and the bits of these candidates: so a used piece removes all its blocks from a word at
once.  A piece that only one candidate of a word uses (three of five on Eternity II) is
checked when that candidate is placed: the tables are a quarter smaller, at 1.02 to 1.1
times the time per block.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.tree import CEILING, DEPTH, EXHAUSTED, FLOOR, FOUND, PAUSED
from edgematch.kernels.words import (
    ALL_BITS,
    ONE,
    WORD_BITS,
    ZERO,
    bit_count,
    trailing_zeros,
)

from .enumeration import TURN_SHIFT

_PIECE_SHIFT = np.uint64(54)
PER_WORD: Final = 54
"""Candidates per word: their bits and the ten bits of a piece fit in 64."""
FREE: Final = ZERO
"""The mark of a piece that is not placed."""


class BlockArrays(NamedTuple):
    """The places for blocks, and every block, by group and then in the order of trial.

    After the last place comes a blank, for missing neighbors; the last block is the
    blank, which demands pattern 0.
    """

    group_base: NDArray[np.uint32]
    """Shape (steps,): the first group of this kind of place."""
    group_stride: NDArray[np.uint32]
    """Shape (steps,): the groups from one pattern above to the next."""
    above: NDArray[np.uint32]
    """Shape (steps,): the step to the north, or the blank."""
    before: NDArray[np.uint32]
    """Shape (steps,): the step to the west, or the blank."""
    way: NDArray[np.uint16]
    """Shape (tables, cells): piece * 4 + turn; blocks with fewer cells are padded
    with a piece that does not exist."""
    demanded_below: NDArray[np.uint16]
    """Shape (candidates,): the pattern that may follow to the south."""
    demanded_beside: NDArray[np.uint16]
    """Shape (candidates,): the pattern that may follow to the east."""
    first_word: NDArray[np.uint32]
    """Shape (groups + 1,): the words of each group."""
    first_candidate: NDArray[np.uint32]
    """Shape (words + 1,): the candidates of each word, at most `PER_WORD`."""
    first_user: NDArray[np.uint32]
    """Shape (words + 1,): the users of each word."""
    user: NDArray[np.uint64]
    """Shape (users,): in the upper ten bits a piece that several candidates of the word
    use, below them the bits of these candidates."""


class BlockState(NamedTuple):
    """The state of a search: save it to continue later, copy it to fork."""

    at: NDArray[np.uint64]
    """Shape (3,): `DEPTH`, `FLOOR` and `CEILING` of `kernels/tree.py`."""
    chosen: NDArray[np.uint32]
    """Shape (steps + 1,): the candidate on each filled step, and last the blank."""
    word: NDArray[np.uint32]
    """Shape (steps,): the word that `left` has the bits of."""
    end_word: NDArray[np.uint32]
    """Shape (steps,): the end of the group."""
    left: NDArray[np.uint64]
    """Shape (steps,): the candidates of the word still to try."""
    used: NDArray[np.uint64]
    """Shape (pieces + 1,): all bits for a used piece, none for others."""
    nodes: NDArray[np.int64]
    """Shape (steps,): blocks placed on each step since the search began."""
    fullest: NDArray[np.uint32]
    """Shape (steps + 1,): the blocks of the fullest board; last, their number."""


@compiled
def find_users(
    way: NDArray[np.uint16],
    first_candidate: NDArray[np.uint32],
    bits_of_piece: NDArray[np.uint64],
    first_user: NDArray[np.uint32],
    user: NDArray[np.uint64],
) -> None:
    """Write which candidates of each word use a piece that several of them use.

    Called with `user` of length 0 it only counts, into `first_user`.
    """
    is_count = len(user) == 0
    cells = np.uint64(way.shape[1])
    pieces = np.uint64(len(bits_of_piece) - 1)  # the last is no piece
    total = ZERO
    for word in range(np.uint64(len(first_candidate) - 1)):
        first = np.uint64(first_candidate[word])
        end = np.uint64(first_candidate[word + ONE])
        first_user[word] = total
        for candidate in range(first, end):
            for cell in range(cells):
                piece = np.uint64(way[candidate, cell]) >> TURN_SHIFT
                bits_of_piece[piece] |= ONE << (candidate - first)
        for candidate in range(first, end):
            for cell in range(cells):
                piece = np.uint64(way[candidate, cell]) >> TURN_SHIFT
                bits = bits_of_piece[piece]
                if piece != pieces and bit_count(bits) > ONE:
                    if not is_count:
                        user[total] = piece << _PIECE_SHIFT | bits
                    total += ONE
                bits_of_piece[piece] = ZERO
    first_user[len(first_user) - 1] = total


@compiled
def likely(tables: BlockArrays, used: NDArray[np.uint64], word: np.uint64) -> np.uint64:
    """Return the candidates of a word none of whose shared pieces is used.

    A piece that no other candidate of the word uses may still be used.
    """
    first = np.uint64(tables.first_candidate[word])
    count = np.uint64(tables.first_candidate[word + ONE]) - first
    gone = ZERO
    for user in range(
        np.uint64(tables.first_user[word]), np.uint64(tables.first_user[word + ONE])
    ):
        each = np.uint64(tables.user[user])
        gone |= each & used[each >> _PIECE_SHIFT]
    return (ALL_BITS >> (WORD_BITS - count)) & ~gone


@compiled
def open_step(tables: BlockArrays, search: BlockState, step: np.uint64) -> None:
    """Look up the group of a step by the blocks above and before it."""
    above = search.chosen[tables.above[step]]
    before = search.chosen[tables.before[step]]
    group = (
        np.uint64(tables.group_base[step])
        + np.uint64(tables.demanded_below[above]) * np.uint64(tables.group_stride[step])
        + np.uint64(tables.demanded_beside[before])
    )
    first = np.uint64(tables.first_word[group])
    end = np.uint64(tables.first_word[group + ONE])
    search.word[step] = first
    search.end_word[step] = end
    search.left[step] = likely(tables, search.used, first) if first < end else ZERO


@compiled
def is_free(
    tables: BlockArrays, used: NDArray[np.uint64], candidate: np.uint64
) -> bool:
    """Return whether all pieces of a candidate are free."""
    taken = ZERO
    for cell in range(np.uint64(tables.way.shape[1])):
        taken |= used[np.uint64(tables.way[candidate, cell]) >> TURN_SHIFT]
    return taken == ZERO


@compiled
def mark(
    tables: BlockArrays, search: BlockState, candidate: np.uint64, mark: np.uint64
) -> None:
    """Mark the pieces of a candidate as used or free."""
    for cell in range(np.uint64(tables.way.shape[1])):
        piece = np.uint64(tables.way[candidate, cell]) >> TURN_SHIFT
        search.used[piece] = mark
    search.used[len(search.used) - 1] = FREE  # no piece, of a block with fewer cells


@compiled
def advance(tables: BlockArrays, search: BlockState, node_budget: int) -> int:
    """Continue `search` for at most `node_budget` nodes; a node is one block placed.

    Returns FOUND when the last step is filled, EXHAUSTED when nothing is left to try,
    PAUSED when the budget is spent.  Call again to continue, after FOUND
    with the next solution.  Writes the arrays of `search` and nothing else.
    """
    step, floor, last = search.at[DEPTH], search.at[FLOOR], search.at[CEILING]
    chosen, left, fullest = search.chosen, search.left, search.fullest
    deepest = np.uint64(fullest[len(fullest) - 1])
    if step == last:
        if step == floor:
            return EXHAUSTED
        step -= ONE
        mark(tables, search, np.uint64(chosen[step]), ZERO)
    budget = node_budget
    while budget > 0:
        bits = left[step]
        if bits != ZERO:
            left[step] = bits & (bits - ONE)
            first = np.uint64(tables.first_candidate[search.word[step]])
            candidate = first + trailing_zeros(bits)
            if not is_free(tables, search.used, candidate):
                continue
            chosen[step] = candidate
            mark(tables, search, candidate, ALL_BITS)
            search.nodes[step] += 1
            budget -= 1
            step += ONE
            if step > deepest:
                deepest = step
                for each in range(step):
                    fullest[each] = chosen[each]
                fullest[len(fullest) - 1] = step
            if step == last:
                search.at[DEPTH] = step
                return FOUND
            open_step(tables, search, step)
            continue
        word = np.uint64(search.word[step]) + ONE
        if word < search.end_word[step]:
            search.word[step] = word
            left[step] = likely(tables, search.used, word)
            continue
        if step == floor:
            search.at[DEPTH] = step
            return EXHAUSTED
        step -= ONE
        mark(tables, search, np.uint64(chosen[step]), ZERO)
    search.at[DEPTH] = step
    return PAUSED
