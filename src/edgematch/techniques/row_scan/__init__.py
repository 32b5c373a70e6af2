"""Zero look-ahead: fill the cells in a fixed order and back up when no piece fits.

Candidates are looked up by the colors of the neighbors already placed; nothing is
checked ahead. Aspinall et al. call it ZLA and count its nodes (section 2 of their paper
on the 2 × 2 transformation); its nodes are cheaper than those of any other technique.

Continue with `engine.py` (the search), `tables.py` (the puzzle as arrays) and `kernel/`
(the compiled loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.orders import ORDERS, PIECE_ORDERS
from edgematch.puzzle import Puzzle
from edgematch.search.options import choice
from edgematch.search.request import Count, Request
from edgematch.search.technique import Technique

if TYPE_CHECKING:
    from edgematch.search.tree_walk import StepWalk

    from .engine import RowScanSearch


@dataclass(frozen=True)
class RowScan(Technique):
    """Fill cells in a fixed order, no look-ahead."""

    name = "row-scan"

    order: str = choice("rows", ORDERS)
    """The fill order of the cells."""
    values: str = choice("numbered", PIECE_ORDERS)
    """Which pieces are tried first: as `numbered`, with `rare` or `common` colors."""
    break_symmetry: bool = False
    """Search one turn of the whole board only, and multiply."""

    def start(self, request: Request) -> "RowScanSearch":
        """Return a search that has placed nothing yet."""
        from .engine import start

        return start(self, request)

    def variant(self, request: Request) -> str:
        """Return whether one board of each picture is searched."""
        counts = isinstance(request.goal, Count)
        return "one board per picture" if counts else "every board"

    def walk(self, puzzle: Puzzle) -> "StepWalk":
        """Return the tree of this search, to be walked down at random."""
        from edgematch.search.tree_walk import StepWalk

        return StepWalk(self.start(Request(puzzle)))
