"""Fill orders: every cell once, in the order the name promises."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch.errors import UnknownName
from edgematch.geometry import SIDES, neighbor
from edgematch.orders import ORDERS, order

SIZES = st.tuples(st.integers(1, 32), st.integers(1, 32))


@pytest.mark.parametrize("name", ORDERS)
@given(SIZES)
def test_every_cell_comes_once(name, size):
    rows, columns = size
    assert sorted(order(name, rows, columns)) == list(range(rows * columns))


@pytest.mark.parametrize("name", ["spiral-in", "spiral-out"])
@given(SIZES)
def test_a_spiral_goes_from_neighbor_to_neighbor(name, size):
    if name == "spiral-out":
        size = (size[0], size[0])  # on others the parts off the board are left out
    cells = order(name, *size)
    for here, there in pairwise(cells):
        assert there in {neighbor(here, side, *size) for side in SIDES}


@given(SIZES)
def test_frame_first_fills_the_frame_before_the_inside(size):
    rows, columns = size
    on_frame = [
        any(neighbor(cell, side, rows, columns) is None for side in SIDES)
        for cell in order("frame-first", rows, columns)
    ]
    assert on_frame == sorted(on_frame, reverse=True)


@given(SIZES)
def test_chess_places_no_neighbor_of_an_earlier_cell_until_all_black_are_placed(size):
    rows, columns = size
    cells = order("chess", rows, columns)
    parities = [sum(divmod(cell, columns)) % 2 for cell in cells]
    assert parities == sorted(parities, reverse=parities[0] == 1)
    spiral = order("spiral-out", rows, columns)
    for parity in (0, 1):
        assert [c for c in cells if sum(divmod(c, columns)) % 2 == parity] == [
            c for c in spiral if sum(divmod(c, columns)) % 2 == parity
        ]


def test_chess_starts_in_the_center_of_a_7_by_7_board():
    assert order("chess", 7, 7)[0] == 24


def test_the_orders_of_a_3_by_4_board_by_hand():
    #  0  1  2  3
    #  4  5  6  7
    #  8  9 10 11
    assert order("rows", 3, 4) == tuple(range(12))
    assert order("columns", 3, 4) == (0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11)
    assert order("spiral-in", 3, 4) == (0, 1, 2, 3, 7, 11, 10, 9, 8, 4, 5, 6)
    assert order("spiral-out", 3, 4) == (9, 10, 6, 5, 4, 8, 11, 7, 3, 2, 1, 0)
    assert order("frame-first", 3, 4) == (0, 1, 2, 3, 7, 11, 10, 9, 8, 4, 5, 6)
    assert order("chess", 3, 4) == (9, 6, 4, 11, 3, 1, 10, 5, 8, 7, 2, 0)


def test_an_unknown_order_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownName, match="fill order 'zigzag'"):
        order("zigzag", 2, 2)


@given(SIZES)
def test_spiral_out_starts_in_the_center(size):
    rows, columns = size
    row, column = divmod(order("spiral-out", rows, columns)[0], columns)
    assert abs(2 * row - rows + 1) <= 2
    assert abs(2 * column - columns + 1) <= 2
