"""Any encoding as clauses, solved by one of the SAT solvers of python-sat.

The primal and primal-dual encodings are those of Ansótegui et al. (section 4.1), the
compact one that of Heule; `edgematch.encoders` has them.

Continue with `job.py` (what the solver's process does) and `proof.py` (DRAT proofs).
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from edgematch.encoders import FORMULAS, encoding, encoding_options
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY
from edgematch.encoders.optional import import_optional, missing_package
from edgematch.errors import EdgematchError
from edgematch.search.options import choice
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads
from edgematch.symmetry import board_symmetries

if TYPE_CHECKING:
    from edgematch.search.outside import OutsideSearch

SOLVERS = (
    *("cadical153", "cadical195", "cadical300"),
    *("glucose42", "maplechrono", "minisat22", "kissat404"),
)
"""Those of python-sat that are tested here; its Lingeling aborts on some machines."""
PROVERS = ("cadical153", "cadical195", "cadical300", "glucose42", "maplechrono")
"""Those that write proofs."""
PHASES = ("positive", "negative", "own")


@dataclass(frozen=True)
class Sat(Technique):
    """Encode the puzzle as clauses for a SAT solver."""

    name = "sat"
    packages = ("pysat",)
    threads = Threads.ONE
    resumable = False
    outside = True
    writes_proofs = True

    encoding: str = choice("primal-dual", FORMULAS)
    """The encoding."""
    solver: str = choice("cadical195", SOLVERS)
    """The solver, by its name in python-sat."""
    at_most_one: str = choice("ladder", AT_MOST_ONE)
    """Encoding of at-most-one constraints."""
    exactly: str = choice("sorting", EXACTLY)
    """Encoding of exactly-k constraints."""
    color_counts: bool = True
    """With `primal-dual`: add PD3, the number of joins of each color."""
    forbidden_colors: bool = False
    """With `compact`: add (8), colors that a piece does not have."""
    explicit: bool = False
    """With `compact`: add (9) to (11), no piece is on two cells."""
    phase: str = choice("positive", PHASES)
    """The first value tried for a variable; `own`: as the solver chooses."""
    preprocessing: bool = False
    """Simplify the formula first, by CaDiCaL 1.5.3."""
    break_symmetry: bool = True
    """Search only one turn of the whole board, and multiply the count."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.solver == "kissat404" and self.phase == "negative":
            raise EdgematchError(
                "kissat404 has no option for the phase; use phase=positive or phase=own"
            )

    def encoding_options(self) -> dict[str, Any]:
        """Return the options for the encoding."""
        known = encoding_options(self.encoding)
        return {name: getattr(self, name) for name in known if hasattr(self, name)}

    def start(self, request: Request) -> "OutsideSearch":
        """Return a search that has done nothing yet."""
        from edgematch.search.outside import OutsideSearch

        self._check(request)
        if find_spec("pysat") is None:
            raise missing_package("pysat")
        encoding(self.encoding, **self.encoding_options())
        name = f"{self.solver} on {self.encoding}"
        turns = len(board_symmetries(request.puzzle)) if self.break_symmetry else 1
        job = "edgematch.techniques.sat.job:search"
        return OutsideSearch(request, name, job, self, turns=turns, yields=True)

    def prepare(self, request: Request) -> None:
        """Import the solvers, for processes that are forked from this one."""
        import_module("edgematch.techniques.sat.job")
        import_optional("pysat.solvers")
        import_optional("pysat.card")
        import_optional("pysat.process")

    def _check(self, request: Request) -> None:
        """Refuse what the solver cannot do."""
        goal = request.solve
        limited = request.limits.nodes is not None
        if self.solver == "kissat404" and limited and goal.wants_all:
            raise EdgematchError(
                "kissat404 does not report its conflicts: its nodes can be limited for"
                " a first solution only"
            )
        if goal.proof is not None and self.preprocessing:
            raise EdgematchError("a proof needs preprocessing=false")
        if goal.proof is not None and self.solver not in PROVERS:
            raise EdgematchError(
                f"{self.solver} writes no proofs; choose one of {', '.join(PROVERS)}"
            )
