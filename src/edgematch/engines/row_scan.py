"""Zero look-ahead: fill the cells in a fixed order and back up when no piece fits.

Candidates are looked up by the colors of the neighbors already placed; nothing is
checked ahead.  Aspinall et al. call it ZLA and count its nodes (section 2 of their
paper on the 2 × 2 transformation); its nodes are cheaper than any other engine's.
"""

from dataclasses import dataclass
from typing import ClassVar, Self, cast

import numpy as np

from edgematch.board import Board
from edgematch.engines.copies import copied
from edgematch.engines.interface import Outcome, State
from edgematch.engines.options import choice
from edgematch.engines.splitting import subtrees_of
from edgematch.engines.walking import StepWalk
from edgematch.kernels import row_scan as kernel
from edgematch.kernels.row_scan_ahead import advance_masks_ahead
from edgematch.orders import ORDERS
from edgematch.puzzle import Puzzle
from edgematch.symmetry import board_symmetries
from edgematch.tables.row_scan import RowScanTables, placements_of, row_scan_tables

_LEVELS_ABOVE = 4
"""How far down a search that has begun is cut into parts."""


@dataclass(frozen=True)
class RowScan:
    """Fill the cells in a fixed order and back up when no piece fits."""

    name: ClassVar[str] = "row-scan"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = True

    order: str = choice("rows", ORDERS)
    """The fill order, one of `edgematch.orders.ORDERS`."""
    break_symmetry: bool = False
    """Look at one turn of the whole board only, and multiply back."""
    seed: int = 0
    """Shuffles which pieces are tried first; 0 leaves them as numbered."""

    def start(self, puzzle: Puzzle) -> "RowScanSearch":
        """Return a search of `puzzle` that has placed nothing yet."""
        tables = row_scan_tables(
            puzzle, self.order, upright=self.break_symmetry, seed=self.seed
        )
        return RowScanSearch(puzzle, tables, copied(tables.start))

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1

    def walk(self, puzzle: Puzzle) -> StepWalk:
        """Return the tree of this search, to be walked down at random."""
        return StepWalk(self.start(puzzle))


class RowScanSearch:
    """The kernel's arrays as a search that the runner can drive."""

    def __init__(
        self, puzzle: Puzzle, tables: RowScanTables, arrays: kernel.Search
    ) -> None:
        self.puzzle, self.tables, self.arrays = puzzle, tables, arrays
        self._advance = (
            advance_masks_ahead if tables.fits_masks else kernel.advance_lists
        )
        hints = Board(puzzle, puzzle.hints)
        self.is_hopeless = bool(hints.breaks())
        self._is_all_hints = not tables.cells

    @property
    def note(self) -> str:
        """Nothing to tell."""
        return ""

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        return int(self.arrays.nodes.sum())

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        if self.is_hopeless:
            return Outcome.EXHAUSTED
        if self._is_all_hints:
            self.is_hopeless = True  # the hints are the whole board, once
            return Outcome.FOUND
        tables = self.tables
        return Outcome(
            self._advance(tables.steps, tables.candidates, self.arrays, node_budget)
        )

    def board(self) -> Board:
        """Return the pieces as they lie now."""
        filled = int(self.arrays.at[0])
        placed = placements_of(self.tables, self.arrays.chosen, filled)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        if self._is_all_hints or self.is_hopeless:
            return Board(self.puzzle, () if self.is_hopeless else self.puzzle.hints)
        filled = int(self.arrays.fullest[-1])
        placed = placements_of(self.tables, self.arrays.fullest, filled)
        return Board(self.puzzle, (*self.puzzle.hints, *placed))

    def fitting(self, step: int) -> list[int]:
        """Return the ways that fit on a step, by what lies on the steps before it."""
        tables, arrays = self.tables, self.arrays
        number = np.uint64(step)
        group = kernel.open_step(tables.steps, tables.candidates, arrays, number)
        before = set((arrays.chosen[:step] >> 4).tolist())
        first, end = tables.candidates.first[group : group + np.uint64(2)]
        return [
            int(way)
            for way in tables.candidates.way[first:end]
            if int(way) >> 4 not in before
            and int(way) >> 4 < len(self.puzzle.pieces)
            and kernel.fits_others(
                tables.steps, tables.candidates, arrays, number, np.uint64(way)
            )
        ]

    @property
    def walk_length(self) -> int:
        """How many cells there are to fill."""
        return 0 if self.is_hopeless else len(self.tables.cells)

    def choose(self, step: int, candidate: int) -> None:
        """Lay a candidate on a step, for a walk down the tree."""
        self.arrays.chosen[step] = candidate

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        done, weight = 0.0, 1.0
        for step in range(int(self.arrays.at[1]), int(self.arrays.at[0])):
            fitting = self.fitting(step)
            weight /= len(fitting)
            done += weight * fitting.index(int(self.arrays.chosen[step]))
        return done

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order.

        Of a search that has begun, first what is below the place where it stands, then
        the candidates left on the way there, from the deepest up.
        """
        depth, floor = (int(number) for number in self.arrays.at[:2])
        if not self.has_branches or depth == floor:
            return subtrees_of(self, wanted, len(self.tables.cells))
        cut = min(depth, floor + _LEVELS_ABOVE)
        deep = self.fork()
        deep.arrays.at[1] = cut
        parts = [deep]
        for level in reversed(range(floor, cut)):
            rest = self.fork()
            rest.take_back(level)
            rest.arrays.nodes[:] = 0
            share = max(1, wanted // (cut - floor + 1))
            parts += subtrees_of(rest, share, len(self.tables.cells))
        return parts

    def take_back(self, level: int) -> None:
        """Take the pieces from a step on off the board, and stand there as the root."""
        tables, arrays = self.tables, self.arrays
        for step in range(level, int(arrays.at[0])):
            piece = int(arrays.chosen[step]) >> 4
            if tables.fits_masks:
                kind = tables.steps.piece_class[step]
                bits = tables.candidates.bits_of_piece[kind, piece]
                arrays.used_bits[kind] ^= bits
            else:
                arrays.used[piece] = 0
        arrays.at[:2] = level, level

    @property
    def has_branches(self) -> bool:
        """Whether there is anything left to choose."""
        return not self.is_hopeless and not self._is_all_hints

    @property
    def root_depth(self) -> int:
        """The step that the search goes back no further than."""
        return int(self.arrays.at[1])

    def stop_at(self, depth: int) -> None:
        """Take every node of a depth for a solution."""
        self.arrays.at[2] = depth

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it."""
        part = self.fork()
        depth = int(self.arrays.at[2])
        part.arrays.at[:] = depth, depth, len(self.tables.cells)
        part.open(depth)
        self.arrays.nodes[:] = 0
        return part

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        self.is_hopeless = True

    def open(self, step: int) -> None:
        """Make a step ready whose neighbors were placed by other means."""
        tables, arrays = self.tables, self.arrays
        steps, candidates = tables.steps, tables.candidates
        group = kernel.open_step(steps, candidates, arrays, np.uint64(step))
        first, end = candidates.first[group : group + np.uint64(2)]
        arrays.group[step], arrays.cursor[step] = group, first
        if tables.fits_masks:
            used = arrays.used_bits[steps.piece_class[step]]
            arrays.left[step] = candidates.mask[group] & ~used
        else:
            arrays.left[step] = kernel.unused(
                candidates, arrays, np.uint64(first), np.uint64(end)
            )

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        copy = type(self)(self.puzzle, self.tables, copied(self.arrays))
        copy.is_hopeless = self.is_hopeless
        return copy

    def close(self) -> None:
        """Nothing to let go of."""

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        arrays = {name: array.copy() for name, array in self.arrays._asdict().items()}
        return {**arrays, "is_hopeless": np.array([self.is_hopeless])}

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        for name, array in self.arrays._asdict().items():
            array[:] = state[name]
        self.is_hopeless = bool(cast(np.bool_, state["is_hopeless"][0]))
