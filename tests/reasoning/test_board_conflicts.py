"""Pieces that cannot stay, against every solution there is."""

from itertools import combinations
from types import SimpleNamespace

import pytest

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.generators import Recipe, generate
from edgematch.puzzle import Placement, Puzzle
from edgematch.reasoning import board_conflicts
from edgematch.reasoning.board_conflicts import board_conflict, conflict_words
from edgematch.reasoning.completions import Undecided
from edgematch.reasoning.conflicts import (
    Conflict,
    OutOfBudget,
    pieces_on,
    smaller_conflict,
)
from naive import naive_solutions

RECIPES = (
    *("two-set:3x3:2:2:seed=1", "two-set:3x3:3:2:seed=2", "one-set:2x4:2:seed=3"),
    *("scramble:2x3:3:seed=1", "scramble:3x3:3:seed=2", "tetravex:2x3:3:seed=4"),
    *("two-set:3x3:2:2:hints=1:seed=5", "gemp:2x2:1:seed=1", "gemp:1x4:2:seed=2"),
    "one-set:3x3:3:seed=2:random",
)
CASES = [generate(Recipe.read(recipe)).puzzle for recipe in RECIPES]
LONG = 600.0
"""Seconds: nothing is cut short here."""


def some_placements(puzzle, draws):
    """Return placements on different cells, some of them against the rules."""
    placed = {}
    for _ in range(1 + draws.below(5)):
        cell, piece = draws.below(puzzle.cells), draws.below(puzzle.cells)
        placed[cell] = Placement(cell, piece, draws.below(4))
    return tuple(placed.values())


def can_stay(puzzle, some):
    return any(set(some) <= set(solution) for solution in naive_solutions(puzzle))


def smallest_by_hand(puzzle, placed):
    """Return the size of the smallest set that cannot stay; None if all can."""
    for size in range(len(placed) + 1):
        for some in combinations(placed, size):
            if not can_stay(puzzle, some):
                return size
    return None


@pytest.mark.parametrize("is_plain", [False, True])
def test_the_smallest_conflict_is_the_smallest_by_hand(is_plain, monkeypatch):
    if is_plain:
        monkeypatch.setattr(board_conflicts, "_MOST_VARIABLES", 0)
    draws = Draws(4)
    sizes = []
    for puzzle in CASES:
        for _ in range(8):
            placed = some_placements(puzzle, draws)
            hints = [each for each in puzzle.hints if each in placed]
            wanted = smallest_by_hand(puzzle, [e for e in placed if e not in hints])
            found = board_conflict(Board(puzzle, placed), LONG)
            sizes.append(wanted)
            if wanted is None:
                assert found is None
                continue
            assert found.is_smallest
            assert len(found.placements) == wanted
            assert set(found.placements) <= set(placed)
            assert not can_stay(puzzle, found.placements)
    assert {None, 0, 1, 2} <= set(sizes)  # else the boards are too tame


def test_right_and_wrong_pieces_of_one_board_are_told_apart():
    puzzle = CASES[1]
    solution = naive_solutions(puzzle)[0]
    placed = list(solution[:4])
    assert board_conflict(Board(puzzle, placed), LONG) is None
    corner = next(each for each in solution[5:] if each.cell in (6, 8))
    wrong = Placement(corner.cell, corner.piece, (corner.turn + 1) % 4)
    found = board_conflict(Board(puzzle, [*placed, wrong]), LONG)
    assert found == Conflict((wrong,), True)


def test_pieces_that_look_the_same_can_be_exchanged():
    puzzle = Puzzle(1, 3, [(0, 1, 0, 0), (0, 1, 0, 0), (0, 1, 0, 1)])
    for first, last in ((0, 1), (1, 0)):
        board = Board(puzzle, [(0, first, 0), (2, last, 2)])
        assert board_conflict(board, LONG) is None
    twice = board_conflict(Board(puzzle, [(0, 0, 0), (2, 0, 2)]), LONG)
    assert [each.cell for each in twice.placements] == [0, 2]


def test_what_is_not_found_in_time_is_said():
    puzzle = generate(Recipe.read("two-set:8x8:6:4:seed=1")).puzzle
    corners = [n for n, colors in enumerate(puzzle.pieces) if colors.count(0) == 2]
    ways = (Placement(0, corners[0], turn) for turn in range(4))
    board = Board(puzzle, [next(e for e in ways if not puzzle.rim_faults(e))])
    with pytest.raises(Undecided):
        board_conflict(board, 0.0)
    with pytest.raises(Undecided):
        board_conflict(Board(puzzle, []), 0.0, is_proved=True)
    # Of a single piece nothing needs to be found: it cannot stay.
    found = board_conflict(board, 0.0, is_proved=True)
    assert found == Conflict(board.placements, False)


def test_a_conflict_that_is_cut_short_is_not_called_smallest(monkeypatch):
    puzzle = CASES[1]
    solution = naive_solutions(puzzle)[0]
    wrong = [Placement(cell, piece, (t + 1) % 4) for cell, piece, t in solution[:2]]

    def late(self, some):
        raise board_conflicts.OutOfBudget

    monkeypatch.setattr(board_conflicts._Tests, "_search", late)
    found = board_conflict(Board(puzzle, wrong), LONG)
    assert not found.is_smallest
    assert found.placements


class StepClock:
    """A clock that moves on by a step with every look, and counts those that are late.

    Work between two looks takes no time: what is checked is that there are looks.
    """

    def __init__(self, step, seconds):
        self.step, self.seconds, self.looks = step, seconds, 0

    def __call__(self):
        self.looks += 1
        return self.looks * self.step

    @property
    def late(self):
        return max(0, self.looks - 1 - int(self.seconds / self.step))


def wrong_board(recipe, *cells):
    """Return a board with pieces of the planted solution, each on the next cell."""
    generated = generate(Recipe.read(recipe))
    pieces = [generated.planted.at(cell) for cell in cells]
    moved = zip((*cells[1:], cells[0]), pieces, strict=True)
    return Board(generated.puzzle, [(cell, *piece[-2:]) for cell, piece in moved])


@pytest.mark.parametrize("is_plain", [False, True])
def test_nothing_goes_on_after_the_time(is_plain, monkeypatch):
    if is_plain:
        monkeypatch.setattr(board_conflicts, "_MOST_VARIABLES", 0)
    board = wrong_board("one-set:6x6:4:seed=4", 7, 10, 25, 28)
    was_short = set()
    for looks in (*range(20), 40, 80):
        clock = StepClock(1.0, float(looks))
        try:
            found = board_conflict(board, clock.seconds, is_proved=True, clock=clock)
            was_short.add(not found.is_smallest)
        except Undecided:
            was_short.add(True)
        assert clock.late <= 2  # in the first search, and in that for fewer pieces
    assert True in was_short


def test_the_hitting_sets_look_at_the_clock():
    placed = [Placement(cell, cell, 0) for cell in range(30)]
    clock = StepClock(1.0, 5.0)

    def check_time():
        if clock() > clock.seconds:
            raise OutOfBudget

    with pytest.raises(OutOfBudget):
        smaller_conflict(placed, 30, lambda some: len(some) > 25, check_time)
    assert clock.looks == 6


def test_the_solver_has_few_conflicts_between_two_looks_on_a_slow_machine(monkeypatch):
    solvers = pytest.importorskip("pysat.solvers")
    budgets = []

    class Recorded(solvers.Solver):
        def conf_budget(self, budget=-1):
            budgets.append(budget)
            super().conf_budget(budget)

    monkeypatch.setattr(
        board_conflicts,
        "import_optional",
        lambda name: SimpleNamespace(Solver=Recorded),
    )
    board = wrong_board("one-set:5x5:3:seed=4", 6, 8, 16, 18)
    for step, most in ((1.0, 1), (0.0, 4)):  # the second clock stands still
        budgets.clear()
        board_conflict(board, LONG, is_proved=True, clock=StepClock(step, LONG))
        assert len(budgets) > 3
        assert (max(budgets) == most) if step else (max(budgets) >= most)


def test_a_board_too_large_for_the_solver_takes_no_formula(monkeypatch):
    monkeypatch.setattr(board_conflicts, "_MOST_VARIABLES", 0)
    monkeypatch.delattr(board_conflicts.PrimalDual, "encode")
    board = wrong_board("two-set:3x3:3:2:seed=2", 1, 5)
    assert board_conflict(board, LONG).is_smallest


def test_a_conflict_in_words():
    puzzle = CASES[0]
    some = tuple(Placement(cell, cell, 0) for cell in range(9))
    named = "A1, A2, A3, B1, B2, B3, C1, C2 and 1 more"
    assert pieces_on(puzzle, some) == f"9 pieces on {named}"
    said = conflict_words(puzzle, Conflict(some[:3], True))
    assert said.startswith("The pieces on A1, A2 and A3 cannot all stay: ")
    assert "smallest" in said
    said = conflict_words(puzzle, Conflict(some[:2], False))
    assert said == "The pieces on A1 and A2 cannot all stay."
    assert "no solution at all" in conflict_words(puzzle, Conflict((), True))
