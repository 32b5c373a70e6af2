"""The choice of a technique: by estimates and a short race, or several in turn.

Continue with `solve.py` (which techniques may solve a puzzle), `race.py` (which of them
does), `costs.py` (what their nodes cost), `optimize.py` (beams and repair) and
`pace.py` (how long beams take).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import number
from edgematch.search.request import Count, Request
from edgematch.search.technique import Search, Technique, Threads

if TYPE_CHECKING:
    from .optimize import AutoBoardSearch


@dataclass(frozen=True)
class AutoSolve(Technique):
    """Choose an engine by estimates and a short race."""

    name = "auto"
    packages = ()

    def start(self, request: Request) -> Search:
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
    """Run beams as wide as time allows, or ever wider; repair the best board."""

    name = "auto"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    narrowest: int = number(512, 1, 67_108_864)
    """The width of the first beam."""
    widest: int = number(2_097_152, 1, 67_108_864)
    """The width of the widest beam."""
    passes: int = number(3, 1, 1000)
    """Beams in the time given; without a limit of seconds, beams of each width before
    it is doubled."""
    teeth: int = number(5, 0, 32)
    """Number of last rows that beams fill column by column; in every other beam it is
    one less."""

    def start(self, request: Request) -> "AutoBoardSearch":
        """Return a search that has placed nothing yet."""
        from .optimize import AutoBoardSearch

        return AutoBoardSearch(self, request)
