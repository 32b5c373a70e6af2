"""The most pieces without a break: no false proofs, and the same board every time."""

import pytest

from depths import mostly_deep
from edgematch.board import Board
from edgematch.inputs import load
from edgematch.puzzle import Placement
from edgematch.results import Ended
from edgematch.search import optimize, technique_class, technique_names
from planted import planted_board

LITTLE = [
    f"tetravex:{size}:{colors}:seed={seed}:random"
    for seed, (size, colors) in enumerate(
        [("2x2", 3), ("2x3", 3), ("3x2", 4), ("1x5", 3), ("2x4", 4), ("2x4", 5)]
    )
]
FOOLED = [f"tetravex:3x3:4:seed={seed}:random" for seed in (4, 8, 19)]
"""The full board with the fewest breaks leaves fewer pieces than another."""
OPTIMIZERS = technique_names("optimize")
COUNTING = [
    name for name in OPTIMIZERS if technique_class(name, "optimize").counts_nodes
]


def most_pieces(puzzle):
    """Try every piece, and none, on every cell."""
    best = 0

    def fill(cell, placed, used):
        nonlocal best
        if len(placed) + puzzle.cells - cell <= best:
            return
        if cell == puzzle.cells:
            best = len(placed)
            return
        for piece in range(puzzle.cells):
            for turn in puzzle.turns:
                board = Board(puzzle, [*placed, Placement(cell, piece, turn)])
                if piece not in used and board.is_legal() and not board.breaks():
                    fill(cell + 1, board.placements, used | {piece})
        fill(cell + 1, placed, used)

    fill(0, (), frozenset())
    return best


@pytest.mark.parametrize("recipe", mostly_deep(1, LITTLE))
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_nothing_is_said_to_be_proved_that_is_not(name, recipe):
    puzzle = load(recipe).puzzle
    nodes = 20_000 if name in COUNTING else None
    limits = {"nodes": nodes, "seconds": 20}
    result = optimize(puzzle, name, **limits, seed=1, goal="pieces")
    most = most_pieces(puzzle)
    assert result.statistics["pieces"] <= most
    if result.is_proved:
        assert result.statistics["pieces"] == most == puzzle.cells


@pytest.mark.deep
@pytest.mark.parametrize("recipe", FOOLED)
def test_the_fewest_breaks_are_not_taken_for_the_most_pieces(recipe):
    puzzle = load(recipe).puzzle
    result = optimize(puzzle, nodes=1_500_000, goal="pieces")
    assert result.statistics["pieces"] == 8
    assert not result.is_proved
    assert result.ended is Ended.NODES
    proved = optimize(puzzle, "exact", goal="pieces")
    assert not proved.is_proved


@pytest.mark.parametrize("name", [each for each in COUNTING if each != "cp-sat"])
def test_when_the_clock_looks_changes_nothing(name, monkeypatch):
    puzzle = planted_board(6, 6, 5, 3).puzzle
    limits = {"nodes": 400_000}
    boards = []
    for seconds in (0.02, 0.0005):
        monkeypatch.setattr("edgematch.search.board_run._SECONDS_PER_SLICE", seconds)
        monkeypatch.setattr("edgematch.search.run._SECONDS_PER_ROUND", seconds)
        result = optimize(puzzle, name, **limits, seed=2, goal="pieces")
        moments = [(better.nodes, better.score) for better in result.curve]
        boards.append((result.best, moments))
    assert boards[0] == boards[1]


def test_a_run_that_goes_on_comes_to_the_same_pieces(tmp_path):
    puzzle = load("e2:8x8:8:4:seed=1:random").puzzle
    expected = optimize(puzzle, nodes=400_000, goal="pieces")
    path = tmp_path / "run.npz"
    few = {"nodes": 120_000}
    optimize(puzzle, **few, goal="pieces", checkpoint=path)
    limits = {"nodes": 400_000}
    result = optimize(puzzle, **limits, goal="pieces", resume=path)
    assert result.best == expected.best
