"""The consistency kernel against the definition, in all ways of running."""

import pytest

from edgematch.engines.consistency import Consistency
from edgematch.engines.interface import Outcome
from naive import naive_solutions
from planted import planted_board

KINDS = [
    {},
    {"framed": False},
    {"signed": True},
    {"turnable": False},
    {"framed": False, "signed": True, "turnable": False},
    {"hints": 2},
]


def exhausted(puzzle, node_budget, **options):
    """Search to the end; return the nodes and the solutions."""
    search = Consistency(**options).start(puzzle)
    found = []
    while (outcome := search.advance(node_budget)) is not Outcome.EXHAUSTED:
        if outcome is Outcome.FOUND:
            found.append(search.board().placements)
    return search.nodes, found


@pytest.mark.parametrize("inner_first", [True, False])
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [(1, 4), (2, 2), (2, 3)])
def test_the_solutions_are_those_of_the_naive_search(size, kind, inner_first):
    puzzle = planted_board(*size, 3, 7, **kind).puzzle
    nodes, found = exhausted(puzzle, 10**9, inner_first=inner_first)
    assert sorted(found) == sorted(naive_solutions(puzzle))
    assert nodes >= 0


@pytest.mark.parametrize("node_budget", [1, 3])
def test_where_the_search_pauses_changes_nothing(node_budget):
    puzzle = planted_board(3, 3, 3, 7).puzzle
    assert exhausted(puzzle, node_budget) == exhausted(puzzle, 10**9)


def test_more_than_64_pieces_and_colors_take_several_words():
    board = planted_board(9, 9, 90, 1)
    nodes, found = exhausted(board.puzzle, 10**9, break_symmetry=True)
    assert len(found) == 1
    assert nodes <= 10  # so many colors leave nothing to guess
