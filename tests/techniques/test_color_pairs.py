"""Color pairs: every rule, switched on and off, leaves the solutions as they are."""

from functools import cache
from itertools import combinations
from math import isqrt
from random import Random

import pytest

from color_pair_options import RULES, SHAVING, puzzle_by_chance
from depths import mostly_deep
from edgematch.errors import EdgematchError
from edgematch.puzzle import Placement, Puzzle
from edgematch.search import solve
from edgematch.techniques.color_pairs import URGENCIES, ColorPairs
from edgematch.techniques.color_pairs.tables.supplies import most_joins
from naive import naive_solutions
from planted import planted_board, random_puzzle

ALL = {"solutions": None, "keep": 0}


def options_by_chance(chance):
    options = {rule: chance.random() < 0.6 for rule in RULES}
    options["urgency"] = chance.choice(list(URGENCIES))
    options["shaving"] = chance.choice(SHAVING)
    options["seed"] = chance.randrange(3)
    return options


@pytest.mark.parametrize("first", mostly_deep(1, range(0, 400, 100)))
def test_small_puzzles_with_any_options_have_the_solutions_they_have(first):
    chance = Random(first)
    for seed in range(first, first + 100):
        puzzle = random_puzzle(seed)
        options = options_by_chance(chance)
        limits = {"solutions": None, "keep": 10**6}
        found = solve(puzzle, "color-pairs", **limits, **options).solutions
        expected = sorted(naive_solutions(puzzle))
        assert sorted(board.placements for board in found) == expected, (seed, options)


@pytest.mark.parametrize("seed", mostly_deep(15, range(60)))
@pytest.mark.deep
def test_larger_puzzles_with_any_options_are_counted_as_by_a_row_scan(seed):
    chance = Random(seed)
    puzzle = puzzle_by_chance(chance)
    limits = {"solutions": 5_000, "nodes": 3_000_000, "keep": 0}
    expected = solve(puzzle, "row-scan", **limits)
    if expected.ended != "exhausted":
        pytest.skip("too many to count")
    for _ in range(4):
        options = options_by_chance(chance)
        one = solve(puzzle, "color-pairs", **ALL, **options)
        assert (one.ended, one.count) == ("exhausted", expected.count), options
        many = solve(puzzle, "color-pairs", **ALL, threads=2, **options)
        assert many.count == one.count, options
        assert many.statistics["nodes"] == one.statistics["nodes"], options


@cache
def nodes_of_some(**options):
    """Return the nodes for all solutions of some puzzles."""
    puzzles = [planted_board(6, 6, 6, seed).puzzle for seed in range(20)]
    results = [solve(puzzle, "color-pairs", **ALL, **options) for puzzle in puzzles]
    return sum(result.statistics["nodes"] for result in results)


@pytest.mark.parametrize("rule", ["instantiation", "preemption", "backjumping"])
def test_a_rule_switched_off_costs_nodes(rule):
    assert nodes_of_some() < nodes_of_some(**{rule: False})


def test_the_higher_the_limit_of_shaving_the_fewer_the_nodes():
    totals = [nodes_of_some(shaving=limit) for limit in ("0", "2", "all")]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) == len(totals)


def test_far_fewer_nodes_than_a_row_scan():
    puzzle = planted_board(6, 6, 5, 1).puzzle
    scan = solve(puzzle, "row-scan", **ALL)
    full = solve(puzzle, "color-pairs", **ALL, shaving="all", break_symmetry=False)
    assert full.count == scan.count
    assert full.statistics["nodes"] * 50 < scan.statistics["nodes"]


@pytest.mark.deep
@pytest.mark.parametrize("rule", ["shared_sides", "border_cycles"])
def test_looking_at_the_pieces_that_remain_saves_nodes(rule):
    others = {"shared_sides": False, "border_cycles": False}
    saved = 0
    for seed in range(60):
        puzzle = planted_board(5, 5, 6, seed).puzzle
        without = solve(puzzle, "color-pairs", **ALL, **others)
        rules = others | {rule: True}
        saved += without.statistics["nodes"]
        saved -= solve(puzzle, "color-pairs", **ALL, **rules).statistics["nodes"]
    assert saved > 0


def largest_number_of_joins(pieces):
    """Return the most neighbors among so many cells, by trying all small shapes."""
    side = isqrt(pieces) + 2
    cells = [divmod(cell, side) for cell in range(side * side)]
    best = 0
    for shape in combinations(cells, pieces):
        chosen = set(shape)
        best = max(
            best,
            sum(((r, c + 1) in chosen) + ((r + 1, c) in chosen) for r, c in shape),
        )
    return best


@pytest.mark.parametrize("pieces", range(1, 6))
def test_the_most_joins_that_pieces_share(pieces):
    assert most_joins(pieces) == largest_number_of_joins(pieces)


def test_hints_that_break_a_rule_leave_no_solution():
    puzzle = planted_board(3, 3, 3, 1).puzzle
    wrong = [
        Placement(4, piece, turn)
        for piece in range(9)
        for turn in range(4)
        if not puzzle.rim_faults(Placement(4, piece, turn))
    ]
    placed = Placement(*next(iter(solve(puzzle).solutions[0].placements)))
    for hint in wrong[1:]:
        hinted = puzzle.with_hints([placed, hint])
        count = solve(hinted, "color-pairs", **ALL).count
        assert count == len(naive_solutions(hinted))


def test_too_few_corner_pieces_prove_that_there_is_no_solution():
    corner, border = (0, 1, 1, 0), (0, 1, 1, 1)
    puzzle = Puzzle(3, 3, [corner] * 3 + [border] * 5 + [(1, 1, 1, 1)])
    result = solve(puzzle, "color-pairs", **ALL)
    assert result.proves_unsolvable
    assert result.statistics["nodes"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"urgency": "luck"}, "option urgency must be one of offer, "),
        ({"shaving": "-1"}, "option shaving must be a number or all, not '-1'"),
        ({"shaving": "some"}, "option shaving must be a number or all, not 'some'"),
    ],
)
def test_unknown_options_are_refused(options, message):
    with pytest.raises(EdgematchError, match=message):
        ColorPairs(**options)


def test_a_board_of_32_x_32_with_many_colors_is_no_trouble():
    puzzle = planted_board(32, 32, 60, 1).puzzle
    result = solve(puzzle, "color-pairs", nodes=100)
    assert result.statistics["nodes"] == 100
    assert not result.best.breaks()
