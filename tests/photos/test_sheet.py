"""Sheets: written, read, complete or not, and refused with the line."""

from dataclasses import replace

import pytest

from edgematch.errors import FormatError
from edgematch.formats import Source
from edgematch.photos.sheet import PhotoPiece, Sheet, read_sheet, sheet_text

CORNERS = ((0.0, 0.0), (9.0, 1.0), (9.5, 9.0), (0.0, 9.0))
SIDES = [
    ("a+", "b+", "c-", "d"),
    ("?", "b-", "a-", "d"),
    ("a+", "d", "c+", "d"),
    ("a+", "b-", "c+", "d"),
]
SHEET = Sheet(2, 2, tuple(PhotoPiece("table.jpg", CORNERS, each) for each in SIDES))


def read(text):
    return read_sheet(Source("sheet.json", text))


def test_a_sheet_is_read_as_it_was_written():
    added = Sheet(2, 2, (*SHEET.pieces[:3], PhotoPiece("two.jpg", CORNERS)))
    for sheet in (SHEET, added, replace(SHEET, turnable=False)):
        assert read(sheet_text(sheet)) == sheet


def test_a_sheet_is_a_puzzle_once_all_sides_are_known():
    assert SHEET.missing() == "1 side is not known"
    whole = SHEET.with_side(1, 0, "c-")
    assert whole.missing() is None
    puzzle = whole.puzzle()
    names = [[puzzle.color_name(color) for color in piece] for piece in puzzle.pieces]
    assert names == [list(piece.sides) for piece in whole.pieces]
    north, _, south, _ = puzzle.pieces[0]
    assert puzzle.color_name(puzzle.mate(north)) == "a-"
    assert puzzle.color_name(puzzle.mate(south)) == "c+"
    assert Sheet(2, 2, whole.pieces[:3]).missing().startswith("3 pieces do not fill")


def test_groups_have_their_mates_below_them_and_unknown_sides_last():
    assert list(SHEET.groups()) == ["a+", "a-", "b+", "b-", "c+", "c-", "d", "?"]
    assert SHEET.groups()["a+"] == [(0, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize(
    ("old", "new", "line", "rule"),
    [
        ('"a+", "b+"', '"a+", 5', 6, "must be a name"),
        ('"?"', '"++"', 7, "one sign"),
        ('"?"', '" x"', 7, "spaces"),
        ('"a-", "d"]', '"a-"]', 7, "four groups"),
        ("[9.5, 9.0], [0.0, 9.0]", "[0.0, 9.0], [9.5, 9.0]", 6, "clockwise"),
        ("[9.5, 9.0]", "[9.5, 1e999]", 6, "four points"),
        ('"rows": 2', '"rows": 0', 1, "from 1 to 32"),
        ('"rows": 2', '"turnable": 1, "rows": 2', 1, "true or false"),
        ('"pieces"', '"sides"', 1, "pieces"),
        ("]}", "]", 7, "not JSON"),
    ],
)
def test_what_is_wrong_in_a_sheet_is_named_with_its_line(old, new, line, rule):
    with pytest.raises(FormatError, match=rule) as refused:
        read(sheet_text(SHEET).replace(old, new, 1))
    assert refused.value.line == line
