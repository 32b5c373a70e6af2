"""The 2 × 2 transformation: fill the board by blocks of four pieces that match.

All blocks are listed before the search; each step places one whole block, and a node is
one block placed.  Aspinall et al. propose the transformation and two orders in which
blocks are tried (sections 3 and 4), and ask for a search of this kind in their
conclusion.

Continue with `engine.py` (the search), `tables/` (`enumeration.py` lists the blocks,
`metrics.py` has H1 and H2), `kernel/` (the compiled loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.puzzle import Puzzle
from edgematch.search.options import choice, number
from edgematch.search.request import Request
from edgematch.search.technique import Technique

if TYPE_CHECKING:
    from edgematch.search.tree_walk import StepWalk

    from .engine import BlockTreeSearch
    from .tables.facts import BlockFacts

BLOCK_ORDERS = ("none", "h1", "h2", "sampled")
"""What decides which blocks are tried first."""


@dataclass(frozen=True)
class Blocks(Technique):
    """Fill the board with blocks of matching pieces."""

    name = "blocks"

    order: str = choice("none", BLOCK_ORDERS)
    """Which blocks are tried first: as listed, by the metric `h1` or `h2`, or by
    `sampled` dives."""
    inner_blocks: bool = True
    """Order inner blocks too; the paper orders only those at the rim."""
    height: int = 2
    """Rows of a block, at most 3."""
    width: int = 2
    """Columns of a block, at most 3."""
    break_symmetry: bool = False
    """Search only one turn of the whole board, and multiply the count."""
    dives: int = number(20_000, 1)
    """Random dives before the search, for the order `sampled`."""

    def start(self, request: Request) -> "BlockTreeSearch":
        """Return a search that has placed nothing yet."""
        from .engine import start

        return start(self, request)

    def facts(self, puzzle: Puzzle) -> "BlockFacts":
        """Count the blocks of a puzzle, whatever its hints say."""
        from .tables.facts import block_facts

        return block_facts(puzzle, self.height, self.width)

    def walk(self, puzzle: Puzzle) -> "StepWalk":
        """Return the tree of this search, to be walked down at random."""
        from edgematch.search.tree_walk import StepWalk

        return StepWalk(self.start(Request(puzzle)))
