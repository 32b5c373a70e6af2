"""Tabu search on swaps: a baseline."""

from dataclasses import dataclass
from typing import ClassVar

from edgematch.board import Board
from edgematch.placements.full_boards import LyingTables
from edgematch.puzzle import Puzzle
from edgematch.search.score_interface import RESTARTS, check_ranges
from edgematch.techniques.swaps.engine import SwappingSearch
from edgematch.techniques.swaps.kernel import Swapping, tabu


@dataclass(frozen=True)
class Tabu:
    """Take the best swap of some cells with a break; what moved rests a while."""

    name: ClassVar[str] = "tabu"
    resumable: ClassVar[bool] = True
    proves: ClassVar[bool] = False
    counts_nodes: ClassVar[bool] = True
    takes_threads: ClassVar[bool] = True

    looks: int = 16
    """Cells with a break whose swaps are looked at for a move."""
    tenure: int = 10
    """Moves for which a cell rests, at least; at most twice as many."""
    restart: int = 50_000_000
    """Swaps looked at before it begins anew."""

    def __post_init__(self) -> None:
        check_ranges(self, looks=(1, 1024), tenure=(0, 10**6), restart=RESTARTS)

    def start(self, puzzle: Puzzle, seed: int, start: Board | None) -> SwappingSearch:
        """Return a search that has moved nothing yet."""
        return SwappingSearch(self, puzzle, seed, start)

    def move(self, tables: LyingTables, state: Swapping, node_budget: int) -> None:
        """Move on."""
        looks, tenure = max(self.looks, 1), max(self.tenure, 0)
        tabu(tables.pieces, tables.cells, state, looks, tenure, node_budget)
