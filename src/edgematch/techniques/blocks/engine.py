"""The 2 × 2 transformation: fill the board by blocks of four pieces that match.

All blocks are listed before the search; each step lays one whole block.  A node is one
block laid.  Aspinall et al. propose the transformation and two orders in which blocks
are tried (sections 3 and 4) and ask for a search of this kind in their conclusion.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.search.copies import copied
from edgematch.search.options import choice
from edgematch.search.step_search import StepSearch
from edgematch.search.tree_walk import StepWalk
from edgematch.symmetry import board_symmetries
from edgematch.techniques.blocks.kernel import search as kernel
from edgematch.techniques.blocks.tables.metrics import h1, h2
from edgematch.techniques.blocks.tables.places import block_places, kinds_of
from edgematch.techniques.blocks.tables.samples import sampled
from edgematch.techniques.blocks.tables.search import (
    BlockTables,
    block_tables,
    placements_of,
)
from edgematch.techniques.blocks.tables.sorted_blocks import (
    SortedBlocks,
    in_order_of,
    sorted_blocks,
)

ORDERS = ("none", "h1", "h2", "sampled")
"""What decides which blocks are tried first."""


@dataclass(frozen=True)
class BlockEngine:
    """Fill the board block by block, row by row, and back up when no block fits."""

    name: ClassVar[str] = "blocks"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = True

    order: str = choice("none", ORDERS)
    """Which blocks are tried first, one of `ORDERS`."""
    inner_blocks: bool = True
    """Order inner blocks too; the paper orders those at the rim only."""
    height: int = 2
    """Rows of a block, at most 3."""
    width: int = 2
    """Columns of a block, at most 3."""
    break_symmetry: bool = False
    """Look at one turn of the whole board only, and multiply back."""
    dives: int = 20_000
    """Random dives before the search, for the order `sampled`."""
    seed: int = 0
    """Of the dives."""

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            known = ", ".join(ORDERS)
            raise EdgematchError(f"option order is {known}, not {self.order!r}")
        if self.dives < 1:
            raise EdgematchError(f"option dives is 1 or more, not {self.dives}")

    def start(self, puzzle: Puzzle) -> "BlockTreeSearch":
        """Return a search of `puzzle` that has laid nothing yet."""
        places = block_places(puzzle, self.height, self.width)
        blocks = sorted_blocks(puzzle, places, upright=self.break_symmetry)
        tables = block_tables(self._ordered(blocks))
        return BlockTreeSearch(tables, copied(tables.start))

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1

    def walk(self, puzzle: Puzzle) -> StepWalk:
        """Return the tree of this search, to be walked down at random."""
        return StepWalk(self.start(puzzle))

    def _ordered(self, blocks: SortedBlocks) -> SortedBlocks:
        """Return the blocks of every group in the order in which they are tried."""
        if self.order == "none":
            return blocks
        kinds = [
            kind
            for kind in kinds_of(blocks.places)
            if self.inner_blocks or any(kind.on_rim)
        ]
        if self.order == "sampled":
            metric = sampled(blocks, kinds, self.dives, self.seed)
            # An estimate is no proof: nothing is left out.
            return in_order_of(metric, blocks, drop_zero=False)
        return in_order_of((h1 if self.order == "h1" else h2)(blocks, kinds), blocks)


class BlockTreeSearch(StepSearch):
    """The kernel's arrays as a search that the runner can drive."""

    arrays: kernel.BlockSearch

    def __init__(self, tables: BlockTables, arrays: kernel.BlockSearch) -> None:
        self.tables, self.arrays = tables, arrays

    def run_kernel(self, node_budget: int) -> int:
        """Go on with arrays that have something left to try."""
        steps, candidates = self.tables.steps, self.tables.candidates
        return kernel.advance(steps, candidates, self.arrays, node_budget)

    def board(self) -> Board:
        """Return the pieces as they lie now, and the hints."""
        return self._board(self.arrays.chosen, int(self.arrays.at[0]))

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        return self._board(self.arrays.fullest, int(self.arrays.fullest[-1]))

    def _board(self, chosen: np.ndarray, filled: int) -> Board:
        return Board(self.tables.puzzle, placements_of(self.tables, chosen, filled))

    def fitting(self, step: int) -> list[int]:
        """Return the candidates that fit on a step, by what lies on those before it."""
        steps, candidates = self.tables.steps, self.tables.candidates
        chosen = self.arrays.chosen
        group = (
            int(steps.group_base[step])
            + int(candidates.demanded_below[chosen[steps.above[step]]])
            * int(steps.group_stride[step])
            + int(candidates.demanded_beside[chosen[steps.before[step]]])
        )
        words = candidates.first_word[group : group + 2]
        first, end = (int(candidates.first_candidate[word]) for word in words)
        used = set((candidates.way[chosen[:step]] >> 2).reshape(-1).tolist())
        used.discard(len(self.tables.puzzle.pieces))
        ways = candidates.way[first:end] >> 2
        return [
            first + number
            for number, pieces in enumerate(ways.tolist())
            if used.isdisjoint(pieces)
        ]

    @property
    def steps(self) -> int:
        """How many blocks there are to lay."""
        return len(self.tables.places)

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it."""
        part = self.fork()
        depth = int(self.arrays.at[2])
        part.arrays.at[:] = depth, depth, len(self.tables.places)
        steps, candidates = self.tables.steps, self.tables.candidates
        kernel.open_step(steps, candidates, part.arrays, np.uint64(depth))
        self.arrays.nodes[:] = 0
        return part

    def return_to(self, depth: int) -> None:
        """Take back what lies on a step and behind it; only the rest of it is left."""
        for block in self.arrays.chosen[depth : self.depth]:
            kernel.mark(self.tables.candidates, self.arrays, block, kernel.FREE)
        self.arrays.at[:2] = depth, depth
        self.arrays.nodes[:] = 0
