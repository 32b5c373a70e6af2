"""Pieces drawn as the pictures of their tiles, as in Scramble Squares.

The pictures are embedded in the SVG, so that it needs no other file.
"""

import base64
import io
from collections.abc import Mapping

from edgematch.errors import EdgematchError
from edgematch.pictures.document import CELL, SvgDocument, number
from edgematch.pictures.marks import DARK, Origin

Tiles = Mapping[int, bytes]
"""The picture of each piece, unturned, as PNG; pieces are numbered from 0."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_END = b"IEND"


def check_tile(picture: bytes, piece: int) -> None:
    """Raise unless `picture` is a whole PNG: a broken one would leave a blank."""
    from PIL import Image

    if not picture.startswith(_SIGNATURE):
        raise EdgematchError(
            f"the picture of piece {piece + 1} is not a PNG: it begins with"
            f" {picture[:8].hex(' ') or 'nothing'}"
        )
    if _END not in picture[-12:]:
        raise EdgematchError(f"the picture of piece {piece + 1} is incomplete")
    try:
        with Image.open(io.BytesIO(picture), formats=["PNG"]) as image:
            image.verify()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise EdgematchError(
            f"the picture of piece {piece + 1} is a PNG that cannot be read"
        ) from error


def tile_element(
    document: SvgDocument, tiles: Tiles, piece: int, place: Origin, turn: int
) -> str:
    """Return the picture of a piece centered at a place, turned clockwise."""
    picture = tiles.get(piece)
    if picture is None:
        raise EdgematchError(f"there is no picture of piece {piece + 1}")
    check_tile(picture, piece)
    half = number(CELL / 2)
    x, y = place
    data = base64.b64encode(picture).decode()
    identity = document.define(
        "tile",
        f'<image x="-{half}" y="-{half}" width="{CELL}" height="{CELL}"'
        f' href="data:image/png;base64,{data}"/>'
        f'<path d="M-{half}-{half}H{half}V{half}H-{half}Z" fill="none"'
        f' stroke="{DARK}" stroke-width="1.2"/>',
    )
    at = f"translate({number(x)} {number(y)})"
    if turn:
        at += f"rotate({90 * turn})"
    return f'<use class="piece" href="#{identity}" transform="{at}"/>'
