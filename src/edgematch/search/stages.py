"""A search in stages: each depends on the seed, its number and what was kept before.

A checkpoint is what the present stage began with: resumed, that stage begins again and
comes to the same end.  A stage that may take long has a state of its own beside that
(`inside`), from which it is resumed.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

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
from edgematch.search.state_checks import array_like, check_below, check_names
from edgematch.search.technique import BoardSearch, Outcome, ResumableSearch, State

_INSIDE = "inside."
"""What the names of the arrays of a stage's own state begin with."""


class StagedSearch(BoardSearch, ResumableSearch):
    """What searches in stages share: the best board, stages, checkpoints.

    A subclass says how a stage begins (`begin`) and goes on (`go_on`), and calls
    `offer` with every full board that may be the best.
    """

    board_arrays: ClassVar[tuple[str, ...]] = ("best",)
    """The arrays of a state that are full boards, one or several."""
    long_arrays: ClassVar[tuple[str, ...]] = ()
    """Those that may have another length than at the beginning."""

    can_leave_holes: ClassVar[bool] = False
    """Whether it leaves holes if the measure asks for it."""

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
        self._measure = measure = request.optimize.measure
        self._is_by_breaks = not (
            measure.ends_at_break or (measure.leaves_holes and self.can_leave_holes)
        )
        """Whether full boards are compared by their breaks."""
        self._best = self.tables.empty()
        self._value: int | None = None
        """What the best board is the best by: its value, or its breaks below 0."""
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

    def inside(self) -> State:
        """Return the state of the present stage; empty if it must begin again."""
        return {}

    def resume_stage(self, inside: State) -> None:
        """Resume the present stage from what `inside` returned, and count its nodes."""
        raise ValueError("the inside of a stage is not expected")

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
        before = self._value
        while self.nodes < goal and not self.is_over and self._value == before:
            if not self._has_begun:
                self._snapshot = self._snapshot_now()
                self.begin()
                self._has_begun = True
                continue
            nodes = self.nodes
            if self.go_on(goal - nodes):
                self.stage += 1
                self._has_begun = False
            elif self.nodes == nodes:  # it has worked for a while, but on no node
                break
        if self.is_over:
            return Outcome.EXHAUSTED
        return Outcome.PAUSED if self._value == before else Outcome.FOUND

    def offer(self, ways: BoardWays) -> int:
        """Keep a full board if it is the best; return its breaks."""
        breaks = self.tables.breaks_of(ways)
        if self.fewest_breaks is None or breaks < self.fewest_breaks:
            self.fewest_breaks = breaks
        value = self._value_of(ways)
        if self._value is None or value > self._value:
            self._value, self._best = value, ways.copy()
        return breaks

    def _value_of(self, ways: BoardWays) -> int:
        """Return what a full board is compared by."""
        if self._is_by_breaks:
            return -self.tables.breaks_of(ways)
        return self._measure.of_full_board(self.tables.board(ways))

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
        """Return what the present stage began with, and its own state."""
        if not self._has_begun or self._snapshot is None:
            return self._snapshot_now()
        inside = self.inside().items()
        return {
            **self._snapshot,
            **{f"{_INSIDE}{name}": array for name, array in inside},
        }

    def restore(self, state: State) -> None:
        """Begin the saved stage again, or resume it."""
        inside = {
            name.removeprefix(_INSIDE): array
            for name, array in state.items()
            if name.startswith(_INSIDE)
        }
        own = self._snapshot_now()
        check_names(
            {name: state[name] for name in state if not name.startswith(_INSIDE)}, own
        )
        arrays = {
            name: array_like(state, name, np.asarray(array), name in self.long_arrays)
            for name, array in own.items()
        }
        stage, nodes, breaks, at_least = arrays["stage"].tolist()
        check_below("stage", arrays["stage"], 2**62)
        for name in self.board_arrays:
            for ways in arrays[name].reshape(-1, self.puzzle.cells + 1):
                self._check_board(ways, name)
        of_best = self.tables.breaks_of(arrays["best"])
        is_wrong = breaks != of_best and self._is_by_breaks
        if is_wrong or not at_least <= breaks <= of_best:
            raise ValueError("the best board has another number of breaks")
        self.stage, self.nodes, self.at_least = stage, nodes, at_least
        self.fewest_breaks, self._best = breaks, arrays["best"]
        self._value = self._value_of(self._best)
        self.take_up(arrays)
        self._has_begun = False
        if inside:
            self._snapshot = self._snapshot_now()
            self.resume_stage(inside)
            self._has_begun = True

    def _check_board(self, ways: BoardWays, name: str) -> None:
        """Raise unless ways are a legal full board."""
        board = self.tables.board(ways)
        if not board.is_complete() or not board.is_legal():
            raise ValueError(f"{name} is not a legal full board")
        if not np.array_equal(self.tables.ways_of(board.placements), ways):
            raise ValueError(f"{name} is not a board")
