"""Boards to be expected with breaks, against boards that are counted one by one."""

import random
from functools import cache
from statistics import mean

import numpy as np
import pytest

from depths import deep_if
from edgematch import catalog
from edgematch.board import Board
from edgematch.inputs import load
from edgematch.orders import order
from edgematch.placements.offers import comb_order
from edgematch.puzzle import Placement, Puzzle
from edgematch.theory.estimate import estimate
from edgematch.theory.with_breaks import expected_with_breaks, schedule_of_breaks

COMMUNITY = (201, 206, 211, 216, 221, 225, 229, 233, 237, 239)
"""The depths from which on Eternity II's searchers allow one more break."""


def random_pieces(rows, columns, colors, turnable, seed):
    draw = random.Random(seed)
    pieces = [
        tuple(draw.randint(1, colors) for _ in range(4)) for _ in range(rows * columns)
    ]
    return Puzzle(rows, columns, pieces, framed=False, turnable=turnable)


def counted(puzzle, allowed):
    """Count the boards that keep to a schedule, with each number of pieces."""
    found = [0] * puzzle.cells

    @cache  # the referee is slow, and the same pairs come again and again
    def breaks_between(one, other):
        return len(Board(puzzle, [one, other]).breaks())

    def fill(cell, placed, breaks):
        if cell == puzzle.cells:
            return
        used = {each.piece for each in placed}
        for piece in set(range(puzzle.cells)) - used:
            for turn in puzzle.turns:
                new = Placement(cell, piece, turn)
                now = breaks + sum(breaks_between(each, new) for each in placed)
                if now <= min(breaks + 1, allowed[cell]):
                    found[cell] += 1
                    fill(cell + 1, (*placed, new), now)

    fill(0, (), 0)
    return found


@pytest.mark.deep
@pytest.mark.parametrize(
    ("rows", "columns", "turnable", "allowed"),
    deep_if(
        lambda rows, columns, turnable, allowed: turnable,
        [
            (2, 2, True, (0, 0, 0, 0)),
            (2, 2, True, (0, 1, 1, 2)),
            (2, 3, False, (0, 0, 1, 1, 2, 2)),
            (1, 5, False, (0, 1, 1, 2, 3)),
        ],
    ),
)
def test_as_many_boards_as_counted_on_average(rows, columns, turnable, allowed):
    puzzles = [random_pieces(rows, columns, 3, turnable, seed) for seed in range(120)]
    cells = range(rows * columns)
    numbers = [counted(puzzle, allowed) for puzzle in puzzles]
    expected = [
        [10**number for number in expected_with_breaks(puzzle, cells, allowed)]
        for puzzle in puzzles
    ]
    for depth in cells:
        count = mean(each[depth] for each in numbers)
        assert mean(each[depth] for each in expected) == pytest.approx(count, rel=0.12)


@pytest.mark.parametrize(
    "name", ["eternity2", "eternity2-no-hints", "one-set:5x6:4:seed=1", "clue1"]
)
def test_without_breaks_it_is_the_estimate(name):
    puzzle = load(name).puzzle
    depths = estimate(puzzle, "rows-up").depths
    cells = order("rows-up", puzzle.rows, puzzle.columns)
    numbers = [*expected_with_breaks(puzzle, cells, [0] * len(depths))]
    shift = numbers[0] - depths[0].log10_nodes  # joins between hints are given there
    assert numbers == pytest.approx([each.log10_nodes + shift for each in depths])


def test_the_schedule_of_the_community_comes_out_of_the_estimates():
    puzzle = catalog.load("eternity2").puzzle
    schedule = np.array([*schedule_of_breaks(puzzle, comb_order(puzzle, 5), 6.0)])
    depths = [int(np.argmax(schedule > number)) for number in range(10)]
    assert np.abs(np.subtract(depths, COMMUNITY)).max() <= 3


@pytest.mark.parametrize(
    "name",
    [
        "eternity2-five-hints",
        "one-set:8x8:6:seed=1:random",
        "tetravex:5x5:9:seed=2:random",
        "tetravex:1x6:4:seed=1:random",
        "e2:3x7:4:2:seed=1",
    ],
)
def test_a_schedule_keeps_boards_within_reach_of_their_peak(name):
    puzzle = load(name).puzzle
    cells = comb_order(puzzle, 3)
    strict, loose = (
        [*schedule_of_breaks(puzzle, cells, reach)] for reach in (3.0, 1.0)
    )
    assert len(strict) == puzzle.cells - len(puzzle.hints)
    assert strict == sorted(strict)
    assert sum(strict) <= sum(loose)
    numbers = [*expected_with_breaks(puzzle, cells, strict)]
    hinted = {hint.cell for hint in puzzle.hints}
    free = [cell for cell in cells if cell not in hinted]
    for depth in range(1, len(free)):
        row, column = divmod(free[depth], puzzle.columns)
        is_inside = 0 < row < puzzle.rows - 1 and 0 < column < puzzle.columns - 1
        if is_inside and strict[depth] == strict[depth - 1]:
            assert numbers[depth] >= max(numbers[:depth]) - 3.0


def test_no_breaks_are_allowed_where_boards_never_become_rare():
    puzzle = load("one-set:6x6:2:seed=1").puzzle
    assert {*schedule_of_breaks(puzzle, comb_order(puzzle, 3), 4.0)} == {0}
