"""The tree search of consistency: place a piece, propagate, choose the next cell.

At each depth a cell is chosen and its candidates are tried one by one; after each, the
domains are filtered again.  Filtering takes eight ninths of the time.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.tree import CEILING, DEPTH, EXHAUSTED, FLOOR, FOUND, PAUSED
from edgematch.kernels.words import (
    BIT_MASK,
    ONE,
    WORD_SHIFT,
    ZERO,
    bit_count,
    trailing_zeros,
)

from .choice import Choice, candidate_count, count_all, score, tie_draw, tie_key
from .color_matching import match_colors
from .domains import (
    ALL_SIDES,
    FAILED,
    FULL,
    PARTIAL,
    QUIET,
    DomainState,
    candidates_left,
    forget_visits,
    put,
    undo,
    want_visit,
)
from .piece_matching import PieceMatching, match_pieces
from .piece_rules import place_lonely_pieces
from .propagation import follow_visits, settle_counts
from .side_pairs import ColorMatching

HAS_BEGUN: Final = 3
"""Slot of `ConsistencyState.at`: 0 until the hints and the rim are propagated."""


class ConsistencyState(NamedTuple):
    """The position in the tree; with the domains, the whole state of a search."""

    at: NDArray[np.uint64]
    """Shape (4,): by the slots of `kernels/tree.py`, and `HAS_BEGUN`."""
    mark: NDArray[np.uint64]
    """Shape (cells + 1,): the length of the trail when a depth was opened."""
    cell: NDArray[np.uint64]
    """Shape (cells + 1,): the cell that each depth branches on."""
    left: NDArray[np.uint64]
    """Shape (cells + 1, width): its candidates still to try."""
    total: NDArray[np.int64]
    """Shape (cells + 1,): how many candidates it had."""
    nodes: NDArray[np.int64]
    """Shape (cells + 1,): candidates tried at each depth."""
    counts: NDArray[np.uint64]
    """Shape (words of the domains,): the bits of each word when a depth is opened."""
    weights: NDArray[np.float64]
    """Shape (words of the domains,): what the colors of a join then subtract from the
    score of a cell; 0 if there is no join."""
    fullest: NDArray[np.int64]
    """Shape (cells + 1,): for the fullest board the bit of each cell's candidate, -1 if
    it is empty, and last the number of its pieces."""


@inlined
def propagate(
    domains: DomainState,
    pieces: PieceMatching | None,
    colors: ColorMatching | None,
    placed: int,
) -> bool:
    """Filter until nothing changes; False if a domain becomes empty.

    If `placed` is a cell, not -1, do only the partial look-ahead from that cell.  A
    matching without cells is not looked at.
    """
    while True:
        if not follow_visits(domains, placed):
            forget_visits(domains)
            return False
        if domains.level[0] == PARTIAL:
            return True
        outcome = QUIET
        if domains.level[0] == FULL:
            outcome = place_lonely_pieces(domains)
        if outcome == QUIET:
            outcome = settle_counts(domains)
        # Nested conditions (SIM102): numba drops a branch on None when it compiles.
        if pieces is not None:  # noqa: SIM102
            if outcome == QUIET and pieces.piece.shape[0] != 0:
                outcome = match_pieces(domains, pieces)
        if colors is not None:  # noqa: SIM102
            if outcome == QUIET and colors.half_at.shape[0] != 0:
                outcome = match_colors(domains, colors)
        if outcome == FAILED:
            forget_visits(domains)
            return False
        if outcome == QUIET:
            return True


@inlined
def is_taken(domains: DomainState, cell: np.uint64) -> bool:
    """Return whether the piece of a cell has been removed from the others."""
    taken = domains.words[domains.first_taken[0] + (cell >> WORD_SHIFT)]
    return taken >> (cell & BIT_MASK) & ONE != ZERO


@inlined
def is_decided(domains: DomainState, cell: np.uint64) -> bool:
    """Return whether a cell has one candidate, whose piece no other cell has."""
    if not is_taken(domains, cell):
        return False
    return candidates_left(domains, cell) == ONE


@compiled
def count_decided(domains: DomainState) -> int:
    """Count the cells that are decided."""
    decided = 0
    for number in range(domains.word_count.shape[0]):
        if is_decided(domains, np.uint64(number)):
            decided += 1
    return decided


@inlined
def keep_fullest(domains: DomainState, search: ConsistencyState) -> None:
    """Remember the board with the most cells decided."""
    cells = domains.word_count.shape[0]
    taken = ZERO
    for word in range(domains.joined.shape[0]):
        taken += bit_count(domains.words[domains.first_taken[0] + np.uint64(word)])
    if np.int64(taken) <= search.fullest[cells]:
        return
    decided = count_decided(domains)
    if decided <= search.fullest[cells]:
        return
    search.fullest[cells] = decided
    for number in range(cells):
        cell = np.uint64(number)
        search.fullest[number] = -1
        if is_decided(domains, cell):
            for word in range(domains.word_count[cell]):
                bits = domains.words[cell * domains.width[0] + np.uint64(word)]
                if bits != ZERO:
                    bit = np.int64(trailing_zeros(bits)) + 64 * word
                    search.fullest[number] = bit


@inlined
def open_depth(
    domains: DomainState, choice: Choice, search: ConsistencyState, depth: np.uint64
) -> bool:
    """Choose the cell that a depth branches on; False if the board is full."""
    counts, weights = search.counts, search.weights
    count_all(domains, choice, counts, weights)
    key = tie_key(domains, choice)
    best, best_cell = 0.0, -1
    for number in range(domains.word_count.shape[0]):
        cell = np.uint64(number)
        count = candidate_count(domains, counts, cell)
        if count == ONE and is_taken(domains, cell):
            continue
        here = score(domains, choice, counts, weights, cell, count)
        if best_cell < 0 or here < best:
            best, best_cell = here, number
        elif here == best:
            least = tie_draw(choice, key, np.uint64(best_cell))
            if tie_draw(choice, key, cell) < least:
                best_cell = number
    if best_cell < 0:
        return False
    cell = np.uint64(best_cell)
    search.cell[depth] = cell
    search.mark[depth] = domains.trail_top[0]
    search.total[depth] = np.int64(candidate_count(domains, counts, cell))
    for word in range(search.left.shape[1]):
        search.left[depth, word] = ZERO
    for word in range(domains.word_count[cell]):
        place = cell * domains.width[0] + np.uint64(word)
        search.left[depth, word] = domains.words[place]
    return True


@inlined
def next_candidate(search: ConsistencyState, depth: np.uint64) -> int:
    """Take the next candidate of a depth, -1 if none is left."""
    for word in range(search.left.shape[1]):
        bits = search.left[depth, word]
        if bits != ZERO:
            search.left[depth, word] = bits & (bits - ONE)
            return np.int64(trailing_zeros(bits)) + 64 * word
    return -1


@inlined
def place_candidate(domains: DomainState, cell: np.uint64, candidate: int) -> None:
    """Place a candidate on its cell."""
    for word in range(domains.word_count[cell]):
        place = cell * domains.width[0] + np.uint64(word)
        is_here = word == candidate >> 6
        after = ONE << np.uint64(candidate & 63) if is_here else ZERO
        if domains.words[place] != after:
            put(domains, place, after)
    want_visit(domains, domains.joined, cell, ALL_SIDES)


@compiled
def advance(
    domains: DomainState,
    pieces: PieceMatching | None,
    colors: ColorMatching | None,
    choice: Choice,
    search: ConsistencyState,
    node_budget: int,
) -> int:
    """Continue a search for at most `node_budget` nodes; a node is one piece placed.

    The first call propagates the hints and the rim, at no node.  Returns FOUND when
    every cell is decided, EXHAUSTED when nothing is left to try, PAUSED when the budget
    is spent.  Call again to continue, after FOUND with the next solution.
    Writes `domains`, `search` and the matchings.

    Each part of the kernel is called in one place only: it is compiled into every place
    that calls it, so a second call would double the compile time.
    """
    depth, floor, ceiling = search.at[DEPTH], search.at[FLOOR], search.at[CEILING]
    budget = node_budget
    while True:
        is_first = search.at[HAS_BEGUN] == ZERO
        placed = -1
        if is_first:
            search.at[HAS_BEGUN] = ONE
            for number in range(domains.word_count.shape[0]):
                want_visit(domains, domains.joined, np.uint64(number), ALL_SIDES)
        else:
            if budget <= 0:
                search.at[DEPTH] = depth
                return PAUSED
            undo(domains, search.mark[depth])
            candidate = next_candidate(search, depth)
            if candidate < 0:
                if depth == floor:
                    search.at[DEPTH] = depth
                    return EXHAUSTED
                depth -= ONE
                continue
            search.nodes[depth] += 1
            budget -= 1
            place_candidate(domains, search.cell[depth], candidate)
            if domains.level[0] == PARTIAL:
                placed = np.int64(search.cell[depth])
        if not propagate(domains, pieces, colors, placed):
            if is_first:
                return EXHAUSTED
            continue
        keep_fullest(domains, search)
        below = depth if is_first else depth + ONE
        is_full = not open_depth(domains, choice, search, below)
        if is_full or below == ceiling:
            search.at[DEPTH] = depth
            return FOUND
        depth = below
