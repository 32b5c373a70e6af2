"""Local search on swaps and turns of pieces: two baselines.

Continue with `engine.py` (the search) and `kernel.py` (the compiled loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import SwapSearch


@dataclass(frozen=True)
class Anneal(Technique):
    """Simulated annealing on swaps and turns."""

    name = "anneal"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    hottest: float = number(0.7, 1e-6, 1000)
    """The first temperature, in breaks."""
    coldest: float = number(0.15, 1e-6, 1000)
    """The last temperature."""
    restart: int = number(50_000_000, 1, 10**12)
    """Moves before a restart."""

    def start(self, request: Request) -> "SwapSearch":
        """Return a search that has moved nothing yet."""
        from .engine import SwapSearch, anneal_moves

        return SwapSearch(request, self.restart, anneal_moves(self))


@dataclass(frozen=True)
class Tabu(Technique):
    """Tabu search on swaps and turns."""

    name = "tabu"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    looks: int = number(16, 1, 1024)
    """Cells with a break whose swaps are examined for one move."""
    tenure: int = number(10, 0, 10**6)
    """Minimum number of moves for which a cell is tabu; at most twice as many."""
    restart: int = number(50_000_000, 1, 10**12)
    """Swaps examined before a restart."""

    def start(self, request: Request) -> "SwapSearch":
        """Return a search that has moved nothing yet."""
        from .engine import SwapSearch, tabu_moves

        return SwapSearch(request, self.restart, tabu_moves(self))
