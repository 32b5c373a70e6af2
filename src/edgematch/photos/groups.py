"""Groups of sides that look alike, and which group meets which: proposals to correct.

A side is compared by its patch, the triangle between it and the middle of the piece:
color and lines, most of all near the side itself, where a motif is cut.  Patches may be
shifted a little against each other, since outlines are never exact.  Ward's clustering
joins them; the number of groups is where the next join would cost much more than the
last one did, and groups are about as large as each other.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from edgematch.photos.pictures import Pixels

Patches = NDArray[np.float32]
"""By side (4 × piece + side): rows of pixels from the side inward, as L*a*b*."""

_WIDTH, _ROWS = 32, 14
_DEPTH = 0.44
"""How far a patch reaches from its side, of the length of a side."""
_RIM = 0.015
"""What is left out at the side: the table may show."""
_LIGHTNESS = 0.4
"""The weight of lightness, which shadows change, beside color."""
_FADE = 0.15
"""The depth over which the weight of a row falls to 37 %."""
_SHIFT = 1
_EDGE_ROWS, _NEAR_ROWS = 2, 7
_EVENNESS = 8
"""How much groups of about the same size count when their number is chosen."""
_SAME = 0.4
"""Groups meet themselves if that fits by less than this part of meeting another."""


def patches_of(pieces: Sequence[Pixels]) -> Patches:
    """Return the patches of all sides, each with its side on top."""
    found = []
    for piece in pieces:
        lab = cv2.cvtColor(piece.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
        size = lab.shape[0]
        for side in range(4):
            turned = np.rot90(lab, side)
            strip = np.ascontiguousarray(
                turned[round(size * _RIM) : round(size * _DEPTH)]
            )
            found.append(
                cv2.resize(strip, (_WIDTH, _ROWS), interpolation=cv2.INTER_AREA)
            )
    return np.array(found, np.float32).reshape(-1, _ROWS, _WIDTH, 3)


def differences(patches: Patches) -> NDArray[np.float64]:
    """Return how different any two patches look."""
    features = _features(patches)
    count = len(features)
    least = np.full((count, count), np.inf)
    for right in range(-_SHIFT, _SHIFT + 1):
        for down in range(-_SHIFT, _SHIFT + 1):
            moved = np.roll(features, (down, right), (1, 2))
            weights = _weights()
            weights[:, : max(right, 0)] = 0
            weights[:, _WIDTH + min(right, 0) :] = 0
            weights[: max(down, 0)] = 0
            weights[_ROWS + min(down, 0) :] = 0
            root = np.sqrt(weights)[None, :, :, None]
            one = (features * root).reshape(count, -1)
            other = (moved * root).reshape(count, -1)
            squares = (one**2).sum(1)[:, None] + (other**2).sum(1) - 2 * one @ other.T
            least = np.minimum(least, squares / weights.sum())
    result = np.sqrt(np.maximum(np.minimum(least, least.T), 0))
    np.fill_diagonal(result, 0)
    return np.asarray(result, np.float64)


def look_alikes(patches: Patches, groups: int | None = None) -> list[int]:
    """Return a group for each side, from 0; `groups` in all if that is given."""
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    count = len(patches)
    if count < 3:
        return list(range(count))
    joins = linkage(squareform(differences(patches), checks=False), "ward")
    costs = np.maximum(joins[:, 2], 1e-9)

    def worth(number: int) -> float:
        sizes = np.bincount(fcluster(joins, number, "maxclust"))[1:]
        step = np.log(costs[-number + 1] / costs[-number])
        alone = (sizes == 1).sum()
        return float(step * number * 0.5**alone * _evenness(sizes) ** _EVENNESS)

    if groups is None:
        groups = max(range(2, max(3, count // 3 + 1)), key=worth)
    found = fcluster(joins, min(groups, count), "maxclust")
    names: dict[int, int] = {}
    return [names.setdefault(int(group), len(names)) for group in found]


def _evenness(sizes: NDArray[np.int64]) -> float:
    """Return 1 if all sizes are equal, down to 0: their entropy, of the most it can be.

    >>> [round(_evenness(np.array(sizes)), 2) for sizes in ([4, 4, 4], [10, 1, 1])]
    [1.0, 0.52]
    """
    shares = sizes / sizes.sum()
    return float(-(shares * np.log(shares)).sum() / np.log(len(sizes)))


def nearest_groups(patches: Patches, groups: Sequence[str | None]) -> list[str]:
    """Return the groups; for None, that of the side that looks most alike."""
    apart = differences(patches)
    known = {index: group for index, group in enumerate(groups) if group is not None}
    return [
        group or known[min(known, key=lambda at: apart[index, at])]
        for index, group in enumerate(groups)
    ]


def mates_of(
    patches: Patches, groups: Sequence[int], meet: str | None = None
) -> tuple[int, ...]:
    """Return the group that each group most likely meets, perhaps itself.

    Where two sides meet, the picture goes on: colors along the one are those along the
    other, read backwards.  `meet` says whether `halves` do, or the `same`.
    """
    from scipy.optimize import linear_sum_assignment

    count = max(groups) + 1
    members = np.array(groups)
    means = np.array([patches[members == group].mean(0) for group in range(count)])
    fits = _fits(means)
    alone = fits.diagonal().copy()
    np.fill_diagonal(fits, 1e6)
    if meet is None and alone.mean() < _SAME * fits.min(1).mean():
        meet = "same"
    if count < 2 or meet == "same":
        return tuple(range(count))
    mates = list(range(count))
    _, chosen = linear_sum_assignment(fits)
    for one, other in enumerate(chosen):
        if chosen[other] == one:  # both prefer each other
            mates[one] = int(other)
    pairs = [
        (fits[one, other], one, other) for one in range(count) for other in range(one)
    ]
    for _, one, other in sorted(pairs):
        if mates[one] == one and mates[other] == other:
            mates[one], mates[other] = other, one
    return tuple(mates)


def _features(patches: Patches) -> NDArray[np.float64]:
    """Return color and the slopes of lightness at each place of each patch."""
    light = np.array([cv2.GaussianBlur(each[..., 0], (0, 0), 0.7) for each in patches])
    down, right = np.gradient(light, axis=(1, 2))
    colors = patches * np.array([_LIGHTNESS, 1, 1])
    return np.concatenate([colors, right[..., None], down[..., None]], axis=-1)


def _weights() -> NDArray[np.float64]:
    """Return the weight of each place: in the triangle, and near the side."""
    depth = ((np.arange(_ROWS) + 0.5) / _ROWS * _DEPTH)[:, None]
    along = ((np.arange(_WIDTH) + 0.5) / _WIDTH)[None]
    inside = np.minimum(along, 1 - along) >= 0.9 * depth
    return np.asarray(np.exp(-depth / _FADE) * inside)


def _fits(means: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how badly any two groups would meet: along the cut, and in color."""
    scale = np.array([_LIGHTNESS, 1, 1])
    cuts = means[:, :_EDGE_ROWS].mean(1) * scale
    weights = _weights()[:_NEAR_ROWS, :, None]
    colors = (means[:, :_NEAR_ROWS] * weights).sum((1, 2)) / weights.sum() * scale
    count = len(means)
    fits = np.empty((count, count))
    for one in range(count):
        for other in range(count):
            fits[one, other] = np.linalg.norm(colors[one] - colors[other]) + min(
                float(
                    np.sqrt(
                        ((cuts[one] - np.roll(cuts[other, ::-1], by, 0))[2:-2] ** 2)
                        .sum(1)
                        .mean()
                    )
                )
                for by in (-1, 0, 1)
            )
    return (fits + fits.T) / 2
