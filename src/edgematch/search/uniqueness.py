"""Whether a puzzle has a single solution, up to what cannot be told apart."""

from collections.abc import Callable

from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.search.registry import technique
from edgematch.search.request import Count, Request
from edgematch.search.technique import Outcome
from edgematch.symmetry import boards_per_picture, canonical_picture

_NODES_BETWEEN = 2_000_000
_MOST_BOARDS = 1_000_000
"""More boards than this of one picture are not worth going through one by one."""


def has_one_solution(
    puzzle: Puzzle, watch: Callable[[int], None] | None = None
) -> bool:
    """Return whether all solutions show one picture, up to turning the whole board.

    The search ends at the second picture.  `watch` hears the nodes now and then.
    """
    row_scan = technique("row-scan", break_symmetry=True)
    search = row_scan.start(Request(puzzle, Count()))
    if boards_per_picture(puzzle) // search.copies > _MOST_BOARDS:
        raise EdgematchError(
            "too many equal or symmetric pieces to decide whether there is a single"
            " solution; generate pieces without them (--no-equal, --no-symmetric)"
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
