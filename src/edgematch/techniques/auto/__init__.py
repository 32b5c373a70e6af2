"""The choice of a technique: by estimates and a short race, or several in turn.

Continue with `solve.py` (which techniques may solve a puzzle), `race.py` (which of them
does) and `optimize.py` (beams and repair in rounds).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import number
from edgematch.search.request import Count, Request
from edgematch.search.technique import Technique, Threads, TreeSearch

if TYPE_CHECKING:
    from .optimize import AutoBoardSearch


@dataclass(frozen=True)
class AutoSolve(Technique):
    """Choose an engine by estimates and a short race."""

    name = "auto"

    def start(self, request: Request) -> TreeSearch:
        """Return a search that has placed nothing yet."""
        from .solve import start

        return start(request)

    def variant(self, request: Request) -> str:
        """Return for which goal the engine was chosen."""
        if isinstance(request.goal, Count):
            return "counting"
        return "all solutions" if request.solve.wants_all else "first solution"


@dataclass(frozen=True)
class AutoOptimize(Technique):
    """Run beams of growing width and repair their boards."""

    name = "auto"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    narrowest: int = number(512, 1, 67_108_864)
    """The width of the beams in the first round; each round doubles it."""
    widest: int = number(1_048_576, 1, 67_108_864)
    """The width at which it stops doubling (240 bytes a board for Eternity II)."""
    passes: int = number(4, 1, 1000)
    """Beams in a round."""
    repairs: int = number(3, 0, 1000)
    """Boards repaired in a round; the last of them is the best of all."""
    teeth: int = number(5, 0, 32)
    """Number of last rows that beams fill column by column."""

    def start(self, request: Request) -> "AutoBoardSearch":
        """Return a search that has placed nothing yet."""
        from .optimize import AutoBoardSearch

        return AutoBoardSearch(self, request)
