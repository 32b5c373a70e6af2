"""The tables of a row scan, as its loops on a GPU read them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.ways import BITS, color_count
from edgematch.puzzle import Puzzle

from ..kernel.search import RowScanArrays
from ..tables import RowScanTables

STEP = np.dtype(
    [
        ("base", np.uint32),
        ("one", np.uint32),
        ("other", np.uint32),
        ("word", np.uint16),
        ("others", np.uint16),
    ]
)
OTHER = np.dtype([("side", np.uint32), ("color", np.uint32), ("own", np.uint32)])
"""The structs of `lanes.cu` of these names."""
_NO_STEP = 65535
_WAY_BITS = 10
"""A piece and a turn on up to 256 cells."""
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
        if self.host.fits_masks:
            bytes_of_entry += 0 if sizes["IS_SIMPLE"] else 8
        bytes_of_group = 12 if self.host.fits_masks else 4
        return sizes["ENTRIES"] * bytes_of_entry + sizes["GROUPS"] * bytes_of_group + 64

    @property
    def step_bytes(self) -> int:
        """The shared memory that the steps and their other neighbors take."""
        of_step = STEP.itemsize + OTHER.itemsize * self.sizes["OTHERS"]
        return of_step * self.sizes["STEPS"] + 16

    @property
    def lane_bytes(self) -> int:
        """The shared memory that each lane takes."""
        if self.host.fits_masks:
            return self.sizes["CELL_BITS"] // 8 * self.sizes["STEPS"]
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
        none = (31 if entry_bits < 64 else 63) << 16
        steps = np.zeros(count, STEP)
        most = int(arrays.others.max(initial=0))
        others = np.zeros((count, max(most, 1)), OTHER)
        for number in range(count):
            step = steps[number]
            base = int(arrays.group_base[number])
            for name, near, side, weight in (
                ("one", arrays.first_neighbor, arrays.first_side, self.colors),
                ("other", arrays.second_neighbor, arrays.second_side, 1),
            ):
                before, facing = int(near[number]), int(side[number])
                if before < count:
                    step[name] = before | facing * self.bits << 16
                else:  # a hint, or nothing: its color is known
                    step[name] = none
                    base += self._color(before, facing) * weight
            step["base"] = base
            step["others"] = arrays.others[number]
            if self.host.fits_masks:
                step["word"] = offsets[int(arrays.piece_class[number])][0]
            for each in range(int(arrays.others[number])):
                before, facing, own = arrays.other_neighbors[number, each].tolist()
                other = others[number, each]
                other["own"] = own * self.bits
                if before < count:
                    other["side"] = before | facing * self.bits << 16
                else:
                    other["side"] = _NO_STEP
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
        entry_bits, has_ways = self._entry_bits()
        first = np.zeros(self.groups, np.uint32)
        mask = np.zeros(self.groups, np.uint64)
        entries: list[int] = []
        ways: list[int] = []
        gone: list[int] = []
        is_simple = True
        cells = self.packed.copy()
        if has_ways:
            cells |= np.arange(len(cells), dtype=np.uint64) << np.uint64(4 * self.bits)
        for group in np.flatnonzero(arrays.mask).tolist():
            kind = int(self.class_of_group[group])
            word, offset = offsets[kind]
            bits = int(arrays.mask[group])
            first[group], mask[group] = len(entries), bits << offset
            while bits:
                bit = (bits & -bits).bit_length() - 1
                bits &= bits - 1
                way = int(arrays.way_of_bit[group * BITS + bit])
                change = int(arrays.bits_of_piece[kind, way >> 4]) << offset
                is_simple &= change == 1 << bit + offset
                ways.append(way)
                entries.append(int(cells[way >> 2]))
                gone.append(change)
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
            "HEAD": words + 1,
            "WORDS": words,
            "IS_SIMPLE": int(is_simple),
        }
        tables: dict[str, NDArray[Any]] = {
            "entries": np.array(entries or [0], f"u{entry_bits // 8}"),
            "first": first,
            "mask": mask,
            "gone": np.array(gone or [0], np.uint64),
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
        return tuple(places), max(len(filled), 1)

    def _entry_bits(self) -> tuple[int, bool]:
        """Return how many bits an entry takes, and whether it names its way.

        Where no two ways look the same, their colors do.
        """
        candidates = self.arrays.way_of_bit[self.arrays.way_of_bit > 0] >> 2
        ways = np.unique(np.append(candidates, 0))
        looks = self.packed[ways.astype(np.int64)]
        if 4 * self.bits <= 16 and len(np.unique(looks)) == len(ways):
            return 16, False
        return (32 if 4 * self.bits + _WAY_BITS < 32 else 64), True

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
        cell_bits = 16 if len(entries) <= 1 << 16 else 32
        sizes = {
            "ENTRY_BITS": entry_bits,
            "CELL_BITS": cell_bits,
            "HEAD": 1,
            "HALVES": -(-pieces // 32),
            "IS_SIMPLE": 1,
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
            "cell_of": places.astype(f"u{cell_bits // 8}"),
        }
        return sizes, tables, more


def groups_on(
    arrays: RowScanArrays, start: NDArray[np.uint32], ways: NDArray[Any], step: int
) -> NDArray[np.int64]:
    """Return the group of a step on boards whose steps before it are filled."""
    third = len(arrays.reach) // 3

    def placed(neighbor: int) -> NDArray[np.int64]:
        if neighbor < ways.shape[1]:
            return ways[:, neighbor].astype(np.int64)
        return np.full(len(ways), start[neighbor], np.int64)

    one = placed(int(arrays.first_neighbor[step])) + int(arrays.first_side[step])
    other = placed(int(arrays.second_neighbor[step])) + int(arrays.second_side[step])
    groups = arrays.reach[one].astype(np.int64) + arrays.reach[third + other]
    return groups + int(arrays.group_base[step])
