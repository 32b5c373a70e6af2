"""The work of requests about photographs, in another process: see `work`.

Nothing is written: the page has the photographs, and sends what is to be looked at.
"""

import base64
import io
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from edgematch.errors import EdgematchError
from edgematch.formats.zipped import check_picture
from edgematch.photos import require_opencv
from edgematch.photos.sheet import PhotoPiece, Sheet, fault_of_groups, is_convex
from edgematch.web.documents import decode_base64, puzzle_view
from edgematch.web.requests import CutRequest, PhotoSheetRequest, SquaresRequest

if TYPE_CHECKING:
    from edgematch.photos.pictures import Pixels

_MARGIN = 0.1
"""How far corners may lie outside of a photograph, as a part of its long side."""
_BOARD = 720
"""Pixels to a side of the board on the page: all pictures in about 300 kB."""


def photo_squares(request: SquaresRequest) -> dict[str, Any]:
    """Find the square pieces in a photograph."""
    photo = _photo(request)
    from edgematch.photos.squares import find_squares

    squares = find_squares(photo, request.is_one)
    height, width = photo.shape[:2]
    return {
        "width": width,
        "height": height,
        "squares": [corners.round(1).tolist() for corners in squares],
    }


def photo_pieces(request: CutRequest) -> dict[str, Any]:
    """Cut pieces out of a photograph, as if seen from above."""
    photo = _photo(request)
    import numpy as np

    from edgematch.photos.pictures import flat_piece, png_of

    height, width = photo.shape[:2]
    margin = _MARGIN * max(height, width)
    pictures = []
    for number, corners in enumerate(request.squares, 1):
        is_inside = all(
            -margin <= x <= width + margin and -margin <= y <= height + margin
            for x, y in corners
        )
        if not is_inside or not is_convex(corners):
            raise EdgematchError(
                f"square {number}: its corners must be in the picture, clockwise, and"
                " none inside the others"
            )
        pictures.append(_text(png_of(flat_piece(photo, np.array(corners)))))
    return {"pictures": pictures}


def photo_groups(request: PhotoSheetRequest) -> dict[str, Any]:
    """Propose groups for the sides of the pieces that have none."""
    sheet, pictures = _sheet(request)
    from edgematch.photos.reading import completed_sheet

    completed = completed_sheet(sheet, pictures, request.groups, request.meet)
    return {
        "rows": completed.rows,
        "columns": completed.columns,
        "sides": [list(piece.sides) for piece in completed.pieces],
    }


def photo_proof_reading(request: PhotoSheetRequest) -> dict[str, Any]:
    """Count the solutions of a complete sheet, and rank its likeliest mistakes."""
    sheet, pictures = _sheet(request)
    from edgematch.photos.groups import differences, patches_of
    from edgematch.photos.proof_reading import proof_read

    _check_complete(sheet)
    reading = proof_read(sheet, differences(patches_of(pictures)))
    said = {**asdict(reading), "lines": reading.lines()}
    for name in ("changes", "meetings"):
        for entry, found in zip(said[name], getattr(reading, name), strict=True):
            entry["text"] = str(found)
    return said


def photo_puzzle(request: PhotoSheetRequest) -> dict[str, Any]:
    """Make the puzzle of a complete sheet, with its pictures, and its tile file."""
    sheet, pictures = _sheet(request)
    _check_complete(sheet)
    size = _BOARD // max(sheet.rows, sheet.columns, 3)
    small = {number: _reduced(each, size) for number, each in enumerate(pictures)}
    document = sheet.document(request.name, small)
    return {
        "view": puzzle_view(document),
        "tiles": sheet.tile_text(),
    }


def _photo(request: SquaresRequest | CutRequest) -> "Pixels":
    require_opencv()
    from edgematch.photos.pictures import photo_of

    name = request.name or "photograph"
    return photo_of(name, decode_base64(name, request.base64))


def _sheet(request: PhotoSheetRequest) -> tuple[Sheet, list["Pixels"]]:
    """Return the sheet of a request, and the pictures of its pieces."""
    require_opencv()
    from edgematch.photos.reading import board_side

    pieces = []
    for number, piece in enumerate(request.pieces, 1):
        sides = piece.sides or ()
        fault = fault_of_groups(sides)
        if fault is not None:
            raise EdgematchError(f"piece {number}: {fault}")
        pieces.append(PhotoPiece("", (), sides))
    side = board_side(len(pieces))
    rows, columns = request.rows or side, request.columns or side
    return Sheet(rows, columns, tuple(pieces), request.turnable), [
        _piece(f"the picture of piece {number}", piece.picture)
        for number, piece in enumerate(request.pieces, 1)
    ]


def _piece(name: str, text: str) -> "Pixels":
    """Return the picture of a piece."""
    from edgematch.photos.pictures import PIECE, photo_of

    data = decode_base64(name, text)
    check_picture(name, data)  # before it is unpacked
    picture = photo_of(name, data)
    if picture.shape[:2] != (PIECE, PIECE):
        raise EdgematchError(f"{name} must be {PIECE} pixels wide and high")
    return picture


def _check_complete(sheet: Sheet) -> None:
    missing = sheet.missing()
    if missing is not None:
        raise EdgematchError(f"not a puzzle yet: {missing}")


def _reduced(picture: "Pixels", size: int) -> bytes:
    """Return a picture as a small PNG, so that a browser can keep those of a puzzle."""
    from PIL import Image

    image = Image.fromarray(picture).resize((size, size), Image.Resampling.LANCZOS)
    data = io.BytesIO()
    image.quantize(256, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
