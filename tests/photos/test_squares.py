"""Squares found in synthetic photographs, whose corners are known, and in real ones."""

import numpy as np
import pytest

from shared_data import data_file

cv2 = pytest.importorskip("cv2", reason="the extra `photo` is not installed")


def test_nearly_all_outlines_are_found_within_two_percent():
    from photo_scenes import scene, worst_corner

    faults = []
    for seed, pieces in [(2, 9), (3, 16)]:
        shown = scene(seed, pieces, width=800)
        found = squares(shown.photo)
        assert len(found) <= pieces + 1
        faults += [worst_corner(true, found) for true in shown.corners]
    assert np.mean(np.array(faults) < 0.02) >= 0.95


def test_a_close_view_is_one_piece():
    photo = np.full((300, 300, 3), 120, np.uint8)
    photo[6:294, 6:294] = 240
    cv2.circle(photo, (150, 40), 30, (200, 30, 30), -1)
    from edgematch.photos.squares import find_squares

    (corners,) = find_squares(photo, is_one=True)
    assert np.abs(corners - [[6, 6], [294, 6], [294, 294], [6, 294]]).max() < 3


def test_the_nine_cars_on_a_table_are_found():
    from edgematch.photos.pictures import read_photo

    found = squares(read_photo(data_file("photos/cars/board.jpg")))
    sizes = [np.sqrt(cv2.contourArea(each.astype(np.float32))) for each in found]
    assert len(found) == 9
    assert max(sizes) < 1.2 * min(sizes)


def squares(photo):
    from edgematch.photos.squares import find_squares

    return find_squares(photo)
