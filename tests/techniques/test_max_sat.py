"""RC2 in a process of its own."""

import pytest

from edgematch.errors import EdgematchError
from edgematch.search import Optimize, Request, optimize, technique
from planted import planted_board, random_puzzle


def test_a_solver_that_gives_up_has_proved_nothing():
    puzzle = random_puzzle(5)
    search = technique("max-sat", "optimize").start(Request(puzzle, Optimize()))

    class EndedProcess:
        result = "done"

        def receive(self, seconds):
            return None

    search._messages._process = EndedProcess()
    with pytest.raises(EdgematchError, match="ended without an answer"):
        search.advance(1)
    assert not search.is_over


def test_a_solver_that_does_not_count_is_not_limited_by_nodes():
    with pytest.raises(EdgematchError, match="max-sat does not report its nodes"):
        optimize(planted_board(3, 3, 3, 1).puzzle, "max-sat", nodes=1_000)
