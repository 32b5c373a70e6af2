"""Proofs that a formula has no model, as DRAT in text, with the formula beside them."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula_files import proof_files, write_cnf, write_lines
from edgematch.encoders.optional import import_optional

Step = tuple[bool, list[int]]
"""Whether a clause is deleted, and the clause."""


def write_proof(
    path: Path,
    solver: Any,
    clauses: Clauses,
    back: Callable[[Iterable[int]], list[int]],
) -> None:
    """Write what a solver of python-sat has proved; `back` gives its literals names."""
    with proof_files(path) as (proof, formula):
        write_cnf(formula, clauses)
        steps = _steps(solver)
        write_lines(proof, (_line(deleted, back(c)) for deleted, c in steps))


def _line(is_deleted: bool, clause: list[int]) -> str:
    return ("d " if is_deleted else "") + "".join(f"{each} " for each in clause) + "0\n"


def _steps(solver: Any) -> Iterator[Step]:
    if "cadical" not in type(solver).__name__.lower():
        for line in solver.get_proof():
            words = line.split()
            is_deleted = words[0] == "d"
            yield is_deleted, [int(word) for word in words[is_deleted:-1]]
        return
    # python-sat strips CaDiCaL's file of what looks like blanks at its ends, and these
    # may be literals: we read the file itself.
    import_optional("pysolvers").flushpr(solver.prfp)
    solver.prfile.seek(0)
    yield from binary_steps(solver.prfile.read())


def binary_steps(data: bytes) -> Iterator[Step]:
    """Read a binary DRAT proof.

    >>> list(binary_steps(bytes([ord("a"), 2, 131, 1, 0, ord("d"), 5, 0])))
    [(False, [1, -65]), (True, [-2])]
    """
    numbers = iter(data)
    for kind in numbers:
        clause = []
        while literal := _number(numbers):
            clause.append(-(literal >> 1) if literal & 1 else literal >> 1)
        yield kind == ord("d"), clause


def _number(data: Iterator[int]) -> int:
    """Read a number of seven bits a byte, the lowest first."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        if byte < 128:
            break
        shift += 7
    return number
