"""Checkpoints: a run on disk, complete at any moment, to be resumed later.

A checkpoint holds what identifies the run (puzzle, goal, engine, options, seed,
version), its counts, curve and times, and the arrays of every search
(`checkpoint_file.py`).  It replaces the one before it only when it is complete, so that
a kill leaves a whole checkpoint behind.
"""

import json
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import CheckpointWarning, FormatError
from edgematch.files import reason_of, whole_file
from edgematch.puzzle import Puzzle
from edgematch.search.checkpoint_file import read_checkpoint, write_checkpoint
from edgematch.search.request import Optimize, Request
from edgematch.search.run import Clock, Run
from edgematch.search.state_checks import time_of
from edgematch.search.technique import Technique
from edgematch.version import __version__


class Saver:
    """Writes checkpoints as long as it can: a disk that fails must not end a search.

    Every failure is reported once, as a warning.
    """

    def __init__(self, path: Path, run: Run) -> None:
        self._path, self._run = path, run
        self._reported: set[str] = set()
        self.trouble = ""
        """Why the last checkpoint could not be written, if it could not."""

    def __call__(self) -> None:
        """Write a checkpoint, or warn that it could not be written."""
        self.trouble = ""
        try:
            save(self._path, self._run)
        except OSError as error:
            self.trouble = f"{self._path}: {reason_of(error)}"
            if self.trouble not in self._reported:
                self._reported.add(self.trouble)
                warnings.warn(self.trouble, CheckpointWarning, stacklevel=2)


def save(path: Path, run: Run) -> None:
    """Write a run to a file."""
    facts, parts = run.save()
    about = {
        **_identity(run.technique, run.request),
        "seconds": run.clock.seconds,
        "processor_seconds": run.clock.processor_seconds,
        **facts,
    }
    arrays = {
        f"{part}/{name}": array
        for part, state in parts.items()
        for name, array in state.items()
    }
    with whole_file(path) as stream:
        write_checkpoint(stream, about, arrays)


def load(path: Path, run: Run) -> None:
    """Let a fresh run take over a checkpoint; refuse one of a different search.

    Whatever is wrong with the file is a `FormatError`.
    """
    about, arrays = read_checkpoint(path)
    states: dict[str, dict[str, NDArray[np.generic]]] = {}
    for key, array in arrays.items():
        part, _, name = key.partition("/")
        states.setdefault(part, {})[name] = array
    try:
        _check_identity(path, about, _identity(run.technique, run.request))
        run.load(about, states.pop, str(path))
        times = (time_of(about[key], key) for key in ("seconds", "processor_seconds"))
        run.clock = Clock(*times)
        for part in states:
            raise ValueError(f"part {part} is not expected")
    except FormatError:
        raise
    except Exception as error:  # whatever the searches cannot be restored from
        raise FormatError(
            str(path), None, f"a checkpoint that cannot be resumed: {_reason(error)}"
        ) from error


def _reason(error: Exception) -> str:
    if isinstance(error, ValueError):  # what the checks say
        return reason_of(error)
    return f"{type(error).__name__}: {reason_of(error)}"


def _identity(technique: Technique, request: Request) -> dict[str, Any]:
    """Return what a checkpoint and the search that resumes it must agree on."""
    goal, measure = request.goal, "solutions"
    if isinstance(goal, Optimize):
        measure = goal.measure.name
    return {
        "version": __version__,
        "goal": measure,
        "engine": technique.name,
        "options": asdict(technique),
        "seed": request.seed,
        "variant": technique.variant(request),
        **_puzzle_identity(request.puzzle),
    }


def _puzzle_identity(puzzle: Puzzle) -> dict[str, str]:
    """Return what a puzzle must be for arrays made of it to fit.

    A fingerprint does not depend on the numbering of the colors; arrays do.
    """
    colors = json.dumps([puzzle.pieces, puzzle.mates])
    return {
        "puzzle": puzzle.fingerprint,
        "colors": sha256(colors.encode()).hexdigest()[:16],
    }


def _check_identity(
    path: Path, there: Mapping[str, Any], here: Mapping[str, Any]
) -> None:
    for key, value in here.items():
        if there.get(key) != value:
            difference = _difference(key, there.get(key), value)
            raise FormatError(str(path), None, f"a checkpoint with {difference}")


def _difference(key: str, there: Any, here: Any) -> str:
    """Say what differs in a checkpoint; of several options, only those that do."""
    if not (isinstance(there, dict) and isinstance(here, dict)):
        other = "other" if key.endswith("s") else "another"
        return f"{other} {key}: {there}, not {here}"
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    parts = (f"{name} {there.get(name)}, not {here.get(name)}" for name in names)
    return f"other {key}: {'; '.join(parts)}"
