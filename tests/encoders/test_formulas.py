"""Every encoding has exactly the solutions as its models, whatever the rules."""

from random import Random

import pytest

from depths import mostly_deep
from edgematch.encoders import FORMULAS, encoding, encoding_options
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY, Clauses
from edgematch.encoders.formula import meaning_text, read_meaning
from edgematch.errors import UnknownName
from edgematch.puzzle import Puzzle
from edgematch.symmetry import board_symmetries, turn_board
from naive import naive_solutions
from planted import planted_board, random_puzzle

pytest.importorskip("pysat", reason="python-sat is not installed")


def boards_of(formula, clauses):
    """Every board of every model, by a solver that is given the clauses as they are."""
    from pysat.solvers import Minisat22

    found = []
    with Minisat22(bootstrap_with=list(clauses)) as solver:
        while solver.solve():
            model = solver.get_model()
            found += formula.boards(model)
            solver.add_clause(formula.blocking_clause(model))
    return found


def random_options(name, random):
    """Any combination of the options of an encoding; breaks are for other formats."""
    known = encoding_options(name)
    return {key: random.random() < 0.5 for key in known if key != "breaks"}


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("first", mostly_deep(1, range(0, 120, 40)))
def test_the_models_are_exactly_the_solutions(name, first):
    random = Random(f"{name} {first}")
    for seed in range(first, first + 40):
        puzzle = random_puzzle(seed)
        options = random_options(name, random)
        formula = encoding(name, **options).encode(puzzle)
        ways = random.choice([*AT_MOST_ONE]), random.choice([*EXACTLY])
        boards = boards_of(formula, Clauses(formula, *ways))
        if options["break_symmetry"]:
            turns = board_symmetries(puzzle)
            boards = [turn_board(board, turn) for board in boards for turn in turns]
        found = sorted(board.placements for board in boards)
        assert found == sorted(naive_solutions(puzzle)), (seed, options, ways)


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_the_same_each_time_it_is_read(name):
    formula = encoding(name).encode(planted_board(4, 4, 3, 1).puzzle)
    clauses = Clauses(formula)
    first, second = [list(map(list, clauses)) for _ in range(2)]
    assert first == second
    variables, number = clauses.size()
    assert number == len(first)
    assert variables == max(abs(literal) for clause in first for literal in clause)


@pytest.mark.parametrize("at_most_one", AT_MOST_ONE)
@pytest.mark.parametrize("exactly", EXACTLY)
@pytest.mark.parametrize("name", ["primal", "primal-dual"])
def test_every_way_to_count_finds_a_solution_of_a_5_x_5(name, at_most_one, exactly):
    from pysat.solvers import Cadical153

    puzzle = planted_board(5, 5, 4, 3).puzzle
    formula = encoding(name).encode(puzzle)
    with Cadical153(bootstrap_with=list(Clauses(formula, at_most_one, exactly))) as it:
        assert it.solve()
        assert formula.decode(it.get_model()).is_solution()


def test_color_counts_that_cannot_be_are_a_contradiction():
    from pysat.solvers import Minisat22

    # Three sides of color 1 and five of color 2 make no joins.
    pieces = [(0, 1, 2, 0), (0, 1, 2, 0), (0, 1, 2, 0), (0, 2, 2, 0)]
    formula = encoding("primal-dual").encode(Puzzle(2, 2, pieces))
    with Minisat22(bootstrap_with=list(Clauses(formula))) as solver:
        assert not solver.solve()


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("seed", range(6))
def test_what_a_variable_means_can_be_read_back(name, seed):
    puzzle = random_puzzle(seed)
    breaks = {"breaks": True} if "breaks" in encoding_options(name) else {}
    for meaning in encoding(name, **breaks).encode(puzzle).meanings:
        assert read_meaning(meaning_text(meaning, puzzle), puzzle) == meaning


@pytest.mark.parametrize("text", ["", "piece 1 on Z9", "side A1 up colored 3", "aux"])
def test_other_texts_mean_nothing(text):
    assert read_meaning(text, Puzzle(1, 2, [(0, 1, 0, 0)] * 2)) is None


def test_an_unknown_encoding_or_way_to_count_is_refused():
    with pytest.raises(UnknownName, match="encoding 'magic'; choose one of primal"):
        encoding("magic")
    formula = encoding("primal").encode(Puzzle(1, 2, [(0, 1, 0, 0)] * 2))
    with pytest.raises(UnknownName, match="unknown encoding of counts 'fingers'"):
        Clauses(formula, "fingers")
