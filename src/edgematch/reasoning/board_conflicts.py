"""Which pieces of a board cannot stay: no solution has all of them where they are.

A set of placements is tested by propagation first, then by a SAT solver if python-sat
is installed and the board is not too large, else by a plain search.  The solver gets
the placements as assumptions, and every answer rules out more than one set: a
refutation names the assumptions that it needs, and a solution shows that all sets of
its own placements can stay.

Every step is short, and looks at the clock: the time is kept on a busy machine too.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import combinations
from typing import Any

from edgematch.board import Board
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.choices import Choices
from edgematch.encoders.formula import Placed
from edgematch.encoders.optional import import_optional
from edgematch.encoders.primal import PrimalDual
from edgematch.errors import MissingPackage
from edgematch.puzzle import Placement, Puzzle
from edgematch.reasoning.completions import Undecided, completions
from edgematch.reasoning.conflicts import (
    Conflict,
    OutOfBudget,
    pieces_on,
    smaller_conflict,
)
from edgematch.reasoning.domains import Domains, Ways

__all__ = ["board_conflict", "conflict_words"]

_MOST_VARIABLES = 25_000
"""For the solver: the formula of a larger board takes longer than its answers."""
_SLICE = 0.02
"""Seconds between two looks at the clock that the solver is given, roughly."""
_CLAUSES_AT_A_TIME = 200

_Set = frozenset[Placement]
_Clock = Callable[[], float]


def board_conflict(
    board: Board,
    seconds: float = 5.0,
    is_proved: bool = False,
    clock: _Clock = time.monotonic,
) -> Conflict | None:
    """Return pieces of a board that cannot all stay, as few as can be found in time.

    None if the board can be completed.  The conflict is empty if the puzzle has no
    solution at all.  `Undecided` is raised if the time is not enough to tell; with
    `is_proved`, when it is known that the board cannot be completed, if it is not
    enough to name fewer pieces than all of them.  The clock tells the seconds.

    >>> puzzle = Puzzle(1, 3, [(0, 1, 0, 0), (0, 1, 0, 1), (0, 1, 0, 0)])
    >>> board_conflict(Board(puzzle, [(0, 0, 0), (2, 1, 0)])).placements
    (Placement(cell=2, piece=1, turn=0),)
    """
    with closing(_Tests(board, clock, clock() + seconds)) as tests:
        best = _first_conflict(tests, is_proved)
        return None if best is None else _smallest(tests, best, is_proved)


def _first_conflict(tests: "_Tests", is_proved: bool) -> "_Set | None":
    """Return a conflict; None if the board can be completed."""
    try:
        best = tests.conflict_in(tests.placed)
    except OutOfBudget:
        best = None
    else:
        if best is None and not tests.has_undecided:
            return None
    if best is None:
        if not is_proved or not tests.placed:
            raise Undecided
        best = frozenset(tests.placed)
        tests.add_conflict(best)
    return best


def _smallest(tests: "_Tests", best: "_Set", is_proved: bool) -> Conflict:
    """Return the smallest conflict that can be found in time."""
    try:
        for placement in sorted(best):
            found = tests.conflict_in(best - {placement}) if placement in best else None
            best = best if found is None else found
        while best:
            smaller = smaller_conflict(
                tests.placed, len(best), tests.is_refuted, tests.check_time
            )
            if smaller is None:
                break
            best = frozenset(smaller)
        is_smallest = not best or not tests.has_undecided
    except OutOfBudget:
        is_smallest = False
    if is_proved and not is_smallest and len(best) == len(tests.placed) > 1:
        raise Undecided
    return Conflict(tuple(sorted(best)), is_smallest)


def conflict_words(puzzle: Puzzle, conflict: Conflict) -> str:
    """Return what a conflict says, as a sentence.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> conflict_words(puzzle, Conflict((Placement(0, 0, 1),), False))
    'The piece on A1 cannot stay.'
    """
    some = conflict.placements
    if not some:
        return "The puzzle has no solution at all, with or without your pieces."
    if len(some) == 1:
        return f"The {pieces_on(puzzle, some)} cannot stay."
    said = f"The {pieces_on(puzzle, some)} cannot all stay"
    return (
        f"{said}: this is a smallest such set." if conflict.is_smallest else f"{said}."
    )


class _Tests:
    """Which sets of placements are refuted, with all that is known by now."""

    def __init__(self, board: Board, clock: _Clock, deadline: float) -> None:
        self._puzzle, self._clock, self._deadline = board.puzzle, clock, deadline
        hints = set(board.puzzle.hints)
        self.placed = tuple(each for each in board.placements if each not in hints)
        self._conflicts = list(_broken_rules(board.puzzle, self.placed))
        alone = {each for some in self._conflicts if len(some) == 1 for each in some}
        self._lawful = frozenset(self.placed) - alone
        self._consistent: list[_Set] = []
        self._undecided: set[_Set] = set()
        self._ways = Ways(board.puzzle)
        self._solver: _Solver | None = None

    def close(self) -> None:
        """Free the memory of the solver."""
        if self._solver is not None:
            self._solver.close()

    def check_time(self) -> None:
        """Raise `OutOfBudget` at the end of the time."""
        if self._clock() > self._deadline:
            raise OutOfBudget

    @property
    def has_undecided(self) -> bool:
        """Whether some set was neither refuted nor completed in its time."""
        return bool(self._undecided)

    def add_conflict(self, some: _Set) -> None:
        """Take note of placements that are known to contradict each other."""
        self._conflicts.append(some)

    def conflict_in(self, some: Iterable[Placement]) -> _Set | None:
        """Return the smallest conflict known in a set; None if it is not refuted."""
        wanted = frozenset(some)
        if not self.is_refuted(tuple(wanted)):
            return None
        return min((each for each in self._conflicts if each <= wanted), key=len)

    def is_refuted(self, some: Sequence[Placement]) -> bool:
        """Return whether no solution has all of these placements.

        False also where that was not found out; then `has_undecided` is true.
        """
        wanted = frozenset(some)
        if any(each <= wanted for each in self._conflicts):
            return True
        if wanted in self._undecided or any(wanted <= e for e in self._consistent):
            return False
        try:
            return self._search(wanted)
        except Undecided:
            self._undecided.add(wanted)
            return False

    def _search(self, wanted: _Set) -> bool:
        now = self._clock()
        if now > self._deadline:
            raise OutOfBudget
        until = min(self._deadline, now + max(0.3, (self._deadline - now) / 3))
        start = Domains.of(self._ways, [*self._puzzle.hints, *wanted])
        if start.is_contradiction:
            self._conflicts.append(wanted)
            return True
        solver = self._solver or self._new_solver()
        if solver.is_usable:
            needed, solution = solver.answer(wanted, until)
        else:
            needed, solution = self._plain_answer(wanted, start, until)
        if solution is None:
            self._conflicts.append(needed)
            return True
        self._consistent.append(solution & self._lawful)
        return False

    def _new_solver(self) -> "_Solver":
        # It is kept before it has its clauses, so that it is closed in any case.
        self._solver = _Solver(self._puzzle, self._clock)
        self._solver.load(self.check_time)
        return self._solver

    def _plain_answer(
        self, wanted: _Set, start: Domains, until: float
    ) -> tuple[_Set, _Set | None]:
        found = next(completions(start, 10**9, until, self._clock), None)
        if found is None:
            return wanted, None
        # A piece that looks the same may lie there: they can be exchanged.
        shown = (
            each
            for each in self._lawful
            if found.cells[each.cell] >> self._ways.of_placement(each) & 1
        )
        return wanted, frozenset(shown)


class _Solver:
    """A SAT solver that is asked which placements a solution can have."""

    def __init__(self, puzzle: Puzzle, clock: _Clock) -> None:
        self._puzzle, self._clock = puzzle, clock
        self._conflicts = 1
        """How many the solver may have until the next look at the clock."""
        self._solver: Any = None

    def load(self, check_time: Callable[[], None]) -> None:
        """Give the formula to the solver, unless it is too large."""
        placements = sum(map(len, Choices.of(self._puzzle).turns.values()))
        if placements > _MOST_VARIABLES:
            return
        try:
            solvers = import_optional("pysat.solvers")
        except MissingPackage:
            return
        check_time()
        formula = PrimalDual(color_counts=False).encode(self._puzzle)
        self._numbers = {
            Placement(meaning.cell, meaning.piece, meaning.turn): number
            for number, meaning in enumerate(formula.meanings, 1)
            if isinstance(meaning, Placed) and meaning.turn is not None
        }
        self._meanings = {number: each for each, number in self._numbers.items()}
        self._solver = solvers.Solver("minisat22")
        for number, clause in enumerate(Clauses(formula)):
            if not number % _CLAUSES_AT_A_TIME:
                check_time()
            self._solver.add_clause(clause)

    @property
    def is_usable(self) -> bool:
        """Whether the solver is installed, and the board small enough for it."""
        return self._solver is not None

    def close(self) -> None:
        """Free the memory of the solver."""
        if self._solver is not None:
            self._solver.delete()

    def answer(self, wanted: _Set, until: float) -> tuple[_Set, _Set | None]:
        """Return the placements that a refutation needs, or a solution if any has all.

        Raises `Undecided` at the end of the time.
        """
        assumed = [self._numbers[each] for each in sorted(wanted)]
        now = self._clock()
        while now <= until:
            self._solver.conf_budget(self._conflicts)
            is_solvable = self._solver.solve_limited(assumptions=assumed)
            if is_solvable:
                model = self._solver.get_model()
                meant = (self._meanings.get(number) for number in model if number > 0)
                return wanted, frozenset(each for each in meant if each is not None)
            if is_solvable is not None:
                core = self._solver.get_core() or ()
                return frozenset(self._meanings[number] for number in core), None
            before, now = now, self._clock()
            self._take_pace(now - before)
        raise Undecided

    def _take_pace(self, seconds: float) -> None:
        """Give the solver more conflicts, or fewer, for about a slice of time."""
        if seconds > _SLICE:
            self._conflicts = max(1, self._conflicts // 2)
        elif seconds < _SLICE / 2:
            self._conflicts *= 2


def _broken_rules(puzzle: Puzzle, placed: Sequence[Placement]) -> Iterable[_Set]:
    """Yield the placements that a rule forbids by themselves, and pieces used twice."""
    cells = {hint.cell for hint in puzzle.hints}
    pieces = {hint.piece for hint in puzzle.hints}
    for each in placed:
        if (
            puzzle.rim_faults(each)
            or each.turn not in puzzle.turns
            or each.cell in cells
            or each.piece in pieces
        ):
            yield frozenset([each])
    for first, second in combinations(placed, 2):
        if first.piece == second.piece:
            yield frozenset([first, second])
