"""Four corners in a picture as plain geometry: order, shape, size and overlap."""

import cv2
import numpy as np

from edgematch.photos.pictures import Corners

_MOST_STRETCH = 1.7
"""How much longer one side of a square seen at an angle may be than another."""


def clockwise(corners: Corners) -> Corners:
    """Return four points clockwise from the one at the top left."""
    around = corners - corners.mean(0)
    corners = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return np.roll(corners, -int(np.argmin(corners.sum(1))), axis=0)


def in_reading_order(squares: list[Corners]) -> list[Corners]:
    """Return squares by rows; a row is what overlaps its first square in height."""
    left = sorted(squares, key=lambda corners: float(corners[:, 1].mean()))
    ordered: list[Corners] = []
    while left:
        first = left[0][:, 1]
        reach = float(first.mean()) + 0.5 * side_length(left[0])
        row = [each for each in left if each[:, 1].mean() <= reach]
        left = left[len(row) :]
        ordered += sorted(row, key=lambda corners: float(corners[:, 0].mean()))
    return ordered


def four_corners(hull: Corners) -> Corners | None:
    """Return a quadrilateral around a hull, by leaving out the sides that add least."""
    outline = hull.astype(np.float32)
    points = list(cv2.approxPolyDP(outline, 2.0, True)[:, 0].astype(float))
    while len(points) > 4:
        best: tuple[float, int, Corners] | None = None
        count = len(points)
        for at in range(count):
            before, start = points[at - 1], points[at]
            end, after = points[(at + 1) % count], points[(at + 2) % count]
            crossing = meeting_point(before, start, after, end)
            if crossing is None or np.dot(crossing - start, start - before) < 0:
                continue
            if np.dot(crossing - end, end - after) < 0:
                continue
            one, other = end - start, crossing - start
            added = abs(float(one[0] * other[1] - one[1] * other[0])) / 2
            if best is None or added < best[0]:
                best = added, at, crossing
        if best is None:
            return None
        _, at, crossing = best
        points[at] = crossing
        del points[(at + 1) % count]
    return clockwise(np.array(points)) if len(points) == 4 else None


def meeting_point(a: Corners, b: Corners, c: Corners, d: Corners) -> Corners | None:
    """Return where the line through a and b meets the one through c and d."""
    one, other = b - a, d - c
    across = one[0] * other[1] - one[1] * other[0]
    if abs(across) < 1e-6 * (np.linalg.norm(one) * np.linalg.norm(other) + 1e-12):
        return None
    between = c - a
    reach = (between[0] * other[1] - between[1] * other[0]) / across
    return np.asarray(a + one * reach)


def is_square_like(corners: Corners) -> bool:
    """Return whether corners may be those of a square seen at an angle."""
    sides = np.roll(corners, -1, 0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 8 or lengths.max() > _MOST_STRETCH * lengths.min():
        return False
    before = np.roll(sides, 1, 0)
    turns = before[:, 0] * sides[:, 1] - before[:, 1] * sides[:, 0]
    return bool((turns > 0.8 * lengths * np.roll(lengths, 1)).all())


def area_of(corners: Corners) -> float:
    """Return the area within corners, in pixels."""
    return cv2.contourArea(corners.astype(np.float32))


def side_length(corners: Corners) -> float:
    """Return the side of a square of the same area."""
    return float(np.sqrt(area_of(corners)))


def overlap(one: Corners, other: Corners) -> float:
    """Return the share of the smaller square that the other one covers."""
    common, _ = cv2.intersectConvexConvex(
        one.astype(np.float32), other.astype(np.float32)
    )
    return float(common) / min(area_of(one), area_of(other))
