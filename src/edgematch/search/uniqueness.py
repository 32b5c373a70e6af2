"""Whether a puzzle has a single solution, up to what cannot be told apart."""

from collections.abc import Callable

from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.search import engine_class
from edgematch.search.interface import Outcome
from edgematch.symmetry import boards_per_picture, canonical_picture

_NODES_BETWEEN = 2_000_000
_MOST_BOARDS = 1_000_000
"""More boards than this of one picture are not worth going through one by one."""


def has_one_solution(
    puzzle: Puzzle, watch: Callable[[int], None] | None = None
) -> bool:
    """Say whether all solutions show one picture, up to turning the whole board.

    The search ends at the second picture.  `watch` hears the nodes now and then.
    """
    engine = engine_class("row-scan")(break_symmetry=True, one_per_picture=True)
    search = engine.start(puzzle)
    if boards_per_picture(puzzle) // search.boards_alike > _MOST_BOARDS:
        raise EdgematchError(
            "so many equal or symmetric pieces that a single solution cannot be told;"
            " draw pieces without them (--no-equal, --no-symmetric)"
        )
    seen = None
    while (outcome := search.advance(_NODES_BETWEEN)) is not Outcome.EXHAUSTED:
        if outcome is Outcome.FOUND:
            picture = canonical_picture(search.board())
            if seen not in (None, picture):
                return False
            seen = picture
        if watch is not None:
            watch(search.nodes)
    return seen is not None
