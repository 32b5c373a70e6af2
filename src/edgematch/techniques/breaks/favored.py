"""Which colors to use up early, so that the last rows have fewer of them.

The community's best Eternity II boards were found that way, with three colors.  Here
the same share of the inner colors is drawn anew for every stage: which colors are best
depends on the pieces, but does not matter much.
"""

from collections import Counter

from edgematch.draws import Draws
from edgematch.geometry import RIM
from edgematch.puzzle import Puzzle

_SHARE = 3 / 17
"""Three of the 17 inner colors of Eternity II."""


def favored_colors(puzzle: Puzzle, number: int, draws: Draws) -> frozenset[int]:
    """Draw `number` colors to use up first; -1 means the usual share of them."""
    inside = common_colors(puzzle)
    if number < 0:
        number = round(_SHARE * len(inside))
    number = min(number, max(len(inside) - 1, 0))
    chosen = draws.sample(inside, number)
    return frozenset(chosen) | {puzzle.mate(color) for color in chosen}


def common_colors(puzzle: Puzzle) -> list[int]:
    """Return the colors of pieces that are not on the frame; all if there are none."""
    counts = Counter(
        color
        for piece in puzzle.pieces
        if not (puzzle.framed and RIM in piece)
        for color in piece
    )
    return sorted(counts) or sorted(puzzle.colors)


def weights_of_pieces(puzzle: Puzzle, favored: frozenset[int]) -> list[int]:
    """Return how many sides of favored colors each piece has."""
    return [sum(color in favored for color in piece) for piece in puzzle.pieces]
