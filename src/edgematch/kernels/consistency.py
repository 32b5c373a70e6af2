"""Search that keeps every cell's candidates and every join's colors consistent.

A cell's domain is a set of (piece, turn): four planes, one a turn, of a bit a piece.  A
join's domain is a set of colors.  Each filters the other until nothing changes; a
piece that is the only one left for a cell is taken from all others; a piece with no
cell left is a failure, and one with a single cell left goes there.

Domains are copied from depth to depth: a fork is a copy, and going back costs nothing.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from edgematch.kernels.bits import bit_count, trailing_zeros

PAUSED: Final = 0
FOUND: Final = 1
EXHAUSTED: Final = 2

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_WORD = np.uint64(6)
_LOW = np.uint64(63)


class Rules(NamedTuple):
    """The puzzle as the kernel sees it.

    A join is seen from the cell on its north or west; there its colors are the colors
    of that cell's side, on the other side their mates.
    """

    has: NDArray[np.uint64]
    """Shape (4, 4, colors, words): the pieces that show a color at a side in a turn."""
    mate: NDArray[np.int64]
    """Shape (colors,)."""
    join: NDArray[np.int64]
    """Shape (cells, 4): the join at each side, -1 on the rim."""
    beyond: NDArray[np.int64]
    """Shape (cells, 4): the cell beyond each side, -1 on the rim."""
    is_second: NDArray[np.uint8]
    """Shape (cells, 4): whether the cell sees the join from its other side."""
    all_pieces: NDArray[np.uint64]
    """Shape (words,)."""
    rank: NDArray[np.float64]
    """Shape (cells,): added to a cell's score: some cells come before others."""


class Search(NamedTuple):
    """The whole state of one search: keep it to continue, copy it to fork."""

    at: NDArray[np.int64]
    """Shape (2,): the depth, and the depth to go back no further than."""
    domains: NDArray[np.uint64]
    """Shape (cells + 1, cells, 4, words): the domains at each depth."""
    colors: NDArray[np.uint64]
    """Shape (cells + 1, joins, color words): the colors of the joins at each depth."""
    cell: NDArray[np.int64]
    """Shape (cells + 1,): the cell that each depth branches on."""
    left: NDArray[np.uint64]
    """Shape (cells + 1, 4, words): the candidates of it still to try."""
    total: NDArray[np.int64]
    """Shape (cells + 1,): how many candidates it had."""
    is_single: NDArray[np.uint8]
    """Shape (cells + 1, cells): whether a cell's piece is taken from the others."""
    queued: NDArray[np.uint8]
    """Shape (cells,): cells whose joins may have lost a color; 0 between nodes."""
    nodes: NDArray[np.int64]
    """Shape (cells + 1,): candidates placed at each depth."""
    fullest: NDArray[np.int64]
    """Shape (cells + 1,): the placements of the fullest board, and their number."""


@njit(cache=True, nogil=True)
def candidates_left(search: Search, depth: int, cell: int) -> int:
    """Count the candidates of a cell."""
    count = _ZERO
    for turn in range(4):
        for word in range(search.domains.shape[3]):
            count += bit_count(search.domains[depth, cell, turn, word])
    return int(count)


@njit(cache=True, nogil=True)
def revise(rules: Rules, search: Search, depth: int, cell: int) -> bool:
    """Filter the joins of a cell by its domain, and the cells beyond by the joins.

    Queues the cells that lose something; False if a join has no color left.
    """
    domains, colors = search.domains, search.colors
    words = domains.shape[3]
    for side in range(4):
        join = rules.join[cell, side]
        if join < 0:
            continue
        beyond = rules.beyond[cell, side]
        facing = (side + 2) % 4
        is_second = rules.is_second[cell, side] != 0
        has_changed = False
        is_empty = True
        for color_word in range(colors.shape[2]):
            bits = colors[depth, join, color_word]
            kept = bits
            while bits != _ZERO:
                lowest = bits & (~bits + _ONE)
                bits ^= lowest
                color = np.int64(trailing_zeros(lowest)) + 64 * color_word
                own = rules.mate[color] if is_second else color
                is_supported = False
                for turn in range(4):
                    for word in range(words):
                        if (
                            domains[depth, cell, turn, word]
                            & rules.has[turn, side, own, word]
                        ) != _ZERO:
                            is_supported = True
                            break
                    if is_supported:
                        break
                if is_supported:
                    continue
                kept ^= lowest
                other = color if is_second else rules.mate[color]
                for turn in range(4):
                    for word in range(words):
                        before = domains[depth, beyond, turn, word]
                        after = before & ~rules.has[turn, facing, other, word]
                        if after != before:
                            domains[depth, beyond, turn, word] = after
                            has_changed = True
            colors[depth, join, color_word] = kept
            if kept != _ZERO:
                is_empty = False
        if is_empty:
            return False
        if has_changed:
            search.queued[beyond] = 1
    return True


@njit(cache=True, nogil=True)
def take_from_others(
    search: Search, depth: int, cell: int, word: int, bit: np.uint64
) -> None:
    """Take a piece that is fixed on a cell from all others, and queue those it hit."""
    domains = search.domains
    for other in range(domains.shape[1]):
        if other == cell:
            continue
        for turn in range(4):
            before = domains[depth, other, turn, word]
            if before & bit != _ZERO:
                domains[depth, other, turn, word] = before & ~bit
                search.queued[other] = 1


@njit(cache=True, nogil=True)
def single_piece(search: Search, depth: int, cell: int) -> int:
    """Return the only piece of a cell, -1 if there are several, -2 if there is none."""
    domains = search.domains
    found = -2
    for word in range(domains.shape[3]):
        bits = (
            domains[depth, cell, 0, word]
            | domains[depth, cell, 1, word]
            | domains[depth, cell, 2, word]
            | domains[depth, cell, 3, word]
        )
        if bits == _ZERO:
            continue
        if found >= 0 or bits & (bits - _ONE) != _ZERO:
            return -1
        found = int(trailing_zeros(bits)) + 64 * word
    return found


@njit(cache=True, nogil=True)
def propagate(rules: Rules, search: Search, depth: int) -> bool:
    """Filter until nothing changes; say whether every domain has something left.

    Starts with the cells that are marked in `queued`.
    """
    domains, queued = search.domains, search.queued
    cells, words = domains.shape[1], domains.shape[3]
    while True:
        is_quiet = True
        for cell in range(cells):
            if queued[cell] == 0:
                continue
            queued[cell] = 0
            is_quiet = False
            piece = single_piece(search, depth, cell)
            if piece == -2:
                queued[:] = 0
                return False
            if piece >= 0 and search.is_single[depth, cell] == 0:
                search.is_single[depth, cell] = 1
                bit = _ONE << np.uint64(piece & 63)
                take_from_others(search, depth, cell, piece >> 6, bit)
            if not revise(rules, search, depth, cell):
                queued[:] = 0
                return False
        if not is_quiet:
            continue
        # Every piece needs a cell; one with a single cell left goes there.
        for word in range(words):
            once, twice = _ZERO, _ZERO
            for cell in range(cells):
                bits = (
                    domains[depth, cell, 0, word]
                    | domains[depth, cell, 1, word]
                    | domains[depth, cell, 2, word]
                    | domains[depth, cell, 3, word]
                )
                twice |= once & bits
                once |= bits
            if once != rules.all_pieces[word]:
                return False
            alone = once & ~twice
            if alone == _ZERO:
                continue
            for cell in range(cells):
                if search.is_single[depth, cell] != 0:
                    continue
                bits = (
                    domains[depth, cell, 0, word]
                    | domains[depth, cell, 1, word]
                    | domains[depth, cell, 2, word]
                    | domains[depth, cell, 3, word]
                ) & alone
                if bits == _ZERO:
                    continue
                if bits & (bits - _ONE) != _ZERO:
                    return False  # two pieces have this cell only
                for turn in range(4):
                    for other in range(words):
                        keep = bits if other == word else _ZERO
                        domains[depth, cell, turn, other] &= keep
                queued[cell] = 1
                is_quiet = False
        if is_quiet:
            return True


@njit(cache=True, nogil=True)
def choose(rules: Rules, search: Search, depth: int) -> int:
    """Return the cell to branch on, or -1 if every cell has a single candidate.

    The fewest candidates divided by (1 + undecided joins) squared, plus the rank.
    """
    cells = search.domains.shape[1]
    best, best_cell = 0.0, -1
    for cell in range(cells):
        count = candidates_left(search, depth, cell)
        if count == 1:
            continue
        undecided = 1
        for side in range(4):
            join = rules.join[cell, side]
            if join >= 0:
                colors = _ZERO
                for word in range(search.colors.shape[2]):
                    colors += bit_count(search.colors[depth, join, word])
                if colors > _ONE:
                    undecided += 1
        score = count / (undecided * undecided) + rules.rank[cell]
        if best_cell < 0 or score < best:
            best, best_cell = score, cell
    return best_cell


@njit(cache=True, nogil=True)
def keep_fullest(search: Search, depth: int) -> None:
    """Remember the board with the most cells decided."""
    cells = search.domains.shape[1]
    decided = 0
    for cell in range(cells):
        if candidates_left(search, depth, cell) == 1:
            decided += 1
    if decided <= search.fullest[cells]:
        return
    search.fullest[cells] = decided
    for cell in range(cells):
        search.fullest[cell] = -1
        if candidates_left(search, depth, cell) != 1:
            continue
        for turn in range(4):
            for word in range(search.domains.shape[3]):
                bits = search.domains[depth, cell, turn, word]
                if bits != _ZERO:
                    piece = np.int64(trailing_zeros(bits)) + 64 * word
                    search.fullest[cell] = piece * 4 + turn


@njit(cache=True, nogil=True)
def open_depth(rules: Rules, search: Search, depth: int) -> bool:
    """Choose the cell that a depth branches on; False if the board is full."""
    cell = choose(rules, search, depth)
    if cell < 0:
        return False
    search.cell[depth] = cell
    search.left[depth] = search.domains[depth, cell]
    search.total[depth] = candidates_left(search, depth, cell)
    return True


@njit(cache=True, nogil=True)
def advance(rules: Rules, search: Search, node_budget: int) -> int:
    """Continue `search` for at most `node_budget` nodes; a node is one piece placed.

    Returns FOUND when every cell is decided, EXHAUSTED when nothing is left to try,
    PAUSED when the budget is spent.  Calling again continues from there, after FOUND
    with the next solution.  Writes the arrays of `search` and nothing else.
    """
    depth, floor = search.at[0], search.at[1]
    words = search.domains.shape[3]
    budget = node_budget
    while budget > 0:
        turn, word = 0, 0
        bits = _ZERO
        for turn in range(4):
            for word in range(words):
                bits = search.left[depth, turn, word]
                if bits != _ZERO:
                    break
            if bits != _ZERO:
                break
        if bits == _ZERO:
            if depth == floor:
                search.at[0] = depth
                return EXHAUSTED
            depth -= 1
            continue
        bit = bits & (~bits + _ONE)
        search.left[depth, turn, word] = bits ^ bit
        search.nodes[depth] += 1
        budget -= 1
        cell = search.cell[depth]
        below = depth + 1
        search.domains[below] = search.domains[depth]
        search.colors[below] = search.colors[depth]
        search.is_single[below] = search.is_single[depth]
        search.domains[below, cell] = _ZERO
        search.domains[below, cell, turn, word] = bit
        search.queued[cell] = 1
        if not propagate(rules, search, below):
            continue
        keep_fullest(search, below)
        if not open_depth(rules, search, below):
            search.at[0] = depth
            return FOUND
        depth = below
    search.at[0] = depth
    return PAUSED
