"""The conventions, pinned by hand."""

import pytest

from edgematch.geometry import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    cell_name,
    cell_number,
    neighbor,
    opposite,
    turn_cell,
    turn_colors,
)


def test_one_clockwise_turn_carries_north_to_east():
    assert turn_colors(("n", "e", "s", "w"), 1) == ("w", "n", "e", "s")


def test_opposite_sides_face_each_other():
    assert [opposite(side) for side in (NORTH, EAST, SOUTH, WEST)] == [
        SOUTH,
        WEST,
        NORTH,
        EAST,
    ]


def test_neighbors_of_the_middle_of_three_rows_by_four():
    assert [neighbor(5, side, 3, 4) for side in (NORTH, EAST, SOUTH, WEST)] == [
        1,
        6,
        9,
        4,
    ]


def test_nothing_lies_beyond_the_board():
    assert neighbor(3, EAST, 3, 4) is None
    assert neighbor(4, WEST, 3, 4) is None
    assert neighbor(2, NORTH, 3, 4) is None
    assert neighbor(11, SOUTH, 3, 4) is None


def test_turning_a_board_of_two_rows_by_three():
    # 0 1 2      3 0
    # 3 4 5  →   4 1
    #            5 2
    assert [turn_cell(cell, 1, 2, 3) for cell in range(6)] == [1, 3, 5, 0, 2, 4]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (16, 16), (32, 32)])
def test_four_turns_bring_every_cell_back(rows, columns):
    for cell in range(rows * columns):
        once = turn_cell(cell, 1, rows, columns)
        assert turn_cell(once, 3, columns, rows) == cell
        assert turn_cell(cell, 4, rows, columns) == cell


def test_every_cell_of_the_largest_board_reads_back_from_its_name():
    names = [cell_name(cell, 32) for cell in range(32 * 32)]
    assert names[-1] == "AF32"
    assert [cell_number(name, 32, 32) for name in names] == list(range(32 * 32))


@pytest.mark.parametrize("name", ["", "A0", "A17", "Q1", "BA1", "1A", "A-1", "A1 B2"])
def test_what_names_no_cell_reads_as_none(name):
    assert cell_number(name, 16, 16) is None
