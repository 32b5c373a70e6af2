"""The same formula given to CP-SAT, which betters boards and proves the best."""

from dataclasses import dataclass
from typing import Any, ClassVar

from edgematch.board import Board
from edgematch.encoders import encoding
from edgematch.encoders.formula import AtMostOne, Exactly
from edgematch.encoders.optional import imported
from edgematch.engines.options import choice, internal
from edgematch.optimizers.interface import check_choices, check_ranges
from edgematch.optimizers.outside import GAVE_UP, Message, OutsideSearch
from edgematch.processes.child import Parent
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class CpSat:
    """CP-SAT with the joins that may be breaks as costs: for small boards."""

    name: ClassVar[str] = "cp-sat"
    resumable: ClassVar[bool] = False
    proves: ClassVar[bool] = True
    counts_nodes: ClassVar[bool] = True
    takes_threads: ClassVar[bool] = False

    encoding: str = choice("primal-dual", ("primal", "primal-dual"))
    """`primal` or `primal-dual`."""
    workers: int = 1
    """Threads of the solver; with more than one the board may be another each time."""
    most_conflicts: int = internal(0)
    """Give up after so many conflicts; 0 is never."""

    def __post_init__(self) -> None:
        check_ranges(self, workers=(1, 256))
        check_choices(self)

    def start(self, puzzle: Puzzle, seed: int, start: Board | None) -> OutsideSearch:
        """Return a search that has not begun."""
        imported("ortools.sat.python.cp_model")
        job = "edgematch.optimizers.cp_sat:search"
        return OutsideSearch(puzzle, seed, start, "CP-SAT", job, self)


def search(parent: Parent, puzzle: Puzzle, seed: int, engine: CpSat) -> None:
    """Send every better board, and the end."""
    cp_model = imported("ortools.sat.python.cp_model")
    formula = encoding(engine.encoding, breaks=True).encode(puzzle)
    model = cp_model.CpModel()
    names = [model.new_bool_var("") for _ in formula.meanings]

    def literal(number: int) -> Any:
        return names[number - 1] if number > 0 else names[-number - 1].negated()

    for constraint in formula.constraints():
        match constraint:
            case Exactly(1, literals):
                model.add_exactly_one(map(literal, literals))
            case Exactly(number, literals):
                model.add(sum(map(literal, literals)) == number)
            case AtMostOne(literals):
                model.add_at_most_one(map(literal, literals))
            case clause:
                model.add_bool_or(list(map(literal, clause)))
    soft = [literal(clause[0]).negated() for clause in formula.soft()]
    model.minimize(sum(soft))
    callback: Any = cp_model.CpSolverSolutionCallback

    class Sender(callback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            board = formula.decode(
                number for number, name in enumerate(names, 1) if self.value(name)
            )
            least = max(round(self.best_objective_bound), 0)
            parent.send(Message(self.num_conflicts, board.placements, least))

    solver = cp_model.CpSolver()
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.num_workers = engine.workers
    if engine.most_conflicts:
        most = min(engine.most_conflicts, 2**63 - 1)  # more than it has a number for
        solver.parameters.max_number_of_conflicts = most
    status = solver.solve(model, Sender())
    if status == cp_model.OPTIMAL:
        least = round(solver.objective_value)
        parent.send(Message(solver.num_conflicts, None, least, is_over=True))
    elif engine.most_conflicts and status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
        parent.send(GAVE_UP)  # anything else is no answer, and never waited for
