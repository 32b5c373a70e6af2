"""What all parts of a search on a GPU share: the tables, and the beginnings."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.puzzle import Puzzle

from ..tables import RowScanTables
from .beginnings import Beginnings, beginnings, demanded_colors
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
        if not self._host.fits_masks:
            return list_tables(self._puzzle, self._host)
        return mask_tables(self._puzzle, self._host, self.beginnings.ways.shape[1])

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
        ways = self.beginnings.ways[first:end]
        count, filled = ways.shape
        filled_cells = self.tables.cells(ways, self.beginnings.candidates[first:end])
        cells = np.zeros((count, len(self._host.cells)), filled_cells.dtype)
        cells[:, :filled] = filled_cells
        groups = self._groups(first, end)
        arrays = self.tables.arrays
        if not self._host.fits_masks:
            places = arrays["first"][groups].astype(np.uint64)
            return (places | np.uint64(filled << 32))[:, None], cells
        heads = np.empty((count, self.tables.sizes["HEAD"]), np.uint64)
        heads[:, :-1] = self._used(ways)
        heads[:, -1] = groups | filled << 24
        word = self.tables.pieces.word_of_class[self._host.arrays.piece_class[filled]]
        is_open = arrays["mask"][groups] & ~heads[:, word] != 0
        return heads[is_open], cells[is_open]

    def _groups(self, first: int, end: int) -> NDArray[np.int64]:
        """Return the groups of beginnings, as the lanes number them."""
        ways, groups = (
            self.beginnings.ways[first:end],
            self.beginnings.groups[first:end],
        )
        third = self.tables.third_of.get(ways.shape[1])
        if third is None:
            return groups
        neighbor, side, behind = third
        colors = demanded_colors(self._host, ways, neighbor, side).astype(np.int64)
        return groups + behind + self.tables.sizes["COLORS"] ** 2 * colors

    def _used(self, ways: NDArray[np.uint32]) -> NDArray[np.uint64]:
        """Return the words of used pieces after these ways."""
        pieces, arrays = self.tables.pieces, self._host.arrays
        used = np.repeat(pieces.used[None], len(ways), axis=0)
        for step in range(ways.shape[1]):
            kind = int(arrays.piece_class[step])
            bits = pieces.of_piece[kind, ways[:, step] >> 4]
            used[:, pieces.word_of_class[kind]] ^= bits
        return used
