"""What is asked of a search: what counts as proved, and what is refused."""

import pytest

from edgematch.errors import EdgematchError
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from edgematch.results import Ended
from edgematch.search import (
    Count,
    Limits,
    Optimize,
    Request,
    Solve,
    count,
    optimize,
    solve,
    technique_class,
    technique_names,
)
from edgematch.search import technique as technique_named
from edgematch.search.launch import check_request
from edgematch.search.technique import Threads
from planted import planted_board

EVERY = [
    (name, goal) for goal in ("solve", "optimize") for name in technique_names(goal)
]
CORNERS = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
UNSOLVABLE = load("one-set:4x4:4:seed=1:random:balanced").puzzle


@pytest.mark.parametrize(
    ("asked", "ended", "is_proved"),
    [
        ({"solutions": None}, Ended.EXHAUSTED, True),
        ({"solutions": 25}, Ended.EXHAUSTED, True),
        ({"solutions": 24}, Ended.FOUND, False),
        ({}, Ended.FOUND, False),
        ({"nodes": 2}, Ended.NODES, False),
        ({"seconds": 0}, Ended.SECONDS, False),
    ],
)
def test_solutions_are_proved_to_be_all_when_nothing_is_left(asked, ended, is_proved):
    result = solve(CORNERS, "row-scan", **asked)
    assert (result.ended, result.is_proved) == (ended, is_proved)
    assert not result.proves_unsolvable


def test_a_count_is_proved_or_was_stopped():
    assert count(CORNERS).is_proved
    assert not count(CORNERS, nodes=1).is_proved
    assert count(UNSOLVABLE).proves_unsolvable


def test_the_fewest_breaks_are_proved_by_the_bound_and_not_by_the_end():
    proved = optimize(UNSOLVABLE, "exact")
    assert (proved.ended, proved.is_proved) == (Ended.EXHAUSTED, True)
    assert proved.proves_unsolvable
    assert proved.statistics["at_least"] == proved.statistics["breaks"] > 0
    stopped = optimize(UNSOLVABLE, "exact", nodes=5)
    assert (stopped.ended, stopped.is_proved) == (Ended.NODES, False)
    enough = optimize(UNSOLVABLE, "exact", target=1)
    assert (enough.ended, enough.is_proved) == (Ended.FOUND, False)


def test_a_full_score_is_proved_whoever_found_it():
    board = planted_board(4, 4, 5, 6)
    result = optimize(board.puzzle, "anneal", start=board)
    assert not technique_class("anneal", "optimize").proves
    assert (result.ended, result.is_proved) == (Ended.EXHAUSTED, True)
    assert not result.proves_unsolvable


def test_the_most_pieces_are_not_proved_by_the_fewest_breaks():
    exact = optimize(UNSOLVABLE, "exact", goal="pieces")
    assert (exact.ended, exact.is_proved) == (Ended.EXHAUSTED, False)
    assert not exact.proves_unsolvable


@pytest.mark.parametrize(("name", "goal"), EVERY)
def test_more_than_one_thread_is_for_those_who_can(name, goal):
    engine = technique_named(name, goal)
    wanted = Optimize() if goal == "optimize" else Solve()
    request = Request(CORNERS, wanted, threads=2)
    assert engine.threads in set(Threads)
    if engine.threads is Threads.ONE:
        with pytest.raises(EdgematchError, match=f"engine {name} runs in one thread"):
            check_request(engine, request, is_saved=False)
    else:
        check_request(engine, request, is_saved=False)


@pytest.mark.parametrize("threads", [0, -1])
@pytest.mark.parametrize("run", [solve, count, optimize])
def test_no_threads_at_all_are_refused(run, threads):
    with pytest.raises(EdgematchError, match="threads must be at least 1"):
        run(CORNERS, threads=threads)


@pytest.mark.parametrize(("name", "goal"), EVERY)
def test_checkpoints_and_node_limits_are_for_those_who_can(name, goal):
    engine = technique_named(name, goal)
    wanted = Optimize() if goal == "optimize" else Solve()
    limited = Request(CORNERS, wanted, limits=Limits(nodes=5))
    if not engine.resumable:
        with pytest.raises(EdgematchError, match=f"engine {name} has no checkpoints"):
            check_request(engine, Request(CORNERS, wanted), is_saved=True)
    if engine.counts_nodes:
        check_request(engine, limited, is_saved=engine.resumable)
    else:
        with pytest.raises(EdgematchError, match=f"{name} does not report its nodes"):
            check_request(engine, limited, is_saved=False)


@pytest.mark.parametrize("name", technique_names("solve"))
def test_those_count_that_know_when_they_have_found_all(name):
    engine = technique_named(name, "solve")
    if engine.proves:
        check_request(engine, Request(CORNERS, Count()))
    else:
        with pytest.raises(EdgematchError, match=f"engine {name} cannot count"):
            count(CORNERS, name)
