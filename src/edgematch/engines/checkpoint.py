"""Checkpoints: a run on disk, whole at any moment, to be taken up again later.

A file of numpy's `npz` kind: the arrays of every part as it stands and as it started,
the solutions kept, and a text that says what the run is of.  It is written beside its
place and moved there, so that a kill leaves the last one as it was.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.engines.interface import Search
from edgematch.engines.runner import Part, Run
from edgematch.errors import FormatError
from edgematch.files import whole_file
from edgematch.puzzle import Puzzle
from edgematch.symmetry import turns_that_may_look_the_same
from edgematch.version import __version__

_FORMAT = 5


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
    about = {
        **_identity(run.name, puzzle, options),
        "seconds": seconds,
        "parts": [
            {
                "count": part.count,
                "turned_alike": part.turned_alike,
                "is_exhausted": part.is_exhausted,
            }
            for part in run.parts
        ],
    }
    arrays["about"] = np.array(json.dumps(about))
    with whole_file(path) as stream:
        np.savez(stream, allow_pickle=False, **arrays)


def load(
    path: Path, name: str, fresh: Search, puzzle: Puzzle, options: Mapping[str, Any]
) -> Run:
    """Read a run back; refuse one of another puzzle, engine, option or version.

    `fresh` is a search that has placed nothing yet, to be copied for the parts.
    """
    try:
        with path.open("rb") as stream:
            file = np.load(stream, allow_pickle=False)
            arrays = {key: file[key] for key in file.files}
        about = json.loads(str(arrays["about"]))
        _check_identity(path, about, _identity(name, puzzle, options))
        parts = [
            _part(number, facts, arrays, fresh, puzzle)
            for number, facts in enumerate(about["parts"])
        ]
        return Run(name, parts, float(about["seconds"]))
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


def _identity(name: str, puzzle: Puzzle, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "version": __version__,
        "engine": name,
        "options": dict(options),
        "puzzle": puzzle.fingerprint,
    }


def _check_identity(
    path: Path, about: Mapping[str, Any], wanted: Mapping[str, Any]
) -> None:
    for key, value in wanted.items():
        if about[key] != value:
            raise FormatError(
                str(path),
                None,
                f"a checkpoint of another {key}: {about[key]}, not {value}",
            )


def _part(
    number: int,
    facts: Mapping[str, Any],
    arrays: Mapping[str, NDArray[np.generic]],
    fresh: Search,
    puzzle: Puzzle,
) -> Part:
    def state(when: str) -> dict[str, NDArray[np.generic]]:
        prefix = f"{number}/{when}/"
        return {
            key.removeprefix(prefix): array
            for key, array in arrays.items()
            if key.startswith(prefix)
        }

    search = fresh.fork()
    search.restore(state("now"))
    kept = [Board(puzzle, placements) for placements in arrays[f"{number}/kept"]]
    return Part(
        search,
        state("start"),
        turns_that_may_look_the_same(puzzle),
        int(facts["count"]),
        int(facts["turned_alike"]),
        kept,
        bool(facts["is_exhausted"]),
    )
