"""The search of row scan: a tree, held in arrays, that can be split into parts."""

from typing import TYPE_CHECKING, Self

import numpy as np

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.kernels.tree import CEILING, DEPTH
from edgematch.placements.ways import piece_order
from edgematch.puzzle import Puzzle
from edgematch.search.array_search import StepSearch
from edgematch.search.request import Count, Request
from edgematch.symmetry import board_symmetries

from .kernel import search as kernel
from .kernel.ahead import advance_masks_ahead
from .tables import RowScanTables, placements_of, row_scan_tables

if TYPE_CHECKING:
    from . import RowScan


def start(options: "RowScan", request: Request) -> "RowScanSearch":
    """Return a search that has placed nothing yet."""
    puzzle, seed = request.puzzle, request.seed
    draws = Draws(seed) if seed else None
    tables = row_scan_tables(
        puzzle,
        options.order,
        upright=options.break_symmetry,
        one_per_picture=isinstance(request.goal, Count),
        pieces=piece_order(puzzle, options.values, draws),
    )
    search = RowScanSearch(puzzle, tables, tables.start)
    if options.break_symmetry:
        search.turns = len(board_symmetries(puzzle))
    return search


class RowScanSearch(StepSearch):
    """A search whose state is the arrays of the kernel."""

    arrays: kernel.RowScanState

    def __init__(
        self, puzzle: Puzzle, tables: RowScanTables, arrays: kernel.RowScanState
    ) -> None:
        self.puzzle, self.tables, self.arrays = puzzle, tables, arrays
        self._advance = (
            advance_masks_ahead if tables.fits_masks else kernel.advance_lists
        )
        self._is_hopeless = bool(Board(puzzle, puzzle.hints).breaks())
        self.is_over = self._is_hopeless
        self.is_given = not tables.cells and not self._is_hopeless
        self.copies = tables.boards_per_solution

    def run_kernel(self, node_budget: int) -> int:
        """Continue; there is something left to try."""
        tables = self.tables
        return self._advance(tables.steps, tables.candidates, self.arrays, node_budget)

    def board(self) -> Board:
        """Return the present board."""
        filled = int(self.arrays.at[DEPTH])
        placed = placements_of(self.tables, self.arrays.chosen, filled)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        if self._is_hopeless:
            return Board(self.puzzle, ())
        filled = int(self.arrays.fullest[-1])
        placed = placements_of(self.tables, self.arrays.fullest, filled)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    def candidates(self, step: int) -> list[int]:
        """Return the ways that fit on a step, given the steps before it."""
        tables, arrays = self.tables, self.arrays
        number = np.uint64(step)
        group = kernel.open_step(tables.steps, tables.candidates, arrays, number)
        before = set((arrays.chosen[:step] >> 4).tolist())
        first, end = tables.candidates.first[group : group + np.uint64(2)]
        waiting = tables.comes_after.items()
        gone = before | {piece for piece, other in waiting if other not in before}
        return [
            int(way)
            for way in tables.candidates.way[first:end]
            if int(way) >> 4 not in gone
            and int(way) >> 4 < len(self.puzzle.pieces)
            and kernel.fits_others(
                tables.steps, tables.candidates, arrays, number, np.uint64(way)
            )
        ]

    @property
    def steps(self) -> int:
        """The number of cells to fill."""
        return 0 if self._is_hopeless else len(self.tables.cells)

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the path to it."""
        part = self.fork()
        depth = int(self.arrays.at[CEILING])
        part.arrays.at[:] = depth, depth, len(self.tables.cells)
        part.open(depth)
        self.arrays.nodes[:] = 0
        return part

    def return_to(self, depth: int) -> None:
        """Take back the pieces from a step on; only the rest of that step is left."""
        tables, arrays = self.tables, self.arrays
        for step in range(depth, self.depth):
            piece = int(arrays.chosen[step]) >> 4
            if tables.fits_masks:
                kind = tables.steps.piece_class[step]
                bits = tables.candidates.bits_of_piece[kind, piece]
                arrays.used_bits[kind] ^= bits
            else:
                arrays.used[piece] = 0
        arrays.at[:2] = depth, depth
        arrays.nodes[:] = 0

    def open(self, step: int) -> None:
        """Open a step whose neighbors were not placed by the kernel."""
        tables, arrays = self.tables, self.arrays
        steps, candidates = tables.steps, tables.candidates
        group = kernel.open_step(steps, candidates, arrays, np.uint64(step))
        first, end = candidates.first[group : group + np.uint64(2)]
        arrays.group[step], arrays.cursor[step] = group, first
        if tables.fits_masks:
            used = arrays.used_bits[steps.piece_class[step]]
            arrays.left[step] = candidates.mask[group] & ~used
        else:
            arrays.left[step] = kernel.unused_ways(
                candidates, arrays, np.uint64(first), np.uint64(end)
            )
