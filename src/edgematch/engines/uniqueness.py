"""Whether a puzzle has a single solution, up to what cannot be told apart."""

from edgematch.engines import solve
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Limits
from edgematch.symmetry import (
    board_symmetries,
    boards_per_picture,
    canonical_picture,
)


def has_one_solution(puzzle: Puzzle) -> bool:
    """Say whether all solutions show one picture, up to turning the whole board."""
    # One picture, turned, gives at most so many boards; one board more is a second.
    most = boards_per_picture(puzzle) * len(board_symmetries(puzzle))
    result = solve(puzzle, limits=Limits(solutions=most + 1, keep=most + 1))
    if result.ended is not Ended.EXHAUSTED:
        return False
    return len({canonical_picture(board) for board in result.solutions}) == 1
