"""The arrays of the propagating kernel as a search that the runner can drive."""

from collections.abc import Iterator, Mapping
from typing import Self

import numpy as np

from edgematch.board import Board
from edgematch.puzzle import Placement, Puzzle
from edgematch.search.array_search import ArraySearch, TreeArrays
from edgematch.search.interface import Outcome
from edgematch.techniques.consistency.kernel import search as kernel
from edgematch.techniques.consistency.kernel.domains import Domains
from edgematch.techniques.consistency.kernel.piece_matching import PieceMatching
from edgematch.techniques.consistency.kernel.side_pairs import ColorMatching
from edgematch.techniques.consistency.tables.domains import ConsistencyTables

_NO_CEILING = 2**63


def empty_tree(puzzle: Puzzle, tables: ConsistencyTables) -> kernel.Search:
    """Return the place in the tree of a search that has not begun."""
    cells, width = puzzle.cells, tables.layout.width
    words = len(tables.start.words)
    return kernel.Search(
        at=np.array([0, 0, _NO_CEILING, 0], np.uint64),
        mark=np.zeros(cells + 1, np.uint64),
        cell=np.zeros(cells + 1, np.uint64),
        left=np.zeros((cells + 1, width), np.uint64),
        total=np.ones(cells + 1, np.int64),
        nodes=np.zeros(cells + 1, np.int64),
        counts=np.zeros(words, np.uint64),
        weights=np.zeros(words),
        fullest=np.zeros(cells + 1, np.int64),
    )


class ConsistencySearch(ArraySearch):
    """The kernel's arrays as a search that the runner can drive."""

    groups = ("domains", "tree", "pieces", "colors")
    constant = frozenset({"half", "half_at", "start", "own_piece"})
    """Fields of a matching that say what its numbers mean."""

    def __init__(
        self,
        puzzle: Puzzle,
        tables: ConsistencyTables,
        choice: kernel.Choice,
        pieces: PieceMatching | None,
        colors: ColorMatching | None,
    ) -> None:
        self.puzzle, self.tables, self.choice = puzzle, tables, choice
        self.domains = tables.start
        self.tree = empty_tree(puzzle, tables)
        self.pieces, self.colors = pieces, colors

    def begin(self) -> None:
        """Propagate what is given, and choose the first cell."""
        if not self.tables.layout.is_balanced:
            self.is_over = True
            return
        outcome = self.advance(0)
        self.is_over = outcome is Outcome.EXHAUSTED
        self.is_given = outcome is Outcome.FOUND

    @property
    def standing(self) -> TreeArrays:
        """The arrays that say where it stands."""
        return self.tree

    def run_kernel(self, node_budget: int) -> int:
        """Go on with arrays that have something left to try."""
        return kernel.advance(
            self.tables.rules,
            self.domains,
            self.pieces,
            self.colors,
            self.choice,
            self.tree,
            node_budget,
        )

    def board(self) -> Board:
        """Return the cells that are decided now: all of them when one was found."""
        width = self.tables.layout.width
        domains = self.domains.words[: self.puzzle.cells * width]
        words = domains.reshape(-1, width)
        counts = np.bitwise_count(words).sum(axis=1)
        candidates = []
        for cell in range(self.puzzle.cells):
            if counts[cell] != 1:
                candidates.append(-1)
                continue
            (number,) = np.nonzero(words[cell])[0]
            bit = int(words[cell, number]).bit_length() - 1
            candidates.append(64 * int(number) + bit)
        return self._board(candidates)

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        *candidates, pieces = self.tree.fullest.tolist()
        return self._board(candidates if pieces else [])

    def _board(self, candidates: list[int]) -> Board:
        placements = []
        for cell, candidate in enumerate(candidates):
            way = self.tables.layout.ways[cell][candidate] if candidate >= 0 else None
            if way is not None:
                placements.append(Placement(cell, *way))
        return Board(self.puzzle, placements)

    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are done with, and of how many."""
        tree = self.tree
        for number in range(self.root_depth, self.depth + 1):
            total = int(tree.total[number])
            left = int(np.bitwise_count(tree.left[number]).sum())
            yield total - left - (number < self.depth), total

    @property
    def deepest_root(self) -> int:
        """The last depth at which a part may have its root."""
        return self.puzzle.cells - 1

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it."""
        part = self.fork()
        tree = part.tree
        depth = int(tree.at[0]) + 1
        tree.at[:3] = depth, depth, _NO_CEILING
        part.is_given = part.decided == self.puzzle.cells
        self.tree.nodes[:] = 0
        return part

    @property
    def decided(self) -> int:
        """Cells that have one candidate left, with its piece taken from the others."""
        return kernel.count_decided(self.tables.rules, self.domains)

    def return_to(self, depth: int) -> None:
        """Take back what lies from a depth on; only the rest of that depth is left."""
        self.tree.at[:2] = depth, depth  # the kernel takes back before it goes on
        self.tree.nodes[:] = 0

    def lengths_in_use(self) -> Mapping[str, int]:
        """Return how far the trail goes; what is counted is so anew at every depth."""
        top = int(self.domains.trail_top[0])
        trail = (name for name in Domains._fields if name.startswith("trail_"))
        lengths = {f"domains.{name}": top for name in trail if name != "trail_top"}
        return lengths | {"tree.counts": 0, "tree.weights": 0}
