"""Figures of runs of which some were cut off, against slow and obvious ones."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from edgematch.experiments.comparisons import NODES, TIMES, compare
from edgematch.experiments.statistics import (
    Sample,
    _bootstrapped_quantiles,
    mean,
    quantile,
    survival,
)


def sample(values, cut=None):
    flags = np.zeros(len(values), bool) if cut is None else np.array(cut, bool)
    return Sample.of(np.array(values, float), flags)


RUNS = some.lists(
    some.tuples(some.integers(1, 9), some.booleans()), min_size=1, max_size=25
)


def naive_survival(runs):
    """Kaplan and Meier's product, written out."""
    left, steps = 1.0, []
    for time in sorted({value for value, is_cut in runs if not is_cut}):
        at_risk = sum(value >= time for value, _ in runs)
        ending = sum(value == time and not is_cut for value, is_cut in runs)
        left *= 1 - ending / at_risk
        steps.append((time, left))
    return steps


@given(RUNS)
def test_survival_is_that_of_kaplan_and_meier(runs):
    times, left = survival(sample(*zip(*runs, strict=True)))
    wanted = naive_survival(runs)
    assert times.tolist() == [time for time, _ in wanted]
    assert left == pytest.approx([share for _, share in wanted], abs=1e-12)


@given(some.lists(some.integers(1, 100), min_size=1, max_size=30))
def test_the_median_of_finished_runs_is_the_usual_one(values):
    found = quantile(sample(values), 0.5)
    assert found.value == pytest.approx(np.median(values))
    assert not found.is_bound
    assert found.low <= found.value <= found.high


@given(RUNS, some.sampled_from([0.25, 0.5, 0.9]))
def test_a_quantile_is_where_survival_falls_below_its_share(runs, share):
    found = quantile(sample(*zip(*runs, strict=True)), share)
    steps = naive_survival(runs)
    at_least = [time for time, left in steps if left <= 1 - share + 1e-9]
    below = [time for time, left in steps if left < 1 - share - 1e-9]
    if not at_least or (at_least[0] != (below or [0])[0] and not below):
        # Nobody knows, unless the last of all runs has ended.
        assert found.is_bound or found.value == at_least[0]
    else:
        assert found.value == pytest.approx((at_least[0] + below[0]) / 2)


def test_with_one_limit_for_all_the_median_needs_half_of_the_runs():
    cut = [False] * 6 + [True] * 4
    values = [1, 2, 3, 4, 5, 6, 10, 10, 10, 10]
    assert quantile(sample(values, cut), 0.5).value == 5.5
    found = quantile(sample(values, cut), 0.9)
    assert (found.value, found.is_bound, found.high) == (10, True, inf)
    half = [False] * 5 + [True] * 5
    assert quantile(sample([1, 2, 3, 4, 5, *[10] * 5], half), 0.5).is_bound


def test_dropping_censored_runs_would_lie():
    values, cut = [1, 2, 3, 60, 60, 60, 60], [False] * 3 + [True] * 4
    assert quantile(sample(values, cut), 0.5).is_bound
    assert mean(sample(values, cut)).is_bound


def test_intervals_hold_the_median_about_as_often_as_they_say():
    random = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        values = random.exponential(1.0, 40)
        cut = values > 1.5
        found = quantile(sample(np.minimum(values, 1.5), cut), 0.5)
        held += found.low <= np.log(2) <= found.high
    assert 180 <= held <= 200


def test_intervals_of_many_runs_are_those_of_a_bootstrap():
    random = np.random.default_rng(2)
    values = random.exponential(1.0, 600)
    cut = values > 1.2
    runs = sample(np.minimum(values, 1.2), cut)
    few = Sample(runs.values, runs.is_censored)
    by_formula = quantile(few, 0.5)
    low, high = _bootstrapped_quantiles(few, 0.5, 0.95)
    assert by_formula.low == pytest.approx(low, rel=0.1)
    assert by_formula.high == pytest.approx(high, rel=0.1)
    assert quantile(few, 0.8).high == inf


def arrays(*pairs):
    values = np.array([value for value, _ in pairs], float)
    return values, np.array([is_cut for _, is_cut in pairs], bool)


def test_paired_runs_count_as_far_as_limits_tell():
    first = arrays(
        (1, False), (5, False), (2, False), (10, True), (10, True), (3, False)
    )
    second = arrays(
        (2, False), (4, False), (2, False), (4, False), (10, True), (10, True)
    )
    found = compare(*first, *second, NODES)
    assert (found.less, found.more, found.even, found.unknown) == (2, 2, 1, 1)
    assert (found.low, found.high) == (0, np.inf)  # too few to tell


def test_differences_within_noise_are_none():
    first = arrays((1.0, False), (0.002, False), (1.0, False))
    second = arrays((1.1, False), (0.009, False), (2.0, False))
    found = compare(*first, *second, TIMES)
    assert (found.less, found.more, found.even) == (1, 0, 2)
    assert found.verdict == "no difference seen"


def test_a_difference_is_seen_where_the_interval_leaves_out_1():
    first = arrays(*[(1.0 + n, False) for n in range(9)])
    second = arrays(*[(10.0, True)] * 9)
    found = compare(*first, *second, NODES)
    assert (found.verdict, found.less) == ("less", 9)
    assert (found.low, found.high) == (0, pytest.approx(0.72**0.5))
    assert found.chance == pytest.approx(2 / 2**9)
    assert compare(*second, *first, NODES).verdict == "more"


@pytest.mark.parametrize("share", [0.001, 0.01, 0.5, 0.99, 0.999])
def test_an_interval_of_many_runs_holds_its_estimate(share):
    random = np.random.default_rng(1)
    for censored in (0.0, 0.5, 0.9, 0.99):
        sample = Sample.of(np.arange(1000.0), random.random(1000) < censored)
        found = quantile(sample, share)
        assert found.low <= found.value <= found.high or found.is_bound


def test_the_one_run_that_ended_is_in_its_interval():
    sample = Sample.of(np.arange(401.0), np.arange(401) < 400)
    found = quantile(sample, 0.9)
    assert (found.value, found.low) == (400, 400)
