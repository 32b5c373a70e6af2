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
from .tables import start_swaps

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
        anneal(tables.pieces, tables.cells, state, temperature, budget)

    return move


def tabu_moves(options: "Tabu") -> Moves:
    """Return the moves of tabu search."""

    def move(tables: FullBoardTables, state: SwapState, node_budget: int) -> None:
        pieces, cells = tables.pieces, tables.cells
        tabu(pieces, cells, state, options.looks, options.tenure, node_budget)

    return move


class SwapSearch(StagedSearch):
    """A stage is a local search from a random board; the first, from the start."""

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
        self._state = start_swaps(self.tables, ways, random)

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
