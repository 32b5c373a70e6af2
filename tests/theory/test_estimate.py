"""Estimates from the exact pieces, against published values and exact counts."""

from collections import Counter
from itertools import permutations
from math import inf, sqrt
from statistics import mean, median, stdev

import pytest

from edgematch import catalog, load
from edgematch.engines import solve
from edgematch.findings import kind
from edgematch.generators import Recipe, generate
from edgematch.orders import ORDERS
from edgematch.puzzle import Placement, Puzzle
from edgematch.results import Limits
from edgematch.theory.estimate import estimate, estimates
from edgematch.theory.pools import MatchingProbabilities
from naive import naive_fillings
from planted import planted_board
from shared_data import data_file


def test_expected_solutions_of_eternity_2():
    starter = estimate(catalog.load("eternity2").puzzle)
    assert 10**starter.log10_solutions == pytest.approx(14_702, rel=1e-4)
    free = estimate(catalog.load("eternity2-no-hints").puzzle)
    assert 10**free.log10_solutions == pytest.approx(1.15e7, rel=0.01)


def test_expected_nodes_of_eternity_2():
    # Rows from the side where the starter comes early, as the columns do here, give
    # 1.37e47; from the top left the eight rows before it add a fifth.
    puzzle = catalog.load("eternity2").puzzle
    assert 10 ** (estimate(puzzle, "columns").log10_nodes - 47) == pytest.approx(
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


def test_the_mean_of_exact_counts_is_the_mean_of_the_estimates():
    # Random puzzles with even color counts; the error is that of the mean of counts.
    # Nodes say more than solutions, which come in bunches and not on most puzzles.
    nodes, expected = [], []
    for seed in range(200):
        recipe = Recipe("one-set", 5, 5, 5, seed=seed, random=True, balanced=True)
        puzzle = fixed_corner(generate(recipe).puzzle)
        result = solve(puzzle, limits=Limits(solutions=None, keep=0))
        nodes.append(result.statistics["nodes"])
        expected.append(10 ** estimate(puzzle).log10_nodes)
    error = stdev(nodes) / sqrt(len(nodes))
    assert abs(mean(nodes) - mean(expected)) < 3 * error
    assert mean(nodes) == pytest.approx(mean(expected), rel=0.1)


def test_the_mean_of_exact_solutions_is_the_mean_of_the_estimates():
    counts, expected = [], []
    for seed in range(200):
        recipe = Recipe("two-set", 3, 4, 3, 2, seed=seed, random=True, balanced=True)
        puzzle = fixed_corner(generate(recipe).puzzle)
        counts.append(solve(puzzle, limits=Limits(solutions=None, keep=0)).count)
        expected.append(10 ** estimate(puzzle).log10_solutions)
    error = stdev(counts) / sqrt(len(counts))
    assert sum(counts) > 100
    assert abs(mean(counts) - mean(expected)) < 3 * error


@pytest.mark.parametrize(
    "kind_of_puzzle",
    [
        {"framed": False},
        {"framed": False, "signed": True},
        {"framed": False, "turnable": False},
        {"turnable": False},
        {"signed": True},
        {"framed": False, "signed": True, "turnable": False},
    ],
    ids=str,
)
def test_nodes_by_depth_agree_with_counting_for_every_kind(kind_of_puzzle):
    # Shuffling which sides make a piece keeps the color counts and forgets the planted
    # solution: the mean over many such puzzles is what the formula gives.
    rows, columns, puzzles = 2, 2, 150
    counted: Counter[int] = Counter()
    expected: Counter[int] = Counter()
    for seed in range(puzzles):
        model = "one-set" if kind_of_puzzle.get("framed", True) else "gemp"
        recipe = Recipe(
            model,
            rows,
            columns,
            4,
            seed=seed,
            random=True,
            signed=kind_of_puzzle.get("signed", False),
            fixed_turns=not kind_of_puzzle.get("turnable", True),
        )
        puzzle = generate(recipe).puzzle
        counted.update(len(filled) for filled in naive_fillings(puzzle))
        for depth, step in enumerate(estimate(puzzle).depths, start=1):
            expected[depth] += 10**step.log10_nodes
    for depth in (1, 2, 3, 4):
        if expected[depth] > 200:
            assert counted[depth] == pytest.approx(expected[depth], rel=0.25)


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
    board = planted_board(2, 2, 2, 1)
    full = estimate(board.puzzle.with_hints(board.placements))
    assert full.depths == ()
    assert full.log10_nodes == -inf


def test_the_simplest_puzzle_by_hand():
    # Two pieces of one color, unframed: 2 orders × 4 × 4 turns, and all match.
    puzzle = Puzzle(1, 2, [(1, 1, 1, 1)] * 2, framed=False)
    found = estimate(puzzle)
    assert 10**found.log10_solutions == pytest.approx(32)
    assert 10**found.log10_nodes == pytest.approx(8 + 32)
