"""The places for blocks and the groups of candidates of a block search, as arrays."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import EAST, NORTH, SOUTH, WEST
from edgematch.kernels.block_search import (
    BlockCandidates,
    BlockSearch,
    BlockSteps,
    find_users,
    open_step,
)
from edgematch.puzzle import Placement, Puzzle
from edgematch.tables.block_listing import (
    MOST_PIECES,
    BlockKind,
    BlockList,
    BlockPlace,
    Blocks,
    Patterns,
    listed_blocks,
)

_MOST_GROUPS = 1 << 27
"""Groups of candidates, at 4 bytes each."""


@dataclass(frozen=True)
class BlockTables:
    """What the kernel needs to know of a puzzle cut into blocks."""

    puzzle: Puzzle
    places: tuple[BlockPlace, ...]
    steps: BlockSteps
    candidates: BlockCandidates
    start: BlockSearch
    """A search that has laid nothing yet."""


def all_blocks(
    puzzle: Puzzle, places: list[BlockPlace], upright: bool = False
) -> dict[BlockKind, Blocks]:
    """List the blocks of every kind of place."""
    blocks: dict[BlockKind, Blocks] = {}
    pieces = 0
    for kind in dict.fromkeys(place.kind for place in places):
        blocks[kind] = listed_blocks(puzzle, kind, upright)
        pieces += blocks[kind].ways.size
        _check_memory(pieces)
    return blocks


def _check_memory(pieces: int) -> None:
    if pieces > MOST_PIECES:
        raise UnsupportedPuzzle(
            "more blocks than memory is planned for; take smaller blocks"
        )


def block_tables(
    puzzle: Puzzle,
    places: list[BlockPlace],
    blocks: Mapping[BlockKind, BlockList],
    listed_number: list[NDArray[np.uint32]] | None = None,
) -> BlockTables:
    """Build the tables of a search; blocks are tried in the order they are given in.

    To the list `listed_number` are added, for each kind, where the candidates stood
    among the blocks of that kind.
    """
    patterns = _patterns(blocks)
    # Number 0 is the rim, the last one is demanded but shown by no block.
    count = len(patterns) + 2
    if len(blocks) * count * count > _MOST_GROUPS:
        raise UnsupportedPuzzle(
            f"blocks with {len(patterns):,} patterns are too many to look up;"
            " take smaller blocks"
        )
    base = {kind: number * count * count for number, kind in enumerate(blocks)}
    blank = len(places)
    steps = BlockSteps(
        patterns=np.array([count], np.uint32),
        group_base=np.array([base[place.kind] for place in places], np.uint32),
        above=_or_blank([place.above for place in places], blank),
        before=_or_blank([place.before for place in places], blank),
    )
    candidates = _candidates(puzzle, blocks, patterns, base, listed_number)
    start = _start(puzzle, steps, candidates)
    return BlockTables(puzzle, tuple(places), steps, candidates, start)


def _patterns(blocks: Mapping[BlockKind, BlockList]) -> NDArray[np.uint32]:
    """Return the patterns by which blocks are looked up, sorted."""
    patterns = np.zeros(0, np.uint32)
    pieces = 0
    for kind, each in blocks.items():
        sides = [side for side in (NORTH, WEST) if not kind.on_rim[side]]
        for chunk in each.chunks():
            pieces += chunk.ways.size
            _check_memory(pieces)
            patterns = np.unique(np.append(patterns, chunk.shown[sides]))
    return patterns


def _numbering(patterns: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """Return the number of every pattern, from 1; the last is that of unknown ones."""
    numbers = np.full(int(patterns.max(initial=0)) + 2, len(patterns) + 1, np.uint16)
    numbers[patterns] = np.arange(1, len(patterns) + 1)
    return numbers


def _numbers(numbering: NDArray[np.uint16], wanted: Patterns) -> NDArray[np.uint16]:
    found: NDArray[np.uint16] = numbering[np.minimum(wanted, len(numbering) - 1)]
    return found


def _group(
    chunk: Blocks, numbering: NDArray[np.uint16], base: int
) -> NDArray[np.uint32]:
    """Return the group of each block: its kind, and what it shows above and before."""
    group = np.full(len(chunk), base, np.uint32)
    if not chunk.kind.on_rim[NORTH]:
        # The last number is one less than there are numbers, with that of the rim.
        count = np.uint32(numbering[-1]) + np.uint32(1)
        group += _numbers(numbering, chunk.shown[NORTH]) * count
    if not chunk.kind.on_rim[WEST]:
        group += _numbers(numbering, chunk.shown[WEST])
    return group


def _candidates(
    puzzle: Puzzle,
    blocks: Mapping[BlockKind, BlockList],
    patterns: NDArray[np.uint32],
    base: dict[BlockKind, int],
    listed_number: list[NDArray[np.uint32]] | None,
) -> BlockCandidates:
    """Sort all blocks by group; within a group the order stays.

    They come chunk by chunk, once to be counted and once to be put in their places, so
    that no more memory is taken than the sorted ones need.
    """
    count = len(patterns) + 2
    numbering = _numbering(patterns)
    counts = np.zeros(len(blocks) * count * count, np.uint32)
    for kind, each in blocks.items():
        for chunk in each.chunks():
            seen, times = np.unique(
                _group(chunk, numbering, base[kind]), return_counts=True
            )
            counts[seen] += times.astype(np.uint32)
    cells = max(kind.height * kind.width for kind in blocks)
    total = int(counts.sum())
    way = np.full((total + 1, cells), len(puzzle.pieces) * 4, np.uint16)
    below, beside = np.zeros((2, total + 1), np.uint16)
    free = np.cumsum(counts, dtype=np.uint32)
    free -= counts
    for kind, each in blocks.items():
        end = base[kind] + count * count
        listed = np.zeros(int(counts[base[kind] : end].sum()), np.uint32)
        first, done = int(free[base[kind]]), 0
        for chunk in each.chunks():
            group = _group(chunk, numbering, base[kind])
            order = np.argsort(group, kind="stable")
            seen, start, times = np.unique(
                group[order], return_index=True, return_counts=True
            )
            # The next free places of each group, as many as it has blocks here.
            place = np.repeat(free[seen] - start, times) + np.arange(len(chunk))
            free[seen] += times.astype(np.uint32)
            way[place, : chunk.ways.shape[1]] = chunk.ways[order]
            below[place] = _numbers(numbering, chunk.demanded[SOUTH])[order]
            beside[place] = _numbers(numbering, chunk.demanded[EAST])[order]
            if listed_number is not None:
                listed[place - first] = done + order
            done += len(chunk)
        if listed_number is not None:
            listed_number.append(listed)
    del free
    words = (counts + np.uint32(63)) // np.uint32(64)
    first_word = np.zeros(len(words) + 1, np.uint32)
    np.cumsum(words, out=first_word[1:])
    first_candidate = _first_candidates(counts, words, total)
    del counts, words
    return BlockCandidates(
        way,
        below,
        beside,
        first_word,
        first_candidate,
        *_users(way, first_candidate, len(puzzle.pieces)),
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
    first = np.repeat(first_of_group, words) + 64 * number_in_group
    return np.append(first, total).astype(np.uint32)


def _users(
    way: NDArray[np.uint16], first_candidate: NDArray[np.uint32], pieces: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.uint64]]:
    first_user = np.zeros(len(first_candidate), np.uint32)
    bits = np.zeros(pieces + 1, np.uint64)
    user_piece, user_bits = np.zeros(0, np.uint16), np.zeros(0, np.uint64)
    find_users(way, first_candidate, bits, first_user, user_piece, user_bits)
    users = int(first_user[-1])
    if users:
        user_piece, user_bits = np.zeros(users, np.uint16), np.zeros(users, np.uint64)
        find_users(way, first_candidate, bits, first_user, user_piece, user_bits)
    return first_user, user_piece, user_bits


def _start(
    puzzle: Puzzle, steps: BlockSteps, candidates: BlockCandidates
) -> BlockSearch:
    count = len(steps.above)
    search = BlockSearch(
        at=np.array([0, 0, count], np.uint64),
        chosen=np.full(count + 1, len(candidates.way) - 1, np.uint32),
        word=np.zeros(count, np.uint32),
        end_word=np.zeros(count, np.uint32),
        left=np.zeros(count, np.uint64),
        used=np.zeros(len(puzzle.pieces) + 1, np.uint64),
        nodes=np.zeros(count, np.int64),
        fullest=np.zeros(count + 1, np.uint32),
    )
    open_step(steps, candidates, search, np.uint64(0))
    return search


def _or_blank(places: list[int | None], blank: int) -> NDArray[np.uint32]:
    return np.array([blank if each is None else each for each in places], np.uint32)


def placements_of(
    tables: BlockTables, chosen: NDArray[np.uint32], filled: int
) -> list[Placement]:
    """Return the placements of the first `filled` blocks."""
    placements = []
    for place, candidate in zip(tables.places[:filled], chosen[:filled], strict=True):
        ways = tables.candidates.way[candidate].tolist()
        for cell, way in zip(place.cells, ways, strict=False):
            placements.append(Placement(cell, way // 4, way % 4))
    return placements
