"""Groups of sides that look alike, on synthetic photographs and on real ones."""

import json
from statistics import median

import pytest

from shared_data import data_file

pytest.importorskip("cv2", reason="the extra `photo` is not installed")

SIDES = ("up", "right", "down", "left")


@pytest.mark.deep
def test_ninety_percent_of_the_sides_are_grouped_right():
    from edgematch.photos.groups import look_alikes, patches_of
    from edgematch.photos.squares import find_squares
    from photo_scenes import pieces_as_drawn, scene, wrong_sides

    shares = []
    for seed, pieces in [(1, 9), (5, 16)]:
        shown = scene(seed, pieces, width=800)
        pictures = pieces_as_drawn(shown, find_squares(shown.photo))
        colors = [color for piece in shown.puzzle.pieces for color in piece]
        groups = look_alikes(patches_of(pictures))
        shares.append(1 - wrong_sides(groups, colors) / len(colors))
    assert median(shares) >= 0.9


@pytest.mark.deep
@pytest.mark.parametrize("name", ["cars", "teddys"])
def test_of_cropped_pieces_few_sides_are_grouped_wrong(name):
    from edgematch.photos.groups import look_alikes, patches_of
    from edgematch.photos.pictures import flat_piece, read_photo
    from edgematch.photos.squares import find_squares
    from photo_scenes import wrong_sides

    folder = data_file(f"photos/{name}")
    entries = json.loads(data_file(f"photos/{name}.json").read_text())["puzzle"]
    pictures, true = [], []
    for entry in entries:
        photo = read_photo(folder / entry["filename"])
        pictures.append(flat_piece(photo, find_squares(photo, is_one=True)[0]))
        true += [(entry["colors"][side], entry["parts"][side]) for side in SIDES]
    assert wrong_sides(look_alikes(patches_of(pictures)), true) <= 7


def test_halves_are_paired_where_the_picture_goes_on_and_plain_sides_meet_their_own():
    import numpy as np

    from edgematch.photos.groups import mates_of, patches_of

    def piece(*motifs):
        picture = np.full((120, 120, 3), 235, np.uint8)
        for side, (color, left, right) in enumerate(motifs):
            turned = np.rot90(picture, side)
            turned[: 120 // 4, left:right] = color
        return picture

    red, blue = (200, 30, 30), (30, 30, 200)
    # A red motif left of the middle meets the one that is right of it, and so blue.
    halves = patches_of(
        [piece((red, 10, 50), (red, 70, 110), (blue, 25, 65), (blue, 55, 95))]
    )
    assert mates_of(halves, [0, 1, 2, 3]) == (1, 0, 3, 2)
    plain = patches_of(
        [piece((red, 30, 90), (red, 30, 90), (blue, 30, 90), (blue, 30, 90))]
    )
    assert mates_of(plain, [0, 0, 1, 1]) == (0, 1)
    assert mates_of(plain, [0, 0, 1, 1], "halves") == (1, 0)
