"""The work of CP-SAT's process: build the model, solve it, send every solution."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from edgematch.encoders import encoding
from edgematch.encoders.constraint_models import ConstraintModel
from edgematch.encoders.optional import import_optional
from edgematch.processes.child import Parent
from edgematch.search.outside import GAVE_UP, Message
from edgematch.search.request import Request

if TYPE_CHECKING:
    from . import CpSatSolve


def search(parent: Parent, request: Request, engine: "CpSatSolve") -> None:
    """Send every solution, and the end."""
    wants_all, most_conflicts = request.solve.wants_all, request.limits.nodes or 0
    options = {"break_symmetry": engine.break_symmetry}
    described = encoding(engine.encoding, **options).encode(request.puzzle)
    model, variables = build(described)
    facts = {"variables": len(variables), "tables": len(described.allowed)}
    parent.send(Message(0, facts=facts))
    cp_model = import_optional("ortools.sat.python.cp_model")
    callback: Any = cp_model.CpSolverSolutionCallback

    class Sender(callback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            values = {name: self.value(each) for name, each in variables.items()}
            facts = {"conflicts": self.num_conflicts, "branches": self.num_branches}
            placements = described.decode(values).placements
            parent.send(Message(self.num_conflicts, placements, facts=facts))

    solver = cp_model.CpSolver()
    solver.parameters.random_seed = request.seed
    # All solutions are enumerated by one thread.
    solver.parameters.num_workers = 1 if wants_all else request.threads
    solver.parameters.enumerate_all_solutions = wants_all
    if most_conflicts:
        most = min(most_conflicts, 2**63 - 1)  # its largest integer
        solver.parameters.max_number_of_conflicts = most
    status = solver.solve(model, Sender())
    facts = {"conflicts": solver.num_conflicts, "branches": solver.num_branches}
    # OPTIMAL means all solutions if all were asked for, otherwise just one.
    is_all = wants_all and status == cp_model.OPTIMAL
    if is_all or status == cp_model.INFEASIBLE:
        parent.send(Message(solver.num_conflicts, is_exhausted=True, facts=facts))
    elif most_conflicts and status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
        parent.send(GAVE_UP)  # any other status is no answer


def build(described: ConstraintModel) -> tuple[Any, Mapping[str, Any]]:
    """Return the model for CP-SAT, and its variables by name."""
    cp_model = import_optional("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    variables = {
        name: model.new_int_var_from_domain(cp_model.Domain.from_values(values), name)
        for name, values in described.domains.items()
    }
    for names, table in described.allowed:
        rows = described.tables[table]
        if rows:
            model.add_allowed_assignments([variables[name] for name in names], rows)
        else:
            model.add_bool_or([])  # nothing is allowed
    model.add_all_different([variables[name] for name in described.all_different])
    return model, variables
