"""Every way of counting, against counting by hand and by the definition."""

from itertools import product

import pytest
from hypothesis import given, settings

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.puzzle import Puzzle
from edgematch.symmetry import (
    Counting,
    board_symmetries,
    boards_per_picture,
    canonical_picture,
    different_turns,
    equal_pieces,
    look,
    picture,
    picture_symmetries,
    solution_key,
    symmetric_pieces,
    turn_board,
)
from naive import naive_solutions
from planted import boards, planted_board

KINDS = [
    dict(zip(("framed", "signed", "turnable"), flags, strict=True))
    for flags in product((True, False), repeat=3)
]


def count(puzzle, counting):
    solutions = [Board(puzzle, placements) for placements in naive_solutions(puzzle)]
    return len({solution_key(board, counting) for board in solutions})


def test_four_equal_corners_by_hand():
    # One picture; 4! ways to number the corners; turning the board renumbers them.
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    assert count(puzzle, Counting.BOARDS) == 24
    assert count(puzzle, Counting.PICTURES) == 1
    assert count(puzzle, Counting.BOARDS_UP_TO_SYMMETRY) == 6
    assert count(puzzle, Counting.PICTURES_UP_TO_SYMMETRY) == 1


def test_one_symmetric_piece_by_hand():
    puzzle = Puzzle(1, 1, [(1, 2, 1, 2)], framed=False)
    assert count(puzzle, Counting.BOARDS) == 4
    assert count(puzzle, Counting.PICTURES) == 2
    assert count(puzzle, Counting.BOARDS_UP_TO_SYMMETRY) == 1
    assert count(puzzle, Counting.PICTURES_UP_TO_SYMMETRY) == 1


def test_two_pieces_that_may_not_be_turned_by_hand():
    puzzle = Puzzle(1, 2, [(1, 1, 1, 1)] * 2, framed=False, turnable=False)
    assert count(puzzle, Counting.BOARDS) == 2
    assert count(puzzle, Counting.BOARDS_UP_TO_SYMMETRY) == 2
    assert count(puzzle, Counting.PICTURES) == 1


def test_a_hint_takes_the_board_symmetries_away_but_not_always_the_pictures():
    puzzle = Puzzle(1, 1, [(1, 1, 1, 1)], [(0, 0, 2)], framed=False)
    assert board_symmetries(puzzle) == (0,)
    assert picture_symmetries(puzzle) == (0, 1, 2, 3)
    assert boards_per_picture(puzzle) == 1


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seed", range(8))
def test_boards_are_pictures_times_boards_per_picture(kind, seed):
    size = [(1, 3), (2, 2), (1, 4), (3, 1)][seed % 4]
    board = planted_board(*size, 1, seed, hints=seed % 3 // 2, **kind)
    puzzle = board.puzzle
    boards, pictures = (
        count(puzzle, way) for way in (Counting.BOARDS, Counting.PICTURES)
    )
    assert boards == pictures * boards_per_picture(puzzle) > 0


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_up_to_symmetry_counts_the_classes_that_turning_gives(kind, seed):
    size = [(2, 2), (1, 3), (3, 1), (1, 1)][seed]
    puzzle = planted_board(*size, 2, seed, hints=0, **kind).puzzle
    solutions = [Board(puzzle, placements) for placements in naive_solutions(puzzle)]
    placements = {board.placements for board in solutions}
    classes = {
        frozenset(
            turn_board(board, turn).placements for turn in board_symmetries(puzzle)
        )
        for board in solutions
    }
    assert set().union(*classes) == placements  # turning leads to solutions only
    assert count(puzzle, Counting.BOARDS_UP_TO_SYMMETRY) == len(classes)
    assert len(classes) * len(board_symmetries(puzzle)) == len(placements)
    pictures = {
        frozenset(
            picture(turn_board(board, turn)) for turn in picture_symmetries(puzzle)
        )
        for board in solutions
    }
    assert count(puzzle, Counting.PICTURES_UP_TO_SYMMETRY) == len(pictures)


@settings(max_examples=50)
@given(boards())
def test_turning_the_whole_board_keeps_a_solution(board):
    free = Board(board.puzzle.with_hints(()), board.placements)
    for turn in board_symmetries(free.puzzle):
        turned = turn_board(free, turn)
        assert turned.is_solution()
        assert canonical_picture(turned) == canonical_picture(free)
        assert turn_board(turned, -turn) == free


def test_partial_boards_have_a_canonical_picture_too():
    puzzle = Puzzle(2, 2, [(0, 1, 1, 0)] * 4)
    corners = [
        Board(puzzle, [(cell, 0, turn)])
        for cell, turn in ((0, 0), (1, 1), (3, 2), (2, 3))
    ]
    assert len({canonical_picture(board) for board in corners}) == 1


def test_a_board_is_not_turned_where_that_makes_another_puzzle():
    rectangle = Board(Puzzle(1, 2, [(1, 1, 1, 1)] * 2, framed=False), [])
    with pytest.raises(PuzzleError, match="1 × 2 cannot be turned by 1"):
        turn_board(rectangle, 1)
    fixed = Board(Puzzle(1, 1, [(1, 1, 1, 1)], framed=False, turnable=False), [])
    with pytest.raises(PuzzleError, match="pieces have fixed turns"):
        turn_board(fixed, 2)


def test_pieces_are_equal_when_turning_makes_them_so():
    pieces = [(1, 2, 3, 4), (3, 4, 1, 2), (4, 3, 2, 1), (1, 1, 2, 2)]
    assert equal_pieces(Puzzle(2, 2, pieces, framed=False)) == ((0, 1),)
    assert equal_pieces(Puzzle(2, 2, pieces, framed=False, turnable=False)) == ()
    assert look((1, 2, 3, 4)) != look((4, 3, 2, 1))  # a mirror image is another piece


def test_symmetric_pieces_look_the_same_in_some_turns():
    pieces = [(1, 1, 1, 1), (1, 2, 1, 2), (1, 1, 2, 2), (1, 2, 3, 2)]
    assert [different_turns(piece) for piece in pieces] == [1, 2, 4, 4]
    assert symmetric_pieces(Puzzle(2, 2, pieces, framed=False)) == (0, 1)
