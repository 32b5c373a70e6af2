"""The work of CP-SAT's process: build the model, solve it, send every board found."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from edgematch.encoders import encoding
from edgematch.encoders.constraint_models import ConstraintModel
from edgematch.encoders.formula import AtMostOne, Exactly, Formula
from edgematch.encoders.optional import import_optional
from edgematch.processes.child import Parent
from edgematch.search.outside import GAVE_UP, Message
from edgematch.search.request import Request

if TYPE_CHECKING:
    from . import CpSatOptimize, CpSatSolve

_LARGEST_INTEGER = 2**63 - 1
_SEEDS = 2**31


def solve(parent: Parent, request: Request, engine: "CpSatSolve") -> None:
    """Send every solution, and the end."""
    wants_all = request.solve.wants_all
    options = {"break_symmetry": engine.break_symmetry}
    described = encoding(engine.encoding, **options).encode(request.puzzle)
    model, variables = constraint_model(described)
    facts = {"variables": len(variables), "tables": len(described.allowed)}
    parent.send(Message(0, facts=facts))

    def message(solver: Any) -> Message:
        values = {name: solver.value(each) for name, each in variables.items()}
        placements = described.decode(values).placements
        return Message(solver.num_conflicts, placements, facts=_facts(solver))

    solver = _solver(request)
    solver.parameters.enumerate_all_solutions = wants_all
    if wants_all:  # they are enumerated by one thread
        solver.parameters.num_workers = 1
    status = solver.status_name(solver.solve(model, _sender(parent, message)))
    # OPTIMAL means all solutions if all were asked for, otherwise just one.
    if status == "INFEASIBLE" or (wants_all and status == "OPTIMAL"):
        facts = _facts(solver)
        parent.send(Message(solver.num_conflicts, is_exhausted=True, facts=facts))
    else:
        _give_up_at_limit(parent, request, status)


def optimize(parent: Parent, request: Request, engine: "CpSatOptimize") -> None:
    """Send every better board, and the end."""
    formula = encoding(engine.encoding, breaks=True).encode(request.puzzle)
    model, variables = cost_model(formula)

    def message(solver: Any) -> Message:
        board = formula.decode(
            number for number, each in enumerate(variables, 1) if solver.value(each)
        )
        least = max(round(solver.best_objective_bound), 0)
        return Message(solver.num_conflicts, board.placements, at_least=least)

    solver = _solver(request)
    status = solver.status_name(solver.solve(model, _sender(parent, message)))
    if status == "OPTIMAL":
        least = round(solver.objective_value)
        parent.send(Message(solver.num_conflicts, is_exhausted=True, at_least=least))
    else:
        _give_up_at_limit(parent, request, status)


def _solver(request: Request) -> Any:
    """Return a solver with the seed, threads and limits of a request."""
    solver = import_optional("ortools.sat.python.cp_model").CpSolver()
    solver.parameters.random_seed = request.seed % _SEEDS
    solver.parameters.num_workers = request.threads
    if request.limits.nodes:
        most = min(request.limits.nodes, _LARGEST_INTEGER)
        solver.parameters.max_number_of_conflicts = most
    return solver


def _sender(parent: Parent, message: Callable[[Any], Message]) -> Any:
    """Return a callback that sends a message for every solution."""
    cp_model = import_optional("ortools.sat.python.cp_model")
    callback: Any = cp_model.CpSolverSolutionCallback

    class Sender(callback):  # type: ignore[misc]  # ortools is optional
        def on_solution_callback(self) -> None:
            parent.send(message(self))

    return Sender()


def _facts(solver: Any) -> dict[str, int]:
    return {"conflicts": solver.num_conflicts, "branches": solver.num_branches}


def _give_up_at_limit(parent: Parent, request: Request, status: str) -> None:
    """Report that the node limit is reached; any other status is not an answer."""
    if request.limits.nodes and status in ("UNKNOWN", "FEASIBLE"):
        parent.send(GAVE_UP)


def constraint_model(described: ConstraintModel) -> tuple[Any, Mapping[str, Any]]:
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


def cost_model(formula: Formula) -> tuple[Any, list[Any]]:
    """Return the model of a formula with breaks as costs, and its variables."""
    model = import_optional("ortools.sat.python.cp_model").CpModel()
    variables = [model.new_bool_var("") for _ in formula.meanings]

    def literal(number: int) -> Any:
        variable = variables[abs(number) - 1]
        return variable if number > 0 else variable.negated()

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
    model.minimize(sum(literal(-clause[0]) for clause in formula.soft()))
    return model, variables
