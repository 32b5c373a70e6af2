"""The work of the solver's process: encode, run the program, read its answer, repeat.

For more than one solution the program is run again with a clause that excludes the
last one.  All files are in a folder that goes when the process does.
"""

import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from edgematch.encoders import encoding
from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import Formula
from edgematch.encoders.formula_files import clause_line, proof_files, write_lines
from edgematch.encoders.renumbering import Renumbering
from edgematch.errors import EdgematchError
from edgematch.files import work_folder
from edgematch.processes.child import Parent
from edgematch.processes.programs import run_program
from edgematch.puzzle import Placement
from edgematch.search.outside import Message
from edgematch.search.request import Request

from .answers import (
    EXIT_STATUSES,
    Satisfiability,
    SolverAnswer,
    read_solver_output,
    seconds_reported,
)

if TYPE_CHECKING:
    from . import ExternalSat

_SECONDS_FOR_VERSION = 2.0
_LONGEST_VERSION = 40
_LAST_LINES, _LAST_BYTES = 3, 2_000


class SolverFiles(NamedTuple):
    """The files of one run of a solver."""

    formula: Path
    result: Path
    proof: Path
    output: Path
    errors: Path

    def last_lines(self) -> str:
        """Return the last lines that the solver printed, as one line."""
        for path in (self.errors, self.output):
            with path.open("rb") as stream:
                stream.seek(max(0, path.stat().st_size - _LAST_BYTES))
                lines = stream.read().decode(errors="replace").splitlines()
            if said := [line.strip() for line in lines if line.strip()]:
                return " | ".join(said[-_LAST_LINES:])
        return "it printed nothing"


def search(
    parent: Parent, request: Request, engine: "ExternalSat", command: Sequence[str]
) -> None:
    """Send every solution and the end; `command` begins with the program's path."""
    with work_folder() as folder:
        files = SolverFiles(*(folder / name for name in SolverFiles._fields))
        last = _search(parent, request, engine, command, files)
    # The answer to it is an interrupt, which must not come while files are removed.
    parent.send(last)


def _search(
    parent: Parent,
    request: Request,
    engine: "ExternalSat",
    command: Sequence[str],
    files: SolverFiles,
) -> Message:
    """Send all messages but the last, and return that one."""
    goal, name = request.solve, Path(command[0]).name
    parent.send(Message(0, solver=_with_version(command[0], files)))
    described = encoding(engine.encoding, **engine.encoding_options())
    formula = described.encode(request.puzzle)
    clauses = Clauses(formula, engine.at_most_one, engine.exactly)
    variables, number = clauses.size()
    parent.send(Message(0, facts={"variables": variables, "clauses": number}))
    # A solver that takes the seed searches in another way by itself.
    takes_seed = any("{seed}" in word for word in command)
    names = Renumbering(variables, 0 if takes_seed else request.seed, engine.negated)
    given = [names.there(clause) for clause in clauses]
    names.shuffle(given)
    words = _words(command, files, goal.proof, request.seed)
    excluded: list[list[int]] = []
    spent, own_seconds = 0.0, 0.0
    while True:
        with files.formula.open("wb") as stream:
            number = len(given) + len(excluded)
            write_lines(stream, [f"p cnf {variables} {number}\n"])
            write_lines(stream, map(clause_line, given))
            write_lines(stream, map(clause_line, excluded))
        before = _processor_seconds()
        answer = _answer(name, words, files, variables)
        spent += _processor_seconds() - before
        facts = {"seconds of processor time": round(spent, 2)}
        statistics = {}
        if answer.seconds is not None:
            own_seconds += answer.seconds
            statistics["solver_seconds"] = own_seconds
        if answer.verdict is Satisfiability.UNSATISFIABLE:
            if goal.proof is not None and not excluded:
                _keep_proof(goal.proof, files)
            return Message(0, is_exhausted=True, facts=facts, statistics=statistics)
        for placements in _boards(formula, names, excluded, answer.model):
            message = Message(0, placements, facts=facts, statistics=statistics)
            if not placements or not goal.wants_all:
                return message
            parent.send(message)
        model = names.back(answer.model)
        excluded.append(names.there(formula.blocking_clause(model)))


def _words(
    command: Sequence[str], files: SolverFiles, proof: Path | None, seed: int
) -> list[str]:
    """Return a command with its placeholders filled in."""
    values = {
        "cnf": files.formula,
        "result": files.result,
        "proof": os.devnull if proof is None else files.proof,
        "seed": seed,
    }
    return [command[0], *(word.format(**values) for word in command[1:])]


def _answer(
    name: str, words: Sequence[str], files: SolverFiles, variables: int
) -> SolverAnswer:
    """Run the solver; raise unless it solves the formula or says that nobody can."""
    files.result.unlink(missing_ok=True)
    try:
        status = run_program(words, files.output, files.errors)
    except OSError as error:
        raise EdgematchError(
            f"{name}: {(error.strerror or str(error)).lower()}"
        ) from error
    said = files.last_lines()
    assert status is not None
    if status < 0:
        with suppress(ValueError):
            said = f"({signal.Signals(-status).name}): {said}"
        raise EdgematchError(f"{name} was ended by signal {-status} {said}")
    texts = [path for path in (files.result, files.output) if path.exists()]
    for path in texts:
        answer = read_solver_output(path.read_text(errors="replace"))
        if answer is not None:
            break
    else:
        raise EdgematchError(
            f"{name} gave no answer that can be read (exit status {status}): {said}"
        )
    if EXIT_STATUSES.get(status, answer.verdict) is not answer.verdict:
        raise EdgematchError(
            f"{name} says {answer.verdict}, but its exit status is {status}: {said}"
        )
    if answer.verdict is Satisfiability.UNKNOWN:
        raise EdgematchError(
            f"{name} gave up; give it no limits of its own, but limit the seconds of"
            f" the search: {said}"
        )
    if answer.verdict is Satisfiability.SATISFIABLE and variables and not answer.model:
        raise EdgematchError(
            f"{name} says satisfiable, but not by which values; give it the option to"
            f" print them, or a place for {{result}}: {said}"
        )
    said = files.output.read_text(errors="replace")
    return answer._replace(seconds=seconds_reported(said))


def _boards(
    formula: Formula,
    names: Renumbering,
    excluded: Sequence[Sequence[int]],
    model: Sequence[int],
) -> Iterator[tuple[Placement, ...]]:
    """Yield the boards of a model; an empty one, for the referee, if it is wrong."""
    literals = set(model)
    is_board = False
    if all(not literals.isdisjoint(clause) for clause in excluded):
        # Such as a piece that is placed twice, or a variable that there is none of.
        with suppress(EdgematchError, IndexError):
            for board in formula.boards(names.back(model)):
                is_board = True
                yield board.placements
    if not is_board:
        yield ()


def _keep_proof(path: Path, files: SolverFiles) -> None:
    """Copy the proof as the solver wrote it, and the formula that it is of."""
    if not files.proof.exists():
        raise EdgematchError("there is no solution, but the solver wrote no proof")
    with proof_files(path) as (proof, formula):
        for source, target in ((files.proof, proof), (files.formula, formula)):
            with source.open("rb") as stream:
                shutil.copyfileobj(stream, target)


def _with_version(program: str, files: SolverFiles) -> str:
    """Return the name of a program with the version that it tells, if it does."""
    name = Path(program).name
    with suppress(OSError):
        words = [program, "--version"]
        if run_program(words, files.output, files.errors, _SECONDS_FOR_VERSION) == 0:
            first = files.output.read_text(errors="replace").partition("\n")[0].strip()
            if any(map(str.isdigit, first)) and len(first) <= _LONGEST_VERSION:
                return first if first.lower().startswith(name) else f"{name} {first}"
    return name


def _processor_seconds() -> float:
    """Return the processor time of all programs that have ended."""
    times = os.times()
    return times.children_user + times.children_system
