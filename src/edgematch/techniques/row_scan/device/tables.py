"""The tables of a row scan, as its loops on a GPU read them: what all share."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
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
    pieces: "PieceBits"
    """The bits that pieces take (masks)."""
    third_of: Mapping[int, tuple[int, int, int]]
    """For steps whose third neighbor selects the group, too: that neighbor, the side of
    it, and how far the groups lie behind those that two neighbors select (masks)."""

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
        gone = 0 if sizes["IS_SIMPLE"] else sizes["SETS"] * BITS * 8
        all_groups = sizes["GROUPS"] * bytes_of_group
        return sizes["ENTRIES"] * bytes_of_entry + all_groups + gone + 64

    @property
    def step_bytes(self) -> int:
        """The shared memory that the steps and their other neighbors take."""
        steps = self.arrays["steps"].nbytes + self.arrays["thirds"].nbytes
        return steps + OTHER.itemsize * self.sizes["OTHERS"] * self.sizes["STEPS"] + 48

    @property
    def lane_bytes(self) -> int:
        """The shared memory that each lane takes."""
        if self.host.fits_masks:
            cells = self.sizes["CELL_BITS"] // 8 * self.sizes["STEPS"]
            return cells + 8 * self.sizes["RING"] * self.sizes["HEAD"]
        return 4 * self.sizes["HALVES"]


@dataclass(frozen=True)
class PieceBits:
    """Where the bits of used pieces are."""

    word_of_class: NDArray[np.int64]
    """The word of used pieces that a class of cells looks at."""
    set_of_class: NDArray[np.int64]
    """Which of the sets of pieces that share words it needs."""
    of_piece: NDArray[np.uint64]
    """Shape (classes, pieces): what changes there when a piece is placed."""
    used: NDArray[np.uint64]
    """The words before anything is placed."""
    fresh: Mapping[int, np.uint64]
    """What the word of a step is on reaching it, where other pieces used it before."""


NO_BITS = PieceBits(
    word_of_class=np.zeros(256, np.int64),
    set_of_class=np.zeros(256, np.int64),
    of_piece=np.zeros((0, 0), np.uint64),
    used=np.zeros(0, np.uint64),
    fresh={},
)
"""Those of lists."""


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
        way_of_cell: NDArray[np.uint32],
        cell_of: NDArray[Any],
        cell_shift: int = 0,
        pieces: PieceBits = NO_BITS,
        bases: Mapping[tuple[int, int], int] = MappingProxyType({}),
    ) -> DeviceTables:
        """Return the tables, with the steps.

        `bases` are the first groups of steps whose third neighbor selects them, too: by
        the first group without it, and the side.
        """
        self._none = 31 if sizes["ENTRY_BITS"] < 64 else 63
        count = len(self.host.cells)
        steps = np.zeros(count + 1, STEP)  # behind the last one an empty group
        steps[count] = len(arrays["first"]) - 1, self._none | self._none << 8
        thirds = np.full(count + 1, self._none, np.uint32)
        others = [self._others(number) for number in range(count)]
        third_of = {}
        for number in range(count):
            first = int(self.arrays.group_base[number])
            key = first, others[number][0][2] if others[number] else -1
            base = bases.get(key, first)
            if key in bases:
                before, facing, _ = others[number].pop(0)
                third_of[number] = before, facing, base - first
                thirds[number], known = self._side(before, facing)
                base += self.colors**2 * known
            steps[number] = self._step(number, base, pieces, bool(others[number]))
        most = max(map(len, others), default=0)
        mates = [self.puzzle.mate(color) for color in range(self.colors)]
        sizes = {
            "STEPS": count,
            "COLORS": self.colors,
            "COLOR_BITS": self.bits,
            "GROUPS": len(arrays["first"]),
            "ENTRIES": len(arrays["entries"]),
            "OTHERS": most,
            "HAS_THIRD": int(bool(third_of)),
            "HAS_FRESH": int(bool(pieces.fresh)),
            "SIGNED": int(mates != list(range(self.colors))),
            "BY_MASKS": int(self.host.fits_masks),
            "ONE_BEFORE": self._is_before(self.arrays.first_neighbor),
            "OTHER_BEFORE": self._is_before(self.arrays.second_neighbor),
            **sizes,
        }
        fresh = [pieces.fresh.get(number, 0) for number in range(count + 1)]
        arrays |= {
            "steps": steps.view(np.uint32),
            "thirds": thirds,
            "others": self._other_table(others, most).view(np.uint32),
            "fresh": np.array(fresh, np.uint64),
            "mate": np.array(mates, np.uint16),
        }
        cell_of = cell_of.astype(f"u{sizes['CELL_BITS'] // 8}")
        return DeviceTables(
            *(self.host, sizes, arrays, way_of_cell, cell_shift),
            *(cell_of, pieces, third_of),
        )

    def _step(
        self, number: int, base: int, pieces: PieceBits, has_others: bool
    ) -> tuple[int, int]:
        """Return what the loops know of a step: its facts and its sides."""
        arrays = self.arrays
        one, color = self._side(
            arrays.first_neighbor[number], arrays.first_side[number]
        )
        other, other_color = self._side(
            arrays.second_neighbor[number], arrays.second_side[number]
        )
        base += self.colors * color + other_color
        assert base < _MOST_GROUPS
        kind = arrays.piece_class[number]
        word, own_set = int(pieces.word_of_class[kind]), int(pieces.set_of_class[kind])
        is_fresh = number in pieces.fresh
        facts = base | word << 24 | is_fresh << 27 | own_set << 28 | has_others << 31
        return facts, one | other << 8

    def _side(self, before: int, facing: int) -> tuple[int, int]:
        """Return where the color of a side of a step is, or none and the color."""
        if before < len(self.host.cells):
            return int(facing) * self.bits | int(before) << 16, 0
        return self._none, self._color(before, facing)

    def _others(self, number: int) -> list[tuple[int, int, int]]:
        """Return what is compared: steps, their sides, and the sides here."""
        count = int(self.arrays.others[number])
        return [
            tuple(each) for each in self.arrays.other_neighbors[number, :count].tolist()
        ]

    def _other_table(
        self, others: list[list[tuple[int, int, int]]], most: int
    ) -> NDArray[Any]:
        table = np.zeros((len(others), max(most, 1)), OTHER)
        table["own"] = _NO_SIDE
        for number, of_step in enumerate(others):
            for each, (before, facing, own) in enumerate(of_step):
                table[number, each]["own"] = own * self.bits
                if before < len(others):
                    table[number, each]["side"] = facing * self.bits | before << 16
                else:
                    table[number, each]["side"] = _NO_SIDE
                    table[number, each]["color"] = self._color(before, facing)
        return table

    def _is_before(self, neighbor: NDArray[np.uint32]) -> int:
        """Return whether a neighbor is never a step but the one before."""
        count = len(self.host.cells)
        steps = np.arange(count)
        return int(((neighbor >= count) | (neighbor == steps - 1)).all())

    def _color(self, before: int, facing: int) -> int:
        """Return the color that may face a side of a hint, or of nothing."""
        third = len(self.arrays.reach) // 3
        way = int(self.host.start.chosen[before])
        return int(self.arrays.reach[third + way + facing])
