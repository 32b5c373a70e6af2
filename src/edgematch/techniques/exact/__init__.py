"""Prove the fewest breaks: search all boards with 0 breaks, then 1, and so on.

For small puzzles: 4 × 4 takes a moment, the time for 6 × 6 depends on the colors.

Continue with `engine.py` (the search), `tables.py` (the puzzle as arrays), `kernel.py`
(the compiled loop).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import ExactSearch


@dataclass(frozen=True)
class Exact(Technique):
    """Prove the fewest breaks, on small boards."""

    name = "exact"
    goal = "optimize"
    threads = Threads.ONE
    uses_seed = False

    def start(self, request: Request) -> "ExactSearch":
        """Return a search that has placed nothing yet."""
        from .engine import ExactSearch

        return ExactSearch(self, request)
