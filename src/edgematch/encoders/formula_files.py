"""Formulas as files: DIMACS CNF, WCNF and OPB.

Comment lines contain the puzzle and the meaning of each variable, so that a model can
be decoded without anything else.  In CNF and WCNF they come first, so that a reader
that stops at the clauses has seen them.  Every line is written as it is generated.

WCNF is the format of the MaxSAT evaluations since 2022.  OPB is that of the
pseudo-Boolean competitions; it keeps counts as they are: no variables are added, and
each constraint is one line.  A clause with n negative literals becomes: the sum of its
positive variables minus the sum of its negated ones is at least 1 - n.  If breaks are
allowed, their number is minimized.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import (
    AtMostOne,
    Constraint,
    Exactly,
    Formula,
    meaning_text,
)
from edgematch.errors import EdgematchError, shorten
from edgematch.files import reason_of, whole_file
from edgematch.formats import Document, write
from edgematch.puzzle import Puzzle
from edgematch.version import __version__

_LINES_AT_ONCE = 10_000
NAMING = "v"
"""The word before the number and the meaning of a variable, in a comment line."""
PUZZLE_COMMENT = "puzzle "
"""The word before the puzzle, a record, in a comment line."""


def formula_comments(
    puzzle: Puzzle, name: str, options: Mapping[str, Any]
) -> list[str]:
    """Return the encoding and its options, and the whole puzzle as a record."""
    record = json.loads(write(Document(puzzle), "record").text)
    words = [f"{key}={str(value).lower()}" for key, value in options.items()]
    return [
        f"edgematch {__version__}: {' '.join([name, *words])}",
        PUZZLE_COMMENT + json.dumps(record, separators=(",", ":")),
    ]


def write_lines(stream: BinaryIO, lines: Iterable[str]) -> None:
    """Write lines in batches, which is faster."""
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) == _LINES_AT_ONCE:
            stream.write("".join(batch).encode())
            batch.clear()
    stream.write("".join(batch).encode())


def comment_lines(
    formula: Formula, comments: Iterable[str], mark: str
) -> Iterator[str]:
    """Yield comments and the meaning of each variable, after the mark of a comment."""
    for comment in comments:
        yield f"{mark} {comment}\n"
    for number, meaning in enumerate(formula.meanings, 1):
        yield f"{mark} {NAMING} {number} {meaning_text(meaning, formula.puzzle)}\n"


@contextmanager
def proof_files(path: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Open the file of a proof, and that of its formula; both are written whole."""
    formula_path = path.with_name(path.name + ".cnf")
    try:
        with whole_file(path) as proof, whole_file(formula_path) as formula:
            yield proof, formula
    except OSError as error:
        raise EdgematchError(
            f"{shorten(str(path))}: {reason_of(error)}; there is no solution, but the"
            " proof could not be written"
        ) from error


def write_cnf(stream: BinaryIO, clauses: Clauses, comments: Iterable[str] = ()) -> None:
    """Write clauses as DIMACS CNF."""
    _, number = clauses.size()
    write_lines(stream, comment_lines(clauses.formula, comments, "c"))
    write_lines(stream, [f"p cnf {clauses.highest()} {number}\n"])
    write_lines(stream, map(clause_line, clauses))


def write_wcnf(
    stream: BinaryIO, clauses: Clauses, comments: Iterable[str] = ()
) -> None:
    """Write hard and soft clauses as WCNF; each soft clause costs 1."""
    write_lines(stream, comment_lines(clauses.formula, comments, "c"))
    write_lines(stream, ("h " + clause_line(clause) for clause in clauses))
    write_lines(
        stream, ("1 " + clause_line(clause) for clause in clauses.formula.soft())
    )


def clause_line(clause: Sequence[int]) -> str:
    """Return a clause as a line of DIMACS CNF."""
    return " ".join(map(str, clause)) + " 0\n"


def write_opb(stream: BinaryIO, formula: Formula, comments: Iterable[str] = ()) -> None:
    """Write a formula as OPB."""
    variables, constraints = opb_size(formula)
    write_lines(stream, [f"* #variable= {variables} #constraint= {constraints}\n"])
    write_lines(stream, comment_lines(formula, comments, "*"))
    costs = [-literal for (literal,) in formula.soft()]
    if costs:
        write_lines(stream, [f"min: {_sum(costs)} ;\n"])
    write_lines(stream, _constraint_lines(formula))


def opb_size(formula: Formula) -> tuple[int, int]:
    """Return how many variables and constraints are written."""
    # If there is no variable, an empty sum still names one.
    return max(1, len(formula.meanings)), sum(1 for _ in _constraint_lines(formula))


def _constraint_lines(formula: Formula) -> Iterator[str]:
    for constraint in formula.constraints():
        yield f"{_relation(constraint)} ;\n"


def _relation(constraint: Constraint) -> str:
    match constraint:
        case Exactly(number, literals):
            # An empty sum is not allowed: 0 times a variable stands for it.
            return f"{_sum(literals) or '+0 x1'} = {number}"
        case AtMostOne(literals):
            return f"{_sum([-each for each in literals])} >= -1"
    denied = sum(1 for literal in constraint if literal < 0)
    return f"{_sum(constraint)} >= {1 - denied}"


def _sum(literals: Sequence[int]) -> str:
    return " ".join(f"+1 x{each}" if each > 0 else f"-1 x{-each}" for each in literals)
