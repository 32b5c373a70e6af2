"""Every engine counts alike in all four ways, however its run was cut up."""

import os
import signal
import sys
import threading
from functools import cache
from itertools import product

import pytest

from depths import deep_if, mostly_deep
from edgematch.board import Board
from edgematch.generators import Recipe, generate
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Interrupted
from edgematch.search import (
    Request,
    Solve,
    count,
    solve,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search import part as one_part
from edgematch.search.options import defaults
from edgematch.search.part import Part
from edgematch.search.run import run_to_the_end
from edgematch.search.solution_run import SolutionRun
from edgematch.search.technique import Threads
from edgematch.symmetry import (
    Counting,
    board_symmetries,
    picture_symmetries,
    solution_key,
    turns_that_look_the_same,
    turns_that_may_look_the_same,
)
from like_pieces import puzzle_of_like_pieces, self_turned
from naive import naive_solutions
from planted import planted_board

ALL = {"solutions": None, "keep": 0}
COMPLETE = [name for name in technique_names("solve") if technique_class(name).proves]
RESUMABLE = [name for name in COMPLETE if technique_class(name).resumable]
SEEDS = range(60)
MANY_BOARDS = {0, 12, 24, 36, 46, 48}
"""Seeds of puzzles with hundreds or thousands of solutions."""


@cache
def counts_by_the_definition(seed):
    puzzle = puzzle_of_like_pieces(seed)
    boards = [Board(puzzle, placements) for placements in naive_solutions(puzzle)]
    return {
        way: len({solution_key(board, way) for board in boards}) for way in Counting
    }


def test_the_puzzles_here_are_of_every_kind():
    puzzles = [puzzle_of_like_pieces(seed) for seed in SEEDS]
    assert {len(turns_that_may_look_the_same(puzzle)) for puzzle in puzzles} == {
        *(1, 2, 4)
    }
    for kind in ("framed", "is_signed", "turnable", "hints"):
        assert {bool(getattr(puzzle, kind)) for puzzle in puzzles} == {True, False}
    more_than_boards = [
        puzzle
        for puzzle in puzzles
        if len(picture_symmetries(puzzle)) > len(board_symmetries(puzzle))
    ]
    assert len(more_than_boards) > 3  # hints that look the same after a turn


def seeds_of(name):
    """Return fewer seeds where each takes long."""
    if name in RESUMABLE:
        return SEEDS
    return SEEDS[3::14] if name == "external-sat" else SEEDS[3::7]


@pytest.mark.parametrize(
    ("name", "seed"),
    deep_if(
        lambda name, seed: seed in MANY_BOARDS or seed % 4 > 0,
        [(name, seed) for name in COMPLETE for seed in seeds_of(name)],
    ),
)
def test_the_four_counts_are_those_of_the_definition(name, seed):
    puzzle = puzzle_of_like_pieces(seed)
    expected = counts_by_the_definition(seed)
    can_break = "break_symmetry" in defaults(technique_class(name))
    flags = [{"break_symmetry": each} for each in (False, True)] if can_break else [{}]
    threads = (1,) if technique_class(name).threads is Threads.ONE else (1, 2)
    ways = [*product(flags, threads)]
    if seed in MANY_BOARDS and len(ways) > 2:
        ways = [ways[0], ways[-1]]  # each of the flags and threads, not all pairs
    for options, number in ways:
        for result in (
            solve(puzzle, name, **ALL, threads=number, **options),
            count(puzzle, name, threads=number, **options),
        ):
            assert result.counts == expected
            assert result.count == expected[Counting.BOARDS]


@pytest.mark.parametrize("seed", SEEDS)
def test_pictures_that_look_the_same_turned_are_expected_to(seed):
    puzzle = puzzle_of_like_pieces(seed)
    expected = set(turns_that_may_look_the_same(puzzle))
    for placements in naive_solutions(puzzle):
        board = Board(puzzle, placements)
        found = turns_that_look_the_same(board, picture_symmetries(puzzle))
        assert set(found) <= expected


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("framed", [True, False])
def test_a_picture_made_to_look_the_same_turned_does(turn, size, framed):
    board = self_turned(size, size, turn, 6, 1, framed)
    assert board.is_solution()
    expected = (0, 1, 2, 3) if turn == 1 else (0, 2)
    assert turns_that_look_the_same(board, range(4)) == expected
    assert set(turns_that_may_look_the_same(board.puzzle)) >= set(expected)


def test_different_pieces_are_never_examined():
    puzzle = planted_board(4, 4, 20, 1).puzzle
    assert turns_that_may_look_the_same(puzzle) == (0,)


def test_four_equal_corners_in_all_four_ways():
    result = solve(Puzzle(2, 2, [(0, 1, 1, 0)] * 4), **ALL)
    assert result.counts == {
        "boards": 24,
        "pictures": 1,
        "boards-up-to-symmetry": 6,
        "pictures-up-to-symmetry": 1,
    }


def test_a_search_that_was_not_whole_has_no_counts():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    assert solve(puzzle, solutions=2).counts is None
    assert solve(puzzle, nodes=3).counts is None


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("solutions", [None, 10**6])
def test_the_counts_are_of_all_solutions_however_many_were_asked_for(name, solutions):
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    result = solve(puzzle, name, solutions=solutions)
    assert result.ended is Ended.EXHAUSTED
    assert result.counts["boards"] == 24
    assert result.counts["pictures-up-to-symmetry"] == 1


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seed", mostly_deep(1, [15, 12, 36, 39]))
def test_a_run_that_goes_on_counts_the_same(tmp_path, name, threads, seed):
    puzzle = puzzle_of_like_pieces(seed)
    whole = solve(puzzle, name, **ALL)
    path = tmp_path / "run.npz"
    nodes = whole.statistics["nodes"]
    for step in range(1, 4):
        stopped = solve(
            puzzle,
            name,
            solutions=None,
            nodes=nodes * step // 4,
            keep=0,
            threads=threads,
            checkpoint=path,
            resume=path if step > 1 else None,
        )
        assert stopped.counts is None
    result = solve(puzzle, name, **ALL, threads=threads, resume=path)
    assert result.counts == whole.counts == counts_by_the_definition(seed)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_while_threads_are_started_leaves_none_at_work(monkeypatch, threads):
    start, worked = threading.Thread.start, []

    def started_then_interrupted(thread):
        start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", started_then_interrupted)
    monkeypatch.setattr(Part, "run", lambda *_: worked.append(True))
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    limits = {"solutions": None}
    with pytest.raises(Interrupted):
        solve(puzzle, "row-scan", **limits, threads=threads)
    assert not worked


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("at", ["is_solution", "turns_that_look_the_same"])
def test_ctrl_c_while_a_solution_is_looked_at_loses_none(
    tmp_path, monkeypatch, name, threads, at
):
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    whole = solve(puzzle, name, solutions=None)
    place = Board if at == "is_solution" else one_part
    looked_at = getattr(place, at)
    calls = []

    def pressed_at_the_third(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return looked_at(*arguments)

    monkeypatch.setattr(place, at, pressed_at_the_third)
    limits, path = {"solutions": None}, tmp_path / "run.npz"
    with pytest.raises(Interrupted):
        solve(puzzle, name, **limits, threads=threads, checkpoint=path)
    result = solve(puzzle, name, **limits, threads=threads, resume=path)
    assert result.counts == whole.counts
    assert result.solutions == whole.solutions


def test_a_run_for_one_solution_can_be_resumed_as_a_count(tmp_path):
    puzzle, path = Puzzle(2, 2, [(0, 1, 1, 0)] * 4), tmp_path / "run.npz"
    assert solve(puzzle, "row-scan", checkpoint=path).ended is Ended.FOUND
    resumed = solve(puzzle, "row-scan", solutions=None, resume=path)
    assert resumed.counts == solve(puzzle, "row-scan", solutions=None).counts
    assert resumed.counts["pictures-up-to-symmetry"] == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("keep", [0, 23])
def test_a_run_of_many_parts_ends_with_the_solution_asked_for(threads, keep):
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    engine, goal = technique("row-scan"), Solve(23, keep)
    runs = [
        SolutionRun(engine, request, engine.start(request))
        for request in (Request(puzzle, goal), Request(puzzle, goal, threads=threads))
    ]
    assert [run_to_the_end(run, run.request.limits) for run in runs] == ["found"] * 2
    alone, run = runs
    assert (run.count, run.kept()) == (23, alone.kept())


@pytest.mark.parametrize("seed", range(5))
def test_a_solution_of_a_later_part_waits_for_those_before_it(seed):
    puzzle = generate(Recipe.read(f"two-set:5x5:4:3:seed={seed}")).puzzle
    alone = solve(puzzle, "row-scan")
    engine, request = technique("row-scan"), Request(puzzle, threads=2)
    run = SolutionRun(engine, request, engine.start(request))
    for part in reversed(run.parts):
        while not part.is_done(1, sys.maxsize):
            part.run("row-scan", 1, sys.maxsize, 1)
        if part.count:
            break
    assert run.ended() is (Ended.FOUND if part is run.parts[0] else None)
    assert run_to_the_end(run, request.limits) is Ended.FOUND
    assert run.kept() == list(alone.solutions)
