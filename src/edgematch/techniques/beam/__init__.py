"""Beam search: repeated passes over the board, from all corners by turns.

All boards of the beam are filled cell by cell; after each cell only the best are kept.

Continue with `engine.py` (the search), `beam_pass.py` (one pass), `key.py` (what is
best), `counting.py` (which boards are chosen), `sides.py`, `steps.py` and
`look_ahead.py` (the puzzle as arrays), `space.py` (layers in memory), `row_threads.py`
(threads that share a layer), `history.py` (where boards come from), `kernel/` (the
compiled loops), `device/` (a pass on a GPU).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import choice, number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import BeamSearch


@dataclass(frozen=True)
class Beam(Technique):
    """Fill many boards cell by cell; keep the best."""

    name = "beam"
    goal = "optimize"
    threads = Threads.OWN
    proves = False

    width: int = number(8192, 1, 1_073_741_824)
    """Number of boards kept after each cell."""
    teeth: int = number(5, 0, 32)
    """Number of last rows that are filled column by column; 0 for none, as always for
    the goal `prefix`."""

    look_ahead: int = number(8, 0, 32)
    """Number of cells that it looks ahead; 0 for none."""
    convexity: float = number(4.0, 0, 100)
    """How much boards are preferred that have begun to use up colors."""
    noise: float = number(0.2, 0, 10)
    """Random part of a board's key, in nats; it makes passes differ."""

    device: str = choice("cpu", ("cpu", "gpu"))
    """Where it runs; `gpu` needs CuPy, and finds the same boards."""

    def prepare(self, request: Request) -> None:
        """Compile the loops; a GPU is left to the process that searches."""
        if self.device == "cpu":
            super().prepare(request)

    def start(self, request: Request) -> "BeamSearch":
        """Return a search that has placed nothing yet."""
        from .engine import BeamSearch

        return BeamSearch(self, request)
