"""A region filled again, against all permutations of its pieces."""

from itertools import permutations, product

import numpy as np
import pytest

from edgematch.kernels.region import fill_region, list_ways, order_cells, set_bounds
from edgematch.tables.lying import lying_tables, random_state
from edgematch.tables.repair import empty_region
from planted import planted_board


@pytest.mark.parametrize(
    "kind", [{}, {"framed": False}, {"signed": True}, {"turnable": False}], ids=str
)
@pytest.mark.parametrize("cells", [(5, 6), (0, 3, 9), (5, 10, 6), (1, 2, 13)])
def test_a_region_gets_the_fewest_breaks_there_are(cells, kind):
    puzzle = planted_board(4, 4, 3, 9, **kind).puzzle
    tables = lying_tables(puzzle)
    from edgematch.tables.filling import completed

    lying = completed(tables, tables.empty(), 5)
    region, random = empty_region(tables), random_state(1)
    region.size[0] = len(cells)
    region.cell[: len(cells)] = cells
    expected = min(
        tables.breaks_of(_filled(lying, cells, pieces, turns))
        for pieces in permutations([int(lying[cell]) // 16 for cell in cells])
        for turns in product(puzzle.turns, repeat=len(cells))
        if _fits(tables, cells, pieces, turns)
    )
    before = tables.breaks_of(lying)
    order_cells(tables.cells, region, random)
    list_ways(tables.pieces, tables.cells, lying, region, random)
    here = set_bounds(tables.pieces, tables.cells, lying, region)
    found, nodes = fill_region(
        tables.pieces, tables.cells, lying, region, here, False, 10**6
    )
    lying[region.cell[: len(cells)]] = region.found[: len(cells)]
    assert tables.breaks_of(lying) == before - here + found == expected
    assert tables.board(lying).is_legal()
    assert tables.board(lying).is_complete()
    assert len(tables.board(lying).breaks()) == expected
    assert 0 < nodes < 10**6


def _filled(lying, cells, pieces, turns):
    lying = lying.copy()
    for cell, piece, turn in zip(cells, pieces, turns, strict=True):
        lying[cell] = np.uint32(piece * 16 + turn * 4)
    return lying


def _fits(tables, cells, pieces, turns):
    return all(
        tables.pieces.rim_of_way[piece * 4 + turn] == tables.cells.rim[cell]
        for cell, piece, turn in zip(cells, pieces, turns, strict=True)
    )
