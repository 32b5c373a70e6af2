"""Estimates from the exact pieces, against published values and exact counts."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import inf, sqrt
from random import Random
from statistics import mean, median, stdev

import pytest

from depths import mostly_deep
from edgematch import catalog, load
from edgematch.findings import kind
from edgematch.generators import Recipe, generate
from edgematch.orders import ORDERS
from edgematch.puzzle import Placement, Puzzle
from edgematch.search import solve
from edgematch.theory.estimate import estimate, estimates
from edgematch.theory.pools import MatchingProbabilities, meeting
from naive import naive_fillings
from planted import planted_board
from shared_data import data_file


def test_expected_solutions_of_eternity_2():
    starter = estimate(catalog.load("eternity2").puzzle)
    assert 10**starter.log10_solutions == pytest.approx(14_702, rel=1e-4)
    free = estimate(catalog.load("eternity2-no-hints").puzzle)
    assert 10**free.log10_solutions == pytest.approx(1.15e7, rel=0.01)


def test_expected_nodes_of_eternity_2():
    # Rows from the bottom, and columns, meet the starter one row earlier: 1.37e47; from
    # the top left the eight rows before it add a fifth.
    puzzle = catalog.load("eternity2").puzzle
    for order in ("rows-up", "columns"):
        assert 10 ** (estimate(puzzle, order).log10_nodes - 47) == pytest.approx(
            1.37, rel=0.01
        )
    assert 10 ** (estimate(puzzle, "rows").log10_nodes - 47) == pytest.approx(
        1.63, rel=0.01
    )


def test_expected_nodes_of_owens_9_by_9_with_a_corner_fixed():
    puzzle = load(data_file("owen/pieces_09x09.txt")).puzzle
    corner = next(i for i, piece in enumerate(puzzle.pieces) if kind(piece) == "corner")
    turn = next(t for t in range(4) if not puzzle.rim_faults(Placement(0, corner, t)))
    fixed = estimate(puzzle.with_hints([(0, corner, turn)]))
    assert 10**fixed.log10_nodes == pytest.approx(1.8e14, rel=0.03)
    assert 10**fixed.log10_nodes == pytest.approx(1.9175e14, rel=0.05)  # counted


def test_nodes_per_expected_solution_of_8_by_8_puzzles():
    ratios = []
    for seed in range(60):
        found = estimate(generate(Recipe("two-set", 8, 8, 7, 3, seed=seed)).puzzle)
        ratios.append(found.log10_nodes - found.log10_solutions)
    assert 3e8 < 10 ** median(ratios) < 7e8


def matching_deals(puzzle: Puzzle) -> float:
    """The share of all deals of the sides of a 1 × 3 board that match its 2 joins."""
    sides = [color for piece in puzzle.pieces for color in piece]
    deals = list(permutations(range(len(sides)), 4))
    fitting = sum(
        sides[b] == puzzle.mate(sides[a]) and sides[d] == puzzle.mate(sides[c])
        for a, b, c, d in deals
    )
    return fitting / len(deals)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_matching_probability_is_the_share_of_deals_that_match(signed, seed):
    puzzle = planted_board(1, 3, 2, seed, framed=False, signed=signed).puzzle
    pool = ("inner", False, False)
    logarithm = MatchingProbabilities(puzzle).log(Counter({pool: 2}))
    assert 10 ** (logarithm / 2.302585) == pytest.approx(
        matching_deals(puzzle), rel=1e-5
    )


@pytest.mark.parametrize("seed", range(3))
def test_along_the_frame_a_side_meets_only_those_that_point_back(seed):
    puzzle = planted_board(2, 2, 2, seed).puzzle
    ahead, back = [], []
    for piece in puzzle.pieces:
        for side in range(4):
            if piece[side] and piece[side - 1] == 0:
                ahead.append(piece[side])
            elif piece[side]:
                back.append(piece[side])
    deals = [
        tuple(zip(one, other, strict=True))
        for one in permutations(ahead, 4)
        for other in permutations(back, 4)
    ]
    share = sum(all(a == b for a, b in deal) for deal in deals) / len(deals)
    logarithm = MatchingProbabilities(puzzle).log(Counter({("frame", True, False): 4}))
    assert 10 ** (logarithm / 2.302585) == pytest.approx(share, rel=1e-5)


def fixed_corner(puzzle: Puzzle) -> Puzzle:
    """The puzzle with one corner piece on A1, a quarter of the work."""
    for piece, colors in enumerate(puzzle.pieces):
        if kind(colors) == "corner":
            for turn in range(4):
                if not puzzle.rim_faults(Placement(0, piece, turn)):
                    return puzzle.with_hints([(0, piece, turn)])
    raise AssertionError("no corner")


@pytest.mark.deep
def test_the_mean_of_exact_counts_is_the_mean_of_the_estimates():
    # 100 random 5 × 5 puzzles with even color counts, a corner fixed; the error is that
    # of the mean of the counts.
    counts, nodes, expected, expected_nodes = [], [], [], []
    for seed in range(100):
        recipe = Recipe("two-set", 5, 5, 4, 2, seed=seed, random=True, balanced=True)
        puzzle = fixed_corner(generate(recipe).puzzle)
        result = solve(puzzle, solutions=None, keep=0)
        price = estimate(puzzle)
        counts.append(result.count)
        nodes.append(result.statistics["nodes"])
        expected.append(10**price.log10_solutions)
        expected_nodes.append(10**price.log10_nodes)
    assert sum(counts) > 100
    for exact, priced in ((counts, expected), (nodes, expected_nodes)):
        error = stdev(exact) / sqrt(len(exact))
        assert abs(mean(exact) - mean(priced)) < 3 * error
    assert mean(nodes) == pytest.approx(mean(expected_nodes), rel=0.1)


def redealt(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with its sides dealt anew, each within those it could change with."""
    groups: dict[object, list[tuple[int, int]]] = {}
    for number, piece in enumerate(puzzle.pieces):
        for side in range(4):
            if puzzle.framed and piece[side] == 0:
                continue
            before, after = (
                puzzle.framed and piece[(side + step) % 4] == 0 for step in (-1, 1)
            )
            key = meeting(side, before, after, puzzle.turnable)
            groups.setdefault(key, []).append((number, side))
    pieces = [list(piece) for piece in puzzle.pieces]
    for places in groups.values():
        colors = [puzzle.pieces[number][side] for number, side in places]
        random.shuffle(colors)
        for (number, side), color in zip(places, colors, strict=True):
            pieces[number][side] = color
    return replace(puzzle, pieces=tuple(map(tuple, pieces)))


@pytest.mark.parametrize("framed", [True, False])
@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("turnable", mostly_deep(1, [False, True]))
@pytest.mark.parametrize("size", mostly_deep(1, [(2, 3), (1, 4)]))
def test_nodes_by_depth_agree_with_counting_redealt_puzzles(
    framed, signed, turnable, size
):
    # The mean over all deals of the same sides is what the formula gives.
    start = planted_board(
        *size, 2 if framed else 6, 1, framed=framed, signed=signed, turnable=turnable
    ).puzzle
    expected = [10**depth.log10_nodes for depth in estimate(start).depths]
    random, deals = Random(1), 400
    counts: list[list[int]] = [[] for _ in expected]
    for _ in range(deals):
        nodes = Counter(len(f) for f in naive_fillings(redealt(start, random), most=4))
        for depth, column in enumerate(counts, start=1):
            column.append(nodes[depth])
    checked = 0
    for wanted, column in list(zip(expected, counts, strict=True))[:4]:
        error = stdev(column) / sqrt(deals)
        if wanted * deals > 20:
            assert abs(mean(column) - wanted) < 4.5 * error + 1e-9
            checked += 1
    assert checked >= 2


def test_the_order_changes_the_nodes_and_not_the_solutions():
    puzzle = catalog.load("clue3").puzzle
    found = estimates(puzzle)
    assert {each.order for each in found} == set(ORDERS)
    assert [each.log10_nodes for each in found] == sorted(e.log10_nodes for e in found)
    solutions = [each.log10_solutions for each in found]
    assert solutions == pytest.approx([solutions[0]] * len(solutions))
    for each in found:
        assert each.depths[-1].log10_nodes == pytest.approx(each.log10_solutions)


def test_hints_are_no_nodes():
    board = planted_board(4, 4, 3, 1, hints=2)
    assert len(estimate(board.puzzle).depths) == 14


def test_an_odd_color_leaves_no_solution_to_expect():
    puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 2, 0, 0)])
    assert estimate(puzzle).log10_solutions == -inf


def test_a_missing_kind_of_piece_leaves_no_solution_to_expect():
    pieces = [(0, 1, 1, 0)] * 3 + [(1, 1, 1, 1)]
    assert estimate(Puzzle(2, 2, pieces)).log10_solutions == -inf


def test_a_board_full_of_hints_is_one_solution():
    board = planted_board(4, 4, 3, 1)
    full = estimate(board.puzzle.with_hints(board.placements))
    assert full.depths == ()
    assert full.log10_nodes == -inf
    assert full.log10_solutions == 0


def test_hints_beside_each_other_match_for_sure():
    puzzle = Puzzle(1, 2, [(1, 2, 3, 4), (1, 4, 3, 2)], framed=False)
    matching = puzzle.with_hints([(0, 0, 0), (1, 1, 0)])
    assert estimate(matching).log10_solutions == 0
    broken = puzzle.with_hints([(0, 0, 0), (1, 1, 1)])
    assert estimate(broken).log10_solutions == -inf


def test_the_simplest_puzzle_by_hand():
    # Two pieces of one color, unframed: 2 orders × 4 × 4 turns, and all match.
    puzzle = Puzzle(1, 2, [(1, 1, 1, 1)] * 2, framed=False)
    found = estimate(puzzle)
    assert 10**found.log10_solutions == pytest.approx(32)
    assert 10**found.log10_nodes == pytest.approx(8 + 32)
