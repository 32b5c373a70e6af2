"""Local search on the clauses of an encoding: DDFW and probSAT.

It moves from one complete assignment to the next and reports the solutions it meets; it
can never prove that there is none. Nodes are flips. Heule solves edge-matching
puzzles this way ("Solving edge-matching problems with satisfiability solvers", section
6).

Continue with `engine.py` (the search), `tables.py` (clauses as arrays), `kernel/` (the
compiled loops).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edgematch.encoders import FORMULAS
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY
from edgematch.search.options import choice, number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from .engine import LocalSatSearch

ALGORITHMS = ("ddfw", "probsat")


@dataclass(frozen=True)
class LocalSat(Technique):
    """Flip variables of a formula until it is satisfied."""

    name = "local-sat"
    threads = Threads.ONE
    proves = False

    algorithm: str = choice("ddfw", ALGORITHMS)
    """DDFW (Ishtaiwi et al. 2005) or probSAT (Balint and Schöning 2012)."""
    encoding: str = choice("compact", FORMULAS)
    """The encoding."""
    at_most_one: str = choice("pairwise", AT_MOST_ONE)
    """Encoding of at-most-one constraints."""
    exactly: str = choice("totalizer", EXACTLY)
    """Encoding of exactly-k constraints."""
    color_counts: bool = False
    """With `primal-dual`: add PD3, the number of joins of each color."""
    forbidden_colors: bool = False
    """With `compact`: add (8), colors that a piece does not have."""
    explicit: bool = False
    """With `compact`: add (9) to (11), no piece is on two cells."""
    break_symmetry: bool = False
    """Search only one turn of the whole board, and multiply the count."""
    restart_after: int = number(1_000_000, 0, 2**62)
    """Restart after this many flips; 0 for never."""
    base: float = number(10.0, 1.000001, 1e6)
    """With `probsat`: each further clause that a flip would break makes it less likely
    by this factor."""

    def start(self, request: Request) -> "LocalSatSearch":
        """Return a search that has flipped nothing yet."""
        from .engine import start

        return start(self, request)
