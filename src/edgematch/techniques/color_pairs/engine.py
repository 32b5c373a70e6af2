"""Global filtering by color pairs, without domains.

Benoist and Bourreau, "Fast Global Filtering for Eternity II": for every pair of colors,
clockwise or opposite, the pieces that offer it and the cells that ask for it are kept
up to date in constant time; a pair with more cells than pieces is a contradiction.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.search.array_search import ArraySearch, TreeArrays
from edgematch.search.copies import copied
from edgematch.search.options import choice
from edgematch.symmetry import board_symmetries
from edgematch.techniques.color_pairs.kernel import choice as pair_choice
from edgematch.techniques.color_pairs.kernel import search as kernel
from edgematch.techniques.color_pairs.tables.search import (
    ColorPairTables,
    color_pair_tables,
    placements_of,
)

URGENCIES = {
    "offer": pair_choice.OFFER,
    "expected-offer": pair_choice.EXPECTED_OFFER,
    "expected-gap": pair_choice.EXPECTED_GAP,
    "expected-ratio": pair_choice.EXPECTED_RATIO,
    "expected-filtering": pair_choice.EXPECTED_FILTERING,
    "survivors": pair_choice.SURVIVORS,
}


@dataclass(frozen=True)
class ColorPairs:
    """Count for every color pair who offers it and who asks for it."""

    name: ClassVar[str] = "color-pairs"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = True

    urgency: str = choice("expected-gap", URGENCIES)
    """Which pair is the most urgent: the one with the least `offer`, `expected-offer`,
    `expected-gap`, `expected-ratio` or `expected-filtering`."""
    patterns: bool = True
    """First fill the cells that their neighbors leave little choice."""
    opposite_pairs: bool = True
    """Count the pairs of opposite sides too."""
    instantiation: bool = True
    """Fill a cell at once if one piece is left for its pair."""
    preemption: bool = True
    """Reserve the pieces of a pair that is asked for as often as it is offered."""
    shared_sides: bool = True
    """Compare the sides of a color with the most that can face each other."""
    border_cycles: bool = True
    """Refuse border pieces that can only follow each other in a circle."""
    backjumping: bool = True
    """Go back to the latest placement that is to blame for a failure."""
    stepwise: int = 6
    """Never jump on so many first levels: there the search can be cut into parts that
    place as many pieces as the whole, each without knowing of the others."""
    shaving: str = "0"
    """Try every candidate beforehand on cells with at most so many, or `all`."""
    break_symmetry: bool = True
    """Look at one turn of the whole board only, and multiply back."""
    seed: int = 0
    """Shuffles what comes first among equals; 0 leaves it as numbered."""

    def __post_init__(self) -> None:
        if self.urgency not in URGENCIES:
            known = ", ".join(URGENCIES)
            raise EdgematchError(f"option urgency is {known}, not {self.urgency!r}")
        if self.shaving != "all" and not self.shaving.isdecimal():
            raise EdgematchError(
                f"option shaving is a number or all, not {self.shaving!r}"
            )
        if self.stepwise < 0:
            raise EdgematchError(f"option stepwise is 0 or more, not {self.stepwise}")

    def start(self, puzzle: Puzzle) -> "ColorPairSearch":
        """Return a search of `puzzle` that has placed nothing yet."""
        tables = color_pair_tables(
            puzzle, self.opposite_pairs, self.break_symmetry, self.seed
        )
        return ColorPairSearch(puzzle, tables, self._kernel_options(puzzle))

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1

    def _kernel_options(self, puzzle: Puzzle) -> NDArray[np.int64]:
        most = 4 * puzzle.cells
        options = np.zeros(9, np.int64)
        options[pair_choice.URGENCY] = URGENCIES[self.urgency]
        options[pair_choice.HAS_PATTERNS] = self.patterns
        options[pair_choice.HAS_INSTANTIATION] = self.instantiation
        options[pair_choice.HAS_PREEMPTION] = self.preemption
        options[pair_choice.HAS_SHARED_SIDES] = self.shared_sides
        options[pair_choice.HAS_BORDER_CYCLES] = self.border_cycles
        options[pair_choice.HAS_BACKJUMPING] = self.backjumping
        options[pair_choice.SHAVING_LIMIT] = (
            most if self.shaving == "all" else min(int(self.shaving), most)
        )
        options[pair_choice.STEPWISE] = min(self.stepwise, puzzle.cells)
        return options


class ColorPairSearch(ArraySearch):
    """The kernel's arrays as a search that the runner can drive."""

    groups = ("sets", "remains", "reasons", "tree")

    def __init__(
        self, puzzle: Puzzle, tables: ColorPairTables, options: NDArray[np.int64]
    ) -> None:
        self.puzzle, self.tables, self.options = puzzle, tables, options
        self.sets, self.remains = tables.sets, tables.remains
        self.reasons, self.tree = tables.reasons, tables.tree
        self._estimates = copied(tables.estimates)
        self.levels = puzzle.cells - len(puzzle.hints)
        self.is_over = tables.is_hopeless
        self.is_given = self.levels == 0 and not tables.is_hopeless

    @property
    def standing(self) -> TreeArrays:
        """The arrays that say where it stands."""
        return self.tree

    def run_kernel(self, node_budget: int) -> int:
        """Go on with arrays that have something left to try."""
        return kernel.advance(
            self.tables.pairs,
            self.options,
            self.sets,
            self.remains,
            self.reasons,
            self._estimates,
            self.tree,
            node_budget,
        )

    def board(self) -> Board:
        """Return the pieces as they lie now."""
        tree = self.tree
        return self._board(tree.chosen[: int(tree.at[0])])

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        fullest = self.tree.fullest
        if self.tables.is_hopeless:
            return Board(self.puzzle, ())
        return self._board(fullest[: int(fullest[-1])])

    def _board(self, candidates: NDArray[np.uint32]) -> Board:
        placed = placements_of(candidates)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are done with, and of how many."""
        tree = self.tree
        for level in range(self.root_depth, self._opened):
            first, end = int(tree.first[level]), int(tree.end[level])
            if end > first:
                yield int(tree.next[level]) - first - (level < self.depth), end - first

    @property
    def _opened(self) -> int:
        """How many levels have their candidates listed."""
        return self.depth + int(self.tree.at[3] == kernel.TRYING)

    def lengths_in_use(self) -> Mapping[str, int]:
        """Return how many candidates the levels up to the present one have."""
        opened = self._opened
        used = int(self.tree.end[opened - 1]) if opened else 0
        return {"tree.candidates": used}

    @property
    def deepest_root(self) -> int:
        """The last level at which a part may have its root.

        Below it a part would place pieces on levels that the whole jumps over.
        """
        last = self.levels - 1
        if not self.options[pair_choice.HAS_BACKJUMPING]:
            return last
        return min(last, int(self.options[pair_choice.STEPWISE]))

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it."""
        part = self.fork()
        depth = int(self.tree.at[2])
        part.tree.at[:] = depth, depth, self.levels, kernel.OPENING
        self.tree.nodes[:] = 0
        return part

    def return_to(self, depth: int) -> None:
        """Take back what lies from a level on; only the rest of that level is left."""
        kernel.return_to(
            self.tables.pairs,
            self.options,
            self.sets,
            self.remains,
            self.tree,
            np.uint64(depth),
        )
        self.tree.at[1] = depth
        self.tree.nodes[:] = 0

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        twin = super().fork()
        twin._estimates = copied(self._estimates)
        return twin
