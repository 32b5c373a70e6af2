"""The curve of a job: its best value against time, in few points."""

from itertools import pairwise

from edgematch.web.job_data import extend_curve, thin_curve


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
