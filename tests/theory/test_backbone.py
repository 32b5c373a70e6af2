"""The backbone of small puzzles, by hand and by enumeration."""

from dataclasses import replace
from random import Random

import pytest

from depths import mostly_deep
from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.generators import Recipe, generate
from edgematch.geometry import turn_colors
from edgematch.puzzle import Puzzle
from edgematch.search import solve
from edgematch.symmetry import turn_board
from edgematch.theory.backbone import backbone
from naive import naive_solutions
from planted import planted_board


def solutions(puzzle):
    return [Board(puzzle, placements) for placements in naive_solutions(puzzle)]


def test_a_single_solution_up_to_symmetry_is_all_backbone():
    puzzle = catalog.load("scramble-squares").puzzle
    found = solve(puzzle, solutions=None).solutions
    assert len(found) == 4
    assert backbone(found) == 1


def test_equal_pieces_do_not_break_the_backbone():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    assert backbone(solutions(puzzle)) == 1


def test_two_middles_that_can_change_places_by_hand():
    # The ends are fixed by their colors; the two middles look different but fit both.
    puzzle = Puzzle(
        1,
        4,
        [(9, 1, 9, 9), (2, 1, 3, 1), (4, 1, 5, 1), (9, 8, 9, 1)],
        framed=False,
        turnable=False,
    )
    found = solutions(puzzle)
    assert len(found) == 2
    assert backbone(found) == 0.5


def test_turning_solutions_does_not_change_the_backbone():
    for seed in range(10):
        puzzle = planted_board(3, 3, 2, seed).puzzle
        found = solve(puzzle, solutions=None).solutions
        turn_colors = [turn_board(board, i % 4) for i, board in enumerate(found)]
        assert backbone(found) == backbone(turn_colors)


@pytest.mark.parametrize("seed", mostly_deep(1, [1, 0, *range(2, 12)]))
@pytest.mark.deep
def test_numbering_and_turning_the_pieces_does_not_change_the_backbone(seed):
    puzzle = generate(Recipe("two-set", 4, 4, 4, 2, seed=seed)).puzzle
    random = Random(seed)
    order = list(range(16))
    random.shuffle(order)
    pieces = [
        turn_colors(puzzle.pieces[number], random.randrange(4)) for number in order
    ]
    other = replace(puzzle, pieces=tuple(pieces))
    found = [
        backbone(solve(each, solutions=None).solutions) for each in (puzzle, other)
    ]
    assert found[0] == found[1]


def test_a_puzzle_without_a_solution_has_no_backbone():
    with pytest.raises(EdgematchError, match="no backbone"):
        backbone([])
