"""Checkpoints: a run on disk, complete at any moment, to be resumed later.

A checkpoint is an `npz` file: the arrays of every search, and a text that identifies
the run (puzzle, goal, engine, options, seed, version) and holds its counts, curve and
times. It is written beside its place and moved there, so that a kill leaves the last
one whole.
"""

import json
import warnings
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import CheckpointWarning, FormatError
from edgematch.files import whole_file
from edgematch.puzzle import Puzzle
from edgematch.search.request import Optimize, Request
from edgematch.search.run import Clock, Run
from edgematch.search.technique import Technique
from edgematch.version import __version__

_FORMAT = 9


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
            reason = (error.strerror or type(error).__name__).lower()
            self.trouble = f"{self._path}: {reason}"
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
        np.savez(
            stream, allow_pickle=False, about=np.array(json.dumps(about)), **arrays
        )


def load(path: Path, run: Run) -> None:
    """Let a fresh run take over a checkpoint; refuse one of a different search."""
    try:
        about, arrays = _read(path)
        _check_identity(path, about, _identity(run.technique, run.request))

        def part(name: str) -> dict[str, NDArray[np.generic]]:
            prefix = f"{name}/"
            return {
                key.removeprefix(prefix): array
                for key, array in arrays.items()
                if key.startswith(prefix)
            }

        run.load(about, part, str(path))
        run.clock = Clock(float(about["seconds"]), float(about["processor_seconds"]))
    except FormatError:
        raise
    except OSError as error:
        reason = (error.strerror or "not a checkpoint").lower()
        raise FormatError(str(path), None, reason) from error
    except (
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        AttributeError,
        NotImplementedError,  # a compression method that a damaged file seems to name
        BadZipFile,
        zlib.error,
    ) as error:
        raise FormatError(str(path), None, "not a complete checkpoint") from error


def _read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.generic]]]:
    with path.open("rb") as stream:
        file = np.load(stream, allow_pickle=False)
        arrays = {key: file[key] for key in file.files}
    return json.loads(str(arrays.pop("about"))), arrays


def _identity(technique: Technique, request: Request) -> dict[str, Any]:
    """Return what a checkpoint and the search that resumes it must agree on."""
    goal, measure = request.goal, "solutions"
    if isinstance(goal, Optimize):
        measure = goal.measure.name
    return {
        "version": __version__,
        "format": _FORMAT,
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
        if there[key] != value:
            difference = _difference(key, there[key], value)
            raise FormatError(str(path), None, f"a checkpoint with {difference}")


def _difference(key: str, there: Any, here: Any) -> str:
    """Say what differs in a checkpoint; of several options, only those that do."""
    if not (isinstance(there, dict) and isinstance(here, dict)):
        other = "other" if key.endswith("s") else "another"
        return f"{other} {key}: {there}, not {here}"
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    parts = (f"{name} {there.get(name)}, not {here.get(name)}" for name in names)
    return f"other {key}: {'; '.join(parts)}"
