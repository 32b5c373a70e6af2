"""The work of a SAT solver's process: encode, solve, exclude the solution, repeat.

The solver works in slices of so many conflicts, to report progress; their lengths are
fixed in advance and do not depend on the clock.
"""

from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from edgematch.encoders import encoding
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import Formula
from edgematch.encoders.optional import import_optional
from edgematch.encoders.renumbering import Renumbering
from edgematch.search.outside import GAVE_UP, Message
from edgematch.search.request import Request

from .proof import write_proof

if TYPE_CHECKING:
    from . import Sat

Decoder = Callable[[list[int]], list[int]]
"""A model of what the solver was given to a model of the formula."""

_FIRST_SLICE = 1_000
_LONGEST_SLICE = 20_000
"""Conflicts; each slice is a tenth longer than the one before."""


def search(request: Request, engine: "Sat") -> Iterator[Message]:
    """Yield every solution, what the solver reports in between, and the end."""
    goal, most_conflicts = request.solve, request.limits.nodes or 0
    described = encoding(engine.encoding, **engine.encoding_options())
    formula = described.encode(request.puzzle)
    clauses = Clauses(formula, engine.at_most_one, engine.exactly)
    variables, number = clauses.size()
    yield Message(0, facts={"variables": variables, "clauses": number})
    names = Renumbering(variables, request.seed)
    given = [names.there(clause) for clause in clauses]
    names.shuffle(given)
    meaningful = range(1, len(formula.meanings) + 1)
    back: Decoder = names.back
    if engine.preprocessing:
        # Clauses that exclude solutions are about variables that have to stay.
        kept = names.there(meaningful) if goal.wants_all else []
        processor = import_optional("pysat.process").Processor(bootstrap_with=given)
        given = processor.process(freeze=kept).clauses
        if not processor.status:
            yield Message(0, is_exhausted=True)
            return
        if not goal.wants_all:  # it may change variables that had to stay
            back = lambda model: names.back(processor.restore(model))  # noqa: E731
    if engine.solver == "kissat404":
        for message in _once_each(formula, names, back, given, most_conflicts):
            yield message
            if message.found is not None and not goal.wants_all:
                return
        return
    solvers = import_optional("pysat.solvers")
    with solvers.Solver(engine.solver, with_proof=goal.proof is not None) as solver:
        for clause in given:
            solver.add_clause(clause)
        if engine.phase != "own":
            sign = 1 if engine.phase == "positive" else -1
            solver.set_phases(names.there([sign * name for name in meaningful]))
        del given
        found = 0
        for message in _all_models(solver, formula, names, back):
            found += message.found is not None
            if message.is_exhausted and not found and goal.proof is not None:
                write_proof(goal.proof, solver.solver, clauses, names.back)
            yield message
            if found and not goal.wants_all:
                return
            if most_conflicts and message.nodes > most_conflicts:
                return  # later messages would be beyond the node limit


def _all_models(
    solver: Any, formula: Formula, names: Renumbering, back: Decoder
) -> Iterator[Message]:
    budget = float(_FIRST_SLICE)
    for _ in count():
        solver.conf_budget(int(budget))
        answer = solver.solve_limited()
        statistics = solver.accum_stats()
        nodes = int(statistics["conflicts"])
        facts = {key: int(statistics[key]) for key in ("conflicts", "restarts")}
        if answer is None:
            budget = min(1.1 * budget, _LONGEST_SLICE)
            yield Message(nodes, facts=facts)
            continue
        if not answer:
            yield Message(nodes, is_exhausted=True, facts=facts)
            return
        model = back(solver.get_model())
        for board in formula.boards(model):
            yield Message(nodes, board.placements, facts=facts)
        solver.add_clause(names.there(formula.blocking_clause(model)))


def _once_each(
    formula: Formula,
    names: Renumbering,
    back: Decoder,
    given: list[list[int]],
    most_conflicts: int,
) -> Iterator[Message]:
    """Solve from the beginning for every solution: Kissat solves a formula once."""
    solvers = import_optional("pysat.solvers")
    while True:
        with solvers.Kissat404(bootstrap_with=given) as solver:
            if most_conflicts:
                solver.conf_budget(most_conflicts)
            answer = solver.solve_limited()
            if answer is None:
                yield GAVE_UP
                return
            if not answer:
                yield Message(0, is_exhausted=True)
                return
            model = back(solver.get_model())
        for board in formula.boards(model):
            yield Message(0, board.placements)
        given.append(names.there(formula.blocking_clause(model)))
