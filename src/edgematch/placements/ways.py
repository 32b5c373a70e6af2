"""What every table starts from: the ways a piece may be placed, and the colors."""

from collections import Counter
from math import prod

from edgematch.geometry import (
    EAST,
    RIM,
    SIDES,
    SOUTH,
    is_on_rim,
    neighbor,
    opposite,
    turn_colors,
)
from edgematch.puzzle import Puzzle
from edgematch.symmetry import board_symmetries

BITS = 64
"""Bits in a word."""


def color_count(puzzle: Puzzle) -> int:
    """Return how many color numbers the tables need, from 0."""
    most = max(color for piece in puzzle.pieces for color in piece)
    return max(most + 1, len(puzzle.mates))


def allowed_ways(puzzle: Puzzle, upright: bool) -> list[tuple[int, int]]:
    """List every piece and turn that a search may place.

    If `upright`, they lead to one board of each set that the turns of the whole board
    make of each other.
    """
    hinted = {hint.piece for hint in puzzle.hints}
    turns = dict.fromkeys(range(len(puzzle.pieces)), puzzle.turns)
    kept = upright_piece(puzzle) if upright else None
    if kept is not None:
        piece, kept_turns = kept
        if len(kept_turns) == 1:
            # Its corner is taken: a search that fills it first must not try others.
            for other, turn in _ways_on(puzzle, 0):
                turns[other] = tuple(each for each in turns[other] if each != turn)
        turns[piece] = kept_turns
    return [
        (piece, turn)
        for piece in turns
        if piece not in hinted
        for turn in sorted(turns[piece])
    ]


def upright_piece(puzzle: Puzzle) -> tuple[int, tuple[int, ...]] | None:
    """Return a piece that tells the turns of the whole board apart, and its turns.

    Turning the whole board turns every piece along.  To meet one board of each such set
    only, it is enough to keep one piece to one turn of each orbit: a corner piece to
    that on A1.  None if the board has but one turn.
    """
    symmetries = len(board_symmetries(puzzle))
    if symmetries == 1:
        return None
    corners = _ways_on(puzzle, 0)
    piece, first = _least_welcome(puzzle, corners) if corners else (0, 0)
    return piece, tuple((first + i) % 4 for i in range(4 // symmetries))


def _ways_on(puzzle: Puzzle, cell: int) -> list[tuple[int, int]]:
    """List the pieces and turns for a cell on the rim; none where there is no frame."""
    rim = tuple(is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES)
    return [
        (piece, turn)
        for piece, colors in enumerate(puzzle.pieces)
        if puzzle.framed and colors.count(RIM) == sum(rim)
        for turn in puzzle.turns
        if tuple(color == RIM for color in turn_colors(colors, turn)) == rim
    ]


def _least_welcome(puzzle: Puzzle, ways: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the piece and turn for A1 that leaves the fewest ways beside and below it.

    Row by row, two-set 6x6 5:4, that is a tree of 0.83 of the mean over the corner
    pieces; the smallest of the four has 0.78.
    """
    shown: dict[int, Counter[int]] = {}
    for side in (EAST, SOUTH):
        beyond = neighbor(0, side, puzzle.rows, puzzle.columns)
        if beyond is not None:
            shown[side] = Counter(
                puzzle.colors_of(*way)[opposite(side)]
                for way in _ways_on(puzzle, beyond)
            )

    def choices(way: tuple[int, int]) -> int:
        colors = puzzle.colors_of(*way)
        return prod(found[puzzle.mate(colors[side])] for side, found in shown.items())

    return min(ways, key=choices)
