"""The engine that chooses: any choice gives the same answers."""

from dataclasses import replace

import pytest

from edgematch.inputs import load
from edgematch.search import Count, Request, Solve, solve
from edgematch.techniques.auto import AutoSolve
from edgematch.techniques.auto import solve as auto
from edgematch.techniques.auto.solve import propagating_technique
from naive import naive_solutions
from planted import planted_board, random_puzzle

ALL = {"solutions": None, "keep": 10**6}


@pytest.fixture
def racing(monkeypatch):
    """Let the engines race however small the puzzle is, in small steps."""
    monkeypatch.setattr(auto, "_PLAIN_CELLS", 0)
    monkeypatch.setattr(auto, "_LOG10_MOMENT", float("-inf"))
    monkeypatch.setattr(auto, "_FIRST_SLICE", {"row-scan": 7, "consistency": 2})
    monkeypatch.setattr(auto, "_HEAD_START", {"row-scan": 0, "consistency": 1})
    monkeypatch.setattr(auto, "_LOG10_NODES_PER_FILLING", float("-inf"))
    monkeypatch.setattr(auto, "_PROBE", 5)


@pytest.mark.deep
def test_where_it_races_the_solutions_are_all_there(racing):
    for seed in range(200):
        puzzle = random_puzzle(seed)
        result = solve(puzzle, "auto", **ALL)
        found = [board.placements for board in result.solutions]
        assert sorted(found) == sorted(naive_solutions(puzzle))


@pytest.mark.parametrize("rounds", [1, 3, 30])
@pytest.mark.parametrize("doubt", [-99, 99])
def test_a_first_solution_is_the_same_with_threads_and_in_parts(
    racing, monkeypatch, tmp_path, rounds, doubt
):
    monkeypatch.setattr(auto, "_ROUNDS", rounds)
    monkeypatch.setattr(auto, "_LOG10_DOUBT", doubt)
    for seed in range(8):
        puzzle = planted_board(4, 4, 3, seed).puzzle
        one = solve(puzzle)
        two = solve(puzzle, threads=2)
        path = tmp_path / f"{seed}.npz"
        nodes = one.statistics["nodes"] // 2
        solve(puzzle, nodes=nodes, checkpoint=path)
        resumed = solve(puzzle, resume=path)
        for other in (two, resumed):
            assert other.solutions == one.solutions
            assert other.note == one.note
        assert resumed.statistics["nodes"] == one.statistics["nodes"]


def test_a_puzzle_without_solution_is_proved_in_the_race(racing):
    puzzle = planted_board(3, 3, 3, 1).puzzle
    pieces = (*puzzle.pieces[:-1], (9, 9, 9, 9))
    broken = replace(puzzle, pieces=pieces)
    assert solve(broken).proves_unsolvable == (not naive_solutions(broken))


@pytest.mark.parametrize(
    ("recipe", "inner_first"),
    [
        ("one-set:7x7:6:seed=1", False),
        ("one-set:8x8:7:seed=1", False),
        ("two-set:6x6:6:2:seed=1", True),
        ("two-set:7x7:7:3:seed=1", True),
        ("two-set:7x7:8:2:seed=1", True),
        ("two-set:7x7:6:4:seed=1", False),
    ],
)
def test_it_starts_where_fewer_fillings_are_expected(recipe, inner_first):
    engine, _, why = propagating_technique(load(recipe).puzzle)
    assert engine.inner_first == inner_first
    assert why.startswith("inner" if inner_first else "frame and inside")


def test_a_small_puzzle_is_left_to_row_scan():
    search = AutoSolve().start(Request(load("scramble-squares").puzzle))
    assert search.note == "row-scan in plain Python"


def test_an_easy_puzzle_is_left_to_row_scan():
    search = AutoSolve().start(Request(load("one-set:5x5:4:seed=1").puzzle))
    assert search.names == ("row-scan",)
    assert search.note.startswith("row-scan; about ")


@pytest.mark.parametrize("goal", [Solve(None), Count()])
def test_a_small_puzzle_of_many_nodes_is_not(goal):
    search = AutoSolve().start(Request(load("tetravex:4x4:3:seed=1").puzzle, goal))
    assert "plain" not in search.note


def test_row_scan_is_taken_where_it_needs_few_nodes_for_a_filling_of_the_inside():
    puzzle = load("two-set:7x7:7:4:seed=1").puzzle
    search = AutoSolve().start(Request(puzzle))
    assert search.names == ("row-scan",)
    assert search.note.startswith("row-scan; about 1e8 nodes are expected; inner")
    puzzle = load("two-set:7x7:7:3:seed=1").puzzle
    assert len(AutoSolve().start(Request(puzzle)).names) == 2


def test_more_colors_than_can_be_propagated_are_left_to_row_scan(racing):
    result = solve(planted_board(9, 9, 90, 1).puzzle)
    assert result.count == 1
    assert "at most 64 colors" in result.note
