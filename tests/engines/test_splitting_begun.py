"""Searches that have begun are cut into parts that make up the rest of their tree."""

import sys

import pytest

from edgematch.engines import engine_class
from edgematch.engines.interface import Outcome
from edgematch.loading import load

PUZZLES = (
    "one-set:4x4:3:seed=1",
    "two-set:4x4:4:2:seed=2",
    "scramble-squares",
    "tetravex:3x3:4:seed=3",
    "gemp:3x3:5:seed=4",
    "one-set:11x11:25:seed=1",
    "one-set:4x4:2:seed=5:hints=6",
)


def rest_of(search):
    """Return the boards that are left to find, and all nodes."""
    boards = []
    while search.advance(sys.maxsize) is Outcome.FOUND:
        boards.append(search.board().placements)
        if len(boards) > 3_000:
            pytest.skip("too many solutions")
    return boards, search.nodes


@pytest.mark.parametrize("name", ["row-scan", "consistency", "color-pairs", "auto"])
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_parts_of_a_search_that_has_begun_are_its_rest(name, puzzle):
    given = load(puzzle).puzzle
    options = {"all_solutions": True} if name == "auto" else {}
    search = engine_class(name)(**options).start(given)
    for budget in (1, 30, 200):
        outcome = search.advance(budget)
        wanted = rest_of(search.fork())
        for number in (2, 9):
            found = [rest_of(part) for part in search.fork().split(number)]
            boards = [board for own, _ in found for board in own]
            assert boards == wanted[0]
            assert sum(nodes for _, nodes in found) == wanted[1]
        if outcome is Outcome.EXHAUSTED:
            break


def test_parts_can_be_cut_again_and_again():
    search = engine_class("row-scan")().start(load("one-set:4x4:3:seed=1").puzzle)
    wanted, nodes = rest_of(search.fork())
    parts, boards = [search], []
    for _ in range(5):
        cut = []
        for part in parts:
            if part.advance(4) is Outcome.FOUND:
                boards.append(part.board().placements)
            cut += part.split(3)
        parts = cut
    found = [rest_of(part) for part in parts]
    boards += [board for own, _ in found for board in own]
    assert sorted(boards) == sorted(wanted)
    assert sum(each for _, each in found) == nodes
