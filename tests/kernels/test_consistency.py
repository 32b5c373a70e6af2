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


OPTIONS = [
    {},
    {"level": "partial", "cells": "chess", "color_count": "board"},
    {"inner_first": True, "color_count": "regions"},
    {"piece_matching": True, "cells": "dom"},
    {"color_matching": True, "cells": "joins"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [(1, 4), (2, 3), (3, 3)])
def test_the_solutions_are_those_of_the_naive_search(size, kind, options):
    puzzle = planted_board(*size, 4, 7, **kind).puzzle
    if "color_matching" in options and not puzzle.framed:
        pytest.skip("without a frame a side may have no partner")
    nodes, found = exhausted(puzzle, 10**9, break_symmetry=False, **options)
    assert sorted(found) == sorted(naive_solutions(puzzle))
    assert nodes >= 0


@pytest.mark.parametrize("node_budget", [1, 3])
def test_where_the_search_pauses_changes_nothing(node_budget):
    puzzle = planted_board(3, 3, 3, 7).puzzle
    assert exhausted(puzzle, node_budget) == exhausted(puzzle, 10**9)


def test_more_than_64_pieces_take_several_words():
    board = planted_board(9, 9, 50, 1)
    nodes, found = exhausted(board.puzzle, 10**9)
    assert len(found) == 1
    assert nodes <= 10  # so many colors leave nothing to guess
