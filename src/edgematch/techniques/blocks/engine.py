"""The search by blocks: a tree, held in arrays, that can be split into parts."""

from typing import TYPE_CHECKING, Self

import numpy as np

from edgematch.board import Board
from edgematch.kernels.tree import CEILING
from edgematch.kernels.words import ALL_BITS
from edgematch.search.array_search import StepSearch, copy_arrays
from edgematch.search.request import Request
from edgematch.symmetry import board_symmetries

from .kernel import search as kernel
from .tables.metrics import h1, h2
from .tables.places import block_places, kinds_of
from .tables.samples import excess_depths
from .tables.search import BlockTables, block_tables, placements_of
from .tables.sorted_blocks import SortedBlocks, in_order_of, sorted_blocks

if TYPE_CHECKING:
    from . import Blocks


def start(options: "Blocks", request: Request) -> "BlockTreeSearch":
    """Return a search that has placed nothing yet."""
    puzzle = request.puzzle
    places = block_places(puzzle, options.height, options.width)
    blocks = sorted_blocks(puzzle, places, upright=options.break_symmetry)
    tables = block_tables(_sort_blocks(options, blocks, request.seed))
    search = BlockTreeSearch(tables, copy_arrays(tables.start))
    if options.break_symmetry:
        search.turns = len(board_symmetries(puzzle))
    return search


def _sort_blocks(options: "Blocks", blocks: SortedBlocks, seed: int) -> SortedBlocks:
    """Return the blocks of every group in the order in which they are tried."""
    if options.order == "none":
        return blocks
    kinds = [
        kind
        for kind in kinds_of(blocks.places)
        if options.inner_blocks or any(kind.on_rim)
    ]
    if options.order == "sampled":
        metric = excess_depths(blocks, kinds, options.dives, seed)
        # An estimate proves nothing: no block is left out.
        return in_order_of(metric, blocks, drop_zero=False)
    return in_order_of((h1 if options.order == "h1" else h2)(blocks, kinds), blocks)


class BlockTreeSearch(StepSearch):
    """A search whose state is the arrays of the kernel."""

    tree: kernel.BlockState

    def __init__(self, tables: BlockTables, tree: kernel.BlockState) -> None:
        self.puzzle, self.tables, self.tree = tables.puzzle, tables, tree

    def run_kernel(self, node_budget: int) -> int:
        """Continue; there is something left to try."""
        return kernel.advance(self.tables.arrays, self.tree, node_budget)

    def board_of(self, chosen: list[int]) -> Board:
        """Return the pieces of blocks on the first steps, hints included."""
        return Board(self.puzzle, placements_of(self.tables, chosen))

    def candidates(self, step: int) -> list[int]:
        """Return the candidates that fit on a step, given the steps before it."""
        arrays = self.tables.arrays
        chosen = self.tree.chosen
        group = (
            int(arrays.group_base[step])
            + int(arrays.demanded_below[chosen[arrays.above[step]]])
            * int(arrays.group_stride[step])
            + int(arrays.demanded_beside[chosen[arrays.before[step]]])
        )
        words = arrays.first_word[group : group + 2]
        first, end = (int(arrays.first_candidate[word]) for word in words)
        used = set((arrays.way[chosen[:step]] >> 2).reshape(-1).tolist())
        used.discard(len(self.tables.puzzle.pieces))
        ways = arrays.way[first:end] >> 2
        return [
            first + number
            for number, pieces in enumerate(ways.tolist())
            if used.isdisjoint(pieces)
        ]

    @property
    def steps(self) -> int:
        """The number of blocks to place."""
        return len(self.tables.places)

    def become_subtree(self) -> None:
        """Make the node just found the root, and search to the end again."""
        depth = int(self.tree.at[CEILING])
        self.tree.at[:] = depth, depth, len(self.tables.places)
        kernel.open_step(self.tables.arrays, self.tree, np.uint64(depth))

    def check_position(self, fresh: Self) -> None:
        """Raise a `ValueError` unless the arrays follow from the blocks placed."""
        super().check_position(fresh)
        arrays, tree, twin = self.tables.arrays, self.tree, fresh.tree
        for step in range(min(self.depth + 1, self.steps)):
            kernel.open_step(arrays, twin, np.uint64(step))
            word, end = int(tree.word[step]), int(twin.end_word[step])
            if not int(twin.word[step]) <= word < max(end, int(twin.word[step]) + 1):
                raise ValueError(f"tree.word is out of range on step {step}")
            allowed = 0
            if word < end:
                allowed = int(kernel.likely(arrays, twin.used, np.uint64(word)))
            if end != tree.end_word[step] or int(tree.left[step]) & ~allowed:
                raise ValueError(f"tree.left has used pieces on step {step}")
            if step < self.depth:
                twin.chosen[step] = tree.chosen[step]
                kernel.mark(arrays, twin, np.uint64(twin.chosen[step]), ALL_BITS)
        if not np.array_equal(tree.used, twin.used):
            raise ValueError("tree.used does not follow from the blocks placed")

    def take_back_from(self, depth: int) -> None:
        """Take back the blocks from a step on."""
        for block in self.tree.chosen[depth : self.depth]:
            kernel.mark(self.tables.arrays, self.tree, block, kernel.FREE)
