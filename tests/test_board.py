"""The referee must also say no."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from edgematch import catalog
from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.formats import ReadOptions, Source, read
from edgematch.formats.sources import read_source
from edgematch.geometry import SIDES
from edgematch.puzzle import Placement, Puzzle
from naive import naive_solutions, shown
from planted import boards, partial_boards, planted_board
from shared_data import data_file

# Four pieces and the colors they share, written out by hand so that no code of ours
# decides what is right:
#
#     A -1- B
#     |     |
#     2     3
#     |     |
#     C -1- D
PUZZLE = Puzzle(2, 2, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 1, 0, 0), (3, 0, 0, 1)])
SOLUTION = {cell: (cell, cell, 0) for cell in range(4)}


def board(change=None, puzzle=PUZZLE):
    return Board(puzzle, (SOLUTION | (change or {})).values())


def test_the_board_as_drawn_is_a_solution():
    assert board().is_solution()
    assert board().score() == 4
    assert board().problems() == ()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({3: (3, 3, 1)}, "piece 4 on B2 does not fit the rim (east and west)"),
        ({0: (0, 1, 0)}, "piece 2 is on 2 cells: A1, A2"),
        ({1: (1, 0, 1)}, "piece 1 is on 2 cells: A1, A2"),
    ],
)
def test_a_board_that_breaks_a_rule_is_illegal_and_no_solution(change, problem):
    assert problem in board(change).problems()
    assert not board(change).is_legal()
    assert not board(change).is_solution()


def test_two_pieces_swapped_are_legal_but_break_joins():
    swapped = board({0: (0, 1, 3), 1: (1, 0, 1)})
    assert swapped.is_legal()
    assert [(join.cell, join.other_cell) for join in swapped.breaks()] == [
        (0, 1),
        (0, 2),
        (1, 3),
    ]
    assert swapped.score() == 1
    assert not swapped.is_solution()


def test_a_board_with_a_hole_is_legal_and_no_solution():
    three = Board(PUZZLE, [SOLUTION[cell] for cell in (0, 1, 2)])
    assert three.is_legal()
    assert not three.is_complete()
    assert not three.is_solution()
    assert three.score() == 2
    assert three.empty_cells() == (3,)
    assert three.missing_pieces() == (3,)


def test_an_empty_board_is_legal():
    empty = Board(PUZZLE, [])
    assert empty.is_legal()
    assert (empty.score(), empty.breaks(), empty.is_solution()) == (0, (), False)


def test_two_rim_colors_inside_the_board_do_not_match():
    inward = Board(PUZZLE, [(0, 1, 0), (1, 0, 0)])
    (join,) = inward.joins()
    assert (join.color, join.other_color, join.matches) == (0, 0, False)
    assert inward.score() == 0


def test_without_a_frame_color_0_matches_itself():
    puzzle = Puzzle(1, 2, [(1, 0, 1, 1), (1, 1, 1, 0)], framed=False)
    assert Board(puzzle, [(0, 0, 0), (1, 1, 0)]).is_solution()


def test_signed_colors_match_their_mates_and_not_themselves():
    puzzle = Puzzle(
        1, 2, [(3, 1, 3, 3), (3, 1, 3, 2)], framed=False, mates=(0, 2, 1, 4, 3)
    )
    assert Board(puzzle, [(0, 0, 0), (1, 1, 0)]).is_solution()
    assert not Board(puzzle, [(0, 0, 0), (1, 1, 2)]).is_solution()


def test_a_turned_piece_is_illegal_where_pieces_are_not_turned():
    puzzle = Puzzle(1, 2, [(1, 1, 1, 1), (1, 1, 1, 1)], framed=False, turnable=False)
    assert Board(puzzle, [(0, 0, 0), (1, 1, 0)]).is_solution()
    turned = Board(puzzle, [(0, 0, 0), (1, 1, 2)])
    assert turned.problems() == ("piece 2 on A2 may not be turned",)
    assert not turned.is_solution()


def test_hints_are_kept_broken_or_not_there_yet():
    puzzle = PUZZLE.with_hints([(0, 0, 0)])
    assert board(puzzle=puzzle).kept_hints() == (Placement(0, 0, 0),)
    away = Board(puzzle, [(1, 0, 1)])
    taken = Board(puzzle, [(0, 1, 3)])
    not_yet = Board(puzzle, [(3, 3, 0)])
    assert away.broken_hints() == taken.broken_hints() == (Placement(0, 0, 0),)
    assert not_yet.broken_hints() == not_yet.kept_hints() == ()
    assert not away.is_legal()
    assert not_yet.is_legal()


def test_a_solution_that_breaks_a_hint_is_no_solution():
    # Turned by a half turn the board is as good, but the hint lies elsewhere.
    half_turn = [(3 - cell, cell, 2) for cell in range(4)]
    assert Board(PUZZLE, half_turn).is_solution()
    assert not Board(PUZZLE.with_hints([(0, 0, 0)]), half_turn).is_solution()


@pytest.mark.parametrize(
    ("placements", "message"),
    [
        ([(0, 0, 0), (0, 1, 0)], "cell A1 has two pieces"),
        ([(4, 0, 0)], "cell 4 is not on the"),
        ([(0, 9, 0)], "there is no piece 10"),
        ([(0, 0, -1)], "a turn must be 0, 1, 2 or 3"),
    ],
)
def test_placements_that_make_no_board_are_refused(placements, message):
    with pytest.raises(PuzzleError, match=message):
        Board(PUZZLE, placements)


@given(boards())
def test_planted_boards_are_solutions(board):
    assert board.is_solution()
    assert board.score() == board.puzzle.joins


@given(partial_boards())
def test_score_and_breaks_are_what_counting_by_hand_gives(board):
    puzzle, columns = board.puzzle, board.puzzle.columns
    at = {cell: shown(puzzle, piece, turn) for cell, piece, turn in board.placements}
    matching = broken = 0
    for cell in at:
        pairs = []
        if (cell + 1) % columns and cell + 1 in at:
            pairs.append((at[cell][1], at[cell + 1][3]))
        if cell + columns in at:
            pairs.append((at[cell][2], at[cell + columns][0]))
        for a, b in pairs:
            fits = b == (puzzle.mates[a] if puzzle.mates else a)
            fits = fits and not (puzzle.framed and a == 0)
            matching += fits
            broken += not fits
    assert (board.score(), len(board.breaks())) == (matching, broken)


def test_every_full_board_of_a_tiny_puzzle_is_judged_as_the_definition_says():
    from itertools import permutations, product

    for seed in range(6):
        puzzle = planted_board(1, 3, 1, seed, framed=False).puzzle
        solutions = set(naive_solutions(puzzle))
        for order in permutations(range(3)):
            for turns in product(range(4), repeat=3):
                placements = tuple(
                    Placement(cell, order[cell], turns[cell]) for cell in range(3)
                )
                judged = Board(puzzle, placements).is_solution()
                assert judged == (placements in solutions)


def test_the_referee_agrees_with_every_published_eternity_2_board():
    records = json.loads(data_file("boards/eternity2_records.json").read_text())
    assert len(records) == 13
    five = catalog.load("eternity2-five-hints").puzzle
    for record in records:
        link = f"#board_w=16&board_h=16&board_edges={record['board_edges']}"
        board = read(Source("record", link), ReadOptions(puzzle=five)).board
        assert board.score() == record["score"]
        assert len(board.breaks()) == 480 - record["score"]
        assert len(board.kept_hints()) == record["hints_respected"]
        assert board.missing_pieces() == board.repeated_pieces() == ()
        assert board.is_complete()
        assert not board.is_solution()


@pytest.mark.parametrize("size", range(3, 11))
def test_the_referee_agrees_with_owens_solutions(size):
    pieces = read(read_source(data_file(f"owen/pieces_{size:02}x{size:02}.txt"))).puzzle
    solution = read_source(data_file(f"owen/solutions_{size:02}x{size:02}.txt"))
    board = read(solution, ReadOptions(puzzle=pieces)).board
    assert board.is_solution()


# Three rows of two columns; pieces are named by their cell.  All joins match:
#
#     A -1- B
#     2     3
#     C -4- D
#     5     6
#     E -7- F
TALL = Puzzle(
    3,
    2,
    [
        (0, 1, 2, 0),
        (0, 0, 3, 1),
        (2, 4, 5, 0),
        (3, 0, 6, 4),
        (5, 7, 0, 0),
        (6, 0, 0, 7),
    ],
)


def clean_rows(board):
    return [board.clean_rows(side) for side in SIDES]


def test_all_rows_of_a_solution_are_clean():
    solved = Board(TALL, [(cell, cell, 0) for cell in range(6)])
    assert clean_rows(solved) == [3, 2, 3, 2]
    assert solved.pieces_without_break() == 6


def test_rows_are_clean_up_to_the_first_break():
    # E and F are exchanged and turned into their corners: C–E, D–F and E–F break.
    cells = [(cell, cell, 0) for cell in range(4)] + [(4, 5, 1), (5, 4, 3)]
    board = Board(TALL, cells)
    broken = [(join.cell, join.other_cell) for join in board.breaks()]
    assert broken == [(2, 4), (3, 5), (4, 5)]
    assert clean_rows(board) == [2, 0, 0, 0]
    assert board.pieces_without_break() == 2  # A and B
    assert board.clean_prefix() == 4  # from A or B, row after row


def test_a_row_with_a_hole_or_a_fault_at_the_rim_is_not_clean():
    hole = Board(TALL, [(cell, cell, 0) for cell in (0, 1, 2, 4, 5)])
    assert clean_rows(hole) == [1, 0, 1, 1]
    assert hole.clean_prefix() == 4  # A, C, E, F: column after column from A
    assert hole.pieces_without_break() == 5
    turned = Board(TALL, [(0, 0, 0), (1, 1, 2)])
    assert TALL.rim_faults(turned.placements[1])
    assert clean_rows(turned) == [0, 0, 0, 0]
    assert turned.clean_prefix() == 1  # A


def test_a_break_ends_a_prefix_only_when_both_its_pieces_are_in_it():
    # B and D do not face each other: 3 of B is turned away from 3 of D.
    pieces = [*TALL.pieces[:3], (9, 0, 6, 4), *TALL.pieces[4:]]
    board = Board(replace(TALL, pieces=pieces), [(cell, cell, 0) for cell in range(6)])
    assert [(join.cell, join.other_cell) for join in board.breaks()] == [(1, 3)]
    assert board.clean_prefix() == 5  # B comes last: from E, up the columns


@given(boards())
def test_pieces_without_a_break_and_clean_rows_agree_with_the_solution(board):
    rows, cells = board.puzzle.rows, board.puzzle.cells
    is_clean = (
        board.is_complete()
        and not board.breaks()
        and not any(map(board.puzzle.rim_faults, board.placements))
    )
    assert (board.clean_rows() == rows) == (board.clean_prefix() == cells) == is_clean


def naive_prefix(board):
    """Place the pieces of the board one by one, in every reading order."""
    rows, columns = board.puzzle.rows, board.puzzle.columns
    cells = range(rows * columns)
    grid = [cells[row * columns : (row + 1) * columns] for row in range(rows)]
    longest = 0
    for lines in (grid, list(zip(*grid, strict=True))):
        for down in (1, -1):
            for across in (1, -1):
                order = [cell for line in lines[::down] for cell in line[::across]]
                for length in range(longest + 1, len(order) + 1):
                    kept = [board.at(cell) for cell in order[:length]]
                    if None in kept or any(map(board.puzzle.rim_faults, kept)):
                        break
                    if Board(board.puzzle, kept).breaks():
                        break
                    longest = length
    return longest


@given(boards())
def test_the_clean_prefix_is_the_longest_in_any_reading_order(board):
    assert board.clean_prefix() == naive_prefix(board)
