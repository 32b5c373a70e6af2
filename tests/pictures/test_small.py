"""Small boards keep to three columns a cell and show every side in its color."""

import re

import pytest

from edgematch.board import Board
from edgematch.inputs import load
from edgematch.pictures import looks, small_board_text
from edgematch.pictures.text import piece_numbers_text
from edgematch.puzzle import Puzzle
from pictures.samples import HOSTILE, shuffled, solved, without

ESCAPES = re.compile("\x1b\\[[0-9;]*m")


def painted(puzzle: Puzzle, color: int) -> str:
    ground = looks(puzzle)[color].ground
    return ";".join(str(int(ground[place : place + 2], 16)) for place in (1, 3, 5))


def test_a_board_written_by_hand_is_written_so() -> None:
    puzzle = Puzzle(1, 2, [(1, 2, 3, 4), (1, 2, 3, 4)], framed=False)
    north, east, south, west = (painted(puzzle, color) for color in (1, 2, 3, 4))
    assert small_board_text(Board(puzzle, [(0, 0, 0)])) == (
        f"\x1b[48;2;{west}m \x1b[38;2;{north};48;2;{south}m▀\x1b[48;2;{east}m "
        "\x1b[0m · \x1b[0m"
    )


@pytest.mark.parametrize("rows", [1, 4, 16, 32])
@pytest.mark.parametrize("columns", [1, 5, 32])
def test_a_row_takes_a_line_and_a_cell_three_columns(rows: int, columns: int) -> None:
    board = without(solved(rows, columns, colors=22), [0])
    lines = ESCAPES.sub("", small_board_text(board)).split("\n")
    assert len(lines) == rows
    assert {len(line) for line in lines} == {3 * columns}
    assert "".join(lines).count("·") == 1


def test_every_line_leaves_the_colors_of_the_terminal_as_they_were() -> None:
    board = shuffled(solved(4, 4, signed=True, name=HOSTILE))
    for line in small_board_text(board).split("\n"):
        assert line.endswith("\x1b[0m")
        assert set(ESCAPES.sub("", line)) <= set(" ▀·")


def test_a_board_without_colors_is_the_numbers_of_its_pieces():
    puzzle = Puzzle(2, 2, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 1, 0, 0), (3, 0, 0, 1)])
    solved = Board(puzzle, [(0, 0, 0), (1, 1, 0), (2, 2, 0)])
    assert piece_numbers_text(solved) == "1 2\n3 ."
    swapped = Board(puzzle, [(0, 0, 0), (1, 3, 0)])
    assert piece_numbers_text(swapped) == "1 4\n. ."
    turned = Board(puzzle, [(0, 0, 1), (1, 1, 0)])
    assert piece_numbers_text(turned) == "1!2\n. ."


def test_the_numbers_of_eternity_2_fit_in_80_columns():
    puzzle = load("eternity2-no-hints").puzzle
    board = Board(puzzle, [(cell, cell, 0) for cell in range(256)])
    assert max(map(len, piece_numbers_text(board).splitlines())) <= 64
