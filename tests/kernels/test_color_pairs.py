"""The color-pair kernel against the definition, in all ways of running."""

import pytest

from edgematch.search import Request
from edgematch.search.technique import Outcome
from edgematch.techniques.color_pairs import ColorPairs
from naive import naive_solutions
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

OPTIONS = [
    {"break_symmetry": False},
    {"shaving": "all"},
    {"shaving": "2", "urgency": "survivors", "instantiation": False},
    {"patterns": False, "opposite_pairs": False, "backjumping": False},
]


def exhausted(puzzle, node_budget, **options):
    """Search to the end; return the nodes and the solutions."""
    search = ColorPairs(**options).start(Request(puzzle))
    found = []
    while (outcome := search.advance(node_budget)) is not Outcome.EXHAUSTED:
        if outcome is Outcome.FOUND:
            assert search.board().is_solution()
            found.append(search.board().placements)
    assert search.advance(node_budget) is Outcome.EXHAUSTED
    return search.nodes, found


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [SMALL, (2, 3), (3, 3)])
def test_the_solutions_are_those_of_the_naive_search(size, kind, options):
    colors = 4 if kind.get("framed", True) else 9
    puzzle = planted_board(*size, colors, 7, **kind).puzzle
    nodes, found = exhausted(puzzle, 10**9, **options)
    boards = ColorPairs(**options).start(Request(puzzle)).turns
    assert len(set(found)) * boards == len(naive_solutions(puzzle))
    assert nodes >= 0


@pytest.mark.parametrize("node_budget", [1, 3])
@pytest.mark.parametrize("shaving", ["0", "all"])
def test_where_the_search_pauses_changes_nothing(node_budget, shaving):
    puzzle = planted_board(3, 3, 3, 7).puzzle
    paused = exhausted(puzzle, node_budget, shaving=shaving)
    assert paused == exhausted(puzzle, 10**9, shaving=shaving)


def test_taking_back_every_piece_leaves_every_set_as_it_was():
    # In the same order too: else where a search was split would change its tree.
    puzzle = planted_board(3, 3, 2, 4).puzzle
    engine = ColorPairs(break_symmetry=False, instantiation=False)
    search = engine.start(Request(puzzle))
    before = search.state()
    while search.advance(10**9) is not Outcome.EXHAUSTED:
        pass
    after = search.state()
    assert search.nodes > 50
    compared = {"sets.piece", "sets.pair", "sets.offer", "sets.slot_pair"}
    compared |= {"sets.counters"} | {name for name in before if "remains." in name}
    for name in compared:
        assert (before[name] == after[name]).all(), name


def test_a_board_of_more_than_64_cells_takes_several_words_of_reasons():
    board = planted_board(9, 9, 50, 1)
    nodes, found = exhausted(board.puzzle, 10**9)
    assert len(found) == 1
    assert nodes <= 30  # so many colors leave little to guess
