"""Counts of the remaining pieces, and the order of the cells of the frame."""

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import RIM, SIDES, is_on_rim, neighbor
from edgematch.placements.ways import color_count
from edgematch.puzzle import Puzzle

from ..kernel.sets import FILLED, KNOWN, REQUIRED, WAY, Sets
from ..kernel.supplies import LEFT, NO_COLOR, RIGHT, Remains


def rim_bits(puzzle: Puzzle, cell: int) -> int:
    """Return the sides of a cell that must show the rim color, as bits."""
    if not puzzle.framed:
        return 0
    return sum(
        is_on_rim(cell, side, puzzle.rows, puzzle.columns) << side for side in SIDES
    )


def pair_remains(puzzle: Puzzle, sets: Sets) -> Remains:
    """Return the counts for a board that has only the hints."""
    cells, colors = puzzle.cells, color_count(puzzle)
    mate = [puzzle.mate(color) for color in range(colors)]
    color_class = [min(color, mate[color]) for color in range(colors)]
    along = np.full((2, cells), NO_COLOR, np.uint32)
    beside = np.zeros((2, cells), np.uint32)
    remains = Remains(
        color_class=np.array(color_class, np.uint32),
        most_sides=np.array([2 * most_joins(m) for m in range(cells + 1)], np.int32),
        along=along,
        beside=beside,
        mate=np.array(mate, np.uint32),
        is_framed=np.array([puzzle.framed], np.uint8),
        unasked=np.zeros(colors, np.int32),
        holders=np.zeros(colors, np.int32),
        open_rim=np.zeros(1, np.int32),
        along_left=np.zeros((2, colors), np.int32),
        along_sum=np.zeros((2, colors), np.uint32),
        along_asked=np.zeros((2, colors), np.int32),
    )
    has_frame = puzzle.framed and min(puzzle.rows, puzzle.columns) > 1
    if has_frame:
        _lay_frame(puzzle, along, beside)
    hinted = {hint.piece for hint in puzzle.hints}
    for piece, sides in enumerate(puzzle.pieces):
        if piece in hinted:
            continue
        for color in sides:
            remains.unasked[color_class[color]] += 1
        for kind in {color_class[color] for color in sides}:
            remains.holders[kind] += 1
        if along[RIGHT, piece] != NO_COLOR:
            for hand in (RIGHT, LEFT):
                remains.along_left[hand, along[hand, piece]] += 1
                remains.along_sum[hand, along[hand, piece]] ^= np.uint32(piece)
    for cell in range(cells):
        if sets.cell[cell, FILLED]:
            continue
        for side in SIDES:
            if sets.cell[cell, KNOWN] >> side & 1:
                asked = int(sets.cell[cell, REQUIRED]) >> 8 * side & 255
                remains.unasked[color_class[asked]] -= 1
            elif neighbor(cell, side, puzzle.rows, puzzle.columns) is None:
                remains.open_rim[0] += 1
        if has_frame and rim_bits(puzzle, cell):
            for hand in (RIGHT, LEFT):
                beyond = int(beside[hand, cell])
                if sets.cell[beyond, FILLED]:
                    piece = int(sets.cell[beyond, WAY]) // 4
                    color = mate[along[1 - hand, piece]]
                    remains.along_asked[hand, color] += 1
    return remains


def _lay_frame(
    puzzle: Puzzle, along: NDArray[np.uint32], beside: NDArray[np.uint32]
) -> None:
    """Write the order of the cells of the frame, and the colors of pieces along it."""
    for piece, sides in enumerate(puzzle.pieces):
        rim = [side for side in SIDES if sides[side] == RIM]
        inward = [side for side in rim if sides[(side + 1) % 4] != RIM]
        if len(rim) in (1, 2) and len(inward) == 1:
            right = (inward[0] + 1) % 4
            left = (right + 2) % 4 if len(rim) == 1 else (right + 1) % 4
            along[RIGHT, piece], along[LEFT, piece] = sides[right], sides[left]
    for cell in range(puzzle.cells):
        on = [is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES]
        for side in SIDES:
            if on[side] and not on[(side + 1) % 4]:
                # The rim on its left hand: clockwise around the board.
                right = (side + 1) % 4
                onward = neighbor(cell, right, puzzle.rows, puzzle.columns)
                assert onward is not None
                beside[RIGHT, cell], beside[LEFT, onward] = onward, cell


def most_joins(pieces: int) -> int:
    """Return h(M), the most joins that M pieces can share.

    >>> [most_joins(number) for number in range(10)]
    [0, 0, 1, 2, 4, 5, 7, 8, 10, 12]
    """
    side = isqrt(pieces)
    more = pieces - side * side
    whole = 2 * side * (side - 1)
    if more == 0:
        return whole
    return whole + 2 * more - (1 if more <= side else 2)
