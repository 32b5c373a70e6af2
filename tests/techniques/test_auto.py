"""The engine that chooses: any choice gives the same answers."""

from dataclasses import replace

import pytest

from edgematch.inputs import load
from edgematch.search import Count, Request, Solve, count, solve
from edgematch.search.technique import Outcome
from edgematch.techniques.auto import AutoSolve, race
from edgematch.techniques.auto import solve as auto
from edgematch.techniques.auto.solve import propagating_technique
from edgematch.theory.estimate import estimate
from naive import naive_solutions
from planted import planted_board, random_puzzle

ALL = {"solutions": None, "keep": 10**6}


@pytest.fixture
def racing(monkeypatch):
    """Let the engines race however small the puzzle is, in small steps."""
    monkeypatch.setattr(auto, "_PLAIN_CELLS", 0)
    monkeypatch.setattr(auto, "_LOG10_MOMENT", float("-inf"))
    monkeypatch.setattr(auto, "_LOG10_HOPELESS", float("inf"))
    monkeypatch.setattr(race, "_FIRST_GOAL", 150)
    monkeypatch.setattr(race, "_FAIR_GOAL", 600)
    monkeypatch.setattr(race, "_LAST_GOAL", 4000)
    monkeypatch.setattr(race, "SOLUTION_COST", 3)


@pytest.mark.deep
def test_where_it_races_the_solutions_are_all_there(racing):
    for seed in range(200):
        puzzle = random_puzzle(seed)
        result = solve(puzzle, "auto", **ALL)
        found = [board.placements for board in result.solutions]
        assert sorted(found) == sorted(naive_solutions(puzzle))


@pytest.mark.parametrize("last", [600, 4000, 10**9])
@pytest.mark.parametrize("lead", [1.0, 1e9])
def test_a_first_solution_is_the_same_with_threads_and_in_parts(
    racing, monkeypatch, tmp_path, last, lead
):
    monkeypatch.setattr(race, "_LAST_GOAL", last)
    monkeypatch.setattr(race, "_CLEAR_LEAD", lead)
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


@pytest.mark.parametrize("last", [600, 4000, 10**9])
def test_all_solutions_are_the_same_wherever_the_race_is_interrupted(
    racing, monkeypatch, tmp_path, last
):
    monkeypatch.setattr(race, "_LAST_GOAL", last)
    for seed in range(3):
        puzzle = planted_board(4, 4, 3, seed).puzzle
        whole = solve(puzzle, **ALL)
        assert whole.note.startswith(("row-scan after a race", "consistency after"))
        assert whole.count == len(naive_solutions(puzzle))
        counted = count(puzzle)
        assert counted.counts == whole.counts
        path = tmp_path / f"{seed}.npz"
        for share in (0.01, 0.1, 0.5, 0.9):
            nodes = int(share * whole.statistics["nodes"])
            solve(puzzle, nodes=nodes, checkpoint=path, **ALL)
            resumed = solve(puzzle, resume=path, **ALL)
            assert resumed.solutions == whole.solutions
            assert resumed.statistics["nodes"] == whole.statistics["nodes"]
            path.unlink()
        for name in ("solve", "count"):
            one, function = (whole, solve) if name == "solve" else (counted, count)
            two = function(puzzle, threads=2, **(ALL if name == "solve" else {}))
            assert two.counts == one.counts
            assert two.statistics["nodes"] == one.statistics["nodes"]


def test_the_loser_of_a_race_gets_its_effort_too(racing):
    puzzle = planted_board(5, 5, 4, 1).puzzle
    search = AutoSolve().start(Request(puzzle, Solve(None)))
    assert search.names == ("consistency", "row-scan")
    while search.chosen < 0:
        assert search.advance(7) is Outcome.PAUSED
    (loser,) = {0, 1} - {search.chosen}
    assert search.goal / 2 < search._effort(loser) <= search.goal


def test_a_puzzle_without_solution_is_proved_in_the_race(racing):
    puzzle = planted_board(3, 3, 3, 1).puzzle
    pieces = (*puzzle.pieces[:-1], (9, 9, 9, 9))
    broken = replace(puzzle, pieces=pieces)
    assert solve(broken).proves_unsolvable == (not naive_solutions(broken))


@pytest.mark.parametrize(
    ("recipe", "inner_first", "why"),
    [
        ("one-set:7x7:6:seed=1", False, "frame and inside together"),
        ("one-set:8x8:7:seed=1", False, "frame and inside together"),
        ("two-set:6x6:6:2:seed=1", True, "inner cells first"),
        ("two-set:7x7:7:3:seed=1", True, "inner cells first"),
        ("two-set:7x7:8:2:seed=1", True, "inner cells first"),
        ("two-set:7x7:6:4:seed=1", False, "frame and inside together"),
        ("two-set:8x8:14:5:seed=1", False, "no solution is expected by chance"),
        ("two-set:10x10:24:5:seed=1", False, "no solution is expected by chance"),
        ("two-set:16x16:57:5:seed=1", False, "no solution is expected by chance"),
    ],
)
def test_it_starts_inside_where_that_has_fewer_fillings_and_many_solutions(
    recipe, inner_first, why
):
    puzzle = load(recipe).puzzle
    engine, reason = propagating_technique(puzzle, estimate(puzzle))
    assert engine.inner_first == inner_first
    assert reason.startswith(why)


@pytest.mark.parametrize(
    ("recipe", "nodes"),
    [
        ("two-set:16x16:57:5:seed=1", 46),
        ("two-set:12x12:36:5:seed=1", 43),
        ("two-set:10x10:24:5:seed=1", 13),
    ],
)
def test_many_colors_on_a_large_board_take_few_nodes(recipe, nodes):
    result = solve(load(recipe).puzzle)
    assert (result.count, result.statistics["nodes"]) == (1, nodes)
    assert result.note.startswith("consistency")


def test_row_scan_does_not_race_where_it_is_hopeless():
    search = AutoSolve().start(Request(load("two-set:16x16:57:5:seed=1").puzzle))
    assert search.names == ("consistency",)
    search = AutoSolve().start(Request(load("two-set:7x7:7:4:seed=1").puzzle))
    assert search.names == ("consistency", "row-scan")


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


def test_more_colors_than_can_be_propagated_are_left_to_row_scan(racing):
    result = solve(planted_board(9, 9, 90, 1).puzzle)
    assert result.count == 1
    assert "at most 64 colors" in result.note


def test_what_was_started_to_compile_runs_in_the_race(racing, monkeypatch):
    puzzle = load("two-set:6x6:6:3:seed=1").puzzle
    started = []
    for technique in (race.RowScan, race.Consistency):
        start = technique.start

        def note(self, request, start=start):
            started.append(self.name)
            return start(self, request)

        monkeypatch.setattr(technique, "start", note)
    search = AutoSolve().start(Request(puzzle, Solve(None)))
    search.prepare()
    twin = search.fork()
    while search.advance(10**6) is Outcome.PAUSED:
        pass
    assert started.count("row-scan") == 1
    assert twin.nodes == 0
