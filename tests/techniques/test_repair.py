"""Repair: stages, and the ways in which a board may come out worse."""

from itertools import pairwise

import pytest

from depths import mostly_deep
from edgematch.search import Optimize, Request, optimize, technique
from planted import mixed, planted_board


@pytest.mark.parametrize(
    "options",
    mostly_deep(
        1,
        [
            {"accept": "late", "history": 3000},
            {"accept": "anneal", "cooling": 2},
            {"largest": 32, "nodes_each": 500, "patience": 0},
            {"shapes": "component,anywhere,random", "accept": "late", "patience": 0},
        ],
    ),
    ids=str,
)
def test_a_repair_goes_on_where_it_was_through_several_stages(options, tmp_path):
    # A stage is a million nodes.  These are no pieces of one board: it is never solved.
    puzzle = mixed(planted_board(8, 8, 12, 1).puzzle, planted_board(8, 8, 12, 2).puzzle)
    path, end = tmp_path / "run.npz", {"nodes": 3_200_000}
    whole = optimize(puzzle, "repair", **end, seed=5, **options)
    assert whole.statistics["breaks"] > 0
    middle = {"nodes": 1_700_000}
    optimize(puzzle, "repair", **middle, seed=5, checkpoint=path, **options)
    result = optimize(puzzle, "repair", **end, seed=5, resume=path, **options)
    assert result.best == whole.best
    assert result.statistics["nodes"] == whole.statistics["nodes"]
    search = technique("repair", "optimize", **options).start(
        Request(puzzle, Optimize(), 5)
    )
    while search.nodes < 3_200_000:
        search.advance(min(99_991, 3_200_000 - search.nodes))
    assert (search.best(), search.nodes) == (whole.best, whole.statistics["nodes"])


def test_late_acceptance_and_annealing_take_boards_that_are_worse():
    puzzle = mixed(planted_board(8, 8, 12, 1).puzzle, planted_board(8, 8, 12, 2).puzzle)
    rises = {}
    for options in (
        {"accept": "heat", "heat": 0},
        {"accept": "heat", "heat": 0.5},
        {"accept": "late", "history": 200},
        {"accept": "anneal", "hottest": 2.0},
    ):
        search = technique("repair", "optimize", **options).start(
            Request(puzzle, Optimize(), 5)
        )
        breaks = []
        for _ in range(100):
            search.advance(400)
            breaks.append(len(search.board().breaks()))
        name = " ".join(map(str, options.values()))
        rises[name] = max(b - a for a, b in pairwise(breaks))
    assert rises["heat 0"] <= 0
    assert rises["heat 0.5"] >= 1
    assert rises["late 200"] >= 1
    assert rises["anneal 2.0"] >= 2
