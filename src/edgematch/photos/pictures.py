"""Photographs from files, upright, and pieces cut out of them, warped flat."""

import io
import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from edgematch import files
from edgematch.errors import FormatError

MOST_BYTES = 64 * 2**20
MOST_PIXELS = 60_000_000
PIECE = 360
"""Pixels to a side of the picture of a piece."""

_FORMATS = ("JPEG", "PNG", "WEBP")
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")

Pixels = NDArray[np.uint8]
"""Rows of pixels; red, green, blue."""
Corners = NDArray[np.float64]
"""Four points (right, down) in pixels, clockwise from the one at the top left."""


def read_photo(path: Path) -> Pixels:
    """Read a photograph, turned upright as its camera says (EXIF)."""
    return photo_of(str(path), files.read_bytes(path, MOST_BYTES))


def photo_of(name: str, data: bytes) -> Pixels:
    """Return the photograph in the bytes of a file."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        raise FormatError(
            name,
            None,
            "a HEIC picture, which needs a licensed decoder; save it as JPEG (iPhone:"
            " Settings > Camera > Formats > Most Compatible)",
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise FormatError(
                        name, None, f"more than {MOST_PIXELS // 10**6} megapixels"
                    )
                upright = ImageOps.exif_transpose(image).convert("RGB")
    except FormatError:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise FormatError(
            name, None, f"more than {MOST_PIXELS // 10**6} megapixels"
        ) from None
    except UnidentifiedImageError:
        raise FormatError(name, None, "not a JPEG, PNG or WebP picture") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise FormatError(name, None, "a picture that cannot be read") from error
    return np.asarray(upright)


def flat_piece(photo: Pixels, corners: Corners, size: int = PIECE) -> Pixels:
    """Return a piece cut out of a photograph, seen from above; its first side on top.

    A piece that is larger in the photograph is reduced first: warping alone would take
    single pixels of it.
    """
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    high = np.maximum(np.ceil(corners.max(0)).astype(int) + 3, low + 1)
    part = photo[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return np.zeros((size, size, 3), np.uint8)
    moved = corners - low
    sides = np.linalg.norm(np.roll(moved, -1, 0) - moved, axis=1)
    scale = min(1.0, 1.5 * size / max(float(sides.mean()), 1.0))
    if scale < 1:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        moved = (moved + 0.5) * scale - 0.5
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(moved.astype(np.float32), square)
    return np.asarray(
        cv2.warpPerspective(
            part,
            warp,
            (size, size),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )


def png_of(picture: Pixels) -> bytes:
    """Return a picture as a PNG file."""
    from PIL import Image

    data = io.BytesIO()
    Image.fromarray(picture).save(data, "PNG")
    return data.getvalue()
