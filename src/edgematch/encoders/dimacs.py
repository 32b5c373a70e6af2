"""Formulas as DIMACS CNF, and as WCNF as the MaxSAT evaluations have it since 2022.

Comment lines name the variables; they come first, so that a reader that stops at the
clauses has seen them.  Everything is written as it is made.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import Formula, meaning_text

_LINES_AT_ONCE = 10_000


def write_cnf(stream: TextIO, clauses: Clauses, comments: Iterable[str] = ()) -> None:
    """Write clauses as DIMACS CNF."""
    variables, number = clauses.size()
    _write_comments(stream, clauses.formula, comments)
    stream.write(f"p cnf {variables} {number}\n")
    write_lines(stream, (clause_line(clause) for clause in clauses))


def write_wcnf(stream: TextIO, clauses: Clauses, comments: Iterable[str] = ()) -> None:
    """Write hard and soft clauses as WCNF; each soft clause costs 1."""
    _write_comments(stream, clauses.formula, comments)
    write_lines(stream, ("h " + clause_line(clause) for clause in clauses))
    soft = clauses.formula.soft()
    write_lines(stream, ("1 " + clause_line(clause) for clause in soft))


def clause_line(clause: Sequence[int]) -> str:
    """Return a clause as a line."""
    return " ".join(map(str, clause)) + " 0\n"


def write_lines(stream: TextIO, lines: Iterator[str]) -> None:
    """Write lines in larger lots, which is faster."""
    lot: list[str] = []
    for line in lines:
        lot.append(line)
        if len(lot) == _LINES_AT_ONCE:
            stream.write("".join(lot))
            lot.clear()
    stream.write("".join(lot))


def naming_lines(formula: Formula) -> Iterator[str]:
    """Yield what each variable means, a line each: its number, then the meaning."""
    for number, meaning in enumerate(formula.meanings, 1):
        yield f"{number} {meaning_text(meaning, formula.puzzle)}"


def _write_comments(stream: TextIO, formula: Formula, comments: Iterable[str]) -> None:
    write_lines(stream, (f"c {line}\n" for line in comments))
    write_lines(stream, (f"c v {line}\n" for line in naming_lines(formula)))
