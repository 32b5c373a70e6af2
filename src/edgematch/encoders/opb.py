"""Formulas as OPB, the format of the pseudo-Boolean competitions.

Counts stay counts: no variables are added, and each constraint is one line.  A clause
with n negative literals becomes: the sum of its positive variables minus the sum of its
negated ones is at least 1 - n.  If breaks are allowed, their number is minimized.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from edgematch.encoders.formula import AtMostOne, Constraint, Exactly, Formula
from edgematch.encoders.lines import comment_lines, write_lines


def write_opb(stream: BinaryIO, formula: Formula, comments: Iterable[str] = ()) -> None:
    """Write a formula as OPB."""
    variables, constraints = opb_size(formula)
    header = f"* #variable= {variables} #constraint= {constraints}\n"
    write_lines(stream, [header])
    write_lines(stream, comment_lines(formula, comments, "*"))
    costs = [-literal for (literal,) in formula.soft()]
    if costs:
        write_lines(stream, [f"min: {_sum(costs)} ;\n"])
    write_lines(stream, _constraint_lines(formula))


def opb_size(formula: Formula) -> tuple[int, int]:
    """Return how many variables and constraints are written."""
    # Where there are none, a sum of nothing names one.
    return max(1, len(formula.meanings)), sum(1 for _ in _constraint_lines(formula))


def _constraint_lines(formula: Formula) -> Iterator[str]:
    for constraint in formula.constraints():
        yield f"{_relation(constraint)} ;\n"


def _relation(constraint: Constraint) -> str:
    match constraint:
        case Exactly(number, literals):
            # A sum of nothing is not written: 0 times a variable is as good.
            return f"{_sum(literals) or '+0 x1'} = {number}"
        case AtMostOne(literals):
            return f"{_sum([-each for each in literals])} >= -1"
    denied = sum(1 for literal in constraint if literal < 0)
    return f"{_sum(constraint)} >= {1 - denied}"


def _sum(literals: Sequence[int]) -> str:
    return " ".join(f"+1 x{each}" if each > 0 else f"-1 x{-each}" for each in literals)
