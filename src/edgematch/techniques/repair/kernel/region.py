"""Empty a few cells of a full board and fill them again with the fewest breaks.

Branch and bound over the cells of a region, in an order in which each has as many
filled neighbors as possible.  The ways of the pieces of the region are the bits of one
word, or of two if there are more than 64: the ways that meet a demand are a mask, and
adding the complements of these masks counts, for all ways at once, the breaks that each
would make.

The number of words is the length of a tuple: the kernels are compiled for each length,
so that loops over a single word vanish.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.random_draws import draw_below
from edgematch.kernels.words import ONE, ZERO, trailing_zeros
from edgematch.placements.kernel.full_boards import PuzzleArrays

_LEVELS = 5
"""A piece makes 0 to 4 breaks."""


class Region(NamedTuple):
    """The cells of a region, at most D of them, and its search in W words."""

    words: tuple[int, ...]
    """W of them, 1 or 2."""
    cell: NDArray[np.uint32]
    """Shape (D,): in the order in which they are filled."""
    size: NDArray[np.int64]
    """Shape (1,)."""
    depth: NDArray[np.int32]
    """Shape (cells + 1,): the place of a cell in the order; -1 outside."""
    way_of_bit: NDArray[np.uint32]
    """Shape (64 * W,)."""
    piece_bits: NDArray[np.uint64]
    """Shape (W, 64 * W): all bits of the piece that a bit is of."""
    fitting: NDArray[np.uint64]
    """Shape (W, D): the ways that keep the rim."""
    showing: NDArray[np.uint64]
    """Shape (W, 4, colors + 2): the ways that show a color on a side."""
    demands: NDArray[np.int32]
    """Shape (D, 4): the sides that face cells filled before; -1 ends the list."""
    bound: NDArray[np.int32]
    """Shape (D + 1,): a lower bound on the breaks of the cells from here on."""
    level: NDArray[np.int32]
    """Shape (D,): the breaks of the ways that are being tried."""
    left: NDArray[np.uint64]
    """Shape (W, D, 5): the ways still to be tried, by the breaks they make."""
    taken: NDArray[np.uint64]
    """Shape (W, D + 1): the bits of the pieces placed before."""
    breaks: NDArray[np.int32]
    """Shape (D + 1,): made before."""
    found: NDArray[np.uint32]
    """Shape (D,): the ways of the best filling."""
    before: NDArray[np.uint32]
    """Shape (D,): the ways before the region was emptied."""


@compiled
def order_cells(
    puzzle: PuzzleArrays, region: Region, random: NDArray[np.uint64]
) -> None:
    """Sort the cells: next is one with the most filled neighbors, ties at random."""
    size = region.size[0]
    outside = puzzle.neighbor.shape[0]
    for i in range(size):
        region.depth[region.cell[i]] = size
    for i in range(size):
        best, chosen = -1, i
        for j in range(i, size):
            known = 0
            for side in range(4):
                beyond = puzzle.neighbor[region.cell[j], side]
                if beyond == outside or region.depth[beyond] < size:
                    known += 8
            known += draw_below(random, 8)
            if known > best:
                best, chosen = known, j
        cell = region.cell[chosen]
        region.cell[chosen] = region.cell[i]
        region.cell[i] = cell
        region.depth[cell] = i


@compiled
def list_ways(
    puzzle: PuzzleArrays,
    ways: NDArray[np.uint32],
    region: Region,
    random: NDArray[np.uint64],
) -> None:
    """Give bits to the ways of the pieces of a region, in random order."""
    size = region.size[0]
    for i in range(size):
        region.before[i] = ways[region.cell[i]]
        region.found[i] = region.before[i] >> np.uint32(4)
    for i in range(size - 1, 0, -1):
        j = draw_below(random, i + 1)
        piece = region.found[i]
        region.found[i] = region.found[j]
        region.found[j] = piece
    for word in range(len(region.words)):
        for i in range(size):
            region.fitting[word, i] = ZERO
        for side in range(4):
            for color in range(region.showing.shape[2]):
                region.showing[word, side, color] = ZERO
    bit = 0
    for i in range(size):
        piece = np.int64(region.found[i])
        start = bit
        first_turn = draw_below(random, 4)
        for number in range(4):
            turn = (first_turn + number) & 3
            rim = puzzle.rim_of_way[piece * 4 + turn]
            word, mask, fits = bit >> 6, ONE << np.uint64(bit & 63), False
            for j in range(size):
                if puzzle.rim[region.cell[j]] == rim:
                    region.fitting[word, j] |= mask
                    fits = True
            if not fits:
                continue
            way = piece * 16 + turn * 4
            region.way_of_bit[bit] = way
            for side in range(4):
                region.showing[word, side, puzzle.shown[way + side]] |= mask
            bit += 1
        for word in range(len(region.words)):
            of_piece = ZERO
            for same in range(start, bit):
                if same >> 6 == word:
                    of_piece |= ONE << np.uint64(same & 63)
            for same in range(start, bit):
                region.piece_bits[word, same] = of_piece


@inlined
def _by_breaks(
    fitting: np.uint64, missed: tuple[np.uint64, ...], level: int
) -> np.uint64:
    """Return the ways that miss `level` demands, given three bits of the counts."""
    ones, twos, fours = missed
    if level == 0:
        return fitting & ~(ones | twos | fours)
    if level == 1:
        return fitting & ones & ~twos
    if level == 2:
        return fitting & twos & ~ones
    if level == 3:
        return fitting & ones & twos
    return fitting & fours


@compiled
def set_bounds(puzzle: PuzzleArrays, ways: NDArray[np.uint32], region: Region) -> int:
    """Write the demands and the bound of each cell; return the present breaks.

    The bound of a cell counts only neighbors outside the region.
    """
    size, outside = region.size[0], puzzle.neighbor.shape[0]
    breaks = 0
    for i in range(size):
        cell = region.cell[i]
        count = 0
        for side in range(4):
            beyond = puzzle.neighbor[cell, side]
            if beyond == outside or region.depth[beyond] > i:
                continue
            region.demands[i, count] = side
            count += 1
            demand = puzzle.demanded[ways[beyond] + np.uint32(side ^ 2)]
            breaks += demand != puzzle.shown[ways[cell] + np.uint32(side)]
        if count < 4:
            region.demands[i, count] = -1
        fewest = _LEVELS - 1
        for word in range(len(region.words)):
            missed = _count_missed(puzzle, ways, region, i, word, True)
            fitting, level = region.fitting[word, i], 0
            while level < fewest and not _by_breaks(fitting, missed, level):
                level += 1
            fewest = level
        region.bound[i] = fewest
    region.bound[size] = 0
    for i in range(size - 1, -1, -1):
        region.bound[i] += region.bound[i + 1]
    return breaks


@inlined
def _count_missed(
    puzzle: PuzzleArrays,
    ways: NDArray[np.uint32],
    region: Region,
    i: int,
    word: int,
    is_around_only: bool,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Count, for all ways at once, the demands that they miss: three words of bits."""
    ones, twos, fours = ZERO, ZERO, ZERO
    for number in range(4):
        side = region.demands[i, number]
        if side < 0:
            break
        beyond = puzzle.neighbor[region.cell[i], side]
        if is_around_only and region.depth[beyond] >= 0:
            continue
        demand = puzzle.demanded[ways[beyond] + np.uint32(side ^ 2)]
        missed = ~region.showing[word, side, demand]
        fours ^= ones & twos & missed
        twos ^= ones & missed
        ones ^= missed
    return ones, twos, fours


@inlined
def _open(
    puzzle: PuzzleArrays, ways: NDArray[np.uint32], region: Region, i: int
) -> None:
    """Sort the ways for a cell by the breaks that they make."""
    for word in range(len(region.words)):
        missed = _count_missed(puzzle, ways, region, i, word, False)
        fitting = region.fitting[word, i] & ~region.taken[word, i]
        for level in range(_LEVELS):
            region.left[word, i, level] = _by_breaks(fitting, missed, level)
    region.level[i] = 0


@compiled
def fill_region(
    puzzle: PuzzleArrays,
    ways: NDArray[np.uint32],
    region: Region,
    most: int,
    takes_first: bool,
    node_budget: int,
) -> tuple[int, int]:
    """Search for a filling with at most `most` breaks, then for better ones.

    Returns the breaks of the best filling, -1 if there is none, and the nodes.  The
    filling is left in `found`; `ways` is overwritten on the cells of the region.  With
    `takes_first` the search ends with the first filling.
    """
    size = region.size[0]
    best, bound = -1, most + 1
    nodes = 0
    depth = 0
    last = len(region.words) - 1
    for word in range(last + 1):
        region.taken[word, 0] = ZERO
    region.breaks[0] = 0
    _open(puzzle, ways, region, 0)
    while depth >= 0:
        level = region.level[depth]
        breaks = region.breaks[depth] + level
        if level == _LEVELS or breaks + region.bound[depth + 1] >= bound:
            depth -= 1
            continue
        word = 0
        left = region.left[0, depth, level]
        while left == ZERO and word < last:
            word += 1
            left = region.left[word, depth, level]
        if left == ZERO:
            region.level[depth] = level + 1
            continue
        region.left[word, depth, level] = left & (left - ONE)
        bit = np.uint64(word << 6) + trailing_zeros(left)
        ways[region.cell[depth]] = region.way_of_bit[bit]
        nodes += 1
        if depth + 1 == size:
            best = bound = breaks
            for i in range(size):
                region.found[i] = ways[region.cell[i]]
            if takes_first or best <= region.bound[0]:
                break
            continue
        if nodes >= node_budget:
            break
        for word in range(last + 1):
            taken = region.taken[word, depth] | region.piece_bits[word, bit]
            region.taken[word, depth + 1] = taken
        region.breaks[depth + 1] = breaks
        depth += 1
        _open(puzzle, ways, region, depth)
    return best, nodes
