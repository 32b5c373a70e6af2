"""Simulated annealing on swaps and turns: a baseline."""

from dataclasses import dataclass
from typing import ClassVar

from edgematch.board import Board
from edgematch.placements.full_boards import LyingTables
from edgematch.puzzle import Puzzle
from edgematch.search.score_interface import RESTARTS, check_ranges
from edgematch.techniques.swaps.engine import SwappingSearch
from edgematch.techniques.swaps.kernel import NODES, Swapping, anneal

_STEPS = 1_000
"""Temperatures of one annealing."""


@dataclass(frozen=True)
class Anneal:
    """Swap and turn pieces; take worse boards with a chance that falls."""

    name: ClassVar[str] = "anneal"
    resumable: ClassVar[bool] = True
    proves: ClassVar[bool] = False
    counts_nodes: ClassVar[bool] = True
    takes_threads: ClassVar[bool] = True

    hottest: float = 0.7
    """The first temperature, in breaks."""
    coldest: float = 0.15
    """The last one."""
    restart: int = 50_000_000
    """Moves of one annealing."""

    def __post_init__(self) -> None:
        check_ranges(self, hottest=(1e-6, 1000), coldest=(1e-6, 1000), restart=RESTARTS)

    def start(self, puzzle: Puzzle, seed: int, start: Board | None) -> SwappingSearch:
        """Return a search that has moved nothing yet."""
        return SwappingSearch(self, puzzle, seed, start)

    def move(self, tables: LyingTables, state: Swapping, node_budget: int) -> None:
        """Move on at the temperature of this moment, up to the next one."""
        each = max(self.restart // _STEPS, 1)
        done = int(state.count[NODES])
        share = min(done // each / _STEPS, 1.0)
        temperature = self.hottest * (self.coldest / self.hottest) ** share
        budget = min(node_budget, each - done % each)
        anneal(tables.pieces, tables.cells, state, temperature, budget)
