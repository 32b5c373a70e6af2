"""Pieces that are listed as they lie in a solution, and pieces that are shuffled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch.board import Board
from edgematch.inputs import load
from edgematch.numbering import shuffle_pieces, solution_as_numbered
from edgematch.puzzle import Placement, Puzzle
from naive import naive_solutions
from planted import planted_board, random_puzzle
from shared_data import DATA, data_file


def listed(board, turns=(0,)):
    """Return the puzzle with its pieces as they lie on a board, then turned."""
    pieces = []
    for cell in range(board.puzzle.cells):
        north, east, south, west = board.colors_at(cell)
        turn = turns[cell % len(turns)]
        pieces.append([north, east, south, west, north, east, south][turn : turn + 4])
    return Puzzle(board.puzzle.rows, board.puzzle.columns, pieces)


def test_pieces_listed_as_they_lie_are_a_solution():
    for seed in range(5):
        puzzle = listed(planted_board(4, 5, 3, seed))
        found = solution_as_numbered(puzzle)
        assert found.placements == tuple((cell, cell, 0) for cell in range(20))
        assert found.is_solution()


def test_pieces_may_be_turned():
    for seed in range(5):
        puzzle = listed(planted_board(5, 4, 3, seed), turns=(1, 2, 3, 0, 2))
        found = solution_as_numbered(puzzle)
        assert [piece for _, piece, _ in found.placements] == list(range(20))
        assert found.is_solution()


def test_the_pieces_of_a_tetravex_are_not_turned():
    board = planted_board(3, 3, 5, 1)
    turned = listed(board, turns=(1,))
    fixed = Puzzle(3, 3, turned.pieces, turnable=False)
    assert solution_as_numbered(turned) is not None
    assert solution_as_numbered(fixed) is None


def test_a_hint_that_says_otherwise_is_obeyed():
    puzzle = listed(planted_board(3, 3, 5, 1))
    for hint, is_kept in (((4, 4, 0), True), ((4, 4, 1), False), ((0, 2, 3), False)):
        found = solution_as_numbered(puzzle.with_hints([hint]))
        assert (found is not None) is is_kept


def test_it_is_found_exactly_where_plain_search_finds_it():
    number = 0
    for seed in range(60):
        puzzle = random_puzzle(seed)
        as_numbered = [
            placements
            for placements in naive_solutions(puzzle)
            if all(cell == piece for cell, piece, _ in placements)
        ]
        found = solution_as_numbered(puzzle)
        assert (found is not None) == bool(as_numbered)
        assert found is None or found.placements in as_numbered
        number += found is not None
    assert 5 < number < 55


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (DATA / "heule").glob("em_*.txt")) or ["em"]
)
def test_heules_instances_are_listed_in_solved_order(name, edgematch):
    path = data_file(f"heule/{name}.txt")
    said = edgematch("info", path).out
    assert "row by row the pieces are a solution, as turned" in said
    assert solution_as_numbered(shuffle_pieces(load(path).puzzle, 1)) is None


@given(st.integers(0, 400), st.integers(0, 10**18 - 1))
def test_shuffled_pieces_have_the_same_solutions(number, seed):
    puzzle = random_puzzle(number)
    shuffled = shuffle_pieces(puzzle, seed)
    assert shuffled == shuffle_pieces(puzzle, seed)
    boards, others = (
        [Board(each, placements) for placements in naive_solutions(each)]
        for each in (puzzle, shuffled)
    )
    assert len(boards) == len(others)
    assert {colors_of(board) for board in boards} == {colors_of(o) for o in others}


def colors_of(board):
    return tuple(board.colors_at(cell) for cell in range(board.puzzle.cells))


def test_the_order_of_a_seed_never_changes():
    puzzle = load("scramble-squares").puzzle
    assert shuffle_pieces(puzzle, 1).fingerprint == "555637dd4626b2db"
    hinted = load("eternity2").puzzle
    shuffled = shuffle_pieces(hinted, 1)
    (old,), (new,) = hinted.hints, shuffled.hints
    assert old.cell == new.cell
    assert hinted.colors_of(old.piece, old.turn) == shuffled.colors_of(
        new.piece, new.turn
    )
    assert isinstance(new, Placement)
