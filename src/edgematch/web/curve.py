"""The curve of a job: how its best value rose, kept short however long it runs."""

_MOST_POINTS = 400

Curve = list[tuple[float, float]]
"""Seconds and value, wherever the value has risen."""


def lengthened(curve: Curve, seconds: float, value: float) -> Curve:
    """Return a curve with a point more if the value has risen, else the same."""
    if curve and curve[-1][1] >= value:
        return curve
    return thinned([*curve, (round(seconds, 3), value)])


def thinned(curve: Curve) -> Curve:
    """Return a curve with fewer points where it has grown long, its last kept."""
    while len(curve) > _MOST_POINTS:
        curve = curve[:-1:2] + curve[-1:]
    return curve
