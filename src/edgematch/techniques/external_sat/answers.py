"""What SAT solvers print: the line `s` and lines `v` of the competitions, MiniSat's
result file (SAT, UNSAT or INDET, then the literals), and UBCSAT's rows of literals.

A proof is only what a solver calls unsatisfiable in so many words: silence, an exit
status or a failed local search prove nothing.
"""

import re
from enum import StrEnum
from typing import NamedTuple


class Satisfiability(StrEnum):
    """What a solver says of a formula."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"
    """It gave up."""


class SolverAnswer(NamedTuple):
    """A verdict, and the literals of the model if there is one."""

    verdict: Satisfiability
    model: tuple[int, ...] = ()
    seconds: float | None = None
    """The processor time that the solver reports, if it does."""


EXIT_STATUSES = {10: Satisfiability.SATISFIABLE, 20: Satisfiability.UNSATISFIABLE}
"""By convention; many solvers end with 0 instead."""
_VERDICTS = {
    "SAT": Satisfiability.SATISFIABLE,
    "SATISFIABLE": Satisfiability.SATISFIABLE,
    "UNSAT": Satisfiability.UNSATISFIABLE,
    "UNSATISFIABLE": Satisfiability.UNSATISFIABLE,
    "INDET": Satisfiability.UNKNOWN,
    "INDETERMINATE": Satisfiability.UNKNOWN,
    "UNKNOWN": Satisfiability.UNKNOWN,
}
_UBCSAT = re.compile(r"#? *(No )?[Ss]olution found for -target 0")
_SECONDS = re.compile(
    r"CPU time *: (\d+\.?\d*) s"  # MiniSat, Glucose
    r"|(\d+\.?\d*) seconds total run time"  # PicoSAT
    r"|total process time since initialization: *(\d+\.?\d*) "  # CaDiCaL
    r"|process-time:.* (\d+\.?\d*) seconds"  # Kissat
    r"|CPUTime_Mean = (\d+\.?\d*)"  # UBCSAT
)
_LITERALS = re.compile(r"(-?\d{1,18}\s+)*-?\d{1,18}")


def read_solver_output(text: str) -> SolverAnswer | None:
    r"""Return what a solver says; None if nothing of it is understood.

    >>> read_solver_output("c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n").model
    (1, -2, 3)
    >>> read_solver_output("UNSAT\n").verdict
    <Satisfiability.UNSATISFIABLE: 'unsatisfiable'>
    >>> read_solver_output("20")
    """
    verdicts: set[Satisfiability] = set()
    marked: list[int] = []
    bare: list[int] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("v "):
            marked += _literals(line[2:])
        elif found := _verdict(line):
            verdicts.add(found)
        elif verdicts:  # before it, rows of numbers are statistics
            bare += _literals(line)
    if len(verdicts) != 1:
        return None
    (verdict,) = verdicts
    if verdict is not Satisfiability.SATISFIABLE:
        return SolverAnswer(verdict)
    model = marked or bare
    return SolverAnswer(verdict, tuple(literal for literal in model if literal))


def seconds_reported(text: str) -> float | None:
    r"""Return the processor time that a solver reports; None if it reports none.

    >>> seconds_reported("restarts : 1\nCPU time              : 0.25 s\n")
    0.25
    """
    found = _SECONDS.findall(text)
    return float("".join(found[-1])) if found else None


def _verdict(line: str) -> Satisfiability | None:
    if match := _UBCSAT.fullmatch(line):
        return Satisfiability.UNKNOWN if match[1] else Satisfiability.SATISFIABLE
    return _VERDICTS.get(line.removeprefix("s ").strip())


def _literals(line: str) -> list[int]:
    line = line.strip()
    return list(map(int, line.split())) if _LITERALS.fullmatch(line) else []
