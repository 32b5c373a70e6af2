"""A region filled again, against all permutations of its pieces."""

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from edgematch.board import Board
from edgematch.placements.completion import fill_holes
from edgematch.placements.full_boards import full_board_tables, random_state
from edgematch.placements.kernel.full_boards import count_breaks
from edgematch.techniques.repair import SHAPES
from edgematch.techniques.repair.kernel.region import (
    fill_region,
    list_ways,
    order_cells,
    set_bounds,
)
from edgematch.techniques.repair.kernel.region_choice import choose_region
from edgematch.techniques.repair.tables import empty_region, shape_numbers
from planted import planted_board


@pytest.mark.parametrize(
    "kind", [{}, {"framed": False}, {"signed": True}, {"turnable": False}], ids=str
)
@pytest.mark.parametrize(
    "cells",
    [
        pytest.param((5, 6), marks=pytest.mark.small),
        *[(0, 3, 9), (5, 10, 6), (1, 2, 13)],
    ],
)
@pytest.mark.parametrize("largest", [16, 32])
def test_a_region_gets_the_fewest_breaks_there_are(cells, kind, largest):
    puzzle = planted_board(4, 4, 3, 9, **kind).puzzle
    tables = full_board_tables(puzzle)
    ways = fill_holes(tables, tables.empty(), 5)
    expected = min(
        tables.breaks_of(_with_pieces(ways, cells, pieces, turns))
        for pieces in permutations([int(ways[cell]) // 16 for cell in cells])
        for turns in product(puzzle.turns, repeat=len(cells))
        if _fits(tables, cells, pieces, turns)
    )
    fill(tables, ways, cells, largest)
    assert len(tables.board(ways).breaks()) == expected


def fill(tables, ways, cells, largest=32):
    """Free cells of a board and fill them; return how many ways there were."""
    before = tables.breaks_of(ways)
    region, random = empty_region(tables, largest), random_state(1)
    region.size[0] = len(cells)
    region.cell[: len(cells)] = cells
    order_cells(tables.arrays, region, random)
    list_ways(tables.arrays, ways, region, random)
    here = set_bounds(tables.arrays, ways, region)
    found, nodes = fill_region(tables.arrays, ways, region, here, False, 10**6)
    ways[region.cell[: len(cells)]] = region.found[: len(cells)]
    assert tables.breaks_of(ways) == before - here + found
    assert tables.board(ways).is_legal()
    assert tables.board(ways).is_complete()
    assert 0 < nodes < 10**6
    fitting = np.bitwise_or.reduce(region.fitting[:, : len(cells)], axis=1)
    return sum(int(word).bit_count() for word in fitting)


ROWS_BELOW_THE_TOP = [*range(1, 6), *range(8, 13), *range(15, 20), *range(22, 27)]
"""Of 7 × 7: five pieces of the top row in one turn each, then 15 in four: 65 ways, and
one of the pieces has bits in both words."""
ALL_BUT_THE_RIM = [10 * row + column for row in range(1, 5) for column in range(1, 9)]
"""Of 6 × 10."""


@pytest.mark.parametrize("is_spoiled", [False, True])
@pytest.mark.parametrize(
    ("size", "cells", "way_count", "kind"),
    [
        ((7, 7), ROWS_BELOW_THE_TOP, 65, {}),
        ((7, 7), ROWS_BELOW_THE_TOP, 80, {"framed": False, "signed": True}),
        ((6, 10), ALL_BUT_THE_RIM, 128, {}),
        ((6, 10), ALL_BUT_THE_RIM, 32, {"turnable": False}),
    ],
    ids=str,
)
def test_a_region_may_have_more_ways_than_a_word_bits(
    size, cells, way_count, kind, is_spoiled
):
    board = planted_board(*size, 30, 3, **kind)
    cells = list(cells)
    if is_spoiled:
        # A color that no other piece has: there is a break wherever its piece goes.
        piece, turn = next(
            (each.piece, each.turn) for each in board.placements if each.cell == 24
        )
        colors = list(board.puzzle.pieces[piece])
        colors[-turn % 4] = 200
        pieces = list(board.puzzle.pieces)
        pieces[piece] = tuple(colors)
        mates = board.puzzle.mates
        if mates:
            mates = (*mates, *range(len(mates), 201))
        puzzle = replace(board.puzzle, pieces=tuple(pieces), mates=mates)
        board = Board(puzzle, board.placements)
    tables = full_board_tables(board.puzzle)
    ways = tables.ways_of(board.placements)
    rest = ways.copy()
    rest[cells] = tables.blank
    ways = fill_holes(tables, rest, 5)
    assert tables.breaks_of(ways) > 5
    assert fill(tables, ways, cells) == way_count
    assert tables.breaks_of(ways) == is_spoiled


INNER = [9 + 8 * row + column for row in range(6) for column in range(6)]
"""Of 8 × 8."""


def touching(cells, columns):
    """Return the parts of a set of cells that hang together, as a naive search does."""
    parts, left = [], set(cells)
    while left:
        part, new = set(), {left.pop()}
        while new:
            part |= new
            steps = {(0, 1), (0, -1), (1, 0), (-1, 0)}
            around = {
                (row + down) * columns + column + right
                for row, column in (divmod(cell, columns) for cell in new)
                for down, right in steps
                if 0 <= column + right < columns
            }
            new = around & left
            left -= new
        parts.append(part)
    return parts


@pytest.mark.parametrize("shape", SHAPES)
def test_regions_have_the_shape_that_was_asked_for(shape):
    board = planted_board(8, 8, 6, 4, hints=6)
    tables = full_board_tables(board.puzzle)
    ways = tables.ways_of(board.placements)
    free = [cell for cell in INNER if not tables.arrays.is_fixed[cell]]
    for one, other in zip(free[:4], free[-4:], strict=True):
        ways[[one, other]] = ways[[other, one]]
    broken = np.zeros(2 * board.puzzle.joins + 2, np.uint32)
    breaks = count_breaks(tables.arrays, ways, broken)
    assert breaks > 10
    with_breaks = set(broken[: 2 * breaks].tolist())
    fixed = {hint.cell for hint in board.puzzle.hints}
    components = touching(with_breaks - fixed, 8)
    region, random = empty_region(tables), random_state(7)
    seen = set()
    for wanted in [2, 4, 7, 12, 20, 32] * 5:
        choose_region(
            *(tables.arrays, ways, broken, breaks, region),
            *(shape_numbers([shape])[0], wanted, 32, random),
        )
        size = int(region.size[0])
        cells = region.cell[:size].tolist()
        assert len(set(cells)) == size <= 32
        assert not fixed & set(cells)
        expected = np.full(65, -1)
        expected[cells] = range(size)
        assert region.depth.tolist() == expected.tolist()
        if not size:
            continue  # it was to grow from a hint
        seen |= set(cells)
        if shape == "component":
            (whole,) = [part for part in components if cells[0] in part]
            assert whole <= set(cells) or size == 32
            assert size >= wanted
        else:
            most = {"two": 2, "far": 3, "random": 32}.get(shape, 1)
            assert len(touching(cells, 8)) <= most
            assert size <= wanted
        if shape not in ("anywhere", "random"):
            assert cells[0] in with_breaks or shape == "far"
    assert len(seen) > 16
    if shape in ("far", "anywhere", "random"):
        assert len(seen) > 50


def _with_pieces(ways, cells, pieces, turns):
    ways = ways.copy()
    for cell, piece, turn in zip(cells, pieces, turns, strict=True):
        ways[cell] = np.uint32(piece * 16 + turn * 4)
    return ways


def _fits(tables, cells, pieces, turns):
    return all(
        tables.arrays.rim_of_way[piece * 4 + turn] == tables.arrays.rim[cell]
        for cell, piece, turn in zip(cells, pieces, turns, strict=True)
    )
