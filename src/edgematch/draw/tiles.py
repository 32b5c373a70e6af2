"""Scramble Squares from pictures of their tiles, in order or on a board.

The pictures go into the SVG as they are, so that one file holds everything.
"""

import base64
import io
from collections.abc import Mapping

from edgematch.board import Board
from edgematch.draw.document import CELL, SvgDocument, number
from edgematch.draw.marks import (
    DARK,
    Origin,
    center,
    draw_breaks,
    draw_hints,
    draw_labels,
    draw_numbers,
    draw_slots,
)
from edgematch.draw.svg import (
    CELL_SIZE,
    board_document,
    board_origin,
    layout,
    layout_document,
)
from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle

Tiles = Mapping[int, bytes]
"""The picture of each piece, unturned, as PNG; pieces are numbered from 0."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_END = b"IEND"


def tiles_svg(
    puzzle: Puzzle,
    tiles: Tiles,
    *,
    cell_size: float = CELL_SIZE,
    numbers: bool = False,
    columns: int | None = None,
) -> str:
    """Draw the tiles in order, unturned, with gaps: the puzzle as it is sold."""
    columns = puzzle.columns if columns is None else columns
    document = layout_document(puzzle, columns, cell_size)
    places = layout(puzzle, columns)
    for piece, place in enumerate(places):
        document.add(_tile(document, tiles, piece, place, 0))
    if numbers:
        draw_numbers(
            document, ((piece + 1, *place, False) for piece, place in enumerate(places))
        )
    return document.text()


def board_tiles_svg(
    board: Board,
    tiles: Tiles,
    *,
    cell_size: float = CELL_SIZE,
    numbers: bool = False,
    labels: bool = False,
    marks: bool = True,
) -> str:
    """Draw a full or partial board of tiles, each turned as it is placed.

    Without `marks` neither breaks nor hints are shown.
    """
    puzzle = board.puzzle
    origin = board_origin(labels)
    document = board_document(board, cell_size, labels)
    draw_slots(document, puzzle, board.empty_cells(), origin)
    places = [
        center(placement.cell, puzzle.columns, origin) for placement in board.placements
    ]
    for placement, place in zip(board.placements, places, strict=True):
        document.add(_tile(document, tiles, placement.piece, place, placement.turn))
    if marks:
        draw_hints(document, board, origin)
        draw_breaks(document, board, origin)
    if numbers:
        draw_numbers(
            document,
            (
                (placement.piece + 1, *place, False)
                for placement, place in zip(board.placements, places, strict=True)
            ),
        )
    if labels:
        draw_labels(document, puzzle, origin)
    return document.text()


def check_tile(picture: bytes, piece: int) -> None:
    """Raise unless `picture` is a whole PNG: a broken one would leave a blank."""
    from PIL import Image

    if not picture.startswith(_SIGNATURE):
        raise EdgematchError(
            f"the picture of piece {piece + 1} is not a PNG: it begins with"
            f" {picture[:8].hex(' ') or 'nothing'}"
        )
    if _END not in picture[-12:]:
        raise EdgematchError(f"the picture of piece {piece + 1} is cut off")
    try:
        with Image.open(io.BytesIO(picture), formats=["PNG"]) as image:
            image.verify()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise EdgematchError(
            f"the picture of piece {piece + 1} is a PNG that cannot be read"
        ) from error


def _tile(
    document: SvgDocument, tiles: Tiles, piece: int, place: Origin, turn: int
) -> str:
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
