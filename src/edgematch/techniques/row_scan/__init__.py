"""Zero look-ahead: fill the cells in a fixed order and back up when no piece fits.

Candidates are looked up by the colors of the neighbors already placed; nothing is
checked ahead. Aspinall et al. call it ZLA and count its nodes (section 2 of their paper
on the 2 × 2 transformation); its nodes are cheaper than those of any other technique.

Continue with `plain.py` (the search in plain Python), `engine.py` (the same search by
compiled loops), `tables.py` (the puzzle as arrays), `kernel/` (the loops) and `device/`
(the same tree on a GPU).
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from edgematch.errors import UnsupportedPuzzle
from edgematch.orders import ORDERS, PIECE_ORDERS
from edgematch.puzzle import Puzzle
from edgematch.search.options import OptionError, choice
from edgematch.search.request import Count, Request
from edgematch.search.technique import Technique, TreeSearch, has_compiler

if TYPE_CHECKING:
    from edgematch.search.tree_walk import StepWalk


MOST_PIECES = 256
"""The largest boards that a search on a GPU takes."""


@dataclass(frozen=True)
class RowScan(Technique):
    """Fill cells in a fixed order, without look-ahead."""

    name = "row-scan"
    packages = ()

    order: str = choice("auto", ("auto", *ORDERS))
    """The fill order of the cells; `auto` is `rows`, or on a GPU the order with the
    fewest expected nodes."""
    values: str = choice("numbered", PIECE_ORDERS)
    """Order of the pieces: `numbered`, or with `rare` or `common` colors first."""
    break_symmetry: bool = False
    """Search only one turn of the whole board, and multiply the count."""
    compiled: bool = True
    """Use compiled loops; without them the same tree takes a hundred times as long."""
    device: str = choice("cpu", ("cpu", "gpu"))
    """Where it runs; `gpu` needs CuPy, and searches the same tree."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.device == "gpu" and not self.compiled:
            raise OptionError(
                "option compiled must be true with device=gpu", "compiled"
            )

    def start(self, request: Request) -> TreeSearch:
        """Return a search that has placed nothing yet."""
        pieces = len(request.puzzle.pieces)
        if self.device == "gpu" and pieces > MOST_PIECES:
            raise UnsupportedPuzzle(
                f"device=gpu takes at most {MOST_PIECES} pieces, and there are {pieces}"
            )
        options = replace(self, order=self.order_for(request.puzzle))
        if self.device == "gpu" or (self.compiled and has_compiler()):
            from .engine import start

            search = start(options, request)
            if self.device == "cpu":
                return search
            from .device.search import DeviceSearch

            return DeviceSearch(search, request)
        from .plain import PlainSearch

        return PlainSearch(options, request)

    @property
    def counts_depths(self) -> bool:  # type: ignore[override]  # a GPU does not
        """Whether it reports its nodes by depth."""
        return self.device == "cpu"

    def order_for(self, puzzle: Puzzle) -> str:
        """Return the fill order, chosen for a puzzle if it is `auto`."""
        if self.order != "auto" or self.device == "cpu":
            return "rows" if self.order == "auto" else self.order
        from edgematch.theory.estimate import estimates

        return estimates(puzzle)[0].order

    def prepare(self, request: Request) -> None:
        """Compile the loops; a GPU is left to the process that searches."""
        if self.device == "cpu":
            super().prepare(request)

    def variant(self, request: Request) -> str:
        """Return whether one board of each picture is searched.

        A GPU that looks for the first solution reports it before its slice is over.
        """
        if isinstance(request.goal, Count):
            return "one board per picture"
        is_first = self.device == "gpu" and not request.solve.wants_all
        return "a first board" if is_first else "every board"

    def walk(self, puzzle: Puzzle) -> "StepWalk":
        """Return the tree of this search, to be walked down at random."""
        from edgematch.search.tree_walk import StepWalk

        from .engine import start

        options = replace(self, order=self.order_for(puzzle))
        return StepWalk(start(options, Request(puzzle)))
