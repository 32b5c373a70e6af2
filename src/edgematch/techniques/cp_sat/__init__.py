"""CP-SAT of OR-Tools: solutions by a constraint model, or the best board.

Austgen solves Scramble Squares with it ("Scramble Squares", parts 1 to 3).

Continue with `job.py`: what the solver's process does.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from edgematch.encoders import CONSTRAINT_MODELS
from edgematch.encoders.optional import import_optional, missing_package
from edgematch.errors import EdgematchError
from edgematch.search.options import choice
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads
from edgematch.symmetry import board_symmetries

if TYPE_CHECKING:
    from edgematch.search.outside import OutsideSearch
    from edgematch.search.outside_boards import OutsideBoardSearch

_MOST_SEED = 2**31 - 1


@dataclass(frozen=True)
class CpSat(Technique):
    """What the two goals have in common."""

    name = "cp-sat"
    packages = ("ortools", "numpy")
    threads = Threads.OWN
    resumable = False
    outside = True

    def prepare(self, request: Request) -> None:
        """Import the solver, for processes that are forked from this one."""
        import_module("edgematch.techniques.cp_sat.job")
        import_optional("ortools.sat.python.cp_model")

    def check_installed(self) -> None:
        """Raise if OR-Tools is missing, without importing it."""
        if find_spec("ortools") is None:
            raise missing_package("ortools")


@dataclass(frozen=True)
class CpSatSolve(CpSat):
    """Pass a constraint model to CP-SAT."""

    encoding: str = choice("cp-joins", CONSTRAINT_MODELS)
    """The constraint model."""
    break_symmetry: bool = True
    """Search only one turn of the whole board, and multiply the count."""

    def start(self, request: Request) -> "OutsideSearch":
        """Return a search that has done nothing yet."""
        from edgematch.search.outside import OutsideSearch

        if not 0 <= request.seed <= _MOST_SEED:
            raise EdgematchError(
                f"the seed for cp-sat must be 0 to {_MOST_SEED}, not {request.seed}"
            )
        self.check_installed()
        turns = len(board_symmetries(request.puzzle)) if self.break_symmetry else 1
        name = f"CP-SAT on {self.encoding}"
        job = "edgematch.techniques.cp_sat.job:solve"
        return OutsideSearch(request, name, job, self, turns=turns)


@dataclass(frozen=True)
class CpSatOptimize(CpSat):
    """Pass weighted clauses to CP-SAT, on small boards."""

    goal = "optimize"

    encoding: str = choice("primal-dual", ("primal", "primal-dual"))
    """The encoding whose joins may be broken at a cost."""

    def start(self, request: Request) -> "OutsideBoardSearch":
        """Return a search that has not begun."""
        from edgematch.search.outside_boards import OutsideBoardSearch

        self.check_installed()
        job = "edgematch.techniques.cp_sat.job:optimize"
        return OutsideBoardSearch(request, "CP-SAT", job, self)
