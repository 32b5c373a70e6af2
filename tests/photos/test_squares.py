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


def test_the_squares_of_a_checked_cloth_are_no_pieces():
    y, x = np.mgrid[:600, :800] // 60
    cloth = np.where((x + y)[..., None] % 2, [150, 90, 90], [190, 130, 130])
    photo = (cloth + np.random.default_rng(1).normal(0, 2, cloth.shape)).astype(
        np.uint8
    )
    true = []
    for at in [(200, 160), (590, 170), (210, 440), (600, 430)]:
        corners = cv2.boxPoints((at, (130, 130), 20))
        cv2.fillConvexPoly(photo, np.int32(corners), (40, 120, 90))
        for corner in corners:
            middle = np.int32(0.6 * corner + 0.4 * np.array(at))
            cv2.circle(photo, [int(each) for each in middle], 22, (250, 210, 40), -1)
        true.append(corners)
    found = squares(photo)
    assert len(found) == 4
    from photo_scenes import worst_corner

    assert max(worst_corner(corners, found) for corners in true) < 0.03


def test_the_nine_cars_on_a_table_are_found():
    from edgematch.photos.pictures import read_photo

    found = squares(read_photo(data_file("photos/cars/board.jpg")))
    sizes = [np.sqrt(cv2.contourArea(each.astype(np.float32))) for each in found]
    assert len(found) == 9
    assert max(sizes) < 1.2 * min(sizes)


def squares(photo):
    from edgematch.photos.squares import find_squares

    return find_squares(photo)
