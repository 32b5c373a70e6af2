"""CP-SAT in a process of its own, for the best board."""

import pytest

from edgematch.inputs import load
from edgematch.results import Ended
from edgematch.search import optimize


def test_cp_sat_keeps_a_node_limit():
    pytest.importorskip("ortools", reason="OR-Tools is not installed")
    puzzle = load("gemp:4x4:8:seed=3:random").puzzle
    result = optimize(puzzle, "cp-sat", nodes=200)
    assert (result.ended, result.statistics["nodes"]) == (Ended.NODES, 200)
    assert result.best.is_complete()
    assert not result.is_proved
