"""Empty matchings of pieces with cells, and of sides with sides."""

from typing import Any

import numpy as np

from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import RIM, SIDES, side_before_turn
from edgematch.placements.ways import BITS
from edgematch.puzzle import Puzzle

from ..kernel.piece_matching import NOBODY, PieceMatching
from ..kernel.side_pairs import ColorMatching
from .domains import ConsistencyTables

_NO_SETS = np.zeros((0, 0), np.uint64)
_NO_WORDS = np.zeros(0, np.uint64)


def _no_numbers(*names: str) -> dict[str, Any]:
    return dict.fromkeys(names, np.zeros(0, np.int64))


# In place of None, for which numba would compile the whole search once more.
NO_PIECE_MATCHING = PieceMatching(**_no_numbers(*PieceMatching._fields))._replace(
    bits=_NO_WORDS
)
NO_COLOR_MATCHING = ColorMatching(**_no_numbers(*ColorMatching._fields))._replace(
    own_piece=_NO_SETS,
    meets=_NO_SETS,
    reached=_NO_WORDS,
    is_marked=np.zeros(0, np.uint8),
    ends=_NO_SETS,
)


def piece_matching(puzzle: Puzzle) -> PieceMatching:
    """Return a matching in which no cell has a piece yet."""
    nobody = np.full(puzzle.cells, NOBODY, np.int64)
    arrays = {name: nobody.copy() for name in PieceMatching._fields if name != "bits"}
    return PieceMatching(**arrays, bits=np.zeros(puzzle.cells, np.uint64))


def color_matching(puzzle: Puzzle, tables: ConsistencyTables) -> ColorMatching:
    """Number the sides of all pieces, hue by hue, and match none of them yet."""
    if not puzzle.framed:
        raise UnsupportedPuzzle(
            "color_matching needs a framed puzzle: without a frame a side may be on"
            " the rim and have no partner"
        )
    colors = sorted(
        {color for number in puzzle.colors for color in (number, puzzle.mate(number))}
    )
    hue_of = dict(zip(colors, tables.start.hue_of.tolist(), strict=True))
    halves = sorted(
        (hue_of[color], piece, side)
        for piece, shown in enumerate(puzzle.pieces)
        for side, color in enumerate(shown)
        if color != RIM
    )
    hues = len(tables.start.hues)
    sizes = [sum(hue == own for own, _, _ in halves) for hue in range(hues)]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    number = {(piece, side): half for half, (_, piece, side) in enumerate(halves)}
    words = max(1, -(-max(sizes, default=0) // BITS))
    own_piece = np.zeros((len(halves), words), np.uint64)
    for half, (hue, piece, _) in enumerate(halves):
        for side in SIDES:
            other = number.get((piece, side))
            if other is not None and halves[other][0] == hue:
                local = other - int(start[hue])
                own_piece[half, local // BITS] |= np.uint64(1 << local % BITS)
    kinds = dict(zip(tables.layout.kind, tables.layout.ways, strict=True))
    half_of: list[int] = []
    kind_start = {}
    for kind, ways in kinds.items():
        kind_start[kind] = len(half_of)
        for way in ways:
            for side in SIDES:
                seen = None if way is None else (way[0], side_before_turn(side, way[1]))
                half_of.append(NOBODY if seen is None else number.get(seen, NOBODY))
    nobody = np.full(len(halves), NOBODY, np.int64)
    return ColorMatching(
        half=np.array(half_of, np.int64),
        half_at=np.array([kind_start[kind] for kind in tables.layout.kind], np.int64),
        start=start,
        own_piece=own_piece,
        partner=nobody.copy(),
        meets=np.zeros((len(halves), words), np.uint64),
        reached=np.zeros(words, np.uint64),
        before=nobody.copy(),
        base=nobody.copy(),
        is_marked=np.zeros(len(halves), np.uint8),
        queue=nobody.copy(),
        ends=np.zeros((2, words), np.uint64),
        meetings=nobody.copy(),
        meeting=nobody.copy(),
    )
