"""The formulas of the paper, and its table."""

from math import comb, factorial, log10

import pytest

from edgematch.errors import RecipeError
from edgematch.generators import Recipe, generate
from edgematch.symmetry import symmetric_pieces
from edgematch.theory.first_moment import (
    TABLE_1,
    critical_colors,
    expected_symmetric_pieces,
    log10_expected_solutions,
    predicted_transition,
)

# Table 1 as printed in Ansótegui et al., by board side and frame colors.
PRINTED = {
    6: {3: (4, 0, -3, -6), 4: (2, -2, -6, -8)},
    7: {
        3: (12, 7, 2, -2, -6),
        4: (9, 4, -1, -5, -9),
        5: (7, 1, -3, -7, -11),
        6: (5, -1, -5, -9, -13),
    },
    8: {3: (10, 4, -1), 4: (6, 1, -4), 5: (3, -2, -7), 6: (1, -4, -9)},
}


def test_table_1_is_reproduced_exactly():
    ours = {
        block.side: dict(zip(block.frame_colors, block.values, strict=True))
        for block in TABLE_1
    }
    assert ours == PRINTED


def test_equation_2_by_whole_numbers():
    ways = factorial(4) * factorial(12) * 4**9 * factorial(9)
    expected = log10(ways) - 16 * log10(2) - 24 * log10(3)
    assert log10_expected_solutions(5, 5, 3, 2) == pytest.approx(expected)


def test_equation_3_is_equation_2_with_one_set():
    for side in range(3, 17):
        one = log10_expected_solutions(side, side, 6)
        assert one == pytest.approx(log10_expected_solutions(side, side, 6, 6))


def test_rectangles_count_their_own_pieces():
    ways = factorial(4) * factorial(10) * 4**6 * factorial(6)
    expected = log10(ways) - (3 * 5 + 4 * 4) * log10(3)
    assert log10_expected_solutions(4, 5, 3) == pytest.approx(expected)
    assert log10_expected_solutions(4, 5, 3) == log10_expected_solutions(5, 4, 3)


def test_the_transition_of_eternity_2_is_at_its_17_inner_colors():
    assert predicted_transition(16, 16, 5) == 17
    assert log10_expected_solutions(16, 16, 17, 5) >= 0
    assert log10_expected_solutions(16, 16, 18, 5) < 0


def test_the_critical_number_of_colors():
    assert critical_colors(16) == pytest.approx(19.409, abs=1e-3)


def test_the_transition_comes_nearer_to_the_critical_number_as_boards_grow():
    ratios = [predicted_transition(n, n) / critical_colors(n) for n in (8, 16, 32)]
    assert ratios == sorted(ratios)
    assert ratios[-1] > 0.8


def test_symmetric_pieces_are_as_many_as_expected():
    expected = expected_symmetric_pieces(8, 8, 6)
    assert expected.mean == pytest.approx(64 / 36)
    assert expected.variance == pytest.approx(64 / 36 * 35 / 36)
    puzzles = 300
    seen = sum(
        len(
            symmetric_pieces(
                generate(Recipe("gemp", 8, 8, 6, seed=seed, random=True)).puzzle
            )
        )
        for seed in range(puzzles)
    )
    deviation = (expected.variance / puzzles) ** 0.5
    assert abs(seen / puzzles - expected.mean) < 4 * deviation


@pytest.mark.parametrize("arguments", [(1, 5, 3), (5, 33, 3), (5, 5, 0), (5, 5, 3, -1)])
def test_impossible_classes_are_refused(arguments):
    with pytest.raises(RecipeError):
        log10_expected_solutions(*arguments)


def test_the_binomial_of_the_symmetric_pieces_by_hand():
    chances = [comb(4, k) * 0.25**k * 0.75 ** (4 - k) for k in range(5)]
    mean = sum(k * p for k, p in enumerate(chances))
    assert expected_symmetric_pieces(2, 2, 2).mean == pytest.approx(mean)


def test_a_class_that_inner_colors_do_not_decide_has_no_transition():
    assert predicted_transition(2, 2, 2) is None  # there are no joins inside
    assert predicted_transition(4, 4, 1000) is None  # the frame leaves no solution
    assert predicted_transition(2, 3, 1) == 48  # 4! · 2! / 48 is one to the digit
    assert predicted_transition(2, 4, 1) == 24
