"""How likely a block is to find neighbors: H1 and H2 of Aspinall et al. (section 4).

For each side of a block that is not on the rim, count the blocks that fit beyond it:
those that show the demanded pattern, of all kinds that the board has there.  H1 is the
product of these numbers over the sides.  H2 does not count blocks that share a piece
with this one.  Blocks with the highest metric are tried first.

A block with metric 0 has, at every place for it, a side where no block fits: it is part
of no solution and is left out.  That holds for all puzzles and hints, because the kinds
beyond a side are taken from the board at hand.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import EAST, NORTH, SIDES, SOUTH, WEST, opposite
from edgematch.placements.ways import BITS

from ..kernel.metrics import Batch, add_users, multiply_by_disjoint
from .enumeration import Patterns
from .places import BlockKind, BlockPlace
from .sorted_blocks import Metric, SortedBlocks

_MOST_PAIRS = 1_000_000_000_000
"""The most pairs of blocks that H2 compares at a side, at about 0.06 ns each."""
_WORDS_AT_ONCE = 1 << 18
"""Words of the sets of blocks that are processed together: 2 MB."""

Slots = NDArray[np.uint16] | NDArray[np.uint32]
"""For each block the number of its pattern, of two bytes if it fits."""


def kinds_beyond(
    places: Sequence[BlockPlace],
) -> dict[tuple[BlockKind, int], list[BlockKind]]:
    """Return the kinds that occur beyond each side of each kind on the board."""
    found: dict[tuple[BlockKind, int], set[BlockKind]] = defaultdict(set)
    for place in places:
        for number, here, there in (
            (place.above, NORTH, SOUTH),
            (place.before, WEST, EAST),
        ):
            if number is not None:
                found[place.kind, here].add(places[number].kind)
                found[places[number].kind, there].add(place.kind)
    return {key: sorted(kinds) for key, kinds in found.items()}


@dataclass(frozen=True)
class PatternOffers:
    """The patterns that blocks beyond a side show, and how many blocks show each."""

    patterns: NDArray[np.uint32]
    """Sorted."""
    times: NDArray[np.int64]
    """Shape (patterns + 1,): the last is 0, for all other patterns."""

    def slots(self, wanted: Patterns) -> NDArray[np.intp]:
        """Return the place of each pattern in `times`."""
        if len(self.patterns) == 0:
            return np.zeros(len(wanted), np.intp)
        slots = np.searchsorted(self.patterns, wanted)
        last = len(self.patterns) - 1
        is_there = self.patterns[np.minimum(slots, last)] == wanted
        return np.where(is_there, slots, len(self.patterns))


class Neighborhood:
    """The blocks that fit beyond the sides of others."""

    def __init__(self, blocks: SortedBlocks) -> None:
        self.blocks = blocks
        self.beyond = kinds_beyond(blocks.places)
        self._shown: dict[tuple[BlockKind, int], Counter[int]] = {}

    def offers(self, kind: BlockKind, side: int) -> PatternOffers:
        """Count the patterns of the blocks that may be beyond a side of a kind."""
        total: Counter[int] = Counter()
        for other in self.beyond[kind, side]:
            total += self._count_shown(other, opposite(side))
        patterns = sorted(total)
        times = [total[pattern] for pattern in patterns]
        return PatternOffers(
            np.array(patterns, np.uint32), np.array([*times, 0], np.int64)
        )

    def _count_shown(self, kind: BlockKind, side: int) -> Counter[int]:
        if (kind, side) not in self._shown:
            counted: Counter[int] = Counter()
            for _, part in self.blocks.parts(kind):
                counted.update(part.shown_times(side))
            self._shown[kind, side] = counted
        return self._shown[kind, side]


def h1(blocks: SortedBlocks, kinds: Collection[BlockKind]) -> Metric:
    """Return the product over the sides of the number of blocks that fit there.

    For blocks of other kinds than `kinds` it is 1.
    """
    near = Neighborhood(blocks)
    metric = np.ones(len(blocks))
    for kind in kinds:
        for side in _open_sides(kind):
            offers = near.offers(kind, side)
            for part, each in blocks.parts(kind):
                metric[part] *= offers.times[offers.slots(each.demanded_patterns(side))]
    return metric


def h2(blocks: SortedBlocks, kinds: Collection[BlockKind]) -> Metric:
    """Return the same product, counting only blocks that share no piece."""
    near = Neighborhood(blocks)
    metric = np.ones(len(blocks))
    for kind in kinds:
        here, values = blocks.of_kind(kind), metric[blocks.slices[kind]]
        for side in _open_sides(kind):
            offers = near.offers(kind, side)
            _check_pairs(near, kind, offers, side)
            wanted = _slots(near, kind, offers, side, is_demand=True)
            there = [
                (
                    blocks.of_kind(other).ways,
                    _slots(near, other, offers, opposite(side), is_demand=False),
                )
                for other in near.beyond[kind, side]
            ]
            for batch in _batches(offers, len(blocks.puzzle.pieces) + 1):
                for ways, shown in there:
                    add_users(batch, ways, shown)
                multiply_by_disjoint(batch, here.ways, wanted, values)
    return metric


def _open_sides(kind: BlockKind) -> list[int]:
    return [side for side in SIDES if not kind.on_rim[side]]


def _slots(
    near: Neighborhood,
    kind: BlockKind,
    offers: PatternOffers,
    side: int,
    *,
    is_demand: bool,
) -> Slots:
    """Return the slots of a kind's blocks, by what they demand or show on a side."""
    whole = near.blocks.slices[kind]
    number = np.uint16 if len(offers.times) <= 1 << 16 else np.uint32
    slots = np.empty(whole.stop - whole.start, number)
    for part, each in near.blocks.parts(kind):
        patterns = (
            each.demanded_patterns(side) if is_demand else each.shown_patterns(side)
        )
        slots[part.start - whole.start : part.stop - whole.start] = offers.slots(
            patterns
        )
    return slots


def _check_pairs(
    near: Neighborhood, kind: BlockKind, offers: PatternOffers, side: int
) -> None:
    pairs = sum(
        int(offers.times[offers.slots(part.demanded_patterns(side))].sum())
        for _, part in near.blocks.parts(kind)
    )
    if pairs > _MOST_PAIRS:
        raise UnsupportedPuzzle(
            f"h2 would compare {pairs:,} pairs of blocks; use h1 or none"
        )


def _batches(offers: PatternOffers, pieces: int) -> Iterator[Batch]:
    """Yield empty sets for some patterns at a time; the last is for all others."""
    words = -(-offers.times // BITS)
    ends = np.cumsum(words * pieces)
    start, count = 0, len(words)
    while start < count:
        before = ends[start - 1] if start else 0
        end = int(np.searchsorted(ends, before + _WORDS_AT_ONCE, side="right"))
        end = max(end, start + 1)
        first_word = np.concatenate([[0], np.cumsum(words[start:end])])
        yield Batch(
            slots=np.array([start, end], np.uint64),
            times=offers.times[start:end],
            first_word=first_word.astype(np.uint64),
            next_bit=(first_word[:-1] * BITS).astype(np.uint64),
            users=np.zeros((pieces, int(first_word[-1])), np.uint64),
        )
        start = end
