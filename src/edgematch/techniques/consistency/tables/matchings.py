"""Empty matchings of pieces with cells, and of sides with sides."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

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


def piece_matching(puzzle: Puzzle) -> PieceMatching:
    """Return a matching in which no cell has a piece yet."""
    nobody = np.full(puzzle.cells, NOBODY, np.int64)
    arrays = {name: nobody.copy() for name in PieceMatching._fields if name != "bits"}
    return PieceMatching(**arrays, bits=np.zeros(puzzle.cells, np.uint64))


def color_matching(puzzle: Puzzle, tables: ConsistencyTables) -> ColorMatching:
    """Number the sides of all pieces, hue by hue; nothing is shown yet."""
    if not puzzle.framed:
        raise UnsupportedPuzzle(
            "color_matching needs a framed puzzle: without a frame a side may be on"
            " the rim and have no partner"
        )
    colors = sorted(
        {color for number in puzzle.colors for color in (number, puzzle.mate(number))}
    )
    hue_of = dict(zip(colors, tables.start.hue_of.tolist(), strict=True))
    halves: list[list[tuple[int, int]]] = [[] for _ in tables.start.hues]
    for piece, shown in enumerate(puzzle.pieces):
        for side, color in enumerate(shown):
            if color != RIM:
                halves[hue_of[color]].append((piece, side))
    sizes = np.array([len(each) for each in halves], np.int64)
    words = max(1, -(-int(sizes.max(initial=0)) // BITS))
    start = np.arange(len(halves), dtype=np.int64) * words * BITS
    number = {
        each: int(first) + local
        for first, of_hue in zip(start, halves, strict=True)
        for local, each in enumerate(of_hue)
    }
    rows, joins = len(halves) * words, tables.start.join_ends
    places = np.full((puzzle.cells, 4), NOBODY, np.int64)
    for place, (cell, side) in enumerate(joins.reshape(-1, 2).tolist()):
        places[cell, side] = place
    half, half_at = _halves_of_candidates(tables, number)
    may_meet = [_NO_SETS.reshape(0, words)]
    may_meet += [_may_meet(puzzle, each, words) for each in halves]
    return ColorMatching(
        half=half,
        half_at=half_at,
        place=places,
        start=start,
        end=start + sizes,
        may_meet=np.concatenate(may_meet),
        known=np.zeros(puzzle.cells * tables.layout.width, np.uint64),
        shown=np.zeros((rows, 2 * len(joins)), np.uint64),
        is_filtered=np.zeros(len(halves), np.uint8),
        **_for_halves(rows, words),
    )


def _for_halves(rows: int, words: int) -> dict[str, Any]:
    """Return the fields that depend only on the numbers of hues and halves."""
    halves = rows * BITS
    numbers = ("partner", "only_place", "before", "base", "queue")
    return {
        **{name: np.zeros(halves, np.int64) for name in numbers},
        **{name: np.zeros((halves, words), np.uint64) for name in ("meets", "image")},
        **{name: np.zeros(words, np.uint64) for name in ("unsure", "watched")},
        "reached": np.zeros(words, np.uint64),
        "showing": np.zeros((4, rows), np.uint64),
        "is_marked": np.zeros(halves, np.uint8),
        "first_hue": np.zeros(1, np.int64),
    }


NO_COLOR_MATCHING = ColorMatching(
    **_no_numbers("half", "half_at", "start", "end"),
    place=np.zeros((0, 0), np.int64),
    may_meet=_NO_SETS,
    known=_NO_WORDS,
    shown=_NO_SETS,
    is_filtered=np.zeros(0, np.uint8),
    **_for_halves(0, 0),
)


def _halves_of_candidates(
    tables: ConsistencyTables, number: dict[tuple[int, int], int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the half of each candidate at each side, and where cells have theirs."""
    half: list[int] = []
    kind_start = {}
    kinds = dict(zip(tables.layout.kind, tables.layout.ways, strict=True))
    for kind, ways in kinds.items():
        kind_start[kind] = len(half)
        for way in ways:
            for side in SIDES:
                seen = None if way is None else (way[0], side_before_turn(side, way[1]))
                half.append(NOBODY if seen is None else number.get(seen, NOBODY))
    half_at = [kind_start[kind] for kind in tables.layout.kind]
    return np.array(half, np.int64), np.array(half_at, np.int64)


def _may_meet(
    puzzle: Puzzle, halves: Sequence[tuple[int, int]], words: int
) -> NDArray[np.uint64]:
    """Return for each half of a hue those that fit it and are of another piece."""
    pieces = np.array([piece for piece, _ in halves])
    colors = np.array([puzzle.pieces[piece][side] for piece, side in halves])
    mates = np.array([puzzle.mate(color) for color in colors.tolist()])
    fits = np.zeros((words * BITS, words * BITS), np.bool_)
    fits[: len(halves), : len(halves)] = mates[:, None] == colors
    fits[: len(halves), : len(halves)] &= pieces[:, None] != pieces
    return np.packbits(fits, axis=1, bitorder="little").view(np.uint64)
