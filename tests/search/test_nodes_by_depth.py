"""Nodes by depth: those of the definition, however the tree is searched."""

from collections import Counter

import pytest

from depths import mostly_deep
from edgematch.inputs import load
from edgematch.search import solve
from naive import naive_fillings
from planted import planted_board

KINDS = (
    {},
    {"framed": False},
    {"signed": True},
    {"turnable": False},
    {"framed": False, "signed": True, "turnable": False},
    {"hints": 2},
)
RECIPES = (
    "one-set:5x5:4:seed=1",
    "gemp:3x3:5:seed=4",
    "scramble:3x3:3:seed=2",
    "tetravex:4x4:4:seed=3",
    "one-set:11x11:25:seed=1",  # in lists: more than 64 candidates
)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_row_scan_reports_the_nodes_of_the_naive_search(kind, compiled):
    puzzle = planted_board(2, 3, 3, 7, **kind).puzzle
    by_cell = Counter(filled[-1].cell for filled in naive_fillings(puzzle))
    hinted = {hint.cell for hint in puzzle.hints}
    expected = [by_cell[cell] for cell in range(puzzle.cells) if cell not in hinted]
    result = solve(puzzle, "row-scan", solutions=None, compiled=compiled)
    assert list(result.depths) == expected
    assert sum(result.depths) == result.statistics["nodes"]


@pytest.mark.parametrize("engine", ["row-scan", "consistency"])
@pytest.mark.parametrize("recipe", mostly_deep(2, RECIPES))
def test_threads_and_pauses_change_no_depth(tmp_path, engine, recipe):
    puzzle = load(recipe).puzzle
    whole = solve(puzzle, engine, solutions=None, keep=0)
    assert sum(whole.depths) == whole.statistics["nodes"] > 0
    split = solve(puzzle, engine, solutions=None, keep=0, threads=2)
    assert split.depths == whole.depths
    path = tmp_path / "run"
    for step in (1, 2):
        part = solve(
            puzzle,
            engine,
            solutions=None,
            keep=0,
            nodes=step * whole.statistics["nodes"] // 3,
            checkpoint=path,
            resume=path if step > 1 else None,
        )
        assert sum(part.depths) == part.statistics["nodes"]
    rest = solve(puzzle, engine, solutions=None, keep=0, threads=2, resume=path)
    assert rest.depths == whole.depths


def test_plain_python_resumes_its_depths(tmp_path):
    puzzle = load("one-set:4x4:3:seed=1").puzzle
    options = {"solutions": None, "keep": 0, "compiled": False}
    whole = solve(puzzle, "row-scan", **options)
    path = tmp_path / "run"
    solve(puzzle, "row-scan", nodes=100, checkpoint=path, **options)
    resumed = solve(puzzle, "row-scan", resume=path, **options)
    assert resumed.depths == whole.depths
    assert whole.depths == solve(puzzle, "row-scan", solutions=None).depths


def test_a_watch_sees_the_depths():
    seen = []
    puzzle = load("one-set:7x7:6:seed=1").puzzle
    solve(
        puzzle, "row-scan", nodes=30_000_000, solutions=None, keep=0, watch=seen.append
    )
    for progress in seen:
        assert sum(progress.depths) == progress.nodes
    assert seen[-1].depths != seen[0].depths


def test_other_engines_report_none():
    assert solve(load("one-set:4x4:4:seed=1").puzzle, "color-pairs").depths == ()
