"""Photographs from files: turned upright, refused with a reason, pieces cut out."""

import io

import numpy as np
import pytest

from edgematch.errors import FormatError

pytest.importorskip("cv2", reason="the extra `photo` is not installed")
Image = pytest.importorskip("PIL.Image")


def jpeg(picture, orientation=1):
    data = io.BytesIO()
    image = Image.fromarray(picture)
    exif = image.getexif()
    exif[0x0112] = orientation
    image.save(data, "JPEG", quality=95, exif=exif)
    return data.getvalue()


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_of_a_camera_is_turned_upright(orientation):
    from edgematch.photos.pictures import photo_of

    upright = np.zeros((32, 48, 3), np.uint8)
    upright[:16, :24] = 255  # the top left
    stored = {
        1: upright,
        2: upright[:, ::-1],
        3: np.rot90(upright, 2),
        4: upright[::-1],
        5: upright.transpose(1, 0, 2),
        6: np.rot90(upright),
        7: np.rot90(upright.transpose(1, 0, 2), 2),
        8: np.rot90(upright, -1),
    }[orientation]
    photo = photo_of("a.jpg", jpeg(np.ascontiguousarray(stored), orientation))
    assert photo.shape == upright.shape
    assert np.abs(photo.astype(int) - upright).mean() < 10


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC .* JPEG"),
        (b"BM" + b"\0" * 60, "not a JPEG"),
        (jpeg(np.zeros((64, 64, 3), np.uint8))[:300], "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(data, reason):
    from edgematch.photos.pictures import photo_of

    with pytest.raises(FormatError, match=f"a.heic: .*{reason}"):
        photo_of("a.heic", data)


def test_a_picture_that_would_fill_the_memory_is_refused(monkeypatch):
    from edgematch.photos import pictures

    monkeypatch.setattr(pictures, "MOST_PIXELS", 1000)
    with pytest.raises(FormatError, match="megapixels"):
        pictures.photo_of("a.jpg", jpeg(np.zeros((64, 64, 3), np.uint8)))


def test_a_piece_is_cut_out_with_its_first_corner_at_the_top_left():
    from edgematch.photos.pictures import flat_piece

    photo = np.zeros((100, 100, 3), np.uint8)
    photo[20:60, 30:70] = 100
    photo[20:40, 30:50] = 250
    corners = np.array([[30, 20], [70, 20], [70, 60], [30, 60]], float) - 0.5
    for turn in range(4):
        piece = flat_piece(photo, np.roll(corners, -turn, 0), 40)
        assert (
            np.abs(piece.astype(int) - np.rot90(photo[20:60, 30:70], turn)).mean() < 3
        )
