"""The kernels of the score engines, in all ways of running: `make kernels`.

Boards are pinned by their breaks: random numbers and all that follows from them must be
the same compiled, in plain Python, and with array bounds checked.
"""

import pytest

from edgematch.search import optimize
from planted import planted_board

BREAKS = {
    "beam": (0, 1, 0),
    "breaks": (0, 2, 0),
    "repair": (0, 7, 0),
    "repair late": (0, 5, 0),
    "repair anneal": (0, 7, 0),
    "repair wide": (0, 4, 0),
    "anneal": (2, 5, 0),
    "tabu": (0, 7, 0),
    "exact": (0, 10, 0),
}
KINDS = [{}, {"framed": False, "signed": True}, {"turnable": False, "hints": 1}]
SMALL = {
    "beam": {"width": 4},
    "breaks": {"restart": 150},
    "repair late": {"accept": "late", "history": 5},
    "repair anneal": {"accept": "anneal", "hottest": 1.0},
    "repair wide": {"largest": 32, "shapes": "component,random"},
}


@pytest.mark.small
@pytest.mark.parametrize("name", BREAKS)
def test_a_short_search_comes_to_the_same_board_however_it_runs(name):
    found = []
    for kind in KINDS:
        puzzle = planted_board(3, 4, 5, 8, **kind).puzzle
        limits = {"nodes": 1500 if name == "beam" else 300}
        engine = name.split()[0]
        result = optimize(puzzle, engine, **limits, seed=2, **SMALL.get(name, {}))
        assert result.best.is_legal()
        assert result.best.is_complete()
        found.append(result.statistics["breaks"])
    assert tuple(found) == BREAKS[name]
