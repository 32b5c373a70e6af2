"""Zero look-ahead: fill the cells in a fixed order and back up when no piece fits.

Candidates are looked up by the colors of the neighbors already placed; nothing is
checked ahead. Aspinall et al. call it ZLA and count its nodes (section 2 of their paper
on the 2 × 2 transformation); its nodes are cheaper than those of any other technique.

Continue with `plain.py` (the search in plain Python), `engine.py` (the same search by
compiled loops), `tables.py` (the puzzle as arrays) and `kernel/` (the loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.orders import ORDERS, PIECE_ORDERS
from edgematch.puzzle import Puzzle
from edgematch.search.options import choice
from edgematch.search.request import Count, Request
from edgematch.search.technique import Technique, TreeSearch, has_compiler

if TYPE_CHECKING:
    from edgematch.search.tree_walk import StepWalk


@dataclass(frozen=True)
class RowScan(Technique):
    """Fill cells in a fixed order, without look-ahead."""

    name = "row-scan"
    counts_depths = True

    order: str = choice("rows", ORDERS)
    """The fill order of the cells."""
    values: str = choice("numbered", PIECE_ORDERS)
    """Order of the pieces: `numbered`, or with `rare` or `common` colors first."""
    break_symmetry: bool = False
    """Search only one turn of the whole board, and multiply the count."""
    compiled: bool = True
    """Use compiled loops; without them the same tree takes a hundred times as long."""

    def start(self, request: Request) -> TreeSearch:
        """Return a search that has placed nothing yet."""
        if self.compiled and has_compiler():
            from .engine import start

            return start(self, request)
        from .plain import PlainSearch

        return PlainSearch(self, request)

    def variant(self, request: Request) -> str:
        """Return whether one board of each picture is searched."""
        counts = isinstance(request.goal, Count)
        return "one board per picture" if counts else "every board"

    def walk(self, puzzle: Puzzle) -> "StepWalk":
        """Return the tree of this search, to be walked down at random."""
        from edgematch.search.tree_walk import StepWalk

        from .engine import start

        return StepWalk(start(self, Request(puzzle)))
