"""What local searches on swaps share: a board that is restarted from time to time."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.placements.completion import completed
from edgematch.placements.full_boards import LyingTables, random_state
from edgematch.puzzle import Puzzle
from edgematch.search.stages import StagedSearch
from edgematch.techniques.swaps.kernel import NODES, Swapping
from edgematch.techniques.swaps.tables import start_swapping


class Moving(Protocol):
    """The options of a local search, and how it moves."""

    @property
    def restart(self) -> int:
        """Nodes before it begins anew."""
        ...

    def move(self, tables: LyingTables, state: Swapping, node_budget: int) -> None:
        """Move on for so many nodes, or until a better board is found."""
        ...


class SwappingSearch(StagedSearch):
    """A stage is a local search from a random board; the first, from the start."""

    def __init__(
        self, options: Moving, puzzle: Puzzle, seed: int, start: Board | None
    ) -> None:
        super().__init__(puzzle, seed, start)
        self._options = options
        self._first = self._best.copy()

    def begin(self) -> None:
        """Begin with the board given, or a random one."""
        random = random_state(self.seed, self.stage)
        lying = self._first
        if self.stage:
            hints = self.tables.lying(self.puzzle.hints)
            lying = completed(self.tables, hints, int(random[0]))
        self._state = start_swapping(self.tables, lying, random)

    def go_on(self, node_budget: int) -> bool:
        """Move on."""
        state, restart = self._state, self._options.restart
        if not state.free.size or self.fewest_breaks == 0:
            self.is_over = True
            return True
        before = int(state.count[NODES])
        self._options.move(self.tables, state, min(node_budget, restart - before))
        self.nodes += int(state.count[NODES]) - before
        self.offer(state.best)
        return bool(state.count[NODES] >= restart)

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return the board that the first stage begins with."""
        return {"first": self._first}

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Begin with that."""
        self._first = kept["first"].astype(np.uint32)

    def at_hand(self) -> Board:
        """Return the board as it lies now."""
        if not self._has_begun:
            return self.best()
        return self.tables.board(self._state.lying)
