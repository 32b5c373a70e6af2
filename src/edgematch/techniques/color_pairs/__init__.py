"""Global filtering by color pairs, without domains.

Benoist and Bourreau, "Fast Global Filtering for Eternity II": for every pair of colors,
clockwise or opposite, the pieces that offer it and the cells that demand it are kept up
to date in constant time; a pair with more cells than pieces is a contradiction.

Continue with `engine.py` (the search), `tables/` (the puzzle as arrays) and `kernel/`
(the compiled loop).  By section of the paper: §3 `kernel/sets.py` and `place.py`, §4.1
`preemption.py`, §4.2 `supplies.py`, §5.1 `choice.py`, §5.2 (backjumping) `reasons.py`
and `steps.py`, §6.2 (shaving) `steps.py`; `search.py` is the loop.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import OptionError, choice, number
from edgematch.search.request import Request
from edgematch.search.technique import Technique

if TYPE_CHECKING:
    from .engine import ColorPairSearch

URGENCIES = (
    *("offer", "expected-offer", "expected-gap", "expected-ratio"),
    *("expected-filtering", "survivors"),
)


@dataclass(frozen=True)
class ColorPairs(Technique):
    """Compare supply and demand of color pairs."""

    name = "color-pairs"

    urgency: str = choice("expected-gap", URGENCIES)
    """Which pair is most urgent: the one with the lowest `offer`, `expected-offer`,
    `expected-gap`, `expected-ratio` or `expected-filtering`; or `survivors`, the cell
    with the fewest candidates left by shaving."""
    patterns: bool = True
    """First fill the cells whose neighbors leave little choice (§5.1)."""
    opposite_pairs: bool = True
    """Count the pairs of opposite sides too (§3.2)."""
    instantiation: bool = True
    """Fill a cell at once if one piece is left for its pair (§3.1)."""
    preemption: bool = True
    """Reserve the pieces of a pair that is demanded as often as offered (§4.1)."""
    shared_sides: bool = True
    """Compare the sides of a color with the most that can face each other (§4.2)."""
    border_cycles: bool = True
    """Reject border pieces that can only form a closed cycle (§4.2)."""
    backjumping: bool = True
    """Return to the latest placement that caused a failure (§5.2)."""
    stepwise: int = number(6, 0)
    """Number of levels at the top of the tree without backjumping, where the search can
    be split for threads and clusters."""
    shaving: str = "0"
    """Test every candidate in advance on cells that have at most this many; a number,
    or `all` (§6.2)."""
    break_symmetry: bool = True
    """Search only one turn of the whole board, and multiply the count."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shaving != "all" and not self.shaving.isdecimal():
            raise OptionError(
                f"option shaving must be a number or all, not {self.shaving!r}",
                "shaving",
            )

    def start(self, request: Request) -> "ColorPairSearch":
        """Return a search that has placed nothing yet."""
        from .engine import start

        return start(self, request)
