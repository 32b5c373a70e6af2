"""The block engine: every order finds the same, and the metrics are as defined."""

import tracemalloc
from math import log10

import numpy as np
import pytest

from depths import mostly_deep
from edgematch.errors import EdgematchError, UnsupportedPuzzle
from edgematch.geometry import SIDES, opposite
from edgematch.inputs import load
from edgematch.puzzle import Puzzle
from edgematch.results import Ended
from edgematch.search import Request, solve
from edgematch.techniques.blocks import BLOCK_ORDERS, Blocks
from edgematch.techniques.blocks.tables import metrics as block_metrics
from edgematch.techniques.blocks.tables import sorted_blocks as block_sorting
from edgematch.techniques.blocks.tables.metrics import h1, h2
from edgematch.techniques.blocks.tables.places import block_places, kinds_of
from edgematch.techniques.blocks.tables.sorted_blocks import in_order_of, sorted_blocks
from edgematch.theory.tree_size import tree_size
from naive import naive_solutions
from planted import planted_board, random_puzzle

ALL = {"solutions": None, "keep": 10**6}
SIZES = [(2, 2), (1, 2), (3, 3)]


@pytest.mark.parametrize("order", BLOCK_ORDERS)
@pytest.mark.parametrize("size", mostly_deep(1, SIZES), ids=str)
def test_the_order_and_size_of_blocks_change_the_way_and_not_the_solutions(size, order):
    height, width = size
    for seed in range(0, 60, 5):
        puzzle = random_puzzle(seed)
        options = {"order": order, "height": height, "width": width, "dives": 100}
        result = solve(puzzle, "blocks", **ALL, **options)
        found = [board.placements for board in result.solutions]
        assert sorted(found) == sorted(naive_solutions(puzzle))


@pytest.mark.parametrize("order", BLOCK_ORDERS)
@pytest.mark.parametrize("seed", mostly_deep(1, range(2)))
def test_counts_on_larger_boards_are_those_of_the_row_scan(order, seed):
    for size, colors in (((4, 4), 3), ((4, 6), 5)):
        puzzle = planted_board(*size, colors, seed).puzzle
        expected = solve(puzzle, "row-scan", solutions=None, keep=0)
        for inner in (True, False):
            result = solve(
                puzzle,
                "blocks",
                solutions=None,
                keep=0,
                order=order,
                inner_blocks=inner,
            )
            assert result.counts == expected.counts


@pytest.mark.parametrize("order", BLOCK_ORDERS)
def test_hints_anywhere_in_a_block_are_kept(order):
    for seed in range(4):
        puzzle = planted_board(4, 4, 3, seed, hints=2).puzzle
        expected = solve(puzzle, "row-scan", solutions=None, keep=0)
        result = solve(puzzle, "blocks", solutions=None, keep=5, order=order)
        assert result.count == expected.count > 0
        assert all(board.is_solution() for board in result.solutions)


@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_breaking_the_symmetry_finds_every_solution_all_the_same(seed):
    puzzle = random_puzzle(seed)
    whole = solve(puzzle, "blocks", **ALL, break_symmetry=False)
    broken = solve(puzzle, "blocks", **ALL, break_symmetry=True)
    assert set(broken.solutions) == set(whole.solutions)
    assert broken.count == whole.count


def test_blocks_of_one_piece_walk_the_tree_of_the_row_scan():
    for seed in range(10):
        puzzle = planted_board(3, 4, 3, seed).puzzle
        one = solve(puzzle, "row-scan", **ALL)
        other = solve(puzzle, "blocks", **ALL, order="none", height=1, width=1)
        assert other.statistics["nodes"] == one.statistics["nodes"]
        assert set(other.solutions) == set(one.solutions)


def naive_metric(places, kind, blocks, number, disjoint):
    """The definition: a product over the sides of the blocks that fit beyond."""
    beyond = {side: set() for side in SIDES if not kind.on_rim[side]}
    for place in places:
        for other, side in ((place.above, 0), (place.before, 3)):
            if other is not None and place.kind == kind:
                beyond[side].add(places[other].kind)
            if other is not None and places[other].kind == kind:
                beyond[opposite(side)].add(place.kind)
    here, product_of_sides = blocks.of_kind(kind), 1
    own = set(here.pieces[number].tolist())
    for side, kinds in beyond.items():
        fitting, demanded = 0, here.demanded_patterns(side)[number]
        for there in map(blocks.of_kind, kinds):
            facing = there.pieces[there.shown_patterns(opposite(side)) == demanded]
            fitting += sum(
                not disjoint or own.isdisjoint(pieces) for pieces in facing.tolist()
            )
        product_of_sides *= fitting
    return product_of_sides


KINDS = [{}, {"signed": True}, {"framed": False}, {"turnable": False}, {"hints": 2}]


@pytest.mark.parametrize(
    ("size", "kind_of_puzzle"), [((4, 6), {}), *(((3, 4), kind) for kind in KINDS)]
)
def test_h1_and_h2_are_products_over_the_sides(size, kind_of_puzzle, monkeypatch):
    monkeypatch.setattr(block_metrics, "_WORDS_AT_ONCE", 50)
    monkeypatch.setattr(block_sorting, "_PART", 50)
    puzzle = planted_board(*size, 6, 1, **kind_of_puzzle).puzzle
    places = block_places(puzzle, 2, 2)
    blocks = sorted_blocks(puzzle, places)
    kinds = kinds_of(places)
    for metric, disjoint in ((h1, False), (h2, True)):
        values = metric(blocks, kinds)
        assert len(values) == len(blocks)
        for kind in kinds:
            of_kind = values[blocks.slices[kind]]
            for number in range(0, len(of_kind), 1 + len(of_kind) // 20):
                expected = naive_metric(places, kind, blocks, number, disjoint)
                assert of_kind[number] == expected


def test_h2_of_larger_blocks_is_a_product_over_the_sides():
    puzzle = planted_board(4, 6, 4, 1).puzzle
    places = block_places(puzzle, 2, 3)
    blocks = sorted_blocks(puzzle, places)
    values = h2(blocks, kinds_of(places))
    for kind in kinds_of(places):
        of_kind = values[blocks.slices[kind]]
        for number in range(0, len(of_kind), 1 + len(of_kind) // 20):
            assert of_kind[number] == naive_metric(places, kind, blocks, number, True)


def test_blocks_of_kinds_that_are_not_ordered_have_metric_1():
    puzzle = planted_board(6, 6, 4, 1).puzzle
    places = block_places(puzzle, 2, 2)
    blocks = sorted_blocks(puzzle, places)
    inner = places[4].kind
    for metric in (h1, h2):
        values = metric(blocks, [kind for kind in kinds_of(places) if kind != inner])
        assert set(values[blocks.slices[inner]].tolist()) == {1.0}
        assert values.max() > 1


@pytest.mark.parametrize("part", [1, 10, 10**6])
@pytest.mark.parametrize("drop_zero", [False, True])
def test_blocks_are_put_in_order_within_their_groups(drop_zero, part, monkeypatch):
    monkeypatch.setattr(block_sorting, "_PART", part)
    puzzle = planted_board(4, 6, 3, 1).puzzle
    blocks = sorted_blocks(puzzle, block_places(puzzle, 2, 2))
    metric = np.random.default_rng(1).integers(0, 4, len(blocks)).astype(float)
    expected, counts, start = [], [], 0
    for count in blocks.counts.tolist():
        numbers = range(start, start + count)
        kept = [each for each in numbers if metric[each] or not drop_zero]
        expected += sorted(kept, key=lambda each: -metric[each])
        counts.append(len(kept))
        start += count
    ways = blocks.ways[[*expected, -1]].tolist()
    ordered = in_order_of(metric, blocks, drop_zero=drop_zero)
    assert ordered.ways.tolist() == ways
    assert ordered.counts.tolist() == counts
    assert len(ordered) == len(expected)


def test_no_block_of_a_solution_has_metric_0():
    for seed in range(20):
        board = planted_board(6, 4, 4, seed)
        places = block_places(board.puzzle, 2, 2)
        blocks = sorted_blocks(board.puzzle, places)
        way_of = {cell: piece * 4 + turn for cell, piece, turn in board.placements}
        low, high = h2(blocks, kinds_of(places)), h1(blocks, kinds_of(places))
        for place in places:
            wanted = [way_of[cell] for cell in place.cells]
            (number,) = np.flatnonzero(
                (blocks.of_kind(place.kind).ways == wanted).all(axis=1)
            )
            number += blocks.slices[place.kind].start
            assert 1 <= low[number] <= high[number]


def test_pieces_beyond_the_64th_are_told_apart():
    board = planted_board(9, 8, 60, 1)
    result = solve(board.puzzle, "blocks", order="h2")
    assert result.ended is Ended.FOUND


def test_an_unknown_order_is_refused_with_those_there_are():
    with pytest.raises(
        EdgematchError, match="option order must be one of none, h1, h2, sampled"
    ):
        solve(planted_board(2, 2, 2, 1).puzzle, "blocks", order="h3")
    with pytest.raises(EdgematchError, match="option dives must be at least 1, not 0"):
        solve(planted_board(2, 2, 2, 1).puzzle, "blocks", dives=0)


def test_blocks_too_large_or_too_many_are_refused_with_the_reason(monkeypatch):
    puzzle = load("eternity2").puzzle
    with pytest.raises(UnsupportedPuzzle, match="blocks are 1 × 1 to 3 × 3, not 4 × 2"):
        solve(puzzle, "blocks", height=4)
    monkeypatch.setattr(block_sorting, "MOST_PIECES", 400)
    with pytest.raises(UnsupportedPuzzle, match="too much memory"):
        solve(load("clue1").puzzle, "blocks")
    monkeypatch.undo()
    monkeypatch.setattr(block_metrics, "_MOST_PAIRS", 1_000)
    with pytest.raises(UnsupportedPuzzle, match="pairs of blocks; use h1 or none"):
        solve(load("clue1").puzzle, "blocks", order="h2")


@pytest.mark.deep
@pytest.mark.parametrize("order", BLOCK_ORDERS)
def test_ordering_blocks_takes_little_more_memory_than_their_tables(order):
    engine = Blocks(order=order, dives=1_000)
    engine.start(Request(planted_board(4, 4, 3, 1).puzzle))  # compiled beforehand
    puzzle = load("e2:10x10:9:3:seed=1").puzzle
    tracemalloc.start()
    try:
        search = engine.start(Request(puzzle))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    candidates = search.tables.arrays
    tables = sum(array.nbytes for array in candidates)
    assert len(candidates.way) > 600_000
    # For the chunks that are looked at together; h2 has its sets and a value for each
    # block where the tables are not built yet.
    assert most < tables + 6e6


@pytest.mark.deep
def test_the_tables_of_eternity_2_are_small():
    search = Blocks().start(Request(load("eternity2").puzzle))
    assert sum(array.nbytes for array in search.tables.arrays) < 74e6


@pytest.mark.parametrize("seed", [1, 2])
def test_walks_down_the_tree_estimate_its_nodes(seed):
    puzzle = load(f"benoist:4x4:3:seed={seed}").puzzle
    nodes = solve(puzzle, "blocks", **ALL).statistics["nodes"]
    size = tree_size(Blocks().walk(puzzle), walks=2_000, seed=1)
    assert abs(size.log10_nodes - log10(nodes)) < 0.1


def test_a_walk_finds_nothing_where_no_block_fits():
    puzzle = Puzzle(2, 2, [(0, 1, 2, 0), (0, 0, 3, 4), (5, 6, 0, 0), (7, 0, 0, 8)])
    assert Blocks().walk(puzzle).choices() == 0


def test_colors_of_any_number_are_laid_in_blocks():
    one = Puzzle(2, 2, [(255,) * 4] * 4, framed=False, turnable=False)
    assert solve(one, "blocks", solutions=None).count == 24
    other = {0: 0, **{color: 251 - color for color in range(1, 6)}}
    planted = planted_board(2, 4, 5, 3).puzzle
    pieces = [[other[color] for color in piece] for piece in planted.pieces]
    puzzle = Puzzle(2, 4, pieces)
    counts = {
        solve(puzzle, name, solutions=None, **options).count
        for name, options in (("row-scan", {}), ("blocks", {"height": 1, "width": 3}))
    }
    assert len(counts) == 1


def test_more_patterns_than_there_are_numbers_for_are_refused():
    pieces = [(2 + i, 1, 2 + (i + 7) % 45, 1) for i in range(45)]
    puzzle = Puzzle(15, 3, pieces, framed=False, turnable=False)
    with pytest.raises(UnsupportedPuzzle, match="patterns are too many to look up"):
        solve(puzzle, "blocks", nodes=1, height=1, width=3)
