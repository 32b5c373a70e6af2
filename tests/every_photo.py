"""Measure outlines and groups on many synthetic photographs: `make photos`.

    PYTHONPATH=tests python tests/every_photo.py [seeds] [megapixels]

One line for each number of pieces: how many outlines are within 2 % of a side, how many
sides are in the right group, and the time; seeds with anything wrong are named.
"""

import sys
import time
from statistics import median

from edgematch.photos.groups import look_alikes, patches_of
from edgematch.photos.squares import find_squares
from photo_scenes import pieces_as_drawn, scene, worst_corner, wrong_sides

PIECES = (9, 16)
CLOSE = 0.02


def measure(seed: int, pieces: int, width: int) -> tuple[int, float, float]:
    """Return how many outlines are right, the share of sides, and the seconds."""
    shown = scene(seed, pieces, width)
    start = time.perf_counter()
    found = find_squares(shown.photo)
    right = sum(worst_corner(true, found) < CLOSE for true in shown.corners)
    if not found:
        return 0, 0.0, time.perf_counter() - start
    pictures = pieces_as_drawn(shown, found)
    groups = look_alikes(patches_of(pictures))
    seconds = time.perf_counter() - start
    colors = [color for piece in shown.puzzle.pieces for color in piece]
    return right, 1 - wrong_sides(groups, colors) / len(colors), seconds


def main(seeds: int = 100, megapixels: float = 1.9) -> None:
    """Print a row of a table for each number of pieces."""
    width = round((megapixels * 1e6 * 4 / 3) ** 0.5)
    print(f"{seeds} photographs each, {width} × {width * 3 // 4} pixels")
    print("pieces  outlines within 2 %  sides right: median, least  all right  seconds")
    for pieces in PIECES:
        rows = [measure(seed, pieces, width) for seed in range(seeds)]
        outlines = sum(right for right, _, _ in rows) / (seeds * pieces)
        shares = [share for _, share, _ in rows]
        print(
            f"{pieces:6}  {outlines:18.1%}  {median(shares):20.0%}, {min(shares):.0%}"
            f"  {sum(share == 1 for share in shares) / seeds:9.0%}"
            f"  {median(row[2] for row in rows):.1f}, {max(row[2] for row in rows):.1f}"
        )
        faults = [seed for seed, row in enumerate(rows) if row[0] < pieces]
        print(f"        seeds with wrong outlines: {faults}")
        print(f"        below 90 %: {[s for s, x in enumerate(shares) if x < 0.9]}")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
