"""The task `program`: run an outside solver, written in any language.

The program is a path or a name on the search path.  It receives the wanted number of
solutions, its options and its limit as arguments, `[all] [NAME|NAME=VALUE ...]
seconds=S`, and on the standard input the puzzle: rows, columns, then the four colors of
each piece, clockwise from the north.  The last line that it prints is an answer in
JSON: `ended` (found, exhausted or seconds), `count`, `nodes`, `seconds`, and `boards`,
each the piece and turn of every cell in order.  `benchmarks/peers/first_attempt.cpp` is
an example.
"""

import json
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError, UnsupportedPuzzle
from edgematch.experiments.plan import Method, RunLimits
from edgematch.experiments.records import Placements, RunRecord, Status
from edgematch.experiments.tasks import clock_of
from edgematch.puzzle import Placement, Puzzle
from edgematch.results import WrongAnswer
from edgematch.search.options import OptionError

_CUT_OFF = getattr(signal, "SIGXCPU", 0)
"""The signal that ends a program at its limit of processor time."""
_ENDINGS = ("found", "exhausted", "seconds")


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options; the program itself is looked up when a run begins."""
    for name, value in options.items():
        if not isinstance(value, bool | int | float | str):
            raise OptionError(
                f"option {name} must be a single value, not {value!r}", name
            )
    return {name: value for name, value in options.items() if value is not False}


def prepare(puzzle: Puzzle, method: Method) -> None:
    """Do nothing: the program is a process of its own."""


def run(puzzle: Puzzle, method: Method) -> RunRecord:
    """Let the program search one puzzle; the referee checks every board it returns."""
    subject, limits = method.subject, method.limits
    program = shutil.which(subject)
    if program is None:
        raise EdgematchError(f"no program {subject!r}; build it, or correct its path")
    if puzzle.hints or puzzle.mates or not (puzzle.framed and puzzle.turnable):
        raise UnsupportedPuzzle(
            "programs accept only framed puzzles with turnable pieces, without hints or"
            " signed colors"
        )
    if limits.solutions not in (1, None):
        raise EdgematchError(
            'programs search for one solution or for all: set solutions to 1 or "all"'
        )
    words = ["all"] if limits.solutions is None else []
    words += [
        name if value is True else f"{name}={value}"
        for name, value in method.options.items()
    ]
    numbers = [puzzle.rows, puzzle.columns]
    numbers += [color for piece in puzzle.pieces for color in piece]
    clock = clock_of(limits)
    started = clock()
    with subprocess.Popen(
        [program, *words, f"seconds={limits.seconds:g}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        if limits.processor_seconds is not None:
            _limit_processor(process.pid, limits.processor_seconds)
        printed, _ = process.communicate(" ".join(map(str, numbers)))
    seconds = clock() - started
    if limits.processor_seconds is not None and process.returncode == -_CUT_OFF:
        # The system does not count to the millisecond.
        seconds = max(seconds, limits.processor_seconds)
        return RunRecord(Status.DONE, "seconds", seconds=seconds)
    lines = printed.splitlines()
    if process.returncode or not lines:
        raise WrongAnswer(f"{subject} ended with status {process.returncode}")
    record = _record(puzzle, subject, lines[-1], limits)
    return record if limits.clock == "wall" else replace(record, seconds=seconds)


def _limit_processor(pid: int, seconds: float) -> None:
    """Let the system end a program that has used so much of the processor."""
    import resource

    if not hasattr(resource, "prlimit"):  # only Linux has it
        return
    _, hard = resource.prlimit(pid, resource.RLIMIT_CPU)
    resource.prlimit(pid, resource.RLIMIT_CPU, (ceil(seconds), hard))


def _record(puzzle: Puzzle, subject: str, line: str, limits: RunLimits) -> RunRecord:
    """Return the record of an answer; raise if it is not true."""
    try:
        answer = json.loads(line)
        ended, count = str(answer["ended"]), int(answer["count"])
        nodes, seconds = int(answer["nodes"]), float(answer["seconds"])
        boards = [_placements(board) for board in answer["boards"]]
    except (KeyError, TypeError, ValueError) as error:
        raise WrongAnswer(f"{subject} printed no answer: {line[:80]!r}") from error
    if ended not in _ENDINGS:
        raise WrongAnswer(f"{subject} ended with {ended!r}, not {', '.join(_ENDINGS)}")
    if len(set(boards)) < len(boards):
        raise WrongAnswer(f"{subject} printed the same solution twice")
    for placements in boards:
        if not _is_solution(puzzle, placements):
            raise WrongAnswer(f"{subject} printed a board that is not a solution")
    kept = tuple(boards[: limits.keep])
    return RunRecord(Status.DONE, ended, count, nodes, seconds, kept)


def _is_solution(puzzle: Puzzle, placements: Placements) -> bool:
    try:
        return Board(puzzle, placements).is_solution()
    except EdgematchError:  # such as a piece twice
        return False


def _placements(numbers: Sequence[int]) -> Placements:
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(
        Placement(cell, piece, turn) for cell, (piece, turn) in enumerate(pairs)
    )
