"""The weighted formula of the encoder given to RC2, which proves the fewest breaks."""

from dataclasses import dataclass
from typing import ClassVar

from edgematch.board import Board
from edgematch.encoders import encoding
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.optional import imported
from edgematch.engines.options import choice
from edgematch.errors import EdgematchError
from edgematch.optimizers.interface import check_choices
from edgematch.optimizers.outside import Message, OutsideSearch
from edgematch.processes.child import Parent
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class MaxSat:
    """RC2 (Ignatiev, Morgado, Marques-Silva) on the WCNF: for small boards."""

    name: ClassVar[str] = "max-sat"
    resumable: ClassVar[bool] = False
    proves: ClassVar[bool] = True
    counts_nodes: ClassVar[bool] = False
    takes_threads: ClassVar[bool] = False

    encoding: str = choice("primal-dual", ("primal", "primal-dual"))
    """`primal` or `primal-dual`."""
    solver: str = "cd15"
    """The SAT solver inside, by its name in python-sat."""

    def __post_init__(self) -> None:
        check_choices(self)

    def start(self, puzzle: Puzzle, seed: int, start: Board | None) -> OutsideSearch:
        """Return a search that has not begun."""
        imported("pysat.examples.rc2")
        self._check_solver()
        job = "edgematch.optimizers.max_sat:search"
        return OutsideSearch(puzzle, seed, start, "RC2", job, self)

    def _check_solver(self) -> None:
        """Refuse a solver that python-sat does not have."""
        names = vars(imported("pysat.solvers").SolverNames)
        known = {key: names[key] for key in names if not key.startswith("_")}
        if not any(self.solver in aliases for aliases in known.values()):
            words = ", ".join(known)
            raise EdgematchError(f"no solver {self.solver!r}; python-sat has {words}")


def search(parent: Parent, puzzle: Puzzle, seed: int, engine: MaxSat) -> None:
    """Raise the number of breaks until the formula has a model, and send that."""
    rc2 = imported("pysat.examples.rc2")
    formulas = imported("pysat.formula")
    formula = encoding(engine.encoding, breaks=True).encode(puzzle)
    weighted = formulas.WCNF()
    for clause in Clauses(formula):
        weighted.append(list(clause))
    for clause in formula.soft():
        weighted.append(list(clause), weight=1)
    with rc2.RC2(weighted, solver=engine.solver) as solver:
        model = solver.compute()
        if model is None:
            return
        board = formula.decode(model)
        breaks = len(board.breaks())
        parent.send(Message(0, board.placements, breaks, is_over=True))
