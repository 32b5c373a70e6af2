"""The curves of a job: its best value, nodes and depth against time, in few points."""

from itertools import pairwise

from edgematch.web.job_data import extend_curve, extend_history, thin_curve


def test_a_curve_has_a_point_wherever_the_value_rose():
    curve = []
    for second, value in enumerate([3, 3, 5, 4, 5, 9]):
        curve = extend_curve(curve, second, value)
    assert curve == [(0, 3), (2, 5), (5, 9)]


def test_a_curve_that_does_not_rise_is_unchanged():
    curve = [(1.0, 7.0)]
    assert extend_curve(curve, 2.0, 7.0) is curve


def test_a_long_curve_is_thinned_and_keeps_its_ends():
    curve = []
    for second in range(5000):
        curve = extend_curve(curve, float(second), float(second))
        assert len(curve) <= 400
        assert curve[-1] == (second, second)
    assert curve[0] == (0, 0)
    assert all(before < after for before, after in pairwise(curve))
    assert len(curve) >= 200


def test_a_short_curve_is_not_thinned():
    curve = [(float(second), float(second)) for second in range(400)]
    assert thin_curve(curve) == curve
    assert len(thin_curve([*curve, (400.0, 400.0)])) == 201


def test_a_history_has_few_samples_that_are_evenly_spaced():
    history = []
    for tenth in range(1, 20_000):
        history = extend_history(history, tenth / 10, 100 * tenth, tenth % 7)
        assert len(history) <= 240
    assert len(history) >= 120
    gaps = {round(after - before, 1) for (before, *_), (after, *_) in pairwise(history)}
    assert max(gaps) <= 2 * 12.8
    assert all(nodes == round(1000 * seconds) for seconds, nodes, _ in history)


def test_a_second_sample_of_the_same_moment_changes_nothing():
    history = extend_history([], 100.0, 5, 3)
    assert extend_history(history, 100.1, 6, None) is history
    assert len(extend_history(history, 101.0, 6, None)) == 2


def test_a_history_goes_back_with_a_search_that_continues_an_older_checkpoint():
    history = [(1.0, 10, 3), (2.0, 20, 4), (3.0, 30, 5)]
    assert extend_history(history, 2.5, 25, 6) == [*history[:2], (2.5, 25, 6)]
    assert extend_history(history, 2.0, 25, 6) == history[:2]
