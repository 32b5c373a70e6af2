"""The search of local SAT: a walk over assignments, and the boards that it finds."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from edgematch.board import Board
from edgematch.encoders import encoding, encoding_options
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import Formula
from edgematch.kernels.tree import FOUND
from edgematch.puzzle import Placement
from edgematch.search.array_search import copy_arrays
from edgematch.search.request import Request
from edgematch.search.state_checks import (
    array_like,
    check_names,
    solutions_of,
    whole_number,
)
from edgematch.search.technique import Outcome, ResumableSearch, State
from edgematch.symmetry import board_symmetries

from .kernel import ddfw, probsat
from .kernel import walk as local_search
from .tables import check_walk, clause_tables, fresh_walk, model_of

if TYPE_CHECKING:
    from . import LocalSat

_CHANCES = 1_000
_LONG = ("found_boards", "model")
"""The arrays of a state whose length changes."""
_MOST_GIVEN = 10**9
"""More boards than one model is ever asked for."""


def start(engine: "LocalSat", request: Request) -> "LocalSatSearch":
    """Return a search that has flipped nothing yet."""
    known = encoding_options(engine.encoding)
    options = {name: getattr(engine, name) for name in known if hasattr(engine, name)}
    formula = encoding(engine.encoding, **options).encode(request.puzzle)
    clauses = Clauses(formula, engine.at_most_one, engine.exactly)
    variables, _ = clauses.size()
    tables = clause_tables(clauses, variables)
    walk = fresh_walk(tables, variables, request.seed)
    search = LocalSatSearch(engine, formula, tables, walk)
    if engine.break_symmetry:
        search.turns = len(board_symmetries(request.puzzle))
    search.begin()
    return search


class LocalSatSearch(ResumableSearch):
    """A walk over assignments; no board is found twice."""

    def __init__(
        self,
        engine: "LocalSat",
        formula: Formula,
        tables: local_search.ClauseTables,
        walk: local_search.WalkState,
    ) -> None:
        self.engine, self.formula = engine, formula
        self.tables, self.walk = tables, walk
        self.puzzle = formula.puzzle
        self._chance = engine.base ** -np.arange(_CHANCES, dtype=np.float64)
        self._found: dict[tuple[Placement, ...], Board] = {}
        self._model: list[int] = []
        """The last model found."""
        self._given = 0
        self._boards: Iterator[Board] = iter(())
        """The boards of that model not returned yet; there may be many thousands."""
        self._seconds = 0.0

    def begin(self) -> None:
        """Give all variables random values."""
        kernel = ddfw if self.engine.algorithm == "ddfw" else probsat
        local_search.restart(self.tables, self.walk, kernel.INITIAL_WEIGHT)

    @property
    def nodes(self) -> int:
        """Flips so far."""
        return int(self.walk.count[local_search.FLIPS])

    @property
    def note(self) -> str:
        """The algorithm, its speed, and the fewest false clauses so far."""
        count = self.walk.count
        rate = self.nodes / self._seconds if self._seconds else 0.0
        return (
            f"{self.engine.algorithm} on {self.engine.encoding},"
            f" {len(self.walk.value):,} variables, {len(self.walk.weight):,} clauses,"
            f" {rate:,.0f} flips/s, {int(count[local_search.RESTARTS]):,} restarts,"
            f" {int(count[local_search.FEWEST]):,} clauses false at best"
        )

    def advance(self, node_budget: int) -> Outcome:
        """Continue for at most `node_budget` flips, or to the next solution."""
        if self._next_board():
            return Outcome.FOUND
        goal = self.nodes + node_budget
        started = time.perf_counter()
        try:
            while self.nodes < goal:
                if self._walk(goal - self.nodes) != FOUND:
                    return Outcome.PAUSED
                self._take_boards(model_of(self.walk), 0)
                self.begin()
                if self._next_board():
                    return Outcome.FOUND
                # Nothing new: count a flip, so that restarts alone cannot loop forever.
                if self.nodes < goal:
                    self.walk.count[local_search.FLIPS] += 1
        finally:
            self._seconds += time.perf_counter() - started
        return Outcome.PAUSED

    def _walk(self, budget: int) -> int:
        cutoff = self.engine.restart_after
        if self.engine.algorithm == "ddfw":
            return ddfw.advance(self.tables, self.walk, cutoff, budget)
        return probsat.advance(self.tables, self.walk, self._chance, cutoff, budget)

    def _take_boards(self, model: list[int], given: int) -> None:
        self._model, self._given = model, given
        boards = self.formula.boards(model) if model else iter(())
        self._boards = islice(boards, given, None)

    def _next_board(self) -> bool:
        """Add the next new board of the last model; return whether there is one."""
        for board in self._boards:
            self._given += 1
            if board.placements not in self._found:
                self._found[board.placements] = board
                return True
        return False

    def board(self) -> Board:
        """Return the last solution, or the hints: an assignment is not a board."""
        if self._found:
            return next(reversed(self._found.values()))
        hints = Board(self.puzzle, self.puzzle.hints)
        return Board(self.puzzle, ()) if hints.breaks() else hints

    def prepare(self) -> None:
        """Advance a copy by one flip."""
        walk = copy_arrays(self.walk)
        type(self)(self.engine, self.formula, self.tables, walk).advance(1)

    def state(self) -> State:
        """Return a copy of the state."""
        arrays = {name: array.copy() for name, array in self.walk._asdict().items()}
        shape = (len(self._found), self.puzzle.cells, 3)
        return {
            **arrays,
            "found_boards": np.array(list(self._found), np.int32).reshape(shape),
            "model": np.array(self._model, np.int32),
            "given": np.array([self._given]),
        }

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        own = self.state()
        check_names(state, own)
        arrays = {
            name: array_like(state, name, np.asarray(array), name in _LONG)
            for name, array in own.items()
        }
        for name, array in self.walk._asdict().items():
            array[:] = arrays[name]
        check_walk(self.tables, self.walk)
        boards = solutions_of(self.puzzle, arrays["found_boards"])
        self._found = {board.placements: board for board in boards}
        model, variables = arrays["model"], np.arange(1, len(self.walk.value) + 1)
        if model.size and not np.array_equal(abs(model), variables):
            raise ValueError("model is not a value for every variable")
        given = whole_number(int(arrays["given"][0]), "given", _MOST_GIVEN)
        self._take_boards(model.tolist(), given)
