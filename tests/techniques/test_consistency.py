"""The levels, orders and rules of the propagating engine."""

from functools import cache
from random import Random

import pytest

from depths import mostly_deep
from edgematch.errors import EdgematchError, UnsupportedPuzzle
from edgematch.inputs import load
from edgematch.orders import ORDERS, PIECE_ORDERS
from edgematch.puzzle import Puzzle
from edgematch.search import Request, solve
from edgematch.search.technique import Outcome
from edgematch.symmetry import board_symmetries
from edgematch.techniques.consistency import (
    CELL_RULES,
    COUNTED,
    LEVELS,
    TIES,
    Consistency,
)
from naive import naive_solutions
from planted import planted_board, random_puzzle

ALL = {"solutions": None, "keep": 10**6}


def random_options(random):
    """Any combination of options that goes together."""
    level = random.choices(LEVELS, [8, 1, 1])[0]
    return {
        "level": level,
        "cells": random.choice([*CELL_RULES, *ORDERS]),
        "ties": random.choice(TIES),
        "inner_first": random.random() < 0.5,
        "values": random.choice(PIECE_ORDERS),
        "color_count": random.choice(COUNTED),
        "color_matching": level == "full" and random.random() < 0.5,
        "piece_matching": level != "partial" and random.random() < 0.5,
        "break_symmetry": random.random() < 0.5,
    }


@pytest.mark.parametrize("first", mostly_deep(1, range(0, 400, 25)))
def test_every_combination_of_options_finds_exactly_the_solutions(first):
    random = Random(first)
    for seed in range(first, first + 25):
        puzzle = random_puzzle(random.randrange(10**6))
        options = random_options(random)
        if options["color_matching"] and not puzzle.framed:
            with pytest.raises(UnsupportedPuzzle, match="needs a framed puzzle"):
                Consistency(**options).start(Request(puzzle))
            options["color_matching"] = False
        result = solve(
            puzzle,
            "consistency",
            **ALL,
            threads=1 + seed % 2,
            seed=random.choice([0, 3]),
            **options,
        )
        found = [board.placements for board in result.solutions]
        assert sorted(found) == sorted(naive_solutions(puzzle)), options


@cache
def nodes(recipe, *options):
    """Nodes for all solutions in a fixed order, so that trees can be compared."""
    puzzle = load(recipe).puzzle
    result = solve(
        puzzle, "consistency", solutions=None, keep=0, cells="rows", **dict(options)
    )
    return result.statistics["nodes"], result.count


STRONGER = [
    ({"level": "partial"}, {}),
    ({"level": "sides"}, {}),
    ({"level": "sides"}, {"level": "sides", "piece_matching": True}),
    ({"level": "sides", "piece_matching": True}, {"piece_matching": True}),
    ({}, {"color_count": "board"}),
    ({"color_count": "board"}, {"color_count": "regions"}),
    ({}, {"piece_matching": True}),
    ({}, {"color_matching": True}),
]


@pytest.mark.parametrize(("weak", "strong"), STRONGER, ids=str)
def test_a_stronger_rule_prunes_and_loses_nothing(weak, strong):
    total = {"weak": 0, "strong": 0}
    for seed in range(1, 7):
        recipe = f"two-set:5x5:5:3:seed={seed}"
        weakly, solutions = nodes(recipe, *weak.items())
        strongly, same = nodes(recipe, *strong.items())
        assert (same, strongly <= weakly) == (solutions, True)
        total["weak"] += weakly
        total["strong"] += strongly
    assert total["strong"] < total["weak"]


@pytest.mark.deep
@pytest.mark.parametrize("options", [{}, {"inner_first": True}, {"cells": "dom"}])
def test_larger_puzzles_have_the_solutions_that_row_scan_finds(options):
    for recipe in (
        "one-set:5x5:4:seed=1",
        "two-set:4x6:4:2:seed=2",
        "e2:5x5:4:2:seed=3",
    ):
        puzzle = load(recipe).puzzle
        expected = solve(puzzle, "row-scan", **ALL)
        result = solve(puzzle, "consistency", **ALL, **options)
        assert set(result.solutions) == set(expected.solutions)


@pytest.mark.parametrize(
    "size", mostly_deep(4, [(2, 2), (3, 3), (3, 5), (4, 4), (4, 5), (4, 6)])
)
def test_the_center_tells_the_turns_of_the_board_apart(size):
    puzzle = planted_board(*size, 3 if size[0] * size[1] > 12 else 2, 5).puzzle
    whole = solve(puzzle, "consistency", **ALL, inner_first=True, break_symmetry=False)
    broken = solve(puzzle, "consistency", **ALL, inner_first=True)
    assert set(broken.solutions) == set(whole.solutions)
    assert broken.statistics["nodes"] <= whole.statistics["nodes"]


@cache
def expected_solutions(puzzle):
    if puzzle.cells <= 9:
        return set(naive_solutions(puzzle))
    return {board.placements for board in solve(puzzle, "row-scan", **ALL).solutions}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cells", ORDERS)
def test_each_fill_order_finds_one_turn_of_each_board(cells, level):
    for seed in range(12):
        rows, columns = [(2, 2), (3, 3), (2, 4), (3, 4), (4, 4), (4, 3)][seed % 6]
        framed = seed < 6 or rows * columns > 9
        colors = seed % 2 + (3 if framed else 7)  # few solutions: they are compared
        puzzle = planted_board(rows, columns, colors, seed, framed=framed).puzzle
        options = {"cells": cells, "level": level}
        expected = expected_solutions(puzzle)
        search = Consistency(**options).start(Request(puzzle))
        found = 0
        while search.advance(10**9) is Outcome.FOUND:
            found += 1
        assert found * len(board_symmetries(puzzle)) == len(expected)
        result = solve(puzzle, "consistency", **ALL, **options)
        assert {board.placements for board in result.solutions} == expected


@pytest.mark.parametrize("cells", ["chess", "spiral-out"])
def test_an_order_from_the_center_fixes_the_turn_there(cells):
    total = {True: 0, False: 0}
    for seed in range(1, 5):
        for recipe in ("two-set:5x5:5:3", "one-set:4x4:4"):
            puzzle = load(f"{recipe}:seed={seed}").puzzle
            for breaks in total:
                result = solve(
                    puzzle,
                    "consistency",
                    solutions=None,
                    keep=0,
                    level="partial",
                    cells=cells,
                    break_symmetry=breaks,
                )
                total[breaks] += result.statistics["nodes"]
    assert total[True] < 0.5 * total[False]


@pytest.mark.parametrize("nodes_before", [1, 10, 60, 250])
def test_a_search_that_has_begun_can_be_split(nodes_before):
    puzzle = load("one-set:6x6:5:seed=1").puzzle
    search = Consistency().start(Request(puzzle))
    whole = solve(puzzle, "consistency", solutions=None, keep=0)
    assert whole.statistics["nodes"] > 300
    found = 0
    while search.nodes < nodes_before:
        if search.advance(nodes_before - search.nodes) is Outcome.FOUND:
            found += 1
    parts = search.split(20)
    assert len(parts) > 5
    for part in parts:
        while part.advance(10**9) is Outcome.FOUND:
            assert part.board().is_solution()
            found += 1
    assert found * 4 == whole.count
    assert sum(part.nodes for part in parts) == whole.statistics["nodes"]


def test_matchings_need_a_level_that_follows_all_changes():
    with pytest.raises(EdgematchError, match="level=full or level=sides"):
        Consistency(level="partial", piece_matching=True)
    for level in ("partial", "sides"):
        with pytest.raises(EdgematchError, match="color_matching needs level=full"):
            Consistency(level=level, color_matching=True)


def test_more_than_64_colors_are_refused():
    puzzle = planted_board(9, 9, 90, 1).puzzle
    with pytest.raises(UnsupportedPuzzle, match="at most 64 colors"):
        Consistency().start(Request(puzzle))


def test_a_board_of_32_x_32_takes_several_words():
    puzzle = planted_board(32, 32, 60, 1).puzzle
    result = solve(puzzle, "consistency", nodes=100)
    assert result.statistics["nodes"] == 100
    assert len(result.best.placements) > 50
    assert not result.best.breaks()


def test_as_many_pieces_as_cells_in_every_class_or_no_solution():
    # Five corners and three border pieces make no 3 × 3.
    corner, border = (0, 1, 1, 0), (0, 1, 1, 1)
    puzzle = Puzzle(3, 3, [corner] * 5 + [border] * 3 + [(1, 1, 1, 1)])
    assert solve(puzzle, "consistency", **ALL).proves_unsolvable


@pytest.mark.parametrize("planted", [(4, 4, 3, 7), (5, 5, 4, 3)])
def test_wherever_it_pauses_the_board_breaks_no_rule(planted):
    puzzle = planted_board(*planted).puzzle
    search = Consistency().start(Request(puzzle))
    while search.advance(1) is not Outcome.EXHAUSTED:
        board = search.board()
        assert board.is_legal()
        assert not board.breaks()
