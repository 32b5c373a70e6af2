"""Repair: empty a region around breaks and fill it again with as few as possible.

A large neighborhood search: branch and bound inside a region, and now and then an
assignment problem for the pieces of one kind.

Continue with `engine.py` (the search), `tables.py` (regions as arrays), `kernel/` (the
compiled loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import OptionError, choice, number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import RepairSearch

ACCEPTANCE = ("heat", "late", "anneal")
SHAPES = ("one", "two", "far", "rows", "component", "anywhere", "random")
MOST_CELLS = 32
"""Cells of a region: as many pieces as two words have bits for, if they turn."""


@dataclass(frozen=True)
class Repair(Technique):
    """Free a region of a board and fill it again."""

    name = "repair"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    smallest: int = number(4, 1, MOST_CELLS)
    """Cells of a region, at least."""
    largest: int = number(12, 1, MOST_CELLS)
    """Cells of a region, at most; above 16 it is slower if pieces turn."""
    nodes_each: int = number(5_000, 1, 10**9)
    """Nodes for one region."""
    shapes: str = "one,two,far,rows"
    """Shapes of regions, drawn from with equal chance; one given twice has twice the
    chance."""
    accept: str = choice("heat", ACCEPTANCE)
    """When a region may come out worse: by chance, late acceptance, annealing."""
    heat: float = number(0.02, 0, 1)
    """The chance that a region may come out one break worse, for `heat`."""
    history: int = number(1000, 1, 10**6)
    """Regions ago whose board may be as bad as the next one, for `late`."""
    hottest: float = number(0.5, 1e-6, 1000)
    """The first temperature, in breaks, for `anneal`."""
    coldest: float = number(0.15, 1e-6, 1000)
    """The last temperature, for `anneal`."""
    cooling: int = number(20, 1, 10**6)
    """Stages of a million nodes from the first to the last temperature."""
    patience: int = number(20, 0, 10**9)
    """Stages of a million nodes without a better board before the best is taken up."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for low, high in (("smallest", "largest"), ("coldest", "hottest")):
            if getattr(self, low) > getattr(self, high):
                raise OptionError(
                    f"option {low} must be at most {high}, {getattr(self, high)}, not"
                    f" {getattr(self, low)}",
                    low,
                )
        for shape in self.shapes.split(","):
            if shape not in SHAPES:
                raise OptionError(
                    f"option shapes must be some of {','.join(SHAPES)}, not {shape!r}",
                    "shapes",
                )

    def start(self, request: Request) -> "RepairSearch":
        """Return a search that has placed nothing yet."""
        from .engine import RepairSearch

        return RepairSearch(self, request)
