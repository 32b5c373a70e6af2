"""Full consistency: every placement is followed to the end of what it implies.

Maintaining arc-consistency (MAC) between cells and joins with the rules for pieces, as
Ansótegui et al. describe it ("Edge Matching Puzzles as Hard SAT/CSP Benchmarks",
section 4.2); the cell with the fewest candidates for its undecided joins comes next.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from edgematch.board import Board
from edgematch.engines.interface import Outcome, State
from edgematch.kernels import consistency as kernel
from edgematch.puzzle import Placement, Puzzle
from edgematch.symmetry import board_symmetries
from edgematch.tables.consistency import consistency_tables


@dataclass(frozen=True)
class Consistency:
    """Filter domains to a fixed point after every placement."""

    name: ClassVar[str] = "consistency"
    complete: ClassVar[bool] = True

    inner_first: bool = False
    """Fill all cells inside the frame before the frame."""
    break_symmetry: bool = False
    """Look at one turn of the whole board only, and multiply back."""

    def start(self, puzzle: Puzzle) -> "ConsistencySearch":
        """Return a search of `puzzle` that has placed nothing yet."""
        rules, arrays = consistency_tables(
            puzzle, inner_first=self.inner_first, upright=self.break_symmetry
        )
        search = ConsistencySearch(puzzle, rules, arrays)
        search.begin()
        return search

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1


class ConsistencySearch:
    """The kernel's arrays as a search that the runner can drive."""

    def __init__(
        self, puzzle: Puzzle, rules: kernel.Rules, arrays: kernel.Search
    ) -> None:
        self.puzzle, self.rules, self.arrays = puzzle, rules, arrays
        self.is_over = False
        self.is_given = False
        """Whether propagation alone fills the board."""

    def begin(self) -> None:
        """Propagate what is given, and choose the first cell."""
        self.arrays.queued[:] = 1
        if not kernel.propagate(self.rules, self.arrays, 0):
            self.is_over = True
            return
        kernel.keep_fullest(self.arrays, 0)
        self.is_given = not kernel.open_depth(self.rules, self.arrays, 0)

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        return int(self.arrays.nodes.sum())

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        if self.is_over:
            return Outcome.EXHAUSTED
        if self.is_given:
            self.is_over = True
            return Outcome.FOUND
        return Outcome(kernel.advance(self.rules, self.arrays, node_budget))

    def board(self) -> Board:
        """Return the board that was just found."""
        depth = 0 if self.is_given else int(self.arrays.at[0]) + 1
        placements = []
        for cell in range(self.puzzle.cells):
            turns, words = np.nonzero(self.arrays.domains[depth, cell])
            bits = int(self.arrays.domains[depth, cell, turns[0], words[0]])
            piece = bits.bit_length() - 1 + 64 * int(words[0])
            placements.append(Placement(cell, piece, int(turns[0])))
        return Board(self.puzzle, placements)

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        if int(self.arrays.fullest[-1]) == 0:
            return Board(self.puzzle, ())
        return Board(
            self.puzzle,
            (
                Placement(cell, int(way) // 4, int(way) % 4)
                for cell, way in enumerate(self.arrays.fullest[:-1])
                if way >= 0
            ),
        )

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        if self.is_over or self.is_given:
            return float(self.is_over)
        done, weight = 0.0, 1.0
        for depth in range(int(self.arrays.at[1]), int(self.arrays.at[0]) + 1):
            total = int(self.arrays.total[depth])
            left = sum(int(word).bit_count() for word in self.arrays.left[depth].flat)
            is_last = depth == int(self.arrays.at[0])
            done += weight * (total - left - (0 if is_last else 1)) / total
            weight /= total
        return done

    def split(self, wanted: int) -> list[Self]:
        """Return a subtree for every candidate of the first cell, in order."""
        if self.is_over or self.is_given:
            return [self]
        parts = []
        turns, words = self.arrays.left.shape[1:]
        for turn in range(turns):
            for word in range(words):
                bits = int(self.arrays.left[0, turn, word])
                for bit in range(64):
                    if bits >> bit & 1:
                        part = self.fork()
                        part.arrays.left[0] = 0
                        part.arrays.left[0, turn, word] = 1 << bit
                        part.arrays.total[0] = 1
                        parts.append(part)
        return parts

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        arrays = self.arrays._replace(
            **{name: array.copy() for name, array in self.arrays._asdict().items()}
        )
        copy = type(self)(self.puzzle, self.rules, arrays)
        copy.is_over, copy.is_given = self.is_over, self.is_given
        return copy

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        arrays = {name: array.copy() for name, array in self.arrays._asdict().items()}
        return {**arrays, "flags": np.array([self.is_over, self.is_given])}

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        for name, array in self.arrays._asdict().items():
            array[:] = state[name]
        self.is_over, self.is_given = (bool(flag) for flag in state["flags"])
