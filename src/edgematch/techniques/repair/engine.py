"""The search of repair: one board, changed region by region."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.placements.completion import frozen_random, refill
from edgematch.placements.full_boards import BoardWays, FullBoardTables, random_state
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch

from .kernel.search import BREAKS, FEWEST, NODES, ROUNDS, repair
from .tables import empty_region, shape_numbers, start_repair

if TYPE_CHECKING:
    from . import Repair

_NODES_OF_STAGE = 1_000_000
_NODES_BETWEEN_REFILLS = 100_000
_STEPS_OF_STAGE = _NODES_OF_STAGE // _NODES_BETWEEN_REFILLS
_MOST_REFILLED = 100
_MOST_WORSE = 4
_FIRST_SLACK = 1
"""Breaks by which late acceptance lets the first boards be worse than the start."""


def first_history(options: "Repair", breaks: int) -> NDArray[np.int64]:
    """Return the first history of late acceptance; empty for the other rules."""
    length = options.history if options.accept == "late" else 0
    return np.full(length, breaks + _FIRST_SLACK, np.int64)


def chance_of_worse(options: "Repair", step: int) -> float:
    """Return the probability of accepting one more break, after `step` refills."""
    if options.accept != "anneal":
        return float(options.heat)  # for 0 numba would compile another kernel
    steps = options.cooling * _STEPS_OF_STAGE
    share = step % steps / max(steps - 1, 1)
    temperature = options.hottest * (options.coldest / options.hottest) ** share
    return math.exp(-1 / temperature)


class RepairSearch(StagedSearch):
    """Repairs one board; a stage is a million nodes."""

    board_arrays = ("best", "ways")

    def __init__(self, options: "Repair", request: Request) -> None:
        super().__init__(request)
        self._options = options
        self._ways = self._best.copy()
        self._since = 0
        self._history = self._first_history()

    def _first_history(self) -> NDArray[np.int64]:
        assert self.fewest_breaks is not None
        return first_history(self._options, self.fewest_breaks)

    def begin(self) -> None:
        """Continue from the end of the previous stage, or from the best board."""
        if self._since > self._options.patience:
            self._ways, self._since = self._best.copy(), 0
            self._history = self._first_history()
        seeds = (self.seed, self.stage)
        self._part = RepairPart(
            self.tables, self._options, self._ways, seeds, self._history, self.stage
        )
        self._before = self.fewest_breaks

    def go_on(self, node_budget: int) -> bool:
        """Repair for a while."""
        self.nodes += self._part.advance(
            min(node_budget, _NODES_OF_STAGE - self._part.nodes)
        )
        self.offer(self._part.best)
        if self._part.nodes < _NODES_OF_STAGE and self._part.fewest > 0:
            return False
        self._ways, self._history = self._part.ways, self._part.history
        self._since = 0 if self.fewest_breaks != self._before else self._since + 1
        self.is_over = self.fewest_breaks == 0
        return True

    def board(self) -> Board:
        """Return the present board."""
        return self.tables.board(self._part.ways if self._has_begun else self._ways)

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return the present board, the history, and the stages since the best one."""
        return {
            "ways": self._ways,
            "history": self._history,
            "since": np.array([self._since], np.uint32),
        }

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Restore these."""
        self._ways = kept["ways"].astype(np.uint32)
        self._history = kept["history"].astype(np.int64)
        self._since = int(kept["since"][0])


class RepairPart:
    """One stage: regions filled by the kernel, and now and then a refill."""

    def __init__(
        self,
        tables: FullBoardTables,
        options: "Repair",
        ways: BoardWays,
        seeds: tuple[int, ...],
        history: NDArray[np.int64] | None = None,
        stage: int = 0,
    ) -> None:
        self._tables, self._options = tables, options
        self._shapes = shape_numbers(options.shapes.split(","))
        breaks, random = tables.breaks_of(ways), random_state(*seeds)
        if history is None:
            history = first_history(options, breaks)
        self._generator = frozen_random(int(random[0]))
        self._state = start_repair(tables, ways, breaks, random, history)
        self._smallest = max(options.smallest, 2)
        self._largest = max(options.largest, 2)
        self._region = empty_region(tables, self._largest)
        self._next_refill = _NODES_BETWEEN_REFILLS
        self._step = stage * _STEPS_OF_STAGE

    @property
    def nodes(self) -> int:
        """Pieces placed."""
        return int(self._state.count[NODES])

    @property
    def ways(self) -> BoardWays:
        """The present board."""
        return self._state.ways

    @property
    def best(self) -> BoardWays:
        """The best board so far."""
        return self._state.best

    @property
    def history(self) -> NDArray[np.int64]:
        """The breaks of earlier boards, the next to be compared with first."""
        return np.roll(self._state.history, -int(self._state.count[ROUNDS]))

    @property
    def fewest(self) -> int:
        """The breaks of the best board."""
        return int(self._state.count[FEWEST])

    def advance(self, node_budget: int) -> int:
        """Repair for about `node_budget` nodes, or until a better board is found.

        Returns the nodes.
        """
        options, state = self._options, self._state
        before, fewest = self.nodes, self.fewest
        goal = before + node_budget
        while self.nodes < goal and self.fewest == fewest and fewest:
            if self.nodes >= self._next_refill:
                self._refill()
                self._next_refill += _NODES_BETWEEN_REFILLS
                self._step += 1
                continue
            repair(
                self._tables.arrays,
                state,
                self._region,
                self._shapes,
                self._smallest,
                self._largest,
                options.nodes_each,
                chance_of_worse(options, self._step),
                1 if options.accept == "heat" else _MOST_WORSE,
                min(goal, self._next_refill) - self.nodes,
            )
        return self.nodes - before

    def _refill(self) -> None:
        """Reassign the pieces of one kind on cells of one color of a chessboard."""
        tables, state, generator = self._tables, self._state, self._generator
        rows, columns = np.divmod(np.arange(tables.puzzle.cells), tables.puzzle.columns)
        is_free = tables.arrays.is_fixed[:-1] == 0
        is_free &= (rows + columns) % 2 == generator.randint(2)
        free = np.flatnonzero(is_free)
        if not len(free):
            return
        kind = tables.arrays.kind[generator.choice(free)]
        cells = free[tables.arrays.kind[free] == kind]
        cells = generator.permutation(cells)[:_MOST_REFILLED]
        there = state.ways[cells].astype(np.int64) // 16
        refill(tables, state.ways, cells, there, generator)
        breaks = tables.breaks_of(state.ways)
        state.count[BREAKS] = breaks
        state.count[NODES] += len(cells)
        if breaks < state.count[FEWEST]:
            state.count[FEWEST] = breaks
            state.best[:] = state.ways
