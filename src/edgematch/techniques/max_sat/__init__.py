"""The weighted formula of an encoding given to RC2, which proves the fewest breaks.

Continue with `job.py`: what the solver's process does.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from edgematch.encoders.optional import import_optional
from edgematch.errors import nearest_names
from edgematch.search.options import OptionError, choice
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads

if TYPE_CHECKING:
    from edgematch.search.outside_boards import OutsideBoardSearch


@dataclass(frozen=True)
class MaxSat(Technique):
    """Pass weighted clauses to RC2, on small boards."""

    name = "max-sat"
    goal = "optimize"
    packages = ("pysat", "numpy")
    threads = Threads.ONE
    resumable = False
    counts_nodes = False
    outside = True
    uses_seed = False

    encoding: str = choice("primal-dual", ("primal", "primal-dual"))
    """The encoding whose joins may be broken at a cost."""
    solver: str = "cd15"
    """The SAT solver inside RC2, by its name in python-sat."""

    def start(self, request: Request) -> "OutsideBoardSearch":
        """Return a search that has not begun."""
        from edgematch.search.outside_boards import OutsideBoardSearch

        import_optional("pysat.examples.rc2")
        self._check_solver()
        job = "edgematch.techniques.max_sat.job:search"
        return OutsideBoardSearch(request, "RC2", job, self)

    def prepare(self, request: Request) -> None:
        """Import the solver, for processes that are forked from this one."""
        import_module("edgematch.techniques.max_sat.job")
        import_optional("pysat.examples.rc2")

    def _check_solver(self) -> None:
        """Refuse a solver that python-sat does not have."""
        names = vars(import_optional("pysat.solvers").SolverNames)
        known = {key: names[key] for key in names if not key.startswith("_")}
        if not any(self.solver in aliases for aliases in known.values()):
            words = nearest_names(self.solver, known)
            raise OptionError(
                f"no solver {self.solver!r}; python-sat has {words}", "solver"
            )
