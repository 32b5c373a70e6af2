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
    """Minimum number of cells of a region."""
    largest: int = number(12, 1, MOST_CELLS)
    """Maximum number of cells of a region; slower above 16 if pieces can be turned."""
    nodes_each: int = number(5_000, 1, 10**9)
    """Maximum number of nodes for one region."""
    shapes: str = "one,two,far,rows"
    """Shapes of regions, drawn with equal probability; a shape named twice is twice as
    likely."""
    accept: str = choice("heat", ACCEPTANCE)
    """When the board may become worse: with a fixed probability, by late acceptance, or
    by simulated annealing."""
    heat: float = number(0.02, 0, 1)
    """With `heat`: the probability that a region may become one break worse."""
    history: int = number(1000, 1, 10**6)
    """With `late`: how many regions late acceptance looks back."""
    hottest: float = number(0.5, 1e-6, 1000)
    """With `anneal`: the first temperature, in breaks."""
    coldest: float = number(0.15, 1e-6, 1000)
    """With `anneal`: the last temperature."""
    cooling: int = number(20, 1, 10**6)
    """With `anneal`: stages of a million nodes until the last temperature."""
    patience: int = number(20, 0, 10**9)
    """Stages of a million nodes without a better board before returning to the best."""

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
                    f"option shapes: unknown {shape!r}; choose from {','.join(SHAPES)}",
                    "shapes",
                )

    def start(self, request: Request) -> "RepairSearch":
        """Return a search that has placed nothing yet."""
        from .engine import RepairSearch

        return RepairSearch(self, request)
