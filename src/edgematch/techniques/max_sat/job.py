"""What the process of RC2 does: raise the breaks until the formula has a model."""

from typing import TYPE_CHECKING

from edgematch.encoders import encoding
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.optional import import_optional
from edgematch.processes.child import Parent
from edgematch.search.outside import Message
from edgematch.search.request import Request

if TYPE_CHECKING:
    from . import MaxSat


def search(parent: Parent, request: Request, engine: "MaxSat") -> None:
    """Send a board of the fewest breaks."""
    rc2 = import_optional("pysat.examples.rc2")
    formulas = import_optional("pysat.formula")
    formula = encoding(engine.encoding, breaks=True).encode(request.puzzle)
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
        parent.send(Message(0, board.placements, True, at_least=breaks))
