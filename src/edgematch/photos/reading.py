"""From photographs to a sheet: the pieces in them, and proposals for their sides."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isqrt

import numpy as np

from edgematch.photos.groups import look_alikes, mates_of, nearest_groups, patches_of
from edgematch.photos.pictures import Corners, Pixels, flat_piece
from edgematch.photos.sheet import UNKNOWN, PhotoPiece, Sheet


def proposed_sheet(
    found: Mapping[str, Sequence[Corners]],
    pieces: Sequence[Pixels],
    groups: int | None = None,
    meet: str | None = None,
) -> Sheet:
    """Return a sheet for the squares found in each photograph.

    `pieces` are their pictures in the same order; `meet` is `halves` or `same`, or None
    to see which fits better.
    """
    squares = [
        PhotoPiece(photo, tuple((float(x), float(y)) for x, y in corners))
        for photo, all_corners in found.items()
        for corners in all_corners
    ]
    names = _proposed_groups(pieces, groups, meet)
    side = board_side(len(squares))
    return Sheet(
        side,
        side,
        tuple(
            replace(piece, sides=tuple(names[4 * number : 4 * number + 4]))
            for number, piece in enumerate(squares)
        ),
    )


def board_side(pieces: int) -> int:
    """Return the side of the square board whose size is nearest.

    >>> [board_side(pieces) for pieces in (1, 8, 9, 10, 16)]
    [1, 3, 3, 3, 4]
    """
    side = max(1, isqrt(pieces))
    return side + (pieces - side * side > side)


def completed_sheet(
    sheet: Sheet,
    pieces: Sequence[Pixels],
    groups: int | None = None,
    meet: str | None = None,
) -> Sheet:
    """Return a sheet with proposals for the pieces that have no sides yet.

    If no side is known, `groups` and `meet` are those of `proposed_sheet`.
    """
    if all(piece.sides for piece in sheet.pieces):
        return sheet
    if not any(group != UNKNOWN for _, _, group in sheet.sides()):
        names = _proposed_groups(pieces, groups, meet)
    else:
        known = [
            None if group == UNKNOWN else group
            for piece in sheet.pieces
            for group in (piece.sides or (None,) * 4)
        ]
        names = nearest_groups(patches_of(pieces), known)
    return replace(
        sheet,
        pieces=tuple(
            piece
            if piece.sides
            else replace(piece, sides=tuple(names[4 * number : 4 * number + 4]))
            for number, piece in enumerate(sheet.pieces)
        ),
    )


def cut_pieces(sheet: Sheet, photos: Mapping[str, Pixels]) -> list[Pixels]:
    """Return the pictures of all pieces of a sheet."""
    return [
        flat_piece(photos[piece.photo], np.array(piece.corners))
        for piece in sheet.pieces
    ]


def _proposed_groups(
    pieces: Sequence[Pixels], groups: int | None, meet: str | None
) -> list[str]:
    """Return a name for each side: 1+, 1-, 2+ and so on for halves, or 1, 2."""
    if not pieces:
        return []
    patches = patches_of(pieces)
    members = look_alikes(patches, groups)
    mates = mates_of(patches, members, meet)
    names: dict[int, str] = {}
    for group in range(len(mates)):
        if group in names:
            continue
        number = str(1 + len({name.rstrip("+-") for name in names.values()}))
        is_half = mates[group] != group or any(
            mate != each for each, mate in enumerate(mates)
        )
        names[group] = number + "+" * is_half
        if mates[group] != group:
            names[mates[group]] = number + "-"
    return [names[group] for group in members]
