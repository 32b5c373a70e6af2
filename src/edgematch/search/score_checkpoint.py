"""Checkpoints of searches for a score: what each search begins its stage with."""

from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.puzzle import Puzzle
from edgematch.results import Better
from edgematch.search.checkpoint_file import (
    identity_of,
    read_checkpoint,
    write_checkpoint,
)
from edgematch.search.score_runner import ScoreRun

_FORMAT = 2


def save(
    path: Path,
    run: ScoreRun,
    spent: tuple[float, float],
    puzzle: Puzzle,
    options: Mapping[str, Any],
) -> None:
    """Write a run to a file, with the wall time and that of the processors."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for number, search in enumerate(run.searches):
        for name, array in search.state().items():
            arrays[f"{number}/{name}"] = array
    placements = [] if run.best is None else run.best.placements
    arrays["best"] = np.array(placements, np.int32).reshape(-1, 3)
    curve = [astuple(better) for better in run.curve]
    about = {"seconds": spent[0], "processor_seconds": spent[1], "curve": curve}
    write_checkpoint(path, _identity(run, puzzle, options), about, arrays)


def load(path: Path, run: ScoreRun, puzzle: Puzzle, options: Mapping[str, Any]) -> None:
    """Read a run back; refuse one of another puzzle, engine, option or version."""
    with read_checkpoint(path, _identity(run, puzzle, options)) as file:
        for number, search in enumerate(run.searches):
            search.restore(file.under(f"{number}/"))
        run.seconds_before = float(file.about["seconds"])
        run.processor_before = float(file.about["processor_seconds"])
        run.curve = [Better(*each) for each in file.about["curve"]]
        if run.curve:
            run.best = Board(puzzle, file.arrays["best"].tolist())


def _identity(
    run: ScoreRun, puzzle: Puzzle, options: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "engine": run.engine,
        "threads": len(run.searches),
        "options": dict(options),
        **identity_of(puzzle),
    }
