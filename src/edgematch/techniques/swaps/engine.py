"""Local search on swaps, restarted from a random board from time to time."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.placements.completion import fill_holes
from edgematch.placements.full_boards import FullBoardTables, random_state
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch

from .kernel import NODES, SwapState, anneal, tabu

if TYPE_CHECKING:
    from . import Anneal, Tabu

_TEMPERATURES = 1_000
"""Temperatures of one annealing."""

Moves = Callable[[FullBoardTables, SwapState, int], None]
"""Moves for a number of nodes, or until a better board is found."""


def anneal_moves(options: "Anneal") -> Moves:
    """Return the moves of simulated annealing."""

    def move(tables: FullBoardTables, state: SwapState, node_budget: int) -> None:
        each = max(options.restart // _TEMPERATURES, 1)
        done = int(state.count[NODES])
        share = min(done // each / _TEMPERATURES, 1.0)
        temperature = options.hottest * (options.coldest / options.hottest) ** share
        budget = min(node_budget, each - done % each)
        anneal(tables.arrays, state, temperature, budget)

    return move


def tabu_moves(options: "Tabu") -> Moves:
    """Return the moves of tabu search."""

    def move(tables: FullBoardTables, state: SwapState, node_budget: int) -> None:
        tabu(tables.arrays, state, options.looks, options.tenure, node_budget)

    return move


class SwapSearch(StagedSearch):
    """A stage is a local search from a random board; the first, from the start."""

    board_arrays = ("best", "first")

    def __init__(self, request: Request, restart: int, move: Moves) -> None:
        super().__init__(request)
        self._restart, self._move = restart, move
        self._first = self._best.copy()

    def begin(self) -> None:
        """Begin with the start board in the first stage, then with random boards."""
        random = random_state(self.seed, self.stage)
        ways = self._first
        if self.stage:
            hints = self.tables.ways_of(self.puzzle.hints)
            ways = fill_holes(self.tables, hints, int(random[0]))
        self._state = _start_swaps(self.tables, ways, random)

    def go_on(self, node_budget: int) -> bool:
        """Continue the moves."""
        state, restart = self._state, self._restart
        if not state.free.size or self.fewest_breaks == 0:
            self.is_over = True
            return True
        before = int(state.count[NODES])
        self._move(self.tables, state, min(node_budget, restart - before))
        self.nodes += int(state.count[NODES]) - before
        self.offer(state.best)
        return bool(state.count[NODES] >= restart)

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return the board that the first stage begins with."""
        return {"first": self._first}

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Restore that board."""
        self._first = kept["first"].astype(np.uint32)

    def board(self) -> Board:
        """Return the present board."""
        if not self._has_begun:
            return self.best()
        return self.tables.board(self._state.ways)


def _start_swaps(
    tables: FullBoardTables, ways: NDArray[np.uint32], random: NDArray[np.uint64]
) -> SwapState:
    """Return the state of a local search that begins with a full board."""
    count = tables.puzzle.cells
    kinds = tables.arrays.kind[:count]
    free = np.flatnonzero(tables.arrays.is_fixed[:count] == 0)
    free = free[np.argsort(kinds[free], kind="stable")]
    first = np.zeros(count + 1, np.uint32)
    end = np.zeros(count + 1, np.uint32)
    for kind in np.unique(kinds[free]):
        places = np.flatnonzero(kinds[free] == kind)
        first[:count][kinds == kind] = places[0]
        end[:count][kinds == kind] = places[-1] + 1
    breaks = tables.breaks_of(ways)
    return SwapState(
        ways=ways.copy(),
        best=ways.copy(),
        broken=np.zeros(2 * tables.puzzle.joins + 2, np.uint32),
        free=free.astype(np.uint32),
        first_of_kind=first,
        end_of_kind=end,
        tabu_until=np.zeros(count + 1, np.int64),
        count=np.array([breaks, breaks, 0, 0], np.int64),
        random=random.copy(),
    )
