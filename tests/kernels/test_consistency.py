"""The consistency kernel against the definition, in all ways of running."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from numba import njit

from depths import mostly_deep
from edgematch.geometry import SIDES, neighbor
from edgematch.inputs import load
from edgematch.orders import order
from edgematch.reasoning.steps import Event, Trace
from edgematch.search import Request
from edgematch.search.technique import Outcome
from edgematch.techniques.consistency import Consistency
from edgematch.techniques.consistency.kernel.propagation import next_visit
from edgematch.techniques.consistency.kernel.side_pairs import (
    keep_possible_pairs,
    match_halves,
)
from edgematch.techniques.consistency.tables.domains import consistency_tables
from edgematch.techniques.consistency.tables.matchings import color_matching
from naive import naive_solutions
from plain_color_graphs import DeadEndError, possible_pairs
from plain_levels import solutions_and_nodes
from planted import planted_board

SMALL = pytest.param((1, 4, 4), marks=pytest.mark.small)
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
    search = Consistency(**options).start(Request(puzzle))
    found = []
    while (outcome := search.advance(node_budget)) is not Outcome.EXHAUSTED:
        if outcome is Outcome.FOUND:
            found.append(search.board().placements)
    return search.nodes, found


OPTIONS = [
    {},
    {"level": "partial", "cells": "chess", "color_count": "board"},
    {"level": "sides", "color_count": "regions"},
    {"level": "sides", "cells": "dom", "piece_matching": True},
    {"inner_first": True, "color_count": "regions"},
    {"piece_matching": True, "cells": "dom"},
    {"color_matching": True, "cells": "joins"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [SMALL, (2, 3, 4), (3, 3, 6)])
def test_the_solutions_are_those_of_the_naive_search(size, kind, options):
    puzzle = planted_board(*size, 7, **kind).puzzle
    if "color_matching" in options and not puzzle.framed:
        pytest.skip("without a frame a side may have no partner")
    nodes, found = exhausted(puzzle, 10**9, break_symmetry=False, **options)
    assert sorted(found) == sorted(naive_solutions(puzzle))
    assert nodes >= 0


@pytest.mark.parametrize(
    "recipe",
    [
        "one-set:4x4:4:seed=2",
        "two-set:4x4:4:3:seed=2",
        pytest.param("gemp:3x3:6:seed=4", marks=pytest.mark.deep),
        "scramble:3x3:4:seed=2",
        "tetravex:3x3:4:seed=3",
    ],
)
def test_nodes_at_every_depth_are_those_of_the_trace_in_plain_python(recipe):
    # The trace searches one of equal pieces, and of turns that look the same.
    puzzle = load(f"{recipe}:no-equal:no-symmetric").puzzle
    search = Consistency(cells="rows", break_symmetry=False).start(Request(puzzle))
    while search.advance(10**9) is not Outcome.EXHAUSTED:
        pass
    steps = Trace(puzzle, True, "rows").steps(5000)
    assert steps[-1].event is Event.OVER
    tried = (Event.PLACED, Event.FAILED)
    expected = Counter(len(step.placed) for step in steps if step.event in tried)
    assert list(search.depths) == [expected[at + 1] for at in range(puzzle.cells)]
    assert sum(search.depths) == search.nodes == steps[-1].nodes


@pytest.mark.parametrize(
    ("level", "cells"),
    [*product(["partial"], ["chess", "rows", "spiral-out"]), ("sides", "rows")],
)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("size", [SMALL, (2, 3, 4), (3, 3, 6), (3, 4, 6)])
def test_weaker_levels_have_the_tree_of_plain_python(size, kind, cells, level):
    rows, columns, colors = size
    if not kind.get("framed", True) and kind.get("turnable", True):
        if rows * columns > 9:
            pytest.skip("too many nodes for plain Python")
        colors = 12
    puzzle = planted_board(rows, columns, colors, 7, **kind).puzzle
    fill_order = order(cells, rows, columns)
    expected, expected_nodes = solutions_and_nodes(puzzle, fill_order, level)
    options = {"level": level, "cells": cells, "break_symmetry": False}
    nodes, found = exhausted(puzzle, 10**9, **options)
    ways = [tuple((piece, turn) for _, piece, turn in sorted(each)) for each in found]
    assert sorted(ways) == sorted(expected)
    assert nodes == expected_nodes


def ugly_puzzle(seed):
    """A framed puzzle that is signed, not turnable, with equal pieces or hints."""
    random = Random(seed)
    sizes = [(1, 1), (1, 5), (2, 3), (2, 5), (3, 3), (3, 4), (4, 4)]
    rows, columns = random.choice(sizes)
    puzzle = planted_board(
        rows,
        columns,
        random.choice([1, 2, 3, 4]),
        seed,
        signed=seed % 4 == 0,
        turnable=seed % 3 != 0,
        hints=seed // 2 % 3 if rows > 1 else 0,
    ).puzzle
    alike = [i for i, piece in enumerate(puzzle.pieces) if piece.count(0) == 1]
    if seed % 5 == 0 and len(alike) > 1 and not puzzle.hints:
        pieces = list(puzzle.pieces)
        pieces[alike[0]] = pieces[alike[1]]
        puzzle = replace(puzzle, pieces=tuple(pieces))
    return puzzle


@pytest.mark.parametrize("first", mostly_deep(1, range(0, 2000, 200)))
def test_color_matching_has_the_tree_of_plain_python(first):
    options = {"cells": "rows", "break_symmetry": False}
    compared, saved = 0, 0
    for seed in range(first, first + 200):
        puzzle = ugly_puzzle(seed)
        fill_order = order("rows", puzzle.rows, puzzle.columns)
        search = Consistency(**options, color_matching=True).start(Request(puzzle))
        found = 0
        while search.advance(30 - search.nodes) is Outcome.FOUND:
            found += 1
        if search.nodes >= 30:
            continue  # too many for plain Python
        expected, expected_nodes = solutions_and_nodes(puzzle, fill_order, "colors")
        assert (search.nodes, found) == (expected_nodes, len(expected)), seed
        compared += 1
        saved += exhausted(puzzle, 10**9, **options)[0] - search.nodes
    assert compared > 150
    assert saved > 20


@pytest.mark.parametrize(
    "recipe",
    [
        "two-set:5x5:5:4:seed=3",
        pytest.param("two-set:5x5:6:4:seed=1", marks=pytest.mark.deep),
        pytest.param("two-set:4x6:5:3:seed=3", marks=pytest.mark.deep),
    ],
)
def test_color_matching_has_the_tree_of_plain_python_on_larger_boards(recipe):
    puzzle = load(recipe).puzzle
    nodes, found = exhausted(
        puzzle, 10**9, cells="rows", break_symmetry=False, color_matching=True
    )
    fill_order = order("rows", puzzle.rows, puzzle.columns)
    expected, expected_nodes = solutions_and_nodes(puzzle, fill_order, "colors")
    assert (nodes, len(found)) == (expected_nodes, len(expected))


@pytest.mark.parametrize(
    ("largest", "graphs"), [(24, 150), pytest.param(76, 30, marks=pytest.mark.deep)]
)
def test_possible_pairs_are_those_of_some_perfect_matching(largest, graphs):
    # One hue of 76 halves, which take two words; the graph is replaced.
    puzzle = planted_board(6, 4, 1, 7).puzzle
    matching = color_matching(puzzle, consistency_tables(puzzle))
    assert matching.end.tolist() == [76]
    run = njit(
        lambda matching, end: (
            match_halves(matching, 0, end)
            and (keep_possible_pairs(matching, 0, end) is None)
        )
    )
    draws, failures = Random(largest), 0
    for _ in range(graphs):
        size = 2 * draws.randrange(1, largest // 2 + 1)
        halves = draws.sample(range(size), size)
        pairs = {*zip(halves[::2], halves[1::2], strict=True)}
        if draws.random() < 0.2:
            pairs.pop()
        pairs |= {
            tuple(draws.sample(range(size), 2))
            for _ in range(draws.randrange(2 * size))
        }
        matching.meets[:] = 0
        for one, other in [*pairs, *(pair[::-1] for pair in pairs)]:
            matching.meets[one, other // 64] |= np.uint64(1 << other % 64)
        try:
            expected = possible_pairs(size, pairs)
        except DeadEndError:
            assert not run(matching, size)
            failures += 1
            continue
        assert run(matching, size)
        assert expected == {
            (one, other)
            for one in range(size)
            for other in range(size)
            if int(matching.meets[one, other // 64]) >> other % 64 & 1
        }
    assert 0 < failures < graphs / 2


def test_a_search_and_its_copy_share_no_array_that_color_matching_writes():
    technique = Consistency(color_matching=True)
    search = technique.start(Request(planted_board(3, 3, 3, 7).puzzle))
    copies = zip(search.colors, search.fork().colors, strict=True)
    shared = [np.shares_memory(one, other) for one, other in copies]
    assert shared.index(False) == search.colors._fields.index("known") == sum(shared)


def test_color_matching_continues_from_the_domains_alone():
    # What it keeps is neither copied nor saved.
    request = Request(load("two-set:5x5:5:4:seed=1").puzzle)
    technique = Consistency(color_matching=True, cells="rows")
    search = technique.start(request)
    for _ in range(6):
        search.advance(7)
        restored = technique.start(request)
        restored.restore(search.state())
        trees = []
        for each in (technique.start(request), search.fork(), restored):
            while each.advance(10**9) is not Outcome.EXHAUSTED:
                pass
            trees.append(list(each.depths))
        assert trees[0] == trees[1] == trees[2]
        assert 0 < search.nodes < sum(trees[0])


@pytest.mark.parametrize("node_budget", [1, 3])
def test_where_the_search_pauses_changes_no_random_tie(node_budget):
    puzzle = planted_board(3, 3, 3, 7).puzzle
    options = {"cells": "dom", "ties": "random", "level": "partial"}
    expected = exhausted(puzzle, 10**9, **options)
    assert exhausted(puzzle, node_budget, **options) == expected


def test_any_of_the_cells_that_are_equal_may_come_first():
    puzzle = planted_board(3, 3, 3, 7, framed=False).puzzle
    technique = Consistency(cells="dom", ties="random", break_symmetry=False)
    searches = [technique.start(Request(puzzle, seed=seed)) for seed in range(60)]
    assert {int(search.tree.cell[0]) for search in searches} == set(range(9))


@pytest.mark.parametrize("node_budget", [1, 3])
def test_where_the_search_pauses_changes_nothing(node_budget):
    puzzle = planted_board(3, 3, 3, 7).puzzle
    assert exhausted(puzzle, node_budget) == exhausted(puzzle, 10**9)


def test_more_than_64_pieces_take_several_words():
    board = planted_board(9, 9, 50, 1)
    nodes, found = exhausted(board.puzzle, 10**9)
    assert len(found) == 1
    assert nodes <= 10  # so many colors leave nothing to guess


@pytest.mark.parametrize("size", [(1, 5), (5, 1), (3, 4), (9, 9), (3, 32), (16, 16)])
def test_cells_with_most_sides_decided_are_visited_first(size):
    rows, columns = size
    puzzle = planted_board(rows, columns, 4, 7).puzzle
    tables = consistency_tables(puzzle)
    domains = tables.start
    draws = Random(sum(size))
    taken, joined, robbed = (
        {cell for cell in range(puzzle.cells) if draws.random() < 0.5} for _ in range(3)
    )
    first = int(domains.first_taken[0])
    of_taken = domains.words[first : first + len(domains.joined)]
    for cells, words in (
        (taken, of_taken),
        (joined, domains.joined),
        (robbed, domains.robbed),
    ):
        for cell in cells:
            words[cell // 64] |= np.uint64(1 << cell % 64)

    def undecided(cell):
        around = (neighbor(cell, side, rows, columns) for side in SIDES)
        return sum(other is not None and other not in taken for other in around)

    expected = sorted(
        joined | robbed, key=lambda cell: (undecided(cell), cell not in joined, cell)
    )
    visit_next = njit(lambda domains: next_visit(domains))
    visited = [visit_next(domains) for _ in expected]
    assert visited == expected
    assert visit_next(domains) == -1
