"""Any encoding as clauses, solved by one of the SAT solvers of python-sat."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar

from edgematch.encoders import FORMULAS, encoding, encoding_options
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY
from edgematch.encoders.optional import missing
from edgematch.errors import EdgematchError, UnknownName
from edgematch.puzzle import Puzzle
from edgematch.search.options import choice, internal
from edgematch.search.outside import OutsideSearch
from edgematch.symmetry import board_symmetries

SOLVERS = (
    *("cadical153", "cadical195", "cadical300"),
    *("glucose42", "maplechrono", "minisat22", "kissat404"),
)
"""Those of python-sat that are tried and tested here."""
PROVERS = ("cadical153", "cadical195", "cadical300", "glucose42", "maplechrono")
"""Those that write proofs."""
PHASES = ("positive", "negative", "own")


@dataclass(frozen=True)
class Sat:
    """Encode a puzzle as clauses and hand it to a SAT solver."""

    name: ClassVar[str] = "sat"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = False

    encoding: str = choice("primal-dual", FORMULAS)
    """One of `edgematch.encoders.FORMULAS`."""
    solver: str = choice("cadical195", SOLVERS)
    """One of `SOLVERS`."""
    at_most_one: str = choice("ladder", AT_MOST_ONE)
    """How to say at most one, one of `edgematch.encoders.cardinality.AT_MOST_ONE`."""
    exactly: str = choice("sorting", EXACTLY)
    """How to say exactly k, one of `edgematch.encoders.cardinality.EXACTLY`."""
    color_counts: bool = True
    """`primal-dual`: PD3, as many joins of each color as pieces have sides for."""
    forbidden_colors: bool = False
    """`compact`: a join of a color that a piece does not have keeps it off."""
    explicit: bool = False
    """`compact`: no piece lies on two cells."""
    phase: str = choice("positive", PHASES)
    """What a solver tries first for a variable, one of `PHASES`."""
    break_symmetry: bool = True
    """Look at one turn of the whole board only, and multiply back."""
    all_solutions: bool = internal(True)
    """Whether more than the first solution is wanted."""
    most_conflicts: int = internal(0)
    """Give up after so many conflicts; 0 is never."""
    seed: int = 0
    """Numbers the variables anew and shuffles the clauses; 0 leaves them."""
    proof: str = internal("")
    """A file for the proof that there is no solution; its formula goes beside it."""

    def __post_init__(self) -> None:
        for name, known in (
            ("encoding", FORMULAS),
            ("at_most_one", tuple(AT_MOST_ONE)),
            ("exactly", tuple(EXACTLY)),
            ("phase", PHASES),
        ):
            if getattr(self, name) not in known:
                there = ", ".join(known)
                raise UnknownName(
                    f"no {name} {getattr(self, name)!r}; there is {there}"
                )
        if self.solver == "lingeling":
            raise EdgematchError(
                "the Lingeling of python-sat aborts on some machines:"
                f" take one of {', '.join(SOLVERS)}"
            )
        if self.solver not in SOLVERS:
            raise UnknownName(
                f"no solver {self.solver!r}; there is {', '.join(SOLVERS)}"
            )
        if self.solver == "kissat404" and self.phase == "negative":
            raise EdgematchError("kissat404 cannot be told which phase to prefer")
        if self.solver == "kissat404" and self.most_conflicts and self.all_solutions:
            raise EdgematchError(
                "kissat404 does not tell its conflicts: it can be given a node limit"
                " for a first solution only"
            )
        if self.proof and self.solver not in PROVERS:
            raise EdgematchError(
                f"{self.solver} writes no proofs; {', '.join(PROVERS)} do"
            )

    def encoding_options(self) -> dict[str, Any]:
        """Return the options for the encoding."""
        known = encoding_options(self.encoding)
        return {name: getattr(self, name) for name in known if hasattr(self, name)}

    def start(self, puzzle: Puzzle) -> OutsideSearch:
        """Return a search of `puzzle` that has done nothing yet."""
        if find_spec("pysat") is None:
            raise missing("pysat")
        encoding(self.encoding, **self.encoding_options())
        name = f"{self.solver} on {self.encoding}"
        return OutsideSearch(puzzle, name, "edgematch.techniques.sat.job:search", self)

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1
