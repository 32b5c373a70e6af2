"""The tables of a row scan, as its loops on a GPU read them: what all have in common."""

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
_MOST_GROUPS = 1 << 24


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
    cell_of: NDArray[Any]
    """The value of a filled cell for each way // 4 (masks), or candidate (lists)."""
    used: NDArray[np.uint64]
    """The words of used pieces before anything is placed (masks)."""
    offsets: tuple[tuple[int, int], ...]
    """For each class of cells, its word of used pieces, and its first bit (masks)."""

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
        steps = self.arrays["steps"].nbytes
        return steps + OTHER.itemsize * self.sizes["OTHERS"] * self.sizes["STEPS"] + 32

    @property
    def lane_bytes(self) -> int:
        """The shared memory that each lane takes."""
        if self.host.fits_masks:
            cells = self.sizes["CELL_BITS"] // 8 * self.sizes["STEPS"]
            return cells + 8 * self.sizes["RING"] * self.sizes["HEAD"]
        return 4 * self.sizes["HALVES"]


class TableBuilder:
    """The puzzle as the loops see it, and the steps."""

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

    def tables(
        self,
        sizes: dict[str, int],
        arrays: dict[str, NDArray[Any]],
        *,
        way_of_cell: NDArray[np.uint32],
        cell_of: NDArray[Any],
        cell_shift: int = 0,
        used: NDArray[np.uint64] | None = None,
        offsets: tuple[tuple[int, int], ...] = (),
    ) -> DeviceTables:
        """Return the tables, with the steps."""
        steps, others, most = self._steps(sizes["ENTRY_BITS"], offsets)
        mates = [self.puzzle.mate(color) for color in range(self.colors)]
        sizes = {
            "STEPS": len(self.host.cells),
            "COLORS": self.colors,
            "COLOR_BITS": self.bits,
            "GROUPS": len(arrays["first"]),
            "ENTRIES": len(arrays["entries"]),
            "OTHERS": most,
            "SIGNED": int(mates != list(range(self.colors))),
            "BY_MASKS": int(self.host.fits_masks),
            "ONE_BEFORE": self._is_before(self.arrays.first_neighbor),
            "OTHER_BEFORE": self._is_before(self.arrays.second_neighbor),
            **sizes,
        }
        arrays |= {
            "steps": steps.view(np.uint32),
            "others": others.view(np.uint32),
            "mate": np.array(mates, np.uint16),
        }
        cell_of = cell_of.astype(f"u{sizes['CELL_BITS'] // 8}")
        used = np.zeros(0, np.uint64) if used is None else used
        return DeviceTables(
            *(self.host, sizes, arrays, way_of_cell, cell_shift),
            *(cell_of, used, offsets),
        )

    def _is_before(self, neighbor: NDArray[np.uint32]) -> int:
        """Return whether a neighbor is never a step but the one before."""
        count = len(self.host.cells)
        steps = np.arange(count)
        return int(((neighbor >= count) | (neighbor == steps - 1)).all())

    def _steps(
        self, entry_bits: int, offsets: tuple[tuple[int, int], ...]
    ) -> tuple[NDArray[Any], NDArray[Any], int]:
        """Return what the loops know of each step, and the most others of one.

        Behind the last step comes one whose group is the last one, which is empty.
        """
        arrays, count = self.arrays, len(self.host.cells)
        none = 31 if entry_bits < 64 else 63
        steps = np.zeros(count + 1, STEP)
        steps[count] = self.groups, none | none << 8
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
            if offsets:
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
