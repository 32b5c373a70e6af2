"""Random dives: place random blocks, row by row, until none fits."""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.words import ALL_BITS, ONE, ZERO, bit_count, trailing_zeros

from .search import BlockArrays, BlockState, is_free, likely, mark, open_step


@compiled
def next_draw(draws: NDArray[np.uint64]) -> np.uint64:
    """Return the next random word (xorshift); `draws[0]` must not be 0."""
    word = draws[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    draws[0] = word
    return np.uint64(word)


@compiled
def free_candidates(
    tables: BlockArrays, used: NDArray[np.uint64], word: np.uint64
) -> np.uint64:
    """Return the candidates of a word all of whose pieces are free."""
    first = np.uint64(tables.first_candidate[word])
    found = ZERO
    left = likely(tables, used, word)
    while left != ZERO:
        place = trailing_zeros(left)
        left &= left - ONE
        if is_free(tables, used, first + place):
            found |= ONE << place
    return found


@compiled
def random_candidate(
    tables: BlockArrays, search: BlockState, draws: NDArray[np.uint64], step: np.uint64
) -> int:
    """Return a random candidate that fits on an opened step; -1 if there is none."""
    first, end = np.uint64(search.word[step]), np.uint64(search.end_word[step])
    total = ZERO
    for word in range(first, end):
        total += np.uint64(
            bit_count(free_candidates(tables, search.used, np.uint64(word)))
        )
    if total == ZERO:
        return -1
    drawn = next_draw(draws) % total
    for word in range(first, end):
        bits = free_candidates(tables, search.used, np.uint64(word))
        here = np.uint64(bit_count(bits))
        if drawn < here:
            for _ in range(drawn):
                bits &= bits - ONE
            place = np.uint64(tables.first_candidate[word]) + trailing_zeros(bits)
            return int(place)
        drawn -= here
    return -1


@compiled
def dive(
    tables: BlockArrays,
    search: BlockState,
    draws: NDArray[np.uint64],
    paths: NDArray[np.uint32],
    depths: NDArray[np.uint32],
) -> None:
    """Dive from the empty board, once for each row of `paths`, shape (dives, steps)."""
    count = np.uint64(len(tables.above))
    for number in range(np.uint64(len(paths))):
        depth = ZERO
        while depth < count:
            open_step(tables, search, depth)
            chosen = random_candidate(tables, search, draws, depth)
            if chosen < 0:
                break
            candidate = np.uint64(chosen)
            search.chosen[depth] = candidate
            paths[number, depth] = candidate
            mark(tables, search, candidate, ALL_BITS)
            depth += ONE
        depths[number] = depth
        for step in range(depth):
            mark(tables, search, np.uint64(search.chosen[step]), ZERO)
