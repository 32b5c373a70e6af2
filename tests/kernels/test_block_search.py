"""The block search against the definition, in all ways of running."""

import pytest

from edgematch.kernels.tree import EXHAUSTED, FOUND
from edgematch.techniques.blocks.kernel import search as block_search
from edgematch.techniques.blocks.tables.metrics import h2
from edgematch.techniques.blocks.tables.places import block_places, kinds_of
from edgematch.techniques.blocks.tables.search import block_tables, placements_of
from edgematch.techniques.blocks.tables.sorted_blocks import in_order_of, sorted_blocks
from naive import naive_solutions
from planted import planted_board

SMALL = pytest.param((1, 4), marks=pytest.mark.small)
KINDS = [{}, {"signed": True}, {"turnable": False}, {"hints": 2}]


def exhausted(puzzle, node_budget, is_ordered):
    """Search to the end; return the nodes of each step and the solutions."""
    places = block_places(puzzle, 2, 2)
    blocks = sorted_blocks(puzzle, places)
    if is_ordered:
        blocks = in_order_of(h2(blocks, kinds_of(places)), blocks)
    tables = block_tables(blocks)
    search = tables.start
    solutions = []
    while True:
        outcome = block_search.advance(tables.arrays, search, node_budget)
        if outcome == EXHAUSTED:
            return search.nodes.tolist(), solutions
        if outcome == FOUND:
            placed = placements_of(tables, search.chosen.tolist())
            solutions.append(tuple(sorted(placed)))


@pytest.mark.parametrize("is_ordered", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [SMALL, (2, 2), (2, 4), (3, 3)])
def test_all_solutions_are_found_once(size, kind, is_ordered):
    puzzle = planted_board(*size, 3, 7, **kind).puzzle
    _, solutions = exhausted(puzzle, 10**9, is_ordered)
    assert sorted(solutions) == sorted(naive_solutions(puzzle))


@pytest.mark.parametrize("node_budget", [1, 2, 7])
def test_where_the_search_pauses_changes_nothing(node_budget):
    puzzle = planted_board(3, 4, 3, 7).puzzle
    whole = exhausted(puzzle, 10**9, is_ordered=False)
    assert exhausted(puzzle, node_budget, is_ordered=False) == whole


def test_groups_of_more_than_64_candidates_are_searched_whole():
    # One color: on a board of one block, any order and turn of four pieces.
    puzzle = planted_board(2, 2, 1, 1, framed=False).puzzle
    (step,), solutions = exhausted(puzzle, 10**9, is_ordered=False)
    assert step == len(set(solutions)) == 24 * 4**4
