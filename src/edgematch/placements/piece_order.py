"""The order in which a search tries pieces.

All pieces that fit a cell are about equally likely to be right, but those with rare
colors take less search until they are found to be wrong.
"""

from collections import Counter

from edgematch.draws import Draws
from edgematch.puzzle import Puzzle


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
    """Return the pieces in the order to try them; ties by number, or at random.

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
