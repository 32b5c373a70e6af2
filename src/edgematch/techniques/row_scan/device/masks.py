"""The tables of a row scan by masks: candidates are the bits of a word."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.ways import BITS
from edgematch.puzzle import Puzzle

from ..tables import RowScanTables
from .tables import DeviceTables, PieceBits, TableBuilder

_Group = tuple[int, dict[int, int]]
"""A class of cells, and the ways of a group by their bits."""
RING = 8
"""How many branches of a lane are in shared memory; a power of two, at least 2."""
BITS_OF_SET = BITS
"""At most so many bits are taken by the pieces that share a word."""
BYTES_FOR_THIRDS = 1 << 16
"""At most so much memory is taken by the groups that third neighbors select."""
_BYTES_OF_GROUP = 12
_MOST_SETS = 8
_WAY_BITS = 10
"""A piece and a turn on up to 256 cells."""


def mask_tables(puzzle: Puzzle, host: RowScanTables, first_step: int) -> DeviceTables:
    """Return the tables of masks, for searches that begin on this step."""
    return _MaskBuilder(puzzle, host, first_step).mask_tables()


@dataclass
class _PieceSet:
    """Pieces that are needed on the same steps; their bits are in one word."""

    start: int
    end: int
    """The first step and the last."""
    bits: int
    used: int
    """The bits taken, and those set before anything is placed."""
    word: int = 0


class _MaskBuilder(TableBuilder):
    def __init__(self, puzzle: Puzzle, host: RowScanTables, first_step: int) -> None:
        super().__init__(puzzle, host)
        self._first_step = first_step
        self._class_of_base = dict(
            zip(
                self.arrays.group_base.tolist(),
                self.arrays.piece_class.tolist(),
                strict=True,
            )
        )
        self._bit_of: dict[tuple[int, int], int] = {}
        """The bit that a bit of a class has in its word, if it is needed."""

    def mask_tables(self) -> DeviceTables:
        """Return the tables."""
        pieces = self._piece_bits()
        entry_bits, cells, has_ways = self._cells()
        bases, members = self._groups()
        mask = np.zeros(len(members), np.uint64)
        for group, (_, ways) in enumerate(members):
            mask[group] = sum(1 << bit for bit in ways)
        first, count = _interleaved(mask)
        # Where nothing is left to try, an entry is looked at, and ignored.
        entries = np.zeros(count + BITS, f"u{entry_bits // 8}")
        way_of_entry = np.zeros(count, np.uint32)
        gone = np.zeros((pieces.set_of_class.max() + 1, BITS), np.uint64)
        for group, (kind, ways) in enumerate(members):
            for bit, way in ways.items():
                place = first[group] + bit
                entries[place], way_of_entry[place] = cells[way >> 2], way
                gone[pieces.set_of_class[kind], bit] = pieces.of_piece[kind, way >> 4]
        alone = np.uint64(1) << np.arange(BITS, dtype=np.uint64)
        several = np.where((gone != 0) & (gone != alone), alone, np.uint64(0))
        if has_ways:
            way_of_cell = np.arange(1 << _WAY_BITS, dtype=np.uint32) * np.uint32(4)
        else:
            way_of_cell = np.zeros(1 << entry_bits, np.uint32)
            way_of_cell[cells[self._all_ways() >> 2]] = self._all_ways()
        sizes = {
            "ENTRY_BITS": entry_bits,
            "CELL_BITS": entry_bits,
            "HEAD": len(pieces.used) + 1,
            "WORDS": len(pieces.used),
            "SETS": len(gone),
            "IS_SIMPLE": int(not several.any()),
            "RING": RING,
        }
        tables: dict[str, NDArray[Any]] = {
            "entries": entries,
            "first": first,
            "mask": mask,
            "gone": gone,
            "several": several.sum(axis=1),
        }
        shift = 4 * self.bits if has_ways else 0
        return self.tables(sizes, tables, way_of_cell, cells, shift, pieces, bases)

    def _all_ways(self) -> NDArray[np.uint32]:
        return np.unique(self.arrays.way_of_bit)

    def _groups(self) -> tuple[dict[tuple[int, int], int], list[_Group]]:
        """Return the groups, and where those that third neighbors select begin.

        The last group is empty.
        """
        arrays, colors = self.arrays, self.colors
        groups: list[_Group] = [(0, {}) for _ in range(self.groups)]
        for base, kind in self._class_of_base.items():
            for group in range(base, base + colors**2):
                groups[group] = kind, self._members(group, kind)
        wanted = {
            (int(arrays.group_base[step]), int(arrays.other_neighbors[step, 0, 2]))
            for step in np.flatnonzero(arrays.others).tolist()
        }
        bases: dict[tuple[int, int], int] = {}
        if len(wanted) * colors**3 * _BYTES_OF_GROUP <= BYTES_FOR_THIRDS:
            for base, side in sorted(wanted):
                bases[base, side] = len(groups)
                for color in range(colors):
                    groups += [
                        (kind, self._showing(ways, side, color))
                        for kind, ways in groups[base : base + colors**2]
                    ]
        return bases, [*groups, (0, {})]

    def _members(self, group: int, kind: int) -> dict[int, int]:
        """Return the needed bits of a group in its word, each with its way."""
        bits = bits_of(int(self.arrays.mask[group]))
        return {
            self._bit_of[kind, bit]: int(self.arrays.way_of_bit[group * BITS + bit])
            for bit in bits
            if (kind, bit) in self._bit_of
        }

    def _showing(self, ways: dict[int, int], side: int, wanted: int) -> dict[int, int]:
        """Return those of the ways that fit a color on one side."""
        shown = self.arrays.shown
        return {bit: way for bit, way in ways.items() if shown[way + side] == wanted}

    def _piece_bits(self) -> PieceBits:
        """Give the pieces bits: only those needed from the first step on.

        Sets of pieces that are never needed at the same time share a word.
        """
        arrays, classes = self.arrays, self.arrays.bits_of_piece
        needed = self._needed()
        of_piece = np.zeros_like(classes)
        word_of_class, set_of_class = np.zeros((2, len(classes)), np.int64)
        sets: list[_PieceSet] = []
        set_of: dict[int, _PieceSet] = {}
        for kind, start in sorted(self._starts().items(), key=lambda each: each[1]):
            bits = bits_of(needed[kind])
            end = int(np.flatnonzero(arrays.piece_class == kind)[-1])
            one = next(
                (
                    each
                    for each in sets
                    if each.end >= start and each.bits + len(bits) <= BITS_OF_SET
                ),
                None,
            )
            if one is None:
                one = _PieceSet(start, end, 0, 0)
                sets.append(one)
            for number, bit in enumerate(bits):
                self._bit_of[kind, bit] = one.bits + number
            for piece in np.flatnonzero(classes[kind]).tolist():
                of_piece[kind, piece] = self._moved(kind, int(classes[kind, piece]))
            one.used |= self._moved(kind, int(self.host.start.used_bits[kind]))
            one.bits, one.end = one.bits + len(bits), max(one.end, end)
            set_of[kind] = one
        used: list[int] = []
        ends: list[int] = []
        fresh = {}
        for one in sorted(sets, key=lambda each: each.start):
            free = [word for word, end in enumerate(ends) if end < one.start]
            one.word = free[0] if free else len(ends)
            if free:
                ends[one.word] = one.end
                fresh[one.start] = np.uint64(one.used)
            else:
                ends.append(one.end)
                used.append(one.used)
        for kind, one in set_of.items():
            word_of_class[kind], set_of_class[kind] = one.word, sets.index(one)
        assert len(sets) <= _MOST_SETS
        words = np.array(used or [0], np.uint64)
        return PieceBits(word_of_class, set_of_class, of_piece, words, fresh)

    def _needed(self) -> dict[int, int]:
        """Return the bits of each class that steps from the first on look at."""
        needed: dict[int, int] = defaultdict(int)
        for base in set(self.arrays.group_base[self._first_step :].tolist()):
            masks = self.arrays.mask[base : base + self.colors**2]
            needed[self._class_of_base[base]] |= int(np.bitwise_or.reduce(masks))
        return needed

    def _starts(self) -> dict[int, int]:
        """Return from which step on each class is needed that is needed at all."""
        kinds = self.arrays.piece_class.tolist()
        before = set(kinds[: self._first_step])
        starts: dict[int, int] = {}
        for step in range(self._first_step, len(kinds)):
            start = self._first_step if kinds[step] in before else step
            starts.setdefault(kinds[step], start)
        return starts

    def _moved(self, kind: int, bits: int) -> int:
        """Return bits of a class where they are in its word."""
        places = (self._bit_of.get((kind, bit)) for bit in bits_of(bits))
        return sum(1 << place for place in places if place is not None)

    def _cells(self) -> tuple[int, NDArray[np.uint64], bool]:
        """Return the bits of a filled cell, its value by way // 4, and if it has a way.

        Ways that look the same are numbered where 16 bits are enough for that;
        otherwise the cell has its way behind the colors.
        """
        shift = np.uint64(4 * self.bits)
        ways = np.unique(self.arrays.way_of_bit >> 2).astype(np.int64)
        looks, place = np.unique(self.packed[ways], return_inverse=True)
        order = np.argsort(place, kind="stable")
        first = np.searchsorted(place[order], np.arange(len(looks)))
        number = np.zeros(len(self.packed), np.uint64)
        number[ways[order]] = np.arange(len(ways)) - first[place[order]]
        has_ways = 4 * self.bits + int(number.max()).bit_length() > 16
        if has_ways:
            number = np.arange(len(number), dtype=np.uint64)
        bits = 16 if not has_ways else 32 if 4 * self.bits + _WAY_BITS < 32 else 64
        return bits, self.packed | number << shift, has_ways


def bits_of(mask: int) -> list[int]:
    """Return the places of the bits of a mask."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def _interleaved(masks: NDArray[np.uint64]) -> tuple[NDArray[np.uint32], int]:
    """Give the bits of each mask places of their own, in its order, in a short row.

    Returns the place of bit 0 of each mask, and the length of the row.
    """
    first = np.zeros(len(masks), np.uint32)
    taken = 0
    for group in sorted(
        range(len(masks)), key=lambda each: -int(masks[each]).bit_count()
    ):
        mask, at = int(masks[group]), 0
        while mask and taken >> at & mask:
            at += 1
        first[group] = at
        taken |= mask << at
    return first, max(taken.bit_length(), 1)
