"""The ways in which pieces may be placed, and the order in which pieces are tried.

All pieces that fit a cell are about equally likely to be right, but those with rare
colors take less search until they are found to be wrong.
"""

from collections import Counter
from math import prod

from edgematch.draws import Draws
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
    """Return the number of colors, counting from 0, that tables need."""
    most = max(color for piece in puzzle.pieces for color in piece)
    return max(most + 1, len(puzzle.mates))


def allowed_ways(puzzle: Puzzle, upright: bool) -> list[tuple[int, int]]:
    """List every piece and turn that a search may place.

    If `upright`, they lead to only one of the boards that are turns of each other.
    """
    hinted = {hint.piece for hint in puzzle.hints}
    turns = dict.fromkeys(range(len(puzzle.pieces)), puzzle.turns)
    kept = upright_piece(puzzle) if upright else None
    if kept is not None:
        piece, kept_turns = kept
        if len(kept_turns) == 1:
            # It takes that corner: a search that fills A1 first must not try others.
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
    """Return a piece that fixes the turn of the whole board, and the turns it may have.

    Turning the whole board turns every piece.  To find only one of the boards that are
    turns of each other, it is enough to restrict one piece to one turn of each orbit: a
    corner piece to its turn on A1.  None if the board has only one turn.
    """
    symmetries = len(board_symmetries(puzzle))
    if symmetries == 1:
        return None
    corners = _ways_on(puzzle, 0)
    piece, first = _least_welcome(puzzle, corners) if corners else (0, 0)
    return piece, tuple((first + i) % 4 for i in range(4 // symmetries))


def _ways_on(puzzle: Puzzle, cell: int) -> list[tuple[int, int]]:
    """List the pieces and turns for a cell on the rim; none if there is no frame."""
    rim = tuple(is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES)
    return [
        (piece, turn)
        for piece, colors in enumerate(puzzle.pieces)
        if puzzle.framed and colors.count(RIM) == sum(rim)
        for turn in puzzle.turns
        if tuple(color == RIM for color in turn_colors(colors, turn)) == rim
    ]


def _least_welcome(puzzle: Puzzle, ways: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the piece and turn for A1 that leave the fewest ways next to it and below.

    On two-set 6x6 5:4, row by row, its tree has 0.83 times the mean size of the trees
    of the corner pieces; the smallest of the four has 0.78.
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


def partners(puzzle: Puzzle) -> list[int]:
    """Return for each piece how many sides of all pieces may face one of its own.

    >>> partners(Puzzle(1, 2, [(1, 1, 1, 1), (1, 2, 2, 2)], framed=False))
    [20, 14]
    """
    sides = Counter(color for piece in puzzle.pieces for color in piece)
    return [
        sum(sides[puzzle.mate(color)] for color in piece) for piece in puzzle.pieces
    ]


def piece_order(puzzle: Puzzle, values: str, draws: Draws | None = None) -> list[int]:
    """Return the pieces in the order to try them in: equals as numbered, or as drawn.

    `values` is one of `edgematch.orders.PIECE_ORDERS`.
    """
    pieces = list(range(len(puzzle.pieces)))
    if draws is not None:
        draws.shuffle(pieces)
    if values != "numbered":
        common = partners(puzzle)
        sign = 1 if values == "rare" else -1
        pieces.sort(key=lambda piece: sign * common[piece])
    return pieces
