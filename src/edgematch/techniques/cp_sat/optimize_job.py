"""What the process of CP-SAT does for the best board: the encoding, with breaks as
costs.
"""

from typing import TYPE_CHECKING, Any

from edgematch.encoders import encoding
from edgematch.encoders.formula import AtMostOne, Exactly
from edgematch.encoders.optional import import_optional
from edgematch.processes.child import Parent
from edgematch.search.outside import GAVE_UP, Message
from edgematch.search.request import Request

if TYPE_CHECKING:
    from . import CpSatOptimize


def search(parent: Parent, request: Request, engine: "CpSatOptimize") -> None:
    """Send every better board, and the end."""
    most_conflicts = request.limits.nodes or 0
    cp_model = import_optional("ortools.sat.python.cp_model")
    formula = encoding(engine.encoding, breaks=True).encode(request.puzzle)
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
            parent.send(Message(self.num_conflicts, board.placements, at_least=least))

    solver = cp_model.CpSolver()
    solver.parameters.random_seed = request.seed % 2**31
    solver.parameters.num_workers = request.threads
    if most_conflicts:
        most = min(most_conflicts, 2**63 - 1)  # its largest integer
        solver.parameters.max_number_of_conflicts = most
    status = solver.solve(model, Sender())
    if status == cp_model.OPTIMAL:
        least = round(solver.objective_value)
        parent.send(Message(solver.num_conflicts, is_exhausted=True, at_least=least))
    elif most_conflicts and status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
        parent.send(GAVE_UP)  # any other status is no answer
