"""Knuth's estimate against trees that are counted."""

from math import inf

import pytest

from depths import mostly_deep
from edgematch import catalog
from edgematch.puzzle import Puzzle
from edgematch.search import solve, technique
from edgematch.theory.tree_size import tree_size
from planted import planted_board


class Tree:
    """A tree given by the children of each node: a node is its path."""

    def __init__(self, children):
        self._children, self._path = children, ()

    def restart(self):
        self._path = ()

    def choices(self):
        return self._children(self._path)

    def descend(self, choice):
        self._path += (choice,)


def test_a_regular_tree_is_measured_exactly():
    binary = Tree(lambda path: 2 if len(path) < 10 else 0)
    size = tree_size(binary, walks=5)
    assert 10**size.log10_nodes == pytest.approx(2**11 - 2)
    assert size.relative_error == pytest.approx(0, abs=1e-9)
    expected = [2.0**depth for depth in range(1, 11)]
    assert [10**each for each in size.log10_nodes_by_depth] == pytest.approx(expected)


def test_walks_end_with_their_time():
    binary = Tree(lambda path: 2 if len(path) < 10 else 0)
    assert tree_size(binary, walks=1000, seconds=0).walks == 2
    assert tree_size(binary, walks=20, seconds=1000).walks == 20


def test_the_mean_is_right_on_a_lopsided_tree():
    lopsided = Tree(lambda path: 0 if path and path[-1] == 0 else 3 * (len(path) < 6))
    exact, width = 0, 1
    for _ in range(6):
        exact += 3 * width
        width *= 2
    size = tree_size(lopsided, walks=20_000, seed=1)
    low, high = size.log10_interval
    assert 10**low < exact < 10**high
    assert 10**size.log10_nodes == pytest.approx(exact, rel=0.1)


def test_a_tree_beyond_all_floats_is_measured_in_logarithms():
    size = tree_size(Tree(lambda path: 1000 * (len(path) < 200)), walks=3)
    assert size.log10_nodes == pytest.approx(600, abs=0.001)
    assert size.log10_interval == pytest.approx((600, 600), abs=0.001)


def test_the_same_seed_gives_the_same_estimate():
    puzzle = catalog.load("scramble-squares").puzzle
    walks = [technique("row-scan").walk(puzzle) for _ in range(3)]
    first, second, other = (
        tree_size(walk, 50, seed) for walk, seed in zip(walks, (3, 3, 4), strict=True)
    )
    assert first == second != other


def test_a_root_without_children_is_a_tree_of_no_nodes():
    assert tree_size(Tree(lambda path: 0), walks=3).log10_nodes == -inf


@pytest.mark.parametrize("order", mostly_deep(1, ["rows", "spiral-out", "chess"]))
def test_the_tree_of_an_engine_is_measured_within_its_error(order):
    puzzle = planted_board(4, 4, 3, 5, hints=1).puzzle
    exact = solve(puzzle, "row-scan", solutions=None, order=order).statistics["nodes"]
    walk = technique("row-scan", order=order).walk(puzzle)
    size = tree_size(walk, walks=4_000, seed=1)
    nodes = 10**size.log10_nodes
    assert abs(nodes - exact) < 4 * size.relative_error * nodes
    by_depth = [10**each for each in size.log10_nodes_by_depth]
    assert sum(by_depth) == pytest.approx(nodes)


def test_the_watch_hears_of_every_walk():
    heard = []
    tree_size(Tree(lambda path: len(path) < 2), 4, 0, heard.append)
    assert heard == [1, 2, 3, 4]


def test_ctrl_c_keeps_the_walks_done():
    def stop(done):
        if done == 20:
            raise KeyboardInterrupt

    lopsided = Tree(lambda path: 3 if sum(path) == 0 and len(path) < 4 else 0)
    stopped = tree_size(lopsided, 1_000_000, 5, stop)
    assert stopped == tree_size(lopsided, 20, 5)


def test_ctrl_c_before_two_walks_leaves_nothing_to_tell():
    def stop(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tree_size(Tree(lambda path: len(path) < 2), 4, 0, stop)


def test_hints_that_do_not_match_leave_no_tree():
    puzzle = Puzzle(
        1, 3, [(1, 2, 1, 3)] * 3, [(0, 0, 0), (1, 1, 0)], framed=False, turnable=False
    )
    assert technique("row-scan").walk(puzzle).choices() == 0
