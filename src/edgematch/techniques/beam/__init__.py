"""Beam search: repeated passes over the board, each with other colors used up first.

All boards of the beam are filled cell by cell; after each cell only the best are kept.

Continue with `engine.py` (the search), `tables.py` (layers of boards as arrays),
`kernel.py` (the compiled loop).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.search.options import number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import BeamSearch


@dataclass(frozen=True)
class Beam(Technique):
    """Fill many boards cell by cell; keep the best."""

    name = "beam"
    goal = "optimize"
    threads = Threads.SEEDS
    proves = False

    width: int = number(8192, 1, 4_194_304)
    """Number of boards kept after each cell."""
    favored: int = number(-1, -1, 255)
    """Number of colors to use up early, drawn for every pass; 0 for none; -1 for three
    of every 17 inner colors."""
    teeth: int = number(5, 0, 32)
    """Number of last rows that are filled column by column; 0 for none."""

    def start(self, request: Request) -> "BeamSearch":
        """Return a search that has placed nothing yet."""
        from .engine import BeamSearch

        return BeamSearch(self, request)
