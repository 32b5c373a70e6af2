"""Signed ranks of paired runs, against all means of two written out."""

from itertools import combinations_with_replacement, product
from math import exp, inf, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from edgematch.experiments.signed_ranks import LogRatios, rank_of_end

PAIRS = some.lists(
    some.tuples(*[some.integers(1, 9), some.booleans()] * 2), min_size=1, max_size=14
)


def ratios_of(pairs):
    first, first_cut, second, second_cut = zip(*pairs, strict=True)
    return LogRatios.of(
        np.array(first, float),
        np.array(first_cut, bool),
        np.array(second, float),
        np.array(second_cut, bool),
    )


def means_of(values):
    """All means of two, sorted; -inf wins against inf."""
    return sorted(
        -inf if -inf in pair else sum(pair) / 2
        for pair in combinations_with_replacement(values, 2)
    )


@pytest.mark.parametrize("pairs", [1, 5, 8, 11])
def test_the_first_end_leaves_out_no_more_than_it_may(pairs):
    ranks = range(1, pairs + 1)
    sums = [
        sum(rank for rank, is_plus in zip(ranks, signs, strict=True) if is_plus)
        for signs in product((False, True), repeat=pairs)
    ]
    for level in (0.9, 0.95, 0.99):
        end = rank_of_end(pairs, level)
        tail = (1 - level) / 2 * len(sums)
        assert sum(each < end for each in sums) <= tail
        assert sum(each <= end for each in sums) > tail


def test_exact_and_normal_ends_meet():
    assert rank_of_end(101, 0.99) == pytest.approx(rank_of_end(100, 0.99), rel=0.05)


@given(PAIRS, some.sampled_from([0.5, 0.9, 0.99]))
def test_median_and_interval_are_those_of_all_means(pairs, level):
    ratios = ratios_of(pairs)
    means = means_of(ratios.shown)
    count = len(means)
    middle = means[(count - 1) // 2] + means[count // 2]
    assert ratios.median() == pytest.approx(exp(middle / 2))
    low, high = ratios.interval(level)
    end = rank_of_end(len(pairs), level)
    if not end:
        assert (low, high) == (0, inf)
        return
    assert low == pytest.approx(np.exp(means_of(ratios.least)[end - 1]))
    assert high == pytest.approx(np.exp(-means_of(-ratios.most)[end - 1]))
    assert low <= ratios.median() * (1 + 1e-9)
    assert ratios.median() <= high * (1 + 1e-9)


@given(PAIRS, some.lists(some.floats(1, 100), min_size=28, max_size=28))
def test_whatever_cut_off_runs_would_have_taken_is_in_the_interval(pairs, more):
    factors = iter(more)
    whole = []
    for first, cut, second, other_cut in pairs:
        longer = first * (next(factors) if cut else 1)
        other = second * (next(factors) if other_cut else 1)
        whole.append((longer, False, other, False))
    low, high = ratios_of(pairs).interval(0.9)
    inner_low, inner_high = ratios_of(whole).interval(0.9)
    assert low <= inner_low * (1 + 1e-9)
    assert inner_high <= high * (1 + 1e-9)


def test_a_run_that_was_cut_off_is_the_longer_one_and_two_are_a_tie():
    ratios = ratios_of(
        [
            (5, True, 1, False),
            (1, False, 5, True),
            (5, True, 5, True),
            (2, True, 7, False),  # a limit too low to tell
        ]
    )
    assert ratios.shown.tolist() == [log(5), -log(5), 0, 0]
    assert ratios.least.tolist() == [log(5), -inf, -inf, pytest.approx(log(2 / 7))]
    assert ratios.most.tolist() == [inf, -log(5), inf, inf]


def test_many_pairs_that_were_both_cut_off_decide_nothing():
    ended, cut = [(1, False, 2, False)] * 10, [(5, True, 5, True)] * 20
    assert ratios_of(ended + cut).interval(0.99) == (0, inf)
    assert ratios_of(ended * 10 + cut).interval(0.99) == (0.5, 0.5)


def test_nothing_against_something_is_no_error():
    ratios = ratios_of([(0, False, 0, False), *[(0, False, 3, False)] * 9])
    assert ratios.median() == 0
    assert ratios.interval(0.99) == (0, 0)
    assert ratios.chance() < 0.01
    assert ratios_of([(0, False, 0, False)]).chance() == 1


def test_the_interval_holds_the_median_as_often_as_it_says():
    random = np.random.default_rng(3)
    no = np.zeros(20, bool)
    held = 0
    for _ in range(300):
        first, second = np.exp(random.normal([[0.5], [0.0]], 1.0, (2, 20)))
        low, high = LogRatios.of(first, no, second, no).interval(0.9)
        held += low <= exp(0.5) <= high
    assert 255 <= held <= 288
