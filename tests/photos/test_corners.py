"""The geometry of four corners, on squares written by hand."""

import numpy as np
import pytest

pytest.importorskip("cv2", reason="the extra `photo` is not installed")

SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], float)


def test_squares_come_by_rows():
    from edgematch.photos.corners import in_reading_order

    places = [(40, 2), (0, 0), (21, 15), (20, -3), (0, 17)]
    ordered = in_reading_order([SQUARE + place for place in places])
    tops = [tuple(corners[0]) for corners in ordered]
    assert tops == [(0, 0), (20, -3), (40, 2), (0, 17), (21, 15)]


def test_a_square_without_its_corners_has_the_four_of_the_whole_one():
    from edgematch.photos.corners import four_corners

    cut = [(8, 0), (52, 0), (60, 8), (60, 52), (52, 60), (8, 60), (0, 52), (0, 8)]
    assert np.allclose(four_corners(np.array(cut, float)), 6 * SQUARE)


def test_an_overlap_is_a_share_of_the_smaller_square():
    from edgematch.photos.corners import overlap

    assert overlap(SQUARE, SQUARE / 2 + [7.5, 0]) == pytest.approx(0.5)
    assert overlap(SQUARE, SQUARE + 10) == 0
