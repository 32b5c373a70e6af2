"""Full consistency: every placement is followed to the end of what it implies.

Maintaining arc-consistency (MAC) between cells and joins with the rules for pieces, as
Ansótegui et al. describe it ("Edge Matching Puzzles as Hard SAT/CSP Benchmarks",
section 4.2), their partial look-ahead (PLA), and their global constraints: exactly-k,
GAColor and CTadiff.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from edgematch.draws import Draws
from edgematch.errors import EdgematchError
from edgematch.orders import ORDERS, order
from edgematch.placements.piece_order import VALUES, piece_order
from edgematch.puzzle import Puzzle
from edgematch.search.options import choice
from edgematch.symmetry import board_symmetries
from edgematch.techniques.consistency.kernel import search as kernel
from edgematch.techniques.consistency.search import ConsistencySearch
from edgematch.techniques.consistency.tables.color_counts import COUNTED
from edgematch.techniques.consistency.tables.domains import (
    center_ring,
    consistency_tables,
)
from edgematch.techniques.consistency.tables.matchings import (
    color_matching,
    piece_matching,
)

LEVELS = ("full", "partial")
CELL_RULES = {
    "colors": kernel.CANDIDATES_BY_COLORS,
    "joins": kernel.CANDIDATES_BY_UNDECIDED,
    "dom": kernel.CANDIDATES,
    "dom/deg": kernel.CANDIDATES_BY_JOINS,
}
"""Orders that look at the domains; the fill orders of `edgematch.orders` do not."""

_AFTER_ALL_OTHERS = 1e9


@dataclass(frozen=True)
class Consistency:
    """Filter domains to a fixed point after every placement."""

    name: ClassVar[str] = "consistency"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = True

    level: str = choice("full", LEVELS)
    """`full` filters to a fixed point (MAC), `partial` two steps far (PLA)."""
    cells: str = choice("colors", (*CELL_RULES, *ORDERS))
    """Which cell comes next: `colors`, the fewest candidates for the colors left on its
    joins; `joins`, for its undecided joins; `dom`, the fewest; `dom/deg`, for all its
    joins; or a fill order, where `rows` is LEX and `chess` CHESS."""
    inner_first: bool = False
    """Fill all cells inside the frame before the frame."""
    values: str = choice("numbered", VALUES)
    """Which pieces are tried first: as `numbered`, with `rare` or `common` colors."""
    color_count: str = choice("none", COUNTED)
    """Count the joins of each color: `none`, on the `board`, in `regions` of it."""
    color_matching: bool = False
    """Filter by perfect matchings of the sides of a color (GAColor)."""
    piece_matching: bool = False
    """Filter by perfect matchings of pieces and cells (CTadiff)."""
    break_symmetry: bool = True
    """Look at one turn of the whole board only, and multiply back."""
    seed: int = 0
    """Shuffles what is tried first among equals; 0 leaves it as numbered."""

    def __post_init__(self) -> None:
        _check("level", self.level, LEVELS)
        _check("cells", self.cells, (*CELL_RULES, *ORDERS))
        _check("values", self.values, VALUES)
        if self.level == "partial" and (self.color_matching or self.piece_matching):
            raise EdgematchError("matchings need level=full: they filter all domains")

    def start(self, puzzle: Puzzle) -> "ConsistencySearch":
        """Return a search of `puzzle` that has placed nothing yet."""
        draws = Draws(self.seed) if self.seed else None
        tables = consistency_tables(
            puzzle,
            is_full=self.level == "full",
            counted=self.color_count,
            piece_order=piece_order(puzzle, self.values, draws),
            one_turn=self._one_turn(puzzle),
        )
        pieces = piece_matching(puzzle) if self.piece_matching else None
        colors = color_matching(puzzle, tables) if self.color_matching else None
        choice = self._choice(puzzle, draws, 64 * tables.layout.width + 1)
        search = ConsistencySearch(puzzle, tables, choice, pieces, colors)
        search.begin()
        return search

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1

    def _one_turn(self, puzzle: Puzzle) -> str:
        """Say what tells one turn of the board from the others: what is filled first.

        With inner cells first a fixed corner piece would come too late: it leaves the
        tree almost as large, with a quarter of the solutions.
        """
        if not self.break_symmetry or len(board_symmetries(puzzle)) == 1:
            return ""
        return "center" if self.inner_first else "corner"

    def _choice(self, puzzle: Puzzle, draws: Draws | None, most: int) -> kernel.Choice:
        rank = np.zeros(puzzle.cells)
        if self.cells in ORDERS:
            cells = order(self.cells, puzzle.rows, puzzle.columns)
            rank[list(cells)] = np.arange(puzzle.cells)
        elif draws is not None:
            # Less than any difference of scores that is not rounding.
            rank += [draws.below(1000) * 1e-9 for _ in range(puzzle.cells)]
        if self.inner_first:
            center_first = order("spiral-out", puzzle.rows, puzzle.columns)
            if self.cells not in ORDERS:
                rank[list(center_first)] += np.arange(puzzle.cells) * 1e-6
            for cell in range(puzzle.cells):
                row, column = divmod(cell, puzzle.columns)
                if row in (0, puzzle.rows - 1) or column in (0, puzzle.columns - 1):
                    rank[cell] += _AFTER_ALL_OTHERS
            if self._one_turn(puzzle) == "center":
                # Without this, two-set 6x6 6:2 took 3.6 times the nodes.
                rank[list(center_ring(puzzle))] -= _AFTER_ALL_OTHERS
        rule = CELL_RULES.get(self.cells, kernel.STATIC)
        logarithms = np.log(np.maximum(1, np.arange(most + 1)))
        return kernel.Choice(np.array([rule]), rank, logarithms)


def _check(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise EdgematchError(f"option {option} is {', '.join(known)}, not {value!r}")
