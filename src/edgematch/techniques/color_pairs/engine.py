"""The search of ColorPairs: a tree, held in arrays, that can be split into parts."""

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.kernels.tree import CEILING, PHASE
from edgematch.puzzle import Puzzle
from edgematch.search.array_search import ArraySearch
from edgematch.search.request import Request
from edgematch.search.state_checks import check_below
from edgematch.search.technique import Outcome
from edgematch.symmetry import board_symmetries

from .kernel import choice
from .kernel import search as kernel
from .kernel.candidates import CELL_SHIFT
from .kernel.sets import CELL_OF, FILLED, Sets
from .kernel.steps import LEAVE_SOLUTION, OPEN_LEVEL, TRY_CANDIDATES
from .kernel.supplies import Remains
from .kernel.trial import PairSearch, Tree
from .tables.search import ColorPairTables, color_pair_tables, placements_of

if TYPE_CHECKING:
    from . import ColorPairs

_URGENCIES = {
    "offer": choice.OFFER,
    "expected-offer": choice.EXPECTED_OFFER,
    "expected-gap": choice.EXPECTED_GAP,
    "expected-ratio": choice.EXPECTED_RATIO,
    "expected-filtering": choice.EXPECTED_FILTERING,
    "survivors": choice.SURVIVORS,
}

_FOLLOWING = {
    "sets": ("piece", "pair", "slot_pair", "counters"),
    "remains": Remains._fields[Remains._fields.index("unasked") :],
}
"""The arrays that depend on the pieces placed and on nothing else; other arrays have
entries that are never read."""


def start(options: "ColorPairs", request: Request) -> "ColorPairSearch":
    """Return a search that has placed nothing yet."""
    puzzle = request.puzzle
    tables = color_pair_tables(
        puzzle, options.opposite_pairs, options.break_symmetry, request.seed
    )
    search = ColorPairSearch(puzzle, tables, _kernel_options(options, puzzle))
    if options.break_symmetry:
        search.turns = len(board_symmetries(puzzle))
    return search


def _kernel_options(options: "ColorPairs", puzzle: Puzzle) -> NDArray[np.int64]:
    most = 4 * puzzle.cells
    values = np.zeros(9, np.int64)
    values[choice.URGENCY] = _URGENCIES[options.urgency]
    values[choice.HAS_PATTERNS] = options.patterns
    values[choice.HAS_INSTANTIATION] = options.instantiation
    values[choice.HAS_PREEMPTION] = options.preemption
    values[choice.HAS_SHARED_SIDES] = options.shared_sides
    values[choice.HAS_BORDER_CYCLES] = options.border_cycles
    values[choice.HAS_BACKJUMPING] = options.backjumping
    values[choice.SHAVING_LIMIT] = (
        most if options.shaving == "all" else min(int(options.shaving), most)
    )
    values[choice.STEPWISE] = min(options.stepwise, puzzle.cells)
    return values


class ColorPairSearch(ArraySearch):
    """A search by color pairs; the arrays of the kernel are its state."""

    tree: Tree
    groups = ("sets", "remains", "reasons", "tree")
    constant = frozenset(
        Sets._fields[: Sets._fields.index("cell")]
        + Remains._fields[: Remains._fields.index("unasked")]
    )

    def __init__(
        self, puzzle: Puzzle, tables: ColorPairTables, options: NDArray[np.int64]
    ) -> None:
        self.puzzle, self.tables, self.options = puzzle, tables, options
        self.sets, self.remains = tables.sets, tables.remains
        self.reasons, self.tree = tables.reasons, tables.tree
        self.levels = puzzle.cells - len(puzzle.hints)
        self.is_over = self.is_hopeless = tables.is_hopeless
        self.is_given = self.levels == 0 and not tables.is_hopeless

    def _search(self) -> PairSearch:
        return PairSearch(
            self.sets, self.options, self.remains, self.reasons, self.tree
        )

    def run_kernel(self, node_budget: int) -> int:
        """Continue; there is something left to try."""
        return kernel.advance(self._search(), node_budget)

    def board(self) -> Board:
        """Return the present board."""
        return self.board_of(self.tree.chosen[: self.depth].tolist())

    def board_of(self, chosen: list[int]) -> Board:
        """Return the hints, and candidates of the kernel."""
        return Board(self.puzzle, (*self.puzzle.hints, *placements_of(chosen)))

    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are finished, and of how many."""
        tree = self.tree
        for level in range(self.root_depth, self._opened):
            first, end = int(tree.first[level]), int(tree.end[level])
            if end > first:
                yield int(tree.next[level]) - first - (level < self.depth), end - first

    @property
    def _opened(self) -> int:
        """How many levels have their candidates listed."""
        return self.depth + int(self.tree.at[PHASE] == TRY_CANDIDATES)

    def lengths_in_use(self) -> Mapping[str, int]:
        """Return how many candidates the levels up to the present one have."""
        opened = self._opened
        used = int(self.tree.end[opened - 1]) if opened else 0
        return {"tree.candidates": used}

    @property
    def deepest_root(self) -> int:
        """The last level at which a part may have its root.

        Below it, a part would visit levels that the whole search jumps over.
        """
        last = self.levels - 1
        if not self.options[choice.HAS_BACKJUMPING]:
            return last
        return min(last, int(self.options[choice.STEPWISE]))

    def become_subtree(self) -> None:
        """Make the node just found the root, and search to the end again."""
        depth = int(self.tree.at[CEILING])
        self.tree.at[:] = depth, depth, self.levels, OPEN_LEVEL

    def check_position(self, fresh: Self) -> None:
        """Raise a `ValueError` unless a fresh search can come to this position.

        All but the reasons and the counts follows from the pieces placed, so that the
        sets are those of the fresh search, which places the same pieces.
        """
        tree, twin, depth = self.tree, fresh.tree, self.depth
        if int(tree.at[CEILING]) != self.levels or tree.at[PHASE] > LEAVE_SOLUTION:
            raise ValueError("tree.at has an impossible phase")
        for level in range(depth):
            fresh.stop_at(level + 1)
            while fresh.advance(sys.maxsize) is Outcome.FOUND:
                if twin.chosen[level] == tree.chosen[level]:
                    break
            else:
                raise ValueError(f"tree.chosen has a misfit on level {level}")
            fresh.become_subtree()
        for name in ("first", "next", "end", "is_inferred", "mark"):
            if getattr(tree, name)[:depth].tolist() != (
                getattr(twin, name)[:depth].tolist()
            ):
                raise ValueError(f"tree.{name} does not follow from the pieces placed")
        used = int(twin.end[depth - 1]) if depth else 0
        if not np.array_equal(tree.candidates[:used], twin.candidates[:used]):
            raise ValueError("tree.candidates does not follow from the pieces placed")
        if self._opened > depth:
            first, place, end = (
                int(each[depth]) for each in (tree.first, tree.next, tree.end)
            )
            if not used == first <= place <= end:
                raise ValueError("tree.next is out of range")
            cells, ways = np.divmod(tree.candidates[first:end], 1 << int(CELL_SHIFT))
            check_below("tree.candidates", cells, self.puzzle.cells)
            check_below("tree.candidates", ways, 4 * self.puzzle.cells)
            if (
                fresh.sets.cell[cells, FILLED].any()
                or (fresh.sets.piece[ways // 4, CELL_OF] != self.puzzle.cells).any()
            ):
                raise ValueError("tree.candidates has pieces that are used")
        for group, names in _FOLLOWING.items():
            for name in names:
                own, other = (
                    getattr(getattr(search, group), name) for search in (self, fresh)
                )
                if not np.array_equal(own, other):
                    raise ValueError(f"{group}.{name} does not follow from the pieces")
        self.sets, self.remains = fresh.sets, fresh.remains

    def take_back_from(self, depth: int) -> None:
        """Take back the pieces from a level on."""
        kernel.return_to(self._search(), np.uint64(depth))
