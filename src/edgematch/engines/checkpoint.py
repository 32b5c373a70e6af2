"""Checkpoints: a run on disk, whole at any moment, to be taken up again later.

The arrays of every part as it stands and as it started, and the solutions kept.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.engines.checkpoint_file import (
    CheckpointFile,
    read_checkpoint,
    write_checkpoint,
)
from edgematch.engines.interface import Search
from edgematch.engines.parts import Part, Run
from edgematch.puzzle import Puzzle
from edgematch.symmetry import turns_that_may_look_the_same

_FORMAT = 6


def save(
    path: Path, run: Run, seconds: float, puzzle: Puzzle, options: Mapping[str, Any]
) -> None:
    """Write a run to a file."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for number, part in enumerate(run.parts):
        for name, array in part.search.state().items():
            arrays[f"{number}/now/{name}"] = array
        for name, array in part.start.items():
            arrays[f"{number}/start/{name}"] = array
        kept = [board.placements for board in part.kept]
        shape = (len(kept), puzzle.cells, 3)
        arrays[f"{number}/kept"] = np.array(kept, np.int32).reshape(shape)
    parts = [
        {
            "count": part.count,
            "turned_alike": part.turned_alike,
            "is_exhausted": part.is_exhausted,
        }
        for part in run.parts
    ]
    about = {"seconds": seconds, "parts": parts}
    write_checkpoint(path, _identity(run.name, puzzle, options), about, arrays)


def load(
    path: Path, name: str, fresh: Search, puzzle: Puzzle, options: Mapping[str, Any]
) -> Run:
    """Read a run back; refuse one of another puzzle, engine, option or version.

    `fresh` is a search that has placed nothing yet, to be copied for the parts.
    """
    with read_checkpoint(path, _identity(name, puzzle, options)) as file:
        parts = [
            _part(number, facts, file, fresh, puzzle)
            for number, facts in enumerate(file.about["parts"])
        ]
        return Run(name, parts, float(file.about["seconds"]))


def _identity(name: str, puzzle: Puzzle, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "engine": name,
        "options": dict(options),
        "puzzle": puzzle.fingerprint,
    }


def _part(
    number: int,
    facts: Mapping[str, Any],
    file: CheckpointFile,
    fresh: Search,
    puzzle: Puzzle,
) -> Part:
    search = fresh.fork()
    search.restore(file.under(f"{number}/now/"))
    kept = [Board(puzzle, placements) for placements in file.arrays[f"{number}/kept"]]
    return Part(
        search,
        file.under(f"{number}/start/"),
        turns_that_may_look_the_same(puzzle),
        int(facts["count"]),
        int(facts["turned_alike"]),
        kept,
        bool(facts["is_exhausted"]),
    )
