"""What every table starts from: the ways a piece may be placed, and the colors."""

from edgematch.geometry import RIM
from edgematch.puzzle import Placement, Puzzle
from edgematch.symmetry import board_symmetries

BITS = 64
"""Bits in a word."""


def color_count(puzzle: Puzzle) -> int:
    """Return how many color numbers the tables need, from 0."""
    most = max(color for piece in puzzle.pieces for color in piece)
    return max(most + 1, len(puzzle.mates))


def allowed_ways(puzzle: Puzzle, upright: bool) -> list[tuple[int, int]]:
    """List every piece and turn that a search may place.

    Turning the whole board turns every piece along.  To meet one board of each such set
    only, one piece is kept to one turn of each orbit: for a corner piece, that on A1.
    """
    hinted = {hint.piece for hint in puzzle.hints}
    turns = dict.fromkeys(range(len(puzzle.pieces)), puzzle.turns)
    symmetries = len(board_symmetries(puzzle))
    if upright and symmetries > 1:
        piece = max(turns, key=lambda number: puzzle.pieces[number].count(RIM))
        fitting = [
            turn
            for turn in puzzle.turns
            if not puzzle.rim_faults(Placement(0, piece, turn))
        ]
        first = fitting[0] if fitting else 0
        turns[piece] = tuple((first + i) % 4 for i in range(4 // symmetries))
    return [
        (piece, turn)
        for piece in turns
        if piece not in hinted
        for turn in sorted(turns[piece])
    ]
