"""Checkpoints: a run on disk, whole at any moment, to be taken up again later.

The arrays of every part as it stands and as it started, and the solutions kept.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.errors import FormatError
from edgematch.puzzle import Puzzle
from edgematch.search.checkpoint_file import (
    CheckpointFile,
    identity_of,
    read_checkpoint,
    write_checkpoint,
)
from edgematch.search.interface import Search
from edgematch.search.parts import Part, Run
from edgematch.symmetry import turns_that_may_look_the_same

_FORMAT = 8


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
        arrays[f"{number}/kept_at"] = np.array(part.kept_at, np.int64)
    parts = [
        {
            "count": part.count,
            "turned_alike": part.turned_alike,
            "is_exhausted": part.is_exhausted,
            "found_at": part.found_at,
        }
        for part in run.parts
    ]
    about = {"seconds": seconds, "parts": parts}
    write_checkpoint(path, _identity(run.name, puzzle, options), about, arrays)


def load(
    path: Path,
    name: str,
    fresh: Search,
    puzzle: Puzzle,
    options: Mapping[str, Any],
    keep: int = 0,
) -> Run:
    """Read a run back; refuse one of another puzzle, engine, option or version.

    `fresh` is a search that has placed nothing yet, to be copied for the parts.  Where
    solutions are to be kept, one that has only counted them is refused too.
    """
    with read_checkpoint(path, _identity(name, puzzle, options)) as file:
        parts = [
            _part(number, facts, file, fresh, puzzle)
            for number, facts in enumerate(file.about["parts"])
        ]
        for part in parts:
            if len(part.kept) < min(part.count, keep):
                raise FormatError(
                    str(path),
                    None,
                    f"a checkpoint that kept {len(part.kept)} of"
                    f" {part.count} solutions: the others can be counted, not shown",
                )
        return Run(name, parts, float(file.about["seconds"]))


def _identity(name: str, puzzle: Puzzle, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "engine": name,
        "options": dict(options),
        **identity_of(puzzle),
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
        int(facts["found_at"]),
        file.arrays[f"{number}/kept_at"].tolist(),
    )
