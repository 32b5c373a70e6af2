"""A program of somebody else, run to its end by a child process of ours.

It stays in the group of the child, so that it is measured and killed with it; whatever
it has started ends when it does, or when the child is interrupted.
"""

import contextlib
import subprocess
from collections.abc import Sequence
from pathlib import Path

import psutil


def run_program(
    words: Sequence[str], output: Path, errors: Path, seconds: float | None = None
) -> int | None:
    """Run a program; return its exit status, None if it took longer than `seconds`."""
    with output.open("wb") as stdout, errors.open("wb") as stderr:
        program = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr
        )
        try:
            return program.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _kill_descendants()
            program.wait()


def _kill_descendants() -> None:
    """Kill all that this process has started, directly or not."""
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            process.kill()
