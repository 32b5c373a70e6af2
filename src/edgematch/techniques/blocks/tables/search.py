"""The places for blocks and the groups of candidates of a block search, as arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import EAST, SOUTH
from edgematch.puzzle import Placement, Puzzle

from ..kernel.search import PER_WORD, BlockArrays, BlockState, find_users, open_step
from .enumeration import Ways, or_blank
from .places import BlockPlace
from .sorted_blocks import SortedBlocks


@dataclass(frozen=True)
class BlockTables:
    """The arguments of the kernel."""

    puzzle: Puzzle
    places: tuple[BlockPlace, ...]
    arrays: BlockArrays
    start: BlockState
    """The state of a search that has placed nothing yet."""


def block_tables(blocks: SortedBlocks) -> BlockTables:
    """Return the tables of a search that tries blocks in the given order."""
    arrays = _arrays(blocks)
    return BlockTables(
        blocks.puzzle, blocks.places, arrays, _start(blocks.puzzle, arrays)
    )


def _arrays(blocks: SortedBlocks) -> BlockArrays:
    """Cut the groups into words, and look up what each block demands and uses."""
    places, groups = blocks.places, [blocks.groups[each.kind] for each in blocks.places]
    words = (blocks.counts + np.uint32(PER_WORD - 1)) // np.uint32(PER_WORD)
    first_word = np.zeros(len(words) + 1, np.uint32)
    np.cumsum(words, out=first_word[1:])
    first_candidate = _first_candidates(blocks.counts, words, len(blocks))
    del words
    below, beside = np.zeros((2, len(blocks.ways)), np.uint16)
    for kind in blocks.groups:
        for part, each in blocks.parts(kind):
            below[part] = blocks.numbering.of(each.demanded_patterns(SOUTH))
            beside[part] = blocks.numbering.of(each.demanded_patterns(EAST))
    return BlockArrays(
        np.array([group.base for group in groups], np.uint32),
        np.array([group.stride for group in groups], np.uint32),
        or_blank([place.above for place in places], len(places)),
        or_blank([place.before for place in places], len(places)),
        blocks.ways,
        below,
        beside,
        first_word,
        first_candidate,
        *_users(blocks.ways, first_candidate, len(blocks.puzzle.pieces)),
    )


def _first_candidates(
    counts: NDArray[np.uint32], words: NDArray[np.uint32], total: int
) -> NDArray[np.uint32]:
    """Return where the candidates of each word begin, and where the last ones end."""
    (filled,) = np.nonzero(words)
    counts, words = counts[filled], words[filled]
    number_in_group = np.arange(words.sum()) - np.repeat(
        np.cumsum(words) - words, words
    )
    first_of_group = np.cumsum(counts) - counts
    first = np.repeat(first_of_group, words) + PER_WORD * number_in_group
    return np.append(first, total).astype(np.uint32)


def _users(
    ways: Ways, first_candidate: NDArray[np.uint32], pieces: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    first_user = np.zeros(len(first_candidate), np.uint32)
    bits = np.zeros(pieces + 1, np.uint64)
    find_users(ways, first_candidate, bits, first_user, np.zeros(0, np.uint64))
    user = np.zeros(int(first_user[-1]), np.uint64)
    if len(user):
        find_users(ways, first_candidate, bits, first_user, user)
    return first_user, user


def _start(puzzle: Puzzle, arrays: BlockArrays) -> BlockState:
    count = len(arrays.above)
    search = BlockState(
        at=np.array([0, 0, count], np.uint64),
        chosen=np.full(count + 1, len(arrays.way) - 1, np.uint32),
        word=np.zeros(count, np.uint32),
        end_word=np.zeros(count, np.uint32),
        left=np.zeros(count, np.uint64),
        used=np.zeros(len(puzzle.pieces) + 1, np.uint64),
        nodes=np.zeros(count, np.int64),
        fullest=np.zeros(count + 1, np.uint32),
    )
    open_step(arrays, search, np.uint64(0))
    return search


def placements_of(tables: BlockTables, chosen: list[int]) -> list[Placement]:
    """Return the placements of the blocks on the first steps."""
    return [
        Placement(cell, way // 4, way % 4)
        for place, candidate in zip(tables.places, chosen, strict=False)
        for cell, way in zip(
            place.cells, tables.arrays.way[candidate].tolist(), strict=False
        )
    ]
