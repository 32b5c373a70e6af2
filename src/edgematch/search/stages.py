"""A search in stages: each depends on the seed, its number and what was kept before.

So a checkpoint is what a stage begins with: taken up again, the stage under way begins
anew and comes to the same end.  Nothing of the inside of a stage has to be written.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.placements.completion import completed
from edgematch.placements.full_boards import LyingTables, lying_tables
from edgematch.puzzle import Puzzle
from edgematch.search.interface import State
from edgematch.search.score_interface import Lying


class StagedSearch:
    """What searches in stages share: the best board, stages, checkpoints.

    A kind of search says how a stage begins (`begin`) and goes on (`go_on`), and calls
    `offer` with every full board that may be the best.
    """

    at_least = 0
    is_over = False
    ends_when_proved = True

    def __init__(self, puzzle: Puzzle, seed: int, start: Board | None) -> None:
        self.tables: LyingTables = lying_tables(puzzle)
        self.seed = seed
        self.nodes = 0
        self.stage = 0
        self.fewest_breaks: int | None = None
        self._best = self.tables.empty()
        self._has_begun = False
        self._snapshot: State | None = None
        # There is a full board from the beginning, if no good one.
        placements = {hint.cell: hint for hint in puzzle.hints}
        if start is not None:
            placements |= {each.cell: each for each in start.placements}
        lying = self.tables.lying(placements.values())
        breaks = self.offer(completed(self.tables, lying, seed))
        if len(puzzle.hints) == puzzle.cells:  # there is no other full board
            self.at_least, self.is_over = breaks, True

    @property
    def puzzle(self) -> Puzzle:
        """What is searched."""
        return self.tables.puzzle

    @property
    def note(self) -> str:
        """Nothing, unless a kind of search has something to say."""
        return ""

    def begin(self) -> None:
        """Begin the stage of number `stage`."""
        raise NotImplementedError

    def go_on(self, node_budget: int) -> bool:
        """Go on for about so many nodes, count them; say whether the stage is over."""
        raise NotImplementedError

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return what a stage begins with beside the best board."""
        return {}

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Begin with this instead."""

    def advance(self, node_budget: int) -> None:
        """Go on for about `node_budget` nodes, or until a better board is found."""
        goal = self.nodes + node_budget
        before = self.fewest_breaks
        while self.nodes < goal and not self.is_over and self.fewest_breaks == before:
            if not self._has_begun:
                self._snapshot = self._snapshot_now()
                self.begin()
                self._has_begun = True
            elif self.go_on(goal - self.nodes):
                self.stage += 1
                self._has_begun = False

    def offer(self, lying: Lying) -> int:
        """Keep a full board if it is the best; returns its breaks."""
        breaks = self.tables.breaks_of(lying)
        if self.fewest_breaks is None or breaks < self.fewest_breaks:
            self.fewest_breaks = breaks
            self._best = lying.copy()
        return breaks

    def best(self) -> Board:
        """Return the best full board so far."""
        return self.tables.board(self._best)

    def at_hand(self) -> Board:
        """Return the best full board, unless a kind of search stands at one."""
        return self.best()

    def _snapshot_now(self) -> State:
        breaks = -1 if self.fewest_breaks is None else self.fewest_breaks
        return {
            "stage": np.array([self.stage, self.nodes, breaks, self.at_least]),
            "best": self._best.copy(),
            **{name: array.copy() for name, array in self.kept().items()},
        }

    def state(self) -> State:
        """Return what the stage under way began with."""
        if self._has_begun and self._snapshot is not None:
            return self._snapshot
        return self._snapshot_now()

    def restore(self, state: State) -> None:
        """Begin the stage again that was under way; the best board since is kept."""
        stage, nodes, breaks, at_least = (int(x) for x in np.asarray(state["stage"]))
        self.stage, self.nodes, self.at_least = stage, nodes, at_least
        self.fewest_breaks = None if breaks < 0 else breaks
        self._best = np.asarray(state["best"]).astype(np.uint32)
        self.take_up({name: np.asarray(array) for name, array in state.items()})
        self._has_begun = False

    def close(self) -> None:
        """Nothing is held."""
