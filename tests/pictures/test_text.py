"""Text boards line up, mark every break and carry nothing a terminal would obey."""

import re
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgematch.board import Board
from edgematch.pictures import board_text, color_labels, puzzle_text
from edgematch.puzzle import Puzzle
from pictures.samples import HOSTILE, shuffled, solved, with_hints, without

ESCAPES = re.compile("\x1b\\[[0-9;]*m")


def drawn(text: str) -> str:
    return dedent(text).strip("\n")


def test_a_board_written_by_hand_is_written_so() -> None:
    puzzle = Puzzle(
        2,
        2,
        [(0, 1, 2, 0), (0, 0, 3, 1), (12, 4, 0, 0), (3, 0, 0, 4)],
        hints=[(3, 3, 0)],
    )
    board = Board(puzzle, [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 3, 0)])
    assert board_text(board, color=False) == drawn(
        """
            1     2
         +-----+-----+
         |  -  |  -  |
        A|- 1 1|1 2 -|
         |  2  |  3  |
         +--!--+-----+
         |  12 |  3  |
        B|- 3 4|4[4]-|
         |  -  |  -  |
         +-----+-----+
        """
    )


def test_empty_cells_are_dots_and_hints_are_bracketed() -> None:
    puzzle = Puzzle(
        1, 3, [(1, 1, 1, 1)] * 3, framed=False, hints=[(0, 0, 0), (1, 1, 0)]
    )
    text = board_text(Board(puzzle, [(0, 2, 0)]), color=False)
    assert text.splitlines()[3] == "A|1<3>1|.[.].|. . .|"


def test_pieces_are_written_in_order() -> None:
    pieces = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (1, 1, 1, 1)]
    assert puzzle_text(Puzzle(2, 2, pieces, framed=False), color=False) == drawn(
        """
        +-------+-----+
        |   1   |  5  |
        |4  1  2|8 2 6|
        |   3   |  7  |
        +-------+-----+
        |   9   |  1  |
        |12 3 10|1 4 1|
        |   11  |  1  |
        +-------+-----+
        """
    )


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_breaks_are_marked_once_each(framed: bool, signed: bool, seed: int) -> None:
    board = shuffled(solved(4, 5, framed=framed, signed=signed, seed=seed), seed)
    assert len(board.breaks()) > 3
    for color in (True, False):
        assert board_text(board, color).count("!") == len(board.breaks())


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(1, 120),
    st.booleans(),
    st.booleans(),
)
def test_lines_line_up_and_color_changes_only_escapes(
    rows: int, columns: int, colors: int, framed: bool, signed: bool
) -> None:
    board = shuffled(solved(rows, columns, colors=colors, framed=framed, signed=signed))
    board = without(with_hints(board, []), [0])
    plain = board_text(board, color=False)
    assert "\x1b" not in plain
    assert plain.isascii()
    assert len({len(line) for line in plain.splitlines()[1:]}) == 1
    colored = board_text(board, color=True)
    assert ESCAPES.sub("", colored) == plain
    pieces = puzzle_text(board.puzzle, color=False)
    assert len({len(line) for line in pieces.splitlines()}) == 1
    assert ESCAPES.sub("", puzzle_text(board.puzzle, color=True)) == pieces


def test_a_board_as_large_as_eternity_is_160_columns_wide() -> None:
    text = board_text(shuffled(solved(16, 16, colors=22)), color=False)
    # A shuffled rim needs two columns more: its rim labels are not all on the rim.
    assert max(map(len, text.splitlines())) <= 162
    text = board_text(solved(16, 16, colors=22), color=False)
    assert max(map(len, text.splitlines())) <= 160


def test_hostile_names_never_reach_the_terminal() -> None:
    board = shuffled(solved(name=HOSTILE))
    assert set(ESCAPES.sub("", board_text(board, color=True))) <= set(
        "0123456789ABC+-|! \n"
    )


def test_short_names_are_labels_and_long_ones_are_not() -> None:
    pieces = [(1, 2, 1, 2)]
    short = Puzzle(1, 1, pieces, framed=False, color_names=("", "red", "tan"))
    assert color_labels(short)[1:] == ("red", "tan")
    long = Puzzle(1, 1, pieces, framed=False, color_names=("", "red", "purple"))
    assert color_labels(long)[1:] == ("1", "2")
    same = Puzzle(1, 1, pieces, framed=False, color_names=("", "red", "red"))
    assert color_labels(same)[1:] == ("1", "2")


def test_signed_names_are_cut_to_what_tells_them_apart() -> None:
    def labels(*names: str) -> tuple[str, ...]:
        return color_labels(
            Puzzle(
                1,
                1,
                [(0, 1, 2, 3)],
                framed=False,
                mates=(1, 0, 3, 2),
                color_names=names,
            )
        )

    assert labels("bear+", "bear-", "fox+", "fox-") == ("b+", "b-", "f+", "f-")
    assert labels("bear+", "bear-", "bull+", "bull-") == ("be+", "be-", "bu+", "bu-")
    assert labels("bear+", "bear-", "beaver+", "beaver-") == ("a+", "a-", "b+", "b-")
    assert labels("head", "tail", "up", "down") == ("a+", "a-", "b+", "b-")
    assert labels() == ("a+", "a-", "b+", "b-")


def test_labels_of_255_signed_colors_are_short_and_different() -> None:
    mates = [0, *(1 + ((color - 1) ^ 1) for color in range(1, 255))]
    pieces = [tuple((4 * n + k) % 255 for k in range(4)) for n in range(64)]
    labels = color_labels(Puzzle(8, 8, pieces, mates=mates))
    assert len(set(labels)) == 255
    assert max(map(len, labels)) <= 3
