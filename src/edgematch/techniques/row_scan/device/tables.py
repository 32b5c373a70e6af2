"""The tables of a row scan, as its loops on a GPU read them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.ways import BITS, color_count
from edgematch.puzzle import Puzzle

from ..tables import RowScanTables

STEP = np.dtype([("facts", np.uint32), ("sides", np.uint32)])
OTHER = np.dtype([("side", np.uint32), ("color", np.uint32), ("own", np.uint32)])
"""The structs of `lanes.cu` of these names."""
_NO_SIDE = 65535
_MOST_GROUPS, _MOST_WORDS = 1 << 24, 8
_WAY_BITS = 10
"""A piece and a turn on up to 256 cells."""
RING = 4
"""How many branches of a lane are in shared memory; a power of two (masks)."""
WINDOW = 4
"""How many candidates a lane looks at together (lists)."""
_BLANK, _LAST = 8, 9
"""Bits of an entry of lists, behind its colors."""


@dataclass(frozen=True)
class DeviceTables:
    """The arguments of the loops that are the same for the whole search."""

    host: RowScanTables
    sizes: dict[str, int]
    """What the loops are compiled for."""
    arrays: dict[str, NDArray[Any]]
    way_of_cell: NDArray[np.uint32]
    """The way that each value of a filled cell stands for."""
    cell_shift: int
    """By how much a value is shifted before it is looked up there."""
    used: NDArray[np.uint64]
    """The words of used pieces before anything is placed (masks)."""
    offsets: tuple[tuple[int, int], ...]
    """For each class of cells, its word of used pieces, and its first bit (masks)."""
    cell_of: NDArray[Any]
    """The value of a filled cell for each way, or for each candidate (lists)."""

    @property
    def name(self) -> str:
        """How candidates are kept."""
        return "masks" if self.host.fits_masks else "lists"

    def ways(self, cells: NDArray[Any]) -> NDArray[np.uint32]:
        """Return the ways that filled cells stand for."""
        ways: NDArray[np.uint32]
        ways = self.way_of_cell[cells >> cells.dtype.type(self.cell_shift)]
        return ways

    def cells(self, ways: NDArray[Any], candidates: NDArray[Any]) -> NDArray[Any]:
        """Return the values of cells that are filled with candidates, or their ways."""
        cells: NDArray[Any]
        cells = self.cell_of[ways >> 2 if self.host.fits_masks else candidates]
        return cells

    @property
    def table_bytes(self) -> int:
        """The shared memory that all tables but the steps would take."""
        sizes = self.sizes
        bytes_of_entry = sizes["ENTRY_BITS"] // 8
        bytes_of_group = 12 if self.host.fits_masks else 4
        gone = 0 if sizes["IS_SIMPLE"] else sizes["WORDS"] * BITS * 8
        all_groups = sizes["GROUPS"] * bytes_of_group
        return sizes["ENTRIES"] * bytes_of_entry + all_groups + gone + 64

    @property
    def step_bytes(self) -> int:
        """The shared memory that the steps and their other neighbors take."""
        of_step = STEP.itemsize + OTHER.itemsize * self.sizes["OTHERS"]
        return of_step * self.sizes["STEPS"] + 16

    @property
    def lane_bytes(self) -> int:
        """The shared memory that each lane takes."""
        if self.host.fits_masks:
            cells = self.sizes["CELL_BITS"] // 8 * self.sizes["STEPS"]
            return cells + RING * 8 * self.sizes["HEAD"]
        return 4 * self.sizes["HALVES"]


def device_tables(puzzle: Puzzle, host: RowScanTables) -> DeviceTables:
    """Return the tables for the loops on a GPU."""
    return _Builder(puzzle, host).tables()


class _Builder:
    def __init__(self, puzzle: Puzzle, host: RowScanTables) -> None:
        self.puzzle, self.host, self.arrays = puzzle, host, host.arrays
        self.colors = color_count(puzzle)
        self.bits = max(1, (self.colors - 1).bit_length())
        third = len(self.arrays.reach) // 3
        demanded = self.arrays.reach[third : 2 * third].reshape(-1, 4)
        shifts = np.arange(4, dtype=np.uint64) * np.uint64(self.bits)
        self.packed = (demanded.astype(np.uint64) << shifts).sum(axis=1)
        """The colors that may face each way, by way // 4."""
        self.groups = len(self.arrays.first) - 1
        self.class_of_group = np.zeros(self.groups, np.int64)
        for base, kind in zip(
            self.arrays.group_base.tolist(),
            self.arrays.piece_class.tolist(),
            strict=True,
        ):
            self.class_of_group[base : base + self.colors**2] = kind

    def tables(self) -> DeviceTables:
        """Return the tables."""
        make = self._masks if self.host.fits_masks else self._lists
        sizes, arrays, more = make()
        steps, others, most = self._steps(sizes["ENTRY_BITS"], more["offsets"])
        mates = [self.puzzle.mate(color) for color in range(self.colors)]
        sizes = {
            "STEPS": len(self.host.cells),
            "COLORS": self.colors,
            "COLOR_BITS": self.bits,
            "GROUPS": self.groups,
            "ENTRIES": len(arrays["entries"]),
            "OTHERS": most,
            "SIGNED": int(mates != list(range(self.colors))),
            "BY_MASKS": int(self.host.fits_masks),
            **sizes,
        }
        arrays |= {
            "steps": steps.view(np.uint32),
            "others": others.view(np.uint32),
            "mate": np.array(mates, np.uint16),
        }
        return DeviceTables(self.host, sizes, arrays, **more)

    def _steps(
        self, entry_bits: int, offsets: tuple[tuple[int, int], ...]
    ) -> tuple[NDArray[Any], NDArray[Any], int]:
        """Return what the loops know of each step, and the most others of one."""
        arrays, count = self.arrays, len(self.host.cells)
        none = 31 if entry_bits < 64 else 63
        steps = np.zeros(count, STEP)
        most = int(arrays.others.max(initial=0))
        others = np.zeros((count, max(most, 1)), OTHER)
        others["own"] = _NO_SIDE
        for number in range(count):
            base, word, sides = int(arrays.group_base[number]), 0, 0
            for shift, near, side, weight in (
                (0, arrays.first_neighbor, arrays.first_side, self.colors),
                (8, arrays.second_neighbor, arrays.second_side, 1),
            ):
                before, facing = int(near[number]), int(side[number])
                if before < count:
                    sides |= (facing * self.bits | before << 16) << shift
                else:  # a hint, or nothing: its color is known
                    sides |= none << shift
                    base += self._color(before, facing) * weight
            if self.host.fits_masks:
                word = offsets[int(arrays.piece_class[number])][0]
            assert base < _MOST_GROUPS
            has_others = bool(arrays.others[number])
            steps[number] = base | word << 24 | has_others << 31, sides
            for each in range(int(arrays.others[number])):
                before, facing, own = arrays.other_neighbors[number, each].tolist()
                other = others[number, each]
                other["own"] = own * self.bits
                if before < count:
                    other["side"] = facing * self.bits | before << 16
                else:
                    other["side"] = _NO_SIDE
                    other["color"] = self._color(before, facing)
        return steps, others, most

    def _color(self, before: int, facing: int) -> int:
        """Return the color that may face a side of a hint, or of nothing."""
        third = len(self.arrays.reach) // 3
        way = int(self.host.start.chosen[before])
        return int(self.arrays.reach[third + way + facing])

    def _masks(self) -> tuple[dict[str, int], dict[str, NDArray[Any]], dict[str, Any]]:
        arrays = self.arrays
        offsets, words = self._places_of_classes()
        entry_bits, cells, has_ways = self._cells()
        mask = np.zeros(self.groups, np.uint64)
        gone = np.zeros((words, BITS), np.uint64)
        for group in np.flatnonzero(arrays.mask).tolist():
            _, offset = self._place(group, offsets)
            mask[group] = arrays.mask[group] << np.uint64(offset)
        first, count = _interleaved(mask)
        entries = np.zeros(count, f"u{entry_bits // 8}")
        ways = np.zeros(count, np.uint32)
        for group in np.flatnonzero(mask).tolist():
            word, offset = self._place(group, offsets)
            for bit in bits_of(int(mask[group])):
                way = int(arrays.way_of_bit[group * BITS + bit - offset])
                place = first[group] + bit
                entries[place], ways[place] = cells[way >> 2], way
                changes = arrays.bits_of_piece[self.class_of_group[group], way >> 4]
                gone[word, bit] = changes << np.uint64(offset)
        alone = np.uint64(1) << np.arange(BITS, dtype=np.uint64)
        several = np.where((gone != 0) & (gone != alone), alone, np.uint64(0)).sum(
            axis=1
        )
        used = np.zeros(words, np.uint64)
        for kind, (word, offset) in enumerate(offsets):
            used[word] |= self.host.start.used_bits[kind] << np.uint64(offset)
        if has_ways:
            way_of_cell = np.arange(1 << _WAY_BITS, dtype=np.uint32) * np.uint32(4)
        else:
            way_of_cell = np.zeros(1 << entry_bits, np.uint32)
            way_of_cell[entries] = ways
        sizes = {
            "ENTRY_BITS": entry_bits,
            "CELL_BITS": entry_bits,
            "HEAD": words + 2,
            "WORDS": words,
            "IS_SIMPLE": int(not several.any()),
            "RING": RING,
        }
        tables: dict[str, NDArray[Any]] = {
            "entries": entries,
            "first": first,
            "mask": mask,
            "gone": gone,
            "several": several,
        }
        more = {
            "way_of_cell": way_of_cell,
            "cell_shift": 4 * self.bits if has_ways else 0,
            "used": used,
            "offsets": offsets,
            "cell_of": cells.astype(f"u{entry_bits // 8}"),
        }
        return sizes, tables, more

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

    def _place(
        self, group: int, offsets: tuple[tuple[int, int], ...]
    ) -> tuple[int, int]:
        """Return the word of used pieces of a group, and its first bit there."""
        return offsets[int(self.class_of_group[group])]

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

    def _lists(self) -> tuple[dict[str, int], dict[str, NDArray[Any]], dict[str, Any]]:
        arrays, pieces = self.arrays, len(self.puzzle.pieces)
        behind = 4 * self.bits
        entry_bits = 32 if behind + _LAST < 31 else 64
        first = np.zeros(self.groups, np.uint32)
        entries = [1 << behind + _BLANK | 1 << behind + _LAST]
        ways = [0]
        places = np.zeros(len(arrays.way), np.uint32)
        bounds = arrays.first.tolist()
        for group in np.flatnonzero(np.diff(arrays.first)).tolist():
            first[group] = len(entries)
            for candidate in range(bounds[group], bounds[group + 1]):
                way = int(arrays.way[candidate])
                if way >> 4 < pieces:  # not a blank
                    places[candidate] = len(entries)
                    entries.append(int(self.packed[way >> 2]) | (way >> 4) << behind)
                    ways.append(way)
            entries[-1] |= 1 << behind + _LAST
        entries += [0] * WINDOW  # looked at, and ignored
        ways += [0] * WINDOW
        place_bits = 16 if len(entries) <= 1 << 16 else 32
        sizes = {
            "ENTRY_BITS": entry_bits,
            "CELL_BITS": 2 * place_bits,
            "PLACE_BITS": place_bits,
            "WINDOW": WINDOW,
            "HEAD": 1,
            "HALVES": -(-pieces // 32),
            "IS_SIMPLE": 1,
            "WORDS": 0,
        }
        tables: dict[str, NDArray[Any]] = {
            "entries": np.array(entries, f"u{entry_bits // 8}"),
            "first": first,
        }
        more = {
            "way_of_cell": np.array(ways, np.uint32),
            "cell_shift": 0,
            "used": np.zeros(0, np.uint64),
            "offsets": (),
            "cell_of": places.astype(f"u{2 * place_bits // 8}"),
        }
        return sizes, tables, more


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
