"""Any encoding as clauses, solved by a SAT solver that is installed as a program.

The papers ran MiniSat with preprocessing, PicoSAT and UBCSAT; a command names one of
these, or any other solver that reads DIMACS CNF.

Continue with `job.py` (what the solver's process does) and `answers.py` (how solvers
say what they have found).
"""

import shlex
import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from edgematch.encoders import FORMULAS, encoding, encoding_options
from edgematch.encoders.cardinality import AT_MOST_ONE, EXACTLY
from edgematch.encoders.optional import missing_package
from edgematch.errors import EdgematchError, MissingPackage
from edgematch.search.options import OptionError, choice, number
from edgematch.search.request import Request
from edgematch.search.technique import Technique, Threads
from edgematch.symmetry import board_symmetries

if TYPE_CHECKING:
    from edgematch.search.outside import OutsideSearch

PLACEHOLDERS = ("cnf", "result", "proof", "seed")
COMMANDS = {
    "kissat": "kissat {cnf}",
    "cadical": "cadical {cnf}",
    "minisat": "minisat {cnf} {result}",
    "glucose": "glucose -model {cnf}",
    "picosat": "picosat -v {cnf}",
}
"""Programs that are run without a `command`: the first of them that is installed.

They are told to report their times."""


@dataclass(frozen=True)
class ExternalSat(Technique):
    """Run a SAT solver of your own on a formula, by its command."""

    name = "external-sat"
    packages = ()
    threads = Threads.ONE
    resumable = False
    counts_nodes = False
    outside = True
    runs_programs = True
    writes_proofs = True

    command: str = ""
    """The command, with `{cnf}` for the formula and, where the solver takes them,
    `{result}`, `{proof}` and `{seed}`; empty: the first installed of kissat, cadical,
    minisat, glucose and picosat."""
    encoding: str = choice("primal-dual", FORMULAS)
    """The encoding."""
    at_most_one: str = choice("ladder", AT_MOST_ONE)
    """Encoding of at-most-one constraints."""
    exactly: str = choice("sorting", EXACTLY)
    """Encoding of exactly-k constraints."""
    color_counts: bool = True
    """With `primal-dual`: add PD3, the number of joins of each color."""
    forbidden_colors: bool = False
    """With `compact`: add (8), colors that a piece does not have."""
    explicit: bool = False
    """With `compact`: add (9) to (11), no piece is on two cells."""
    negated: bool = False
    """Negate every variable: a solver that tries false first then tries true first."""
    break_symmetry: bool = False
    """Search only one turn of the whole board, and multiply the count."""
    megabytes: int = number(0, 0)
    """The most memory for the solver and its children; 0 for no limit."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.command:
            self._check_command()

    def encoding_options(self) -> dict[str, Any]:
        """Return the options for the encoding."""
        known = encoding_options(self.encoding)
        return {name: getattr(self, name) for name in known if hasattr(self, name)}

    def start(self, request: Request) -> "OutsideSearch":
        """Return a search that has done nothing yet."""
        from edgematch.processes.messages import ProcessLimits
        from edgematch.search.outside import OutsideSearch

        command = self.command or _installed_command()
        words = shlex.split(command)
        program = shutil.which(words[0])
        if program is None:
            raise MissingPackage(
                f"no program {words[0]!r} on the PATH; install it, or correct the"
                " option command"
            )
        if request.solve.proof is not None and "{proof}" not in command:
            raise EdgematchError(
                "a proof needs a command that says where the solver writes it:"
                f" {{proof}} is missing in {command!r}"
            )
        if find_spec("pysat") is None:
            raise missing_package("pysat")
        encoding(self.encoding, **self.encoding_options())
        turns = len(board_symmetries(request.puzzle)) if self.break_symmetry else 1
        return OutsideSearch(
            request,
            f"{Path(program).name} on {self.encoding}",
            "edgematch.techniques.external_sat.job:search",
            self,
            [program, *words[1:]],
            turns=turns,
            limits=ProcessLimits(megabytes=self.megabytes or None),
            has_children=True,
        )

    def prepare(self, request: Request) -> None:
        """Do nothing: every search has a process of its own."""

    def _check_command(self) -> None:
        """Refuse a command that cannot be right."""
        try:
            shlex.split(self.command)
            parts = list(Formatter().parse(self.command))
        except ValueError as error:
            reason = str(error).lower()
            raise OptionError(f"option command: {reason}", "command") from None
        named = [name for _, name, _, _ in parts if name is not None]
        for name in named:
            if name not in PLACEHOLDERS:
                known = ", ".join(f"{{{each}}}" for each in PLACEHOLDERS)
                raise OptionError(
                    f"option command has {{{name}}}; it may have {known}", "command"
                )
        if "cnf" not in named:
            raise OptionError(
                "option command must have {cnf}, where the formula goes", "command"
            )


def _installed_command() -> str:
    """Return the command of the first solver on the PATH."""
    for program, command in COMMANDS.items():
        if shutil.which(program):
            return command
    raise MissingPackage(
        f"none of {', '.join(COMMANDS)} is on the PATH; install one, or name another"
        " SAT solver: --option command='SOLVER {cnf}'"
    )
