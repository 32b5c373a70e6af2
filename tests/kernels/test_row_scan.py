"""The row-scan kernels against the definition, node for node, in all ways of running.

Run compiled, with NUMBA_DISABLE_JIT=1 and with NUMBA_BOUNDSCHECK=1: `make kernels`.
"""

from collections import Counter

import pytest

from edgematch.kernels.tree import EXHAUSTED, FOUND, PAUSED
from edgematch.kernels.words import trailing_zeros
from edgematch.techniques.row_scan.kernel import ahead as row_scan_ahead
from edgematch.techniques.row_scan.kernel import search as row_scan
from edgematch.techniques.row_scan.tables import placements_of, row_scan_tables
from naive import naive_fillings
from planted import planted_board

SMALL = pytest.param((1, 4), marks=pytest.mark.small)
KINDS = [
    {},
    {"framed": False},
    {"signed": True},
    {"turnable": False},
    {"framed": False, "signed": True, "turnable": False},
    {"hints": 2},
]


ADVANCES = {
    "lists": row_scan.advance_lists,
    "masks": row_scan.advance_masks,
    "ahead": row_scan_ahead.advance_masks_ahead,
}


def exhausted(puzzle, order, kernel, node_budget):
    """Search to the end; return the nodes of each step and the solutions."""
    tables = row_scan_tables(puzzle, order, with_masks=kernel != "lists")
    assert tables.fits_masks == (kernel != "lists")
    search = tables.start
    solutions = []
    while True:
        before = search.nodes.sum()
        outcome = ADVANCES[kernel](tables.arrays, search, node_budget)
        placed = search.nodes.sum() - before
        assert placed == node_budget if outcome == PAUSED else placed >= 0
        if outcome == EXHAUSTED:
            return search.nodes.tolist(), solutions
        if outcome == FOUND:
            placed = placements_of(tables, search.chosen.tolist())
            solutions.append(sorted((*puzzle.hints, *placed)))


@pytest.mark.parametrize("kernel", ADVANCES)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [SMALL, (2, 2), (2, 3)])
def test_nodes_at_every_depth_equal_the_naive_count(size, kind, kernel):
    puzzle = planted_board(*size, 3, 7, **kind).puzzle
    hinted = {hint.cell for hint in puzzle.hints}
    fillings = list(naive_fillings(puzzle))
    by_cell = Counter(filled[-1].cell for filled in fillings)
    expected = [by_cell[c] for c in range(puzzle.cells) if c not in hinted]
    nodes, solutions = exhausted(puzzle, "rows", kernel, 10**9)
    if hinted:
        # The naive search comes to a hint at its turn; what is placed is the same.
        assert sum(nodes) == sum(expected)
    assert nodes == expected
    full = [sorted(filled) for filled in fillings if len(filled) == puzzle.cells]
    assert sorted(solutions) == sorted(full)


@pytest.mark.parametrize("kernel", ADVANCES)
@pytest.mark.parametrize("order", ["rows", "spiral-in", "chess"])
@pytest.mark.parametrize("node_budget", [1, 2, 7])
def test_where_the_search_pauses_changes_nothing(node_budget, order, kernel):
    puzzle = planted_board(3, 3, 3, 7).puzzle
    assert exhausted(puzzle, order, kernel, node_budget) == exhausted(
        puzzle, order, kernel, 10**9
    )


@pytest.mark.parametrize("place", [0, 1, 31, 32, 63])
def test_the_lowest_bit_is_found(place):
    import numpy as np
    from numba import njit

    @njit
    def lowest(word):
        return trailing_zeros(word)

    assert lowest(np.uint64((1 << place) | (1 << 63))) == place
