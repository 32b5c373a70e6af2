"""Puzzles and boards show themselves as pictures in notebooks."""

from xml.etree import ElementTree

from planted import planted_board


def test_puzzles_and_boards_have_an_svg_of_themselves():
    board = planted_board(3, 3, 3, 1)
    for shown in (board, board.puzzle):
        assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
    assert board._repr_svg_() != board.puzzle._repr_svg_()
