"""Runs in processes of their own, ended from outside when their time is over.

Some solvers hold the interpreter until they are done, so only a kill holds a limit.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Final

from effort.answers import READY, Answer, peak_memory
from effort.classes import PuzzleClass
from effort.contestants import FIRST_ATTEMPT, Contestant

_FOLDER: Final = Path(__file__).parents[1]
_PREPARING: Final = 300.0
"""Seconds in which a run has to become ready: a first compilation is slow."""
_GRACE: Final = 2.0
"""Seconds past the limit in which a run that holds it by itself may say so."""


class RunError(Exception):
    """A run ended without an answer."""


def compiled_peer(folder: Path) -> Path:
    """Compile the C++ peer into a folder; return the program."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise RunError("the first attempt needs g++, which is not here")
    program = folder / "first_attempt"
    source = _FOLDER / "peers" / "first_attempt.cpp"
    flags = ["-std=c++20", "-O3", "-march=native"]
    subprocess.run([compiler, *flags, "-o", program, source], check=True)
    return program


def run(
    contestant: Contestant, kind: PuzzleClass, seed: int, limit: float, peer: Path
) -> Answer:
    """Let a contestant search one instance."""
    if contestant.kind != FIRST_ATTEMPT:
        wanted = "all" if kind.wants_all else "first"
        job = [kind.recipe(seed), contestant.name, wanted, str(limit)]
        return _answer([sys.executable, "-m", "effort.child", *job], "", limit)
    puzzle = kind.puzzle(seed)
    words = ["all"] if kind.wants_all else []
    words += [key for key, is_set in contestant.options if is_set]
    numbers = [puzzle.rows, puzzle.columns]
    numbers += [color for piece in puzzle.pieces for color in piece]
    text = " ".join(map(str, numbers))
    return _answer([str(peer), *words, f"seconds={limit}"], text, limit)


def _answer(command: Sequence[str], text: str, limit: float) -> Answer:
    """Run a command; end it when it is past the limit."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(_FOLDER)},
    )
    try:
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.close()
        lines = _lines_of(process)
        if _line(lines, _PREPARING) != READY:
            raise RunError("the run did not become ready")
        try:
            line = _line(lines, limit + _GRACE)
        except Empty:
            memory = peak_memory(process.pid)
            return Answer("seconds", 0, None, limit, memory)
    except (Empty, BrokenPipeError) as error:
        raise RunError("the run did not become ready") from error
    finally:
        process.kill()
        process.wait()
    if not line:
        raise RunError("the run ended without an answer")
    answer = Answer.read(line)
    if answer.ended not in ("found", "exhausted", "seconds"):
        raise RunError(f"the run ended by {answer.ended}")
    return replace(answer, ended="seconds") if answer.seconds > limit else answer


def _lines_of(process: "subprocess.Popen[str]") -> "Queue[str]":
    """Return a queue that the lines of a process come into, and "" at their end."""
    lines: Queue[str] = Queue()

    def read() -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                lines.put(line)
        lines.put("")

    Thread(target=read, daemon=True).start()
    return lines


def _line(lines: "Queue[str]", seconds: float) -> str:
    return lines.get(timeout=seconds).strip()
