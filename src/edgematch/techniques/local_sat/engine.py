"""Local search on the clauses of an encoding: DDFW and probSAT.

It walks from one full assignment to the next and finds solutions where it finds them;
it can never tell that there is none.  Nodes are flips.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.encoders import FORMULAS, encoding, encoding_options
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY, Clauses
from edgematch.encoders.formula import Formula
from edgematch.errors import EdgematchError, UnknownName
from edgematch.puzzle import Placement, Puzzle
from edgematch.search.copies import copied
from edgematch.search.interface import Outcome, State
from edgematch.search.options import choice
from edgematch.symmetry import board_symmetries
from edgematch.techniques.local_sat.kernel import ddfw, probsat
from edgematch.techniques.local_sat.kernel import walk as local_search
from edgematch.techniques.local_sat.tables import clause_tables, fresh_walk, model_of

ALGORITHMS = ("ddfw", "probsat")
_CHANCES = 1_000


@dataclass(frozen=True)
class LocalSat:
    """Flip variables of a formula until it holds."""

    name: ClassVar[str] = "local-sat"
    complete: ClassVar[bool] = False
    resumable: ClassVar[bool] = True

    algorithm: str = choice("ddfw", ALGORITHMS)
    """`ddfw` or `probsat`."""
    encoding: str = choice("compact", FORMULAS)
    """One of `edgematch.encoders.FORMULAS`."""
    at_most_one: str = choice("pairwise", AT_MOST_ONE)
    """How to say at most one, one of `edgematch.encoders.cardinality.AT_MOST_ONE`."""
    exactly: str = choice("totalizer", EXACTLY)
    """How to say exactly k, one of `edgematch.encoders.cardinality.EXACTLY`."""
    color_counts: bool = False
    """`primal-dual`: PD3, as many joins of each color as pieces have sides for."""
    forbidden_colors: bool = False
    """`compact`: a join of a color that a piece does not have keeps it off."""
    explicit: bool = False
    """`compact`: no piece lies on two cells."""
    break_symmetry: bool = False
    """Look at one turn of the whole board only, and multiply back."""
    restart_after: int = 1_000_000
    """Begin anew after so many flips; 0 is never."""
    base: float = 10.0
    """`probsat`: a variable that breaks one clause more is so much less likely."""
    seed: int = 0
    """Where the walk begins, and every draw on the way."""

    def __post_init__(self) -> None:
        for name, known in (
            ("algorithm", ALGORITHMS),
            ("encoding", FORMULAS),
            ("at_most_one", tuple(AT_MOST_ONE)),
            ("exactly", tuple(EXACTLY)),
        ):
            if getattr(self, name) not in known:
                there = ", ".join(known)
                raise UnknownName(
                    f"no {name} {getattr(self, name)!r}; there is {there}"
                )
        if not 1 < self.base <= 1e6:
            raise EdgematchError(f"base is more than 1, to a million, not {self.base}")
        if not 0 <= self.restart_after < 2**62:
            raise EdgematchError(
                f"option restart_after is 0 or more flips, not {self.restart_after}"
            )

    def start(self, puzzle: Puzzle) -> "LocalSatSearch":
        """Return a search of `puzzle` that has flipped nothing yet."""
        known = encoding_options(self.encoding)
        options = {name: getattr(self, name) for name in known if hasattr(self, name)}
        formula = encoding(self.encoding, **options).encode(puzzle)
        clauses = Clauses(formula, self.at_most_one, self.exactly)
        variables, _ = clauses.size()
        tables = clause_tables(clauses, variables)
        walk = fresh_walk(tables, variables, self.seed)
        search = LocalSatSearch(self, formula, tables, walk)
        search.begin()
        return search

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1


class LocalSatSearch:
    """A walk as a search that the runner can drive; no board is found twice."""

    boards_alike = 1

    def __init__(
        self,
        engine: LocalSat,
        formula: Formula,
        tables: local_search.Clauses,
        walk: local_search.Walk,
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
        """What is left of the boards of that model: there may be many thousands."""
        self._seconds = 0.0

    def begin(self) -> None:
        """Take random values."""
        kernel = ddfw if self.engine.algorithm == "ddfw" else probsat
        local_search.restart(self.tables, self.walk, kernel.INITIAL_WEIGHT)

    @property
    def nodes(self) -> int:
        """Flips so far."""
        return int(self.walk.count[local_search.FLIPS])

    @property
    def note(self) -> str:
        """The algorithm, its speed and how near it came."""
        count = self.walk.count
        rate = self.nodes / self._seconds if self._seconds else 0.0
        return (
            f"{self.engine.algorithm} on {self.engine.encoding},"
            f" {len(self.walk.value):,} variables, {len(self.walk.weight):,} clauses,"
            f" {rate:,.0f} flips/s, {int(count[local_search.RESTARTS]):,} restarts,"
            f" {int(count[local_search.FEWEST]):,} clauses false at best"
        )

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` flips, or to the next solution."""
        if self._next_board():
            return Outcome.FOUND
        goal = self.nodes + node_budget
        started = time.perf_counter()
        try:
            while self.nodes < goal:
                if self._walked(goal - self.nodes) != local_search.FOUND:
                    return Outcome.PAUSED
                self._take_boards(model_of(self.walk), 0)
                self.begin()
                if self._next_board():
                    return Outcome.FOUND
                # Nothing new: leave, even if beginning anew takes no flips.
                if self.nodes < goal:
                    self.walk.count[local_search.FLIPS] += 1
        finally:
            self._seconds += time.perf_counter() - started
        return Outcome.PAUSED

    def _walked(self, budget: int) -> int:
        cutoff = self.engine.restart_after
        if self.engine.algorithm == "ddfw":
            return ddfw.advance(self.tables, self.walk, cutoff, budget)
        return probsat.advance(self.tables, self.walk, self._chance, cutoff, budget)

    def _take_boards(self, model: list[int], given: int) -> None:
        self._model, self._given = model, given
        boards = self.formula.boards(model) if model else iter(())
        self._boards = islice(boards, given, None)

    def _next_board(self) -> bool:
        """Take the next board of the last model that is new; say if there is one."""
        for board in self._boards:
            self._given += 1
            if board.placements not in self._found:
                self._found[board.placements] = board
                return True
        return False

    def board(self) -> Board:
        """Return the last solution, or the hints: an assignment is no board."""
        return self.fullest()

    def fullest(self) -> Board:
        """Return the last solution, or the hints: an assignment is no board."""
        if self._found:
            return next(reversed(self._found.values()))
        hints = Board(self.puzzle, self.puzzle.hints)
        return Board(self.puzzle, ()) if hints.breaks() else hints

    def share(self) -> float:
        """Return 0: a walk has no share of anything done."""
        return 0.0

    def split(self, wanted: int) -> list[Self]:
        """Return this search alone."""
        return [self]

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        walk = copied(self.walk)
        copy = type(self)(self.engine, self.formula, self.tables, walk)
        copy._found = dict(self._found)
        copy._take_boards(self._model, self._given)
        return copy

    def close(self) -> None:
        """Nothing to let go of."""

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
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
        for name, array in self.walk._asdict().items():
            array[:] = state[name]
        found = cast(NDArray[np.int32], state["found_boards"]).tolist()
        boards = [
            Board(self.puzzle, [tuple(each) for each in board]) for board in found
        ]
        self._found = {board.placements: board for board in boards}
        model, given = (np.asarray(state[name]).tolist() for name in ("model", "given"))
        self._take_boards(model, given[0])
