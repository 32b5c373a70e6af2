"""Finds the square pieces in a photograph, whatever the table, light and angle.

No single rule divides pieces from tables, so many are tried: colors that the border of
the picture does not have, thresholds in several channels, lines.  Every outline with
four corners that comes of one of them is a candidate; its sides are moved to the
strongest straight steps nearby, and it counts by how much of its sides lies on such a
step.  Pieces are candidates of about one size that do not overlap.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from edgematch.photos.corners import (
    area_of,
    four_corners,
    in_reading_order,
    is_square_like,
    meeting_point,
    overlap,
    side_length,
)
from edgematch.photos.pictures import Corners, Pixels, flat_piece

_LONG_SIDE = 1200
"""Pixels to the long side of the picture in which candidates are sought."""
_LEAST_AREA = 0.003
_LEAST_COVER = 0.1
"""Of the picture by all pieces; with less, the picture is taken for one piece."""
_LEAST_SUPPORT = 0.5
_LEAST_SUPPORT_ALONE = 0.9
_LEAST_AREA_ALONE = 0.15
_SHARPNESS = 6
"""How much sides that all lie on steps count beside the area covered."""
_MOST_OVERLAP = 0.15
_SIZE_RANGE = 2.2
"""How much larger the area of one piece may be than that of another."""
_PLAIN = 6
"""How much the color of a square without a picture may vary, of 255."""
_SAMPLES = 48
"""Points along a side at which a step is sought."""


def find_squares(photo: Pixels, is_one: bool = False) -> list[Corners]:
    """Return the corners of every piece, by rows from the top left.

    A photograph in which no pieces lie apart is taken for one piece.
    """
    height, width = photo.shape[:2]
    scale = min(1.0, _LONG_SIDE / max(width, height))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_RGB2LAB)
    steps = lab.astype(np.float32)
    candidates = []
    seen: set[tuple[int, ...]] = set()
    for corners in _rough_squares(lab):
        name = tuple(np.round(corners.ravel() / 6).astype(int))
        if name in seen:
            continue
        seen.add(name)
        for reach in (0.06, 0.02):
            corners = _moved_to_steps(steps, corners, reach)
        if is_square_like(corners):
            candidates.append((_support(steps, corners), corners))
    found: list[Corners] = []
    if not is_one:
        shown = [each for each in candidates if not _is_plain(lab, each[1])]
        found = _pieces_among(shown, (small.shape[1], small.shape[0]))
    if not found:
        return [_one_piece(candidates, steps) / scale]
    return in_reading_order([_refined(photo, each / scale) for each in found])


def _rough_squares(lab: Pixels) -> Iterator[Corners]:
    least = _LEAST_AREA * lab.shape[0] * lab.shape[1]
    for mask in _masks(lab):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            _, _, width, height = cv2.boundingRect(outline)
            if width * height < least:
                continue
            hull = cv2.convexHull(outline)
            area = cv2.contourArea(hull)
            if area < least or cv2.contourArea(outline) < 0.75 * area:
                continue
            corners = four_corners(hull[:, 0].astype(np.float64))
            if (
                corners is not None
                and area_of(corners) < 1.25 * area
                and is_square_like(corners)
            ):
                yield corners


def _masks(lab: Pixels) -> Iterator[Pixels]:
    """Yield black and white pictures in which pieces may be white."""
    tool = np.ones((3, 3), np.uint8)
    foreign = _unlike_border(lab)
    for level in (80, 128, 176):
        mask = (foreign > level).astype(np.uint8) * 255
        for size in (3, 7):
            around = np.ones((size, size), np.uint8)
            opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, around)
            yield opened
            yield cv2.morphologyEx(opened, cv2.MORPH_CLOSE, around)
    channels = [lab[..., 0], lab[..., 1], lab[..., 2]]
    span = max(lab.shape) // 5 * 2 + 1
    for channel in channels:
        _, mask = cv2.threshold(channel, 0, 255, cv2.THRESH_OTSU)
        yield cv2.morphologyEx(mask, cv2.MORPH_OPEN, tool)
        yield cv2.morphologyEx(255 - mask, cv2.MORPH_OPEN, tool)
        for offset in (-6, 6):
            mask = cv2.adaptiveThreshold(
                channel,
                255,
                cv2.ADAPTIVE_THRESH_MEAN_C,
                cv2.THRESH_BINARY,
                span,
                offset,
            )
            mask = mask if offset < 0 else 255 - mask
            yield cv2.morphologyEx(mask, cv2.MORPH_OPEN, tool)
    for low in (15, 30, 60, 100):
        lines = np.zeros(lab.shape[:2], np.uint8)
        for channel in channels:
            lines |= cv2.Canny(channel, low, 3 * low)
        closed = cv2.dilate(lines, tool)
        yield closed
        yield 255 - closed


def _unlike_border(lab: Pixels) -> Pixels:
    """Return how foreign the color of each pixel is to the border of the picture."""
    height, width = lab.shape[:2]
    rim = max(3, min(height, width) // 40)
    border = np.zeros((height, width), np.uint8)
    border[:rim] = border[-rim:] = 255
    border[:, :rim] = border[:, -rim:] = 255
    bins, ranges = [32, 32, 32], [0, 256, 0, 256, 0, 256]
    on_border = cv2.calcHist([lab], [0, 1, 2], border, bins, ranges)
    overall = cv2.calcHist([lab], [0, 1, 2], None, bins, ranges)
    for axis in range(3):
        on_border, overall = (
            0.25 * np.roll(each, 1, axis) + 0.5 * each + 0.25 * np.roll(each, -1, axis)
            for each in (on_border, overall)
        )
    share = (on_border / on_border.sum() + 1e-9) / (overall / overall.sum() + 1e-9)
    foreign = (255 / (1 + 2 * share**2)).astype(np.uint8)
    cells = lab.astype(np.int64) // 8
    here = foreign[cells[..., 0], cells[..., 1], cells[..., 2]]
    return np.asarray(cv2.GaussianBlur(here, (0, 0), 1))


def _profiles(
    picture: NDArray[np.float32], corners: Corners, reach: float
) -> NDArray[np.float32]:
    """Return steps in color by side, point along the side and distance from it.

    Distances run over an odd number of points from outside to inside, `reach` of a
    side's length each way.
    """
    points = max(9, 2 * round(reach * side_length(corners)) + 1) | 1
    along = (np.arange(_SAMPLES) + 1.0) / (_SAMPLES + 1)
    offsets = np.linspace(-reach, reach, points) * side_length(corners)
    places = np.empty((4, _SAMPLES, points, 2))
    for side in range(4):
        start, end = corners[side], corners[(side + 1) % 4]
        inward = np.array([start[1] - end[1], end[0] - start[0]])
        inward /= np.linalg.norm(inward)
        base = start + along[:, None] * (end - start)
        places[side] = base[:, None] + offsets[None, :, None] * inward
    flat = places.reshape(4 * _SAMPLES, points, 2).astype(np.float32)
    colors = cv2.remap(
        picture,
        flat[..., 0],
        flat[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    steps = np.zeros(colors.shape[:2], np.float32)
    wide = max(1, points // 20)
    steps[:, wide:-wide] = np.linalg.norm(
        colors[:, 2 * wide :] - colors[:, : -2 * wide], axis=2
    )
    return steps.reshape(4, _SAMPLES, points)


def _moved_to_steps(
    picture: NDArray[np.float32], corners: Corners, reach: float
) -> Corners:
    """Return corners whose sides lie on the straightest, strongest steps nearby."""
    profiles = _profiles(picture, corners, reach)
    points = profiles.shape[2]
    length = side_length(corners)
    capped = np.minimum(profiles, 40) / 40
    lines = []
    ends = np.arange(points)
    along = (np.arange(_SAMPLES) + 1.0) / (_SAMPLES + 1)
    # The offset of every line at every sample, for all pairs of offsets at its ends.
    track = np.round(
        ends[:, None, None] * (1 - along) + ends[None, :, None] * along
    ).astype(int)
    middle = (points - 1) / 2
    bias = 1 - 0.15 * ((ends[:, None] - middle) ** 2 + (ends - middle) ** 2) / (
        2 * middle**2
    )
    for side in range(4):
        support = capped[side][np.arange(_SAMPLES), track].mean(2) * bias
        one, other = np.unravel_index(int(support.argmax()), support.shape)
        start, end = corners[side], corners[(side + 1) % 4]
        inward = np.array([start[1] - end[1], end[0] - start[0]])
        inward *= reach * length / middle / np.linalg.norm(inward)
        lines.append((start + (one - middle) * inward, end + (other - middle) * inward))
    moved = []
    for side in range(4):
        crossing = meeting_point(*lines[side - 1], *lines[side])
        if (
            crossing is None
            or np.linalg.norm(crossing - corners[side]) > 3 * reach * length
        ):
            return corners
        moved.append(crossing)
    return np.array(moved)


def _support(picture: NDArray[np.float32], corners: Corners) -> float:
    """Return the share of a square's sides that lies on a step in color."""
    profiles = _profiles(picture, corners, 0.02)
    is_step = profiles.max(2) > 12
    shares = is_step.mean(1)
    return float(0.5 * shares.min() + 0.5 * shares.mean())


def _is_plain(lab: Pixels, corners: Corners) -> bool:
    """Whether a square shows nothing, such as that of a checked cloth."""
    inside = flat_piece(lab, corners, 16)[2:-2, 2:-2]
    return bool(inside.std((0, 1)).max() < _PLAIN)


def _pieces_among(
    candidates: list[tuple[float, Corners]], size: tuple[int, int]
) -> list[Corners]:
    """Return candidates of one size, apart from each other: many, large and sharp."""
    good = [each for each in candidates if each[0] >= _LEAST_SUPPORT]
    whole = size[0] * size[1]
    good = [each for each in good if area_of(each[1]) < 0.9 * whole]
    good.sort(key=lambda each: -area_of(each[1]) * each[0] ** 2)
    best: list[Corners] = []
    best_worth = 0.0
    tried: list[float] = []
    for _, seed in good:
        area = area_of(seed)
        if any(abs(np.log(area / each)) < 0.1 for each in tried):
            continue
        tried.append(area)
        alike = [
            each
            for each in good
            if area / _SIZE_RANGE**0.5 <= area_of(each[1]) <= area * _SIZE_RANGE**0.5
        ]
        chosen: list[Corners] = []
        cover = worth = 0.0
        for support, corners in sorted(alike, key=lambda each: -each[0]):
            if all(overlap(corners, other) < _MOST_OVERLAP for other in chosen):
                chosen.append(corners)
                cover += support**2 * area_of(corners)
                worth += support**_SHARPNESS * area_of(corners)
        if cover >= _LEAST_COVER * whole and worth > best_worth:
            best, best_worth = chosen, worth
    return best


def _refined(photo: Pixels, corners: Corners) -> Corners:
    """Return corners moved to the steps of the photograph in its full size."""
    length = side_length(corners)
    low = np.maximum(np.floor(corners.min(0) - 0.1 * length).astype(int), 0)
    high = np.ceil(corners.max(0) + 0.1 * length).astype(int) + 1
    part = photo[low[1] : high[1], low[0] : high[0]]
    part = cv2.cvtColor(part, cv2.COLOR_RGB2LAB).astype(np.float32)
    moved = _moved_to_steps(part, corners - low, 0.012)
    return np.asarray(moved + low)


def _one_piece(
    candidates: list[tuple[float, Corners]], steps: NDArray[np.float32]
) -> Corners:
    """Return the corners of the only piece; if need be, those of the picture."""
    height, width = steps.shape[:2]
    large = [
        (support, corners)
        for support, corners in candidates
        if support >= _LEAST_SUPPORT_ALONE
        and area_of(corners) >= _LEAST_AREA_ALONE * height * width
    ]
    if large:
        return max(large, key=lambda each: each[0] ** 2 * area_of(each[1]))[1]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    return _moved_to_steps(steps, whole, 0.03)
