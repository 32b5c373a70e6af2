"""The search of row scan: a tree, held in arrays, that can be split into parts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

import numpy as np

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.kernels.tree import CEILING
from edgematch.placements.ways import piece_order
from edgematch.puzzle import Puzzle
from edgematch.search.array_search import StepSearch
from edgematch.search.request import Count, Request
from edgematch.symmetry import board_symmetries

from .kernel import search as kernel
from .kernel.ahead import advance_masks_ahead
from .tables import RowScanTables, list_candidates, placements_of, row_scan_tables

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

    tree: kernel.RowScanState

    def __init__(
        self, puzzle: Puzzle, tables: RowScanTables, tree: kernel.RowScanState
    ) -> None:
        self.puzzle, self.tables, self.tree = puzzle, tables, tree
        self._advance = (
            advance_masks_ahead if tables.fits_masks else kernel.advance_lists
        )
        self.is_hopeless = bool(Board(puzzle, puzzle.hints).breaks())
        self.is_over = self.is_hopeless
        self.is_given = not tables.cells and not self.is_hopeless
        self.copies = tables.boards_per_solution

    def run_kernel(self, node_budget: int) -> int:
        """Continue; there is something left to try."""
        return self._advance(self.tables.arrays, self.tree, node_budget)

    def board_of(self, chosen: list[int]) -> Board:
        """Return the hints, and ways on the first steps."""
        placed = placements_of(self.tables, chosen)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    @property
    def depths(self) -> Iterable[int]:
        """Pieces placed on each step."""
        return self.tree.nodes

    def candidates(self, step: int) -> list[int]:
        """Return the ways that fit on a step, given the steps before it."""
        tables, number = self.tables, np.uint64(step)
        arrays = tables.arrays
        group = kernel.open_step(arrays, self.tree, number)
        before = set((self.tree.chosen[:step] >> 4).tolist())
        first, end = arrays.first[group : group + np.uint64(2)]
        waiting = tables.comes_after.items()
        gone = before | {piece for piece, other in waiting if other not in before}
        return [
            int(way)
            for way in arrays.way[first:end]
            if int(way) >> 4 not in gone
            and int(way) >> 4 < len(self.puzzle.pieces)
            and kernel.fits_others(arrays, self.tree, number, np.uint64(way))
        ]

    @property
    def steps(self) -> int:
        """The number of cells to fill."""
        return 0 if self.is_hopeless else len(self.tables.cells)

    def become_subtree(self) -> None:
        """Make the node just found the root, and search to the end again."""
        depth = int(self.tree.at[CEILING])
        self.tree.at[:] = depth, depth, len(self.tables.cells)
        list_candidates(self.tables, self.tree, depth)

    def check_position(self, fresh: Self) -> None:
        """Raise a `ValueError` unless the arrays follow from the pieces placed."""
        super().check_position(fresh)
        tree, twin, fits_masks = self.tree, fresh.tree, self.tables.fits_masks
        for step in range(min(self.depth + 1, self.steps)):
            list_candidates(self.tables, twin, step, int(tree.cursor[step]))
            if tree.group[step] != twin.group[step] or (
                tree.left[step] & ~twin.left[step]
            ):
                raise ValueError(f"tree.left has a misfit on step {step}")
            if step == self.depth:
                break
            twin.chosen[step] = tree.chosen[step]
            piece = int(tree.chosen[step]) >> 4
            if fits_masks:
                kind = self.tables.arrays.piece_class[step]
                twin.used_bits[kind] ^= self.tables.arrays.bits_of_piece[kind, piece]
            else:
                twin.used[piece] = 1
        name = "used_bits" if fits_masks else "used"
        if not np.array_equal(getattr(tree, name), getattr(twin, name)):
            raise ValueError(f"tree.{name} does not follow from the pieces placed")

    def take_back_from(self, depth: int) -> None:
        """Take back the pieces from a step on."""
        tables, tree = self.tables, self.tree
        for step in range(depth, self.depth):
            piece = int(tree.chosen[step]) >> 4
            if tables.fits_masks:
                kind = tables.arrays.piece_class[step]
                tree.used_bits[kind] ^= tables.arrays.bits_of_piece[kind, piece]
            else:
                tree.used[piece] = 0
