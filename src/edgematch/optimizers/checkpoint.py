"""Checkpoints of searches for a score: what each search begins its stage with.

A file of numpy's `npz` kind, like those of `engines.checkpoint`.
"""

import json
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.errors import FormatError
from edgematch.files import whole_file
from edgematch.optimizers.runner import ScoreRun
from edgematch.puzzle import Puzzle
from edgematch.results import Better
from edgematch.version import __version__

_FORMAT = 1


def save(
    path: Path,
    run: ScoreRun,
    seconds: float,
    puzzle: Puzzle,
    options: Mapping[str, Any],
) -> None:
    """Write a run to a file."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for number, search in enumerate(run.searches):
        for name, array in search.state().items():
            arrays[f"{number}/{name}"] = array
    placements = [] if run.best is None else run.best.placements
    arrays["best"] = np.array(placements, np.int32).reshape(-1, 3)
    about = {
        **_identity(run, puzzle, options),
        "seconds": seconds,
        "curve": [astuple(better) for better in run.curve],
    }
    arrays["about"] = np.array(json.dumps(about))
    with whole_file(path) as stream:
        np.savez(stream, allow_pickle=False, **arrays)


def load(path: Path, run: ScoreRun, puzzle: Puzzle, options: Mapping[str, Any]) -> None:
    """Read a run back; refuse one of another puzzle, engine, option or version."""
    try:
        with path.open("rb") as stream:
            file = np.load(stream, allow_pickle=False)
            arrays = {key: file[key] for key in file.files}
        about = json.loads(str(arrays["about"]))
        for key, value in _identity(run, puzzle, options).items():
            if about[key] != value:
                raise FormatError(
                    str(path),
                    None,
                    f"a checkpoint of another {key}: {about[key]}, not {value}",
                )
        for number, search in enumerate(run.searches):
            prefix = f"{number}/"
            search.restore(
                {
                    key.removeprefix(prefix): array
                    for key, array in arrays.items()
                    if key.startswith(prefix)
                }
            )
        run.seconds_before = float(about["seconds"])
        run.curve = [Better(*each) for each in about["curve"]]
        if run.curve:
            run.processor_before = run.curve[-1].processor_seconds
            run.best = Board(puzzle, arrays["best"].tolist())
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
        BadZipFile,
    ) as error:
        raise FormatError(str(path), None, "not a whole checkpoint") from error


def _identity(
    run: ScoreRun, puzzle: Puzzle, options: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "version": __version__,
        "engine": run.engine,
        "threads": len(run.searches),
        "options": dict(options),
        "puzzle": puzzle.fingerprint,
    }
