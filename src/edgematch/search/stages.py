"""A search in stages: each depends on the seed, its number and what was kept before.

A checkpoint is what the present stage began with: resumed, that stage begins again and
comes to the same end.  Nothing of the inside of a stage has to be saved.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.placements.completion import fill_holes
from edgematch.placements.full_boards import (
    BoardWays,
    FullBoardTables,
    full_board_tables,
)
from edgematch.puzzle import Puzzle
from edgematch.search.request import Request
from edgematch.search.technique import BoardSearch, Outcome, ResumableSearch, State


class StagedSearch(BoardSearch, ResumableSearch):
    """What searches in stages share: the best board, stages, checkpoints.

    A subclass says how a stage begins (`begin`) and goes on (`go_on`), and calls
    `offer` with every full board that may be the best.
    """

    nodes: int = 0
    is_over = False
    """Whether nothing is left to do."""

    def __init__(self, request: Request) -> None:
        puzzle, start = request.puzzle, request.optimize.start
        self.tables: FullBoardTables = full_board_tables(puzzle)
        self.seed = request.seed
        self.stage = 0
        self.is_proof_enough = request.optimize.measure.is_proved_by_breaks
        """Whether the search is over when no full board can have fewer breaks."""
        self._best = self.tables.empty()
        self._has_begun = False
        self._snapshot: State | None = None
        # There is a full board from the beginning, if not a good one.
        placements = {hint.cell: hint for hint in puzzle.hints}
        if start is not None:
            placements |= {each.cell: each for each in start.placements}
        ways = self.tables.ways_of(placements.values())
        breaks = self.offer(fill_holes(self.tables, ways, self.seed))
        if len(puzzle.hints) == puzzle.cells:  # there is no other full board
            self.at_least, self.is_over = breaks, True

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle searched."""
        return self.tables.puzzle

    def begin(self) -> None:
        """Begin the stage of number `stage`."""
        raise NotImplementedError

    def go_on(self, node_budget: int) -> bool:
        """Search for about so many nodes and count them; return whether it is over."""
        raise NotImplementedError

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return what a stage begins with beside the best board."""
        return {}

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Begin with what `kept` returned."""

    def prepare(self) -> None:
        """Run the beginning of the first stage, and take it back.

        A search that has begun has compiled what it runs.
        """
        if self.is_over or self._has_begun or self.nodes:
            return
        state, breaks, best = self.state(), self.fewest_breaks, self._best
        self.advance(1)
        self.restore(state)
        self.fewest_breaks, self._best, self.is_over = breaks, best, False

    def advance(self, node_budget: int) -> Outcome:
        """Search for about `node_budget` nodes, or until a better board is found."""
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
        if self.is_over:
            return Outcome.EXHAUSTED
        return Outcome.PAUSED if self.fewest_breaks == before else Outcome.FOUND

    def offer(self, ways: BoardWays) -> int:
        """Keep a full board if it is the best; return its breaks."""
        breaks = self.tables.breaks_of(ways)
        if self.fewest_breaks is None or breaks < self.fewest_breaks:
            self.fewest_breaks = breaks
            self._best = ways.copy()
        return breaks

    def best(self) -> Board:
        """Return the best full board so far."""
        return self.tables.board(self._best)

    def board(self) -> Board:
        """Return the best full board, unless a subclass has one on its way."""
        return self.best()

    def _snapshot_now(self) -> State:
        breaks = -1 if self.fewest_breaks is None else self.fewest_breaks
        return {
            "stage": np.array([self.stage, self.nodes, breaks, self.at_least]),
            "best": self._best.copy(),
            **{name: array.copy() for name, array in self.kept().items()},
        }

    def state(self) -> State:
        """Return what the present stage began with."""
        if self._has_begun and self._snapshot is not None:
            return self._snapshot
        return self._snapshot_now()

    def restore(self, state: State) -> None:
        """Begin the saved stage again."""
        stage, nodes, breaks, at_least = (int(x) for x in np.asarray(state["stage"]))
        self.stage, self.nodes, self.at_least = stage, nodes, at_least
        self.fewest_breaks = None if breaks < 0 else breaks
        self._best = np.asarray(state["best"]).astype(np.uint32)
        self.take_up({name: np.asarray(array) for name, array in state.items()})
        self._has_begun = False
