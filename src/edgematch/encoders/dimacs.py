"""Formulas as DIMACS CNF, and as WCNF as the MaxSAT evaluations have it since 2022.

Comment lines name the variables; they come first, so that a reader that stops at the
clauses has seen them.  Everything is written as it is made.
"""

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.lines import comment_lines, write_lines


def write_cnf(stream: BinaryIO, clauses: Clauses, comments: Iterable[str] = ()) -> None:
    """Write clauses as DIMACS CNF."""
    _, number = clauses.size()
    write_lines(stream, comment_lines(clauses.formula, comments, "c"))
    write_lines(stream, [f"p cnf {clauses.highest()} {number}\n"])
    write_lines(stream, map(_line, clauses))


def write_wcnf(
    stream: BinaryIO, clauses: Clauses, comments: Iterable[str] = ()
) -> None:
    """Write hard and soft clauses as WCNF; each soft clause costs 1."""
    write_lines(stream, comment_lines(clauses.formula, comments, "c"))
    write_lines(stream, ("h " + _line(clause) for clause in clauses))
    write_lines(stream, ("1 " + _line(clause) for clause in clauses.formula.soft()))


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, clause)) + " 0\n"
