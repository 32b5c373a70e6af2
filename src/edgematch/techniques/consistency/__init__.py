"""Full consistency: propagate the consequences of every placement.

Maintaining arc consistency (MAC) between cells and joins with the rules for pieces, as
Ansótegui et al. describe it ("Edge Matching Puzzles as Hard SAT/CSP Benchmarks",
section 4.2), their partial look-ahead (PLA), and their global constraints: exactly-k,
GAColor and CTadiff; and the 4-edge consistency of Benoist and Bourreau ("Fast Global
Filtering for Eternity II", section 2.2).

Continue with `engine.py` (the search), `tables/` (domains, colors and matchings as
arrays), `kernel/` (the compiled loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.errors import EdgematchError
from edgematch.orders import ORDERS, PIECE_ORDERS
from edgematch.search.options import choice
from edgematch.search.request import Request
from edgematch.search.technique import Technique

if TYPE_CHECKING:
    from .engine import ConsistencySearch

LEVELS = ("full", "partial", "sides")
CELL_RULES = ("colors", "joins", "dom", "dom/deg")
"""Orders that depend on the domains; the fill orders of `edgematch.orders` do not."""
TIES = ("first", "random")
COUNTED = ("none", "board", "regions")
"""Where colors are counted: nowhere, on the whole board, in each region."""


@dataclass(frozen=True)
class Consistency(Technique):
    """Filter domains after every placement."""

    name = "consistency"
    counts_depths = True

    level: str = choice("full", LEVELS)
    """`full` filters to a fixed point (MAC), `partial` two steps deep (PLA), `sides`
    each cell by its four sides alone (4 edges)."""
    cells: str = choice("colors", (*CELL_RULES, *ORDERS))
    """Which cell comes next: `dom`, the one with the fewest candidates; `dom/deg`, the
    fewest per join; `joins`, per undecided join; `colors`, per color left on its joins;
    or a fill order, in which cells with a single candidate come first."""
    ties: str = choice("first", TIES)
    """Which of several cells that are equal by that rule: the `first`, or a `random`
    one, drawn by the seed at every choice."""
    inner_first: bool = False
    """Fill all cells inside the frame before the frame."""
    values: str = choice("numbered", PIECE_ORDERS)
    """Order of the pieces: `numbered`, or with `rare` or `common` colors first."""
    color_count: str = choice("none", COUNTED)
    """Count the joins of each color: not at all, on the whole board, or by regions."""
    color_matching: bool = False
    """Filter by perfect matchings of the sides of each color (GAColor): framed puzzles,
    `level=full`."""
    piece_matching: bool = False
    """Filter by perfect matchings of pieces and cells (CTadiff, AllDifferent): not with
    `level=partial`."""
    break_symmetry: bool = True
    """Search only one turn of the whole board, and multiply the count."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.color_matching and self.level != "full":
            raise EdgematchError("color_matching needs level=full")
        if self.piece_matching and self.level == "partial":
            raise EdgematchError("piece_matching needs level=full or level=sides")

    def start(self, request: Request) -> "ConsistencySearch":
        """Return a search that has placed nothing yet."""
        from .engine import start

        return start(self, request)
