"""The longest clean prefix: searches that are led by it, and the same board always."""

import pytest

from depths import mostly_deep
from edgematch.inputs import load
from edgematch.search import optimize, technique_class, technique_names
from edgematch.search.measures import PREFIX
from planted import planted_board

PUZZLE = load("e2:8x8:8:4:seed=1:random").puzzle
INSIDE = [
    name
    for name in technique_names("optimize")
    if not technique_class(name, "optimize").outside
]


@pytest.mark.parametrize("name", INSIDE)
def test_the_board_is_full_and_its_value_is_its_prefix(name):
    result = optimize(PUZZLE, name, goal="prefix", nodes=20_000)
    assert result.best.is_complete()
    assert result.best.is_legal()
    assert result.curve[-1].score == result.statistics["prefix"]
    assert result.statistics["prefix"] == result.best.clean_prefix()
    assert not result.is_proved


@pytest.mark.parametrize("name", ["auto", "exact", "beam"])
def test_a_solution_is_proved_to_have_the_longest_prefix(name):
    puzzle = planted_board(4, 4, 4, 3).puzzle
    result = optimize(puzzle, name, goal="prefix", nodes=2_000_000)
    assert result.is_proved
    assert result.statistics["prefix"] == 16


@pytest.mark.parametrize(
    ("name", "options"), [("beam", {"width": 64}), ("auto", {"narrowest": 64})]
)
@pytest.mark.parametrize("seed", mostly_deep(1, [1, 2]))
def test_a_search_is_led_by_the_prefix(name, options, seed):
    found = {
        goal: optimize(PUZZLE, name, goal=goal, nodes=150_000, seed=seed, **options)
        for goal in ("joins", "prefix")
    }
    prefix = {goal: each.best.clean_prefix() for goal, each in found.items()}
    assert prefix["prefix"] >= prefix["joins"] + 4
    assert found["joins"].score >= found["prefix"].score


def test_a_pass_makes_no_break_while_a_board_has_a_child_without_one():
    from edgematch.placements.full_boards import full_board_tables
    from edgematch.techniques.beam import Beam
    from edgematch.techniques.beam.beam_pass import BeamPass
    from edgematch.techniques.beam.course import Courses

    course = Courses(full_board_tables(PUZZLE), Beam(), PREFIX).number(0)
    beam = BeamPass(course, 32, (1,))
    clean = 0
    while not beam.is_over:
        beam.advance(1)
        layer = beam._layer.breaks[: beam._rows]
        if not layer.any():
            clean = beam.filled
        else:  # all of them: none is kept beside a board with a break
            assert beam.filled > clean + 1 or layer.all()
    ways = beam.best_ways()
    board = course.plan.sides.tables.board(ways)
    assert clean == PREFIX.value(board) > 32


@pytest.mark.parametrize("name", ["beam", "auto"])
def test_a_run_that_goes_on_comes_to_the_same_prefix(name, tmp_path):
    options = {"beam": {"width": 64}, "auto": {"narrowest": 16}}[name]
    whole = optimize(PUZZLE, name, nodes=120_000, goal="prefix", **options)
    path = tmp_path / "run.npz"
    few = {"nodes": 40_000, **options}
    optimize(PUZZLE, name, **few, goal="prefix", checkpoint=path)
    result = optimize(
        PUZZLE, name, nodes=120_000, goal="prefix", resume=path, **options
    )
    assert result.best == whole.best
    assert [each.score for each in result.curve] == [each.score for each in whole.curve]
