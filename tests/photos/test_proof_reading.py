"""The solver reads sheets: solutions, and the likeliest mistakes."""

from dataclasses import replace
from itertools import combinations

import numpy as np

from edgematch.inputs import load
from edgematch.photos.proof_reading import ProofReading, proof_read
from edgematch.photos.sheet import PhotoPiece, Sheet

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def catalog_sheet():
    """The Scramble Squares puzzle of the catalog, which has one solution."""
    puzzle = load("scramble-squares").puzzle
    sides = [
        tuple(puzzle.color_name(color) for color in each) for each in puzzle.pieces
    ]
    return Sheet(3, 3, tuple(PhotoPiece("table.jpg", CORNERS, each) for each in sides))


def looks(sheet):
    """Return differences of sides that look alike just where the groups are equal."""
    groups = np.array([group for _, _, group in sheet.sides()])
    return (groups[:, None] != groups) * 10.0 + 1.0


def test_a_right_sheet_has_one_solution_and_nothing_to_change():
    sheet = catalog_sheet()
    reading = proof_read(sheet, looks(sheet))
    assert reading == ProofReading((), 1, True, True)
    assert reading.lines() == ["as it is, there is exactly one solution"]


def test_the_side_in_the_wrong_group_is_the_likeliest_mistake():
    sheet = catalog_sheet()
    seen = looks(sheet)
    groups = list(sheet.groups())
    for number, (piece, side, own) in enumerate(sheet.sides()):
        wrong = groups[(groups.index(own) + 1 + number % 7) % 8]
        reading = proof_read(sheet.with_side(piece, side, wrong), seen)
        likeliest = reading.changes[0]
        assert (likeliest.piece, likeliest.side, likeliest.group) == (piece, side, own)
        assert likeliest.solutions == 1
        assert likeliest.likeness < 1


def test_where_one_change_is_not_enough_it_says_so():
    sheet = catalog_sheet()
    for side in range(4):
        sheet = sheet.with_side(4, side, "none")
    reading = proof_read(sheet)
    assert (reading.solutions, reading.changes) == (0, ())
    assert reading.lines()[-1] == "no change of a single side gives a solution"


def test_groups_that_meet_the_wrong_ones_are_found():
    sheet = catalog_sheet()
    names = list(sheet.groups())
    unsolvable = 0
    for one, other in combinations(range(1, 8, 2), 2):
        new = {names[one]: names[other], names[other]: names[one]}
        swapped = sheet
        for piece, side, group in sheet.sides():
            swapped = swapped.with_side(piece, side, new.get(group, group))
        reading = proof_read(swapped)
        if reading.solutions == 0:
            unsolvable += 1
            text = (
                f"if {names[one - 1]} met {names[other]}, and {names[other - 1]} met"
                f" {names[one]}, there is exactly one solution"
            )
            assert text in reading.lines()
    assert unsolvable


def test_sides_that_nothing_can_meet_are_counted():
    sheet = catalog_sheet()
    for piece in range(9):
        for side in range(2):
            sheet = sheet.with_side(piece, side, f"{'abcdefghi'[piece]}+")
    said = proof_read(sheet).lines()
    assert "2 sides of group a+, but no a- to meet" in said
    assert any(
        "sides have no mate, but the rim has room for 12" in line for line in said
    )


def test_pieces_that_may_not_be_turned_have_fewer_solutions():
    sides = [("a", "b", "c", "d"), ("d", "e", "b", "f")]
    pieces = tuple(PhotoPiece("table.jpg", CORNERS, each) for each in sides)
    sheet = Sheet(1, 2, pieces)
    assert proof_read(sheet).solutions == 2
    assert proof_read(replace(sheet, turnable=False)).solutions == 0


def test_when_time_is_up_it_says_so(monkeypatch):
    monkeypatch.setattr("edgematch.photos.proof_reading._NODES_BETWEEN", 5)
    reading = proof_read(catalog_sheet(), seconds=-1.0)
    assert reading.lines()[-1] == "there was no time to try every change of a side"
