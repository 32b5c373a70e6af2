"""Depth-first search with a schedule of breaks, restarted again and again.

How many breaks are allowed at a depth is derived from the expected number of boards
with breaks (`edgematch.theory.with_breaks`).

Continue with `engine.py` (the search), `tables.py` (the schedule as arrays) and
`kernel.py` (the compiled loop).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import BreaksSearch


@dataclass(frozen=True)
class Breaks(Technique):
    """Search depth-first, allowing more breaks with depth."""

    name = "breaks"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    reach: float = number(2.0, 0, 100)
    """How much rarer than at the peak boards may be before a break is allowed, as a
    power of ten; a larger value is stricter."""
    favored: int = number(-1, -1, 255)
    """Number of colors to use up early, drawn for every restart; 0 for none; -1 for
    three of every 17 inner colors."""
    tightness: float = number(0.8, 0, 1)
    """How strictly favored colors are used up, as a share of the possible maximum."""
    teeth: int = number(5, 0, 32)
    """Number of last rows that are filled column by column."""
    restart: int = number(40_000_000, 1, 10**12)
    """Nodes before a restart with another order of pieces."""

    def start(self, request: Request) -> "BreaksSearch":
        """Return a search that has placed nothing yet."""
        from .engine import BreaksSearch

        return BreaksSearch(self, request)
