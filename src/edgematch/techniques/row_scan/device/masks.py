"""The tables of a row scan by masks: candidates are the bits of a word."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.ways import BITS
from edgematch.puzzle import Puzzle

from ..tables import RowScanTables
from .tables import DeviceTables, TableBuilder

RING = 8
"""How many branches of a lane are in shared memory; a power of two, at least 2."""
_MOST_WORDS = 8
_WAY_BITS = 10
"""A piece and a turn on up to 256 cells."""


def mask_tables(puzzle: Puzzle, host: RowScanTables) -> DeviceTables:
    """Return the tables of masks."""
    return _MaskBuilder(puzzle, host).mask_tables()


class _MaskBuilder(TableBuilder):
    def __init__(self, puzzle: Puzzle, host: RowScanTables) -> None:
        super().__init__(puzzle, host)
        class_of_base = zip(
            self.arrays.group_base.tolist(),
            self.arrays.piece_class.tolist(),
            strict=True,
        )
        self._class_of_group = np.zeros(self.groups, np.int64)
        for base, kind in class_of_base:
            self._class_of_group[base : base + self.colors**2] = kind

    def mask_tables(self) -> DeviceTables:
        """Return the tables."""
        arrays = self.arrays
        offsets, words = self._places_of_classes()
        entry_bits, cells, has_ways = self._cells()
        mask = np.zeros(self.groups + 1, np.uint64)  # the last one is empty
        gone = np.zeros((words, BITS), np.uint64)
        for group in np.flatnonzero(arrays.mask).tolist():
            _, offset = offsets[int(self._class_of_group[group])]
            mask[group] = arrays.mask[group] << np.uint64(offset)
        first, count = _interleaved(mask)
        # Where nothing is left to try, an entry is looked at, and ignored.
        entries = np.zeros(count + BITS, f"u{entry_bits // 8}")
        ways = np.zeros(count, np.uint32)
        for group in np.flatnonzero(mask).tolist():
            kind = int(self._class_of_group[group])
            word, offset = offsets[kind]
            for bit in bits_of(int(mask[group])):
                way = int(arrays.way_of_bit[group * BITS + bit - offset])
                place = first[group] + bit
                entries[place], ways[place] = cells[way >> 2], way
                changes = arrays.bits_of_piece[kind, way >> 4]
                gone[word, bit] = changes << np.uint64(offset)
        alone = np.uint64(1) << np.arange(BITS, dtype=np.uint64)
        several = np.where((gone != 0) & (gone != alone), alone, np.uint64(0))
        used = np.zeros(words, np.uint64)
        for kind, (word, offset) in enumerate(offsets):
            used[word] |= self.host.start.used_bits[kind] << np.uint64(offset)
        if has_ways:
            way_of_cell = np.arange(1 << _WAY_BITS, dtype=np.uint32) * np.uint32(4)
        else:
            way_of_cell = np.zeros(1 << entry_bits, np.uint32)
            way_of_cell[entries[:count]] = ways
        sizes = {
            "ENTRY_BITS": entry_bits,
            "CELL_BITS": entry_bits,
            "HEAD": words + 1,
            "WORDS": words,
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
        return self.tables(
            sizes,
            tables,
            way_of_cell=way_of_cell,
            cell_of=cells,
            cell_shift=4 * self.bits if has_ways else 0,
            used=used,
            offsets=offsets,
        )

    def _places_of_classes(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """Give each class of cells some bits of a word; return how many words."""
        taken = [
            int(np.bitwise_or.reduce(bits, initial=np.uint64(0))).bit_length()
            for bits in self.arrays.bits_of_piece
        ]
        filled: list[int] = []
        places = []
        for count in taken:
            word = next(
                (number for number, each in enumerate(filled) if each + count <= BITS),
                len(filled),
            )
            if word == len(filled):
                filled.append(0)
            places.append((word, filled[word]))
            filled[word] += count
        assert len(filled) <= _MOST_WORDS
        return tuple(places), max(len(filled), 1)

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
