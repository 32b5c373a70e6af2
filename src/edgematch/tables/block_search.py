"""The places for blocks and the groups of candidates of a block search, as arrays."""

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
    BlockPlace,
    Blocks,
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
    listed_number: NDArray[np.uint32]
    """Shape (candidates - 1,): where each stood among the blocks of its kind."""


def all_blocks(
    puzzle: Puzzle, places: list[BlockPlace], upright: bool = False
) -> dict[BlockKind, Blocks]:
    """List the blocks of every kind of place."""
    blocks: dict[BlockKind, Blocks] = {}
    pieces = 0
    for kind in dict.fromkeys(place.kind for place in places):
        blocks[kind] = listed_blocks(puzzle, kind, upright)
        pieces += blocks[kind].ways.size
        if pieces > MOST_PIECES:
            raise UnsupportedPuzzle(
                "more blocks than memory is planned for; take smaller blocks"
            )
    return blocks


def block_tables(
    puzzle: Puzzle, places: list[BlockPlace], blocks: dict[BlockKind, Blocks]
) -> BlockTables:
    """Build the tables of a search; blocks are tried in the order they are given in."""
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
        group_base=np.array([base[place.kind] for place in places], np.uint32),
        above=_or_blank([place.above for place in places], blank),
        before=_or_blank([place.before for place in places], blank),
    )
    candidates, listed_number = _candidates(puzzle, blocks, patterns, base)
    start = _start(puzzle, steps, candidates)
    return BlockTables(puzzle, tuple(places), steps, candidates, start, listed_number)


def _patterns(blocks: dict[BlockKind, Blocks]) -> NDArray[np.uint32]:
    """Return the patterns by which blocks are looked up, sorted."""
    shown = [
        np.unique(each.shown[side])
        for kind, each in blocks.items()
        for side in (NORTH, WEST)
        if not kind.on_rim[side]
    ]
    return np.unique(np.concatenate([np.zeros(0, np.uint32), *shown]))


def _numbers(
    patterns: NDArray[np.uint32], wanted: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    """Return the number of each pattern, from 1."""
    place = np.searchsorted(patterns, wanted)
    is_known = np.append(patterns, np.uint32(0))[place] == wanted
    is_known &= place < len(patterns)
    return np.where(is_known, place + 1, len(patterns) + 1).astype(np.uint32)


def _candidates(
    puzzle: Puzzle,
    blocks: dict[BlockKind, Blocks],
    patterns: NDArray[np.uint32],
    base: dict[BlockKind, int],
) -> tuple[BlockCandidates, NDArray[np.uint32]]:
    count = len(patterns) + 2
    cells = max(kind.height * kind.width for kind in blocks)
    total = sum(map(len, blocks.values()))
    way = np.full((total + 1, cells), len(puzzle.pieces) * 4, np.uint16)
    below, beside = np.zeros((2, total + 1), np.uint32)
    listed_number = np.zeros(total, np.uint32)
    counts = np.zeros(len(blocks) * count * count, np.uint32)
    done = 0
    for kind, each in blocks.items():
        group = np.full(len(each), base[kind], np.uint32)
        if not kind.on_rim[NORTH]:
            group += _numbers(patterns, each.shown[NORTH]) * np.uint32(count)
        if not kind.on_rim[WEST]:
            group += _numbers(patterns, each.shown[WEST])
        # Stable: within a group the order stays.
        order = np.argsort(group, kind="stable")
        here = slice(done, done + len(each))
        listed_number[here] = order
        way[here, : each.ways.shape[1]] = each.ways[order]
        south = _numbers(patterns, each.demanded[SOUTH]) * np.uint32(count)
        below[here] = south[order]
        beside[here] = _numbers(patterns, each.demanded[EAST])[order]
        last = base[kind] + count * count
        counts[base[kind] : last] = np.bincount(
            group - np.uint32(base[kind]), minlength=count * count
        )
        done += len(each)
    words = (counts + np.uint32(63)) // np.uint32(64)
    first_word = np.concatenate([[0], np.cumsum(words)]).astype(np.uint32)
    number_in_group = np.arange(first_word[-1]) - np.repeat(first_word[:-1], words)
    first_of_group = np.cumsum(counts) - counts
    first_candidate = np.repeat(first_of_group, words) + 64 * number_in_group
    first_candidate = np.append(first_candidate, total).astype(np.uint32)
    candidates = BlockCandidates(
        way,
        below,
        beside,
        first_word,
        first_candidate,
        *_users(way, first_candidate, len(puzzle.pieces)),
    )
    return candidates, listed_number


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
