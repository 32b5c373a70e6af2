"""What all parts of a search on a GPU share: the tables, and the beginnings."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.puzzle import Puzzle

from ..tables import RowScanTables
from .beginnings import Beginnings, beginnings
from .lists import list_tables
from .masks import mask_tables
from .tables import DeviceTables

BEGINNINGS = 1 << 16
"""At least into so many beginnings the tree is cut, where it is large enough."""


class DevicePlan:
    """The tables of a search, and the beginnings of its boards."""

    def __init__(self, puzzle: Puzzle, host: RowScanTables) -> None:
        self._puzzle, self._host = puzzle, host

    @cached_property
    def tables(self) -> DeviceTables:
        """The tables, as the loops read them."""
        make = mask_tables if self._host.fits_masks else list_tables
        return make(self._puzzle, self._host)

    @cached_property
    def beginnings(self) -> Beginnings:
        """The beginnings of all boards."""
        return beginnings(self._host, BEGINNINGS)

    @cached_property
    def weight_below(self) -> NDArray[np.float64]:
        """The share of the tree before each beginning, and before the end."""
        return np.concatenate([[0.0], np.cumsum(self.beginnings.weights)])

    def items(self, first: int, end: int) -> tuple[NDArray[np.uint64], NDArray[Any]]:
        """Return the heads and cells of beginnings, as the lanes take them.

        With masks, those that nothing fits behind are left out.
        """
        all_of_them = self.beginnings
        ways = all_of_them.ways[first:end]
        candidates = all_of_them.candidates[first:end]
        groups = all_of_them.groups[first:end].astype(np.uint64)
        count, filled = ways.shape
        filled_cells = self.tables.cells(ways, candidates)
        cells = np.zeros((count, len(self._host.cells)), filled_cells.dtype)
        cells[:, :filled] = filled_cells
        arrays, sizes = self.tables.arrays, self.tables.sizes
        if not self._host.fits_masks:
            step = np.uint64(filled) << np.uint64(32)
            places = arrays["first"][groups.astype(np.int64)]
            return (places.astype(np.uint64) | step)[:, None], cells
        heads = np.empty((count, sizes["HEAD"]), np.uint64)
        heads[:, :-1] = self._used(ways)
        heads[:, -1] = groups | np.uint64(filled) << np.uint64(24)
        word, _ = self.tables.offsets[int(self._host.arrays.piece_class[filled])]
        is_open = arrays["mask"][groups.astype(np.int64)] & ~heads[:, word] != 0
        return heads[is_open], cells[is_open]

    def _used(self, ways: NDArray[np.uint32]) -> NDArray[np.uint64]:
        """Return the words of used pieces after these ways."""
        arrays, tables = self._host.arrays, self.tables
        used = np.repeat(tables.used[None], len(ways), axis=0)
        for step in range(ways.shape[1]):
            kind = int(arrays.piece_class[step])
            word, offset = tables.offsets[kind]
            bits = arrays.bits_of_piece[kind, ways[:, step] >> 4]
            used[:, word] ^= bits << np.uint64(offset)
        return used
