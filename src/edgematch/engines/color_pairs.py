"""Global filtering by color pairs, without domains.

Benoist and Bourreau, "Fast Global Filtering for Eternity II": for every pair of colors,
clockwise or opposite, the pieces that offer it and the cells that ask for it are kept
up to date in constant time; a pair with more cells than pieces is a contradiction.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.engines.copies import copied
from edgematch.engines.interface import Outcome, State
from edgematch.engines.options import choice
from edgematch.engines.splitting import subtrees_of
from edgematch.errors import EdgematchError
from edgematch.kernels import color_pairs as kernel
from edgematch.kernels import pair_choice
from edgematch.kernels.pair_reasons import Reasons
from edgematch.kernels.pair_remains import Remains
from edgematch.kernels.pair_sets import Sets
from edgematch.kernels.pair_trying import Tree
from edgematch.puzzle import Puzzle
from edgematch.symmetry import board_symmetries
from edgematch.tables.color_pairs import (
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

_STEPWISE = 6
"""On the first levels the search never jumps: there it can be split into parts that
place as many pieces as the whole, each without knowing of the others."""


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

    def start(self, puzzle: Puzzle) -> "ColorPairSearch":
        """Return a search of `puzzle` that has placed nothing yet."""
        tables = color_pair_tables(
            puzzle, self.opposite_pairs, self.break_symmetry, self.seed
        )
        arrays = Arrays(tables.sets, tables.remains, tables.reasons, tables.tree)
        return ColorPairSearch(puzzle, tables, self._kernel_options(puzzle), arrays)

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
        options[pair_choice.STEPWISE] = _STEPWISE
        return options


@dataclass(frozen=True)
class Arrays:
    """All that a search writes."""

    sets: Sets
    remains: Remains
    reasons: Reasons
    tree: Tree

    def named(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Yield every array and its name; of the candidates those that are in use."""
        for group in (self.sets, self.remains, self.reasons, self.tree):
            for name, array in group._asdict().items():
                used = array[: self.candidates] if name == "candidates" else array
                yield f"{type(group).__name__}.{name}", used

    @property
    def candidates(self) -> int:
        """How many candidates the levels up to the present one have."""
        level = int(self.tree.at[0])
        opened = level + (self.tree.at[3] == kernel.TRYING)
        return int(self.tree.end[opened - 1]) if opened else 0

    def copied(self) -> "Arrays":
        """Return arrays of their own with the same content."""
        # Memory never touched costs nothing, and few candidates are in use.
        candidates = np.zeros(self.tree.candidates.shape, np.uint32)
        candidates[: self.candidates] = self.tree.candidates[: self.candidates]
        return Arrays(
            copied(self.sets),
            copied(self.remains),
            copied(self.reasons),
            copied(self.tree._replace(candidates=candidates[:0]))._replace(
                candidates=candidates
            ),
        )


class ColorPairSearch:
    """The kernel's arrays as a search that the runner can drive."""

    def __init__(
        self,
        puzzle: Puzzle,
        tables: ColorPairTables,
        options: NDArray[np.int64],
        arrays: Arrays,
    ) -> None:
        self.puzzle, self.tables = puzzle, tables
        self.options, self.arrays = options, arrays
        self.is_over = tables.is_hopeless
        self.levels = puzzle.cells - len(puzzle.hints)
        self._estimates = type(tables.estimates)(*map(np.copy, tables.estimates))

    @property
    def note(self) -> str:
        """Nothing to tell."""
        return ""

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        return int(self.arrays.tree.nodes[0])

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        if self.is_over:
            return Outcome.EXHAUSTED
        if self.levels == 0:
            self.is_over = True  # the hints are the whole board, once
            return Outcome.FOUND
        arrays = self.arrays
        return Outcome(
            kernel.advance(
                self.tables.pairs,
                self.options,
                arrays.sets,
                arrays.remains,
                arrays.reasons,
                self._estimates,
                arrays.tree,
                node_budget,
            )
        )

    def board(self) -> Board:
        """Return the pieces as they lie now."""
        tree = self.arrays.tree
        return self._board(tree.chosen[: int(tree.at[0])])

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        fullest = self.arrays.tree.fullest
        if self.tables.is_hopeless:
            return Board(self.puzzle, ())
        return self._board(fullest[: int(fullest[-1])])

    def _board(self, candidates: NDArray[np.uint32]) -> Board:
        placed = placements_of(candidates)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        tree = self.arrays.tree
        done, weight = 0.0, 1.0
        level, floor = int(tree.at[0]), int(tree.at[1])
        opened = level + (tree.at[3] == kernel.TRYING)
        for number in range(floor, opened):
            first, end = int(tree.first[number]), int(tree.end[number])
            tried = int(tree.next[number]) - first - (number < level)
            if end > first:
                weight /= end - first
                done += weight * tried
        return done

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order."""
        if self.nodes:
            return [self]
        return subtrees_of(self, wanted, min(_STEPWISE + 1, self.levels))

    @property
    def has_branches(self) -> bool:
        """Whether there is anything left to choose."""
        return not self.is_over and self.levels > 0

    @property
    def root_depth(self) -> int:
        """The level that the search goes back no further than."""
        return int(self.arrays.tree.at[1])

    def stop_at(self, depth: int) -> None:
        """Take every node of a depth for a solution."""
        self.arrays.tree.at[2] = depth

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it."""
        part = self.fork()
        depth = int(self.arrays.tree.at[2])
        part.arrays.tree.at[:] = depth, depth, self.levels, kernel.OPENING
        self.arrays.tree.nodes[:] = 0
        return part

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        self.is_over = True

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        copy = type(self)(self.puzzle, self.tables, self.options, self.arrays.copied())
        copy.is_over = self.is_over
        return copy

    def close(self) -> None:
        """Nothing to let go of."""

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        arrays = {name: array.copy() for name, array in self.arrays.named()}
        return {**arrays, "is_over": np.array([self.is_over])}

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        for name, array in self.arrays.named():
            if name == "Tree.candidates":
                self.arrays.tree.candidates[: len(state[name])] = state[name]
            else:
                array[...] = state[name]
        self.is_over = bool(state["is_over"][0])
