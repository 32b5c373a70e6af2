"""Files of checkpoints: arrays, and a text that says what they are of.

A file of numpy's `npz` kind, written beside its place and moved there, so that a kill
leaves the last one as it was.
"""

import json
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import FormatError
from edgematch.files import whole_file
from edgematch.puzzle import Puzzle
from edgematch.version import __version__

Arrays = Mapping[str, NDArray[np.generic]]


@dataclass(frozen=True)
class CheckpointFile:
    """What a file of a checkpoint holds."""

    about: Mapping[str, Any]
    arrays: Arrays

    def under(self, prefix: str) -> dict[str, NDArray[np.generic]]:
        """Return the arrays whose names begin so, by the rest of their names."""
        return {
            name.removeprefix(prefix): array
            for name, array in self.arrays.items()
            if name.startswith(prefix)
        }


def identity_of(puzzle: Puzzle) -> dict[str, str]:
    """Return what a puzzle must be for arrays made of it to fit.

    A fingerprint leaves open which color has which number; arrays go by numbers.
    """
    colors = json.dumps([puzzle.pieces, puzzle.mates])
    return {
        "puzzle": puzzle.fingerprint,
        "colors": sha256(colors.encode()).hexdigest()[:16],
    }


class CheckpointWarning(UserWarning):
    """A checkpoint could not be written; the search goes on without."""


class PatientSaving:
    """Writes checkpoints as long as it can: a disk that fails must not end a search.

    What went wrong is told as a warning, each thing once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told: set[str] = set()
        self.trouble = ""
        """Why the last checkpoint could not be written, if it could not."""

    def __call__(self, write: Callable[[Path], None]) -> None:
        """Write a checkpoint, or tell why it could not be written."""
        self.trouble = ""
        try:
            write(self._path)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            self.trouble = f"{self._path}: {reason}"
            if self.trouble not in self._told:
                self._told.add(self.trouble)
                warnings.warn(self.trouble, CheckpointWarning, stacklevel=2)


def write_checkpoint(
    path: Path, identity: Mapping[str, Any], about: Mapping[str, Any], arrays: Arrays
) -> None:
    """Write a file; `identity` is what one who reads it must be of, too."""
    text = json.dumps({"version": __version__, **identity, **about})
    with whole_file(path) as stream:
        np.savez(stream, allow_pickle=False, about=np.array(text), **arrays)


def _differing(key: str, there: Any, here: Any) -> str:
    """Say what is another in a checkpoint; of several options only those that are."""
    if not (isinstance(there, dict) and isinstance(here, dict)):
        other = "other" if key.endswith("s") else "another"
        return f"{other} {key}: {there}, not {here}"
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    parts = (f"{name} {there.get(name)}, not {here.get(name)}" for name in names)
    return f"other {key}: {'; '.join(parts)}"


@contextmanager
def read_checkpoint(
    path: Path, identity: Mapping[str, Any]
) -> Iterator[CheckpointFile]:
    """Read a file of the same identity, and refuse what cannot be made use of."""
    try:
        with path.open("rb") as stream:
            file = np.load(stream, allow_pickle=False)
            arrays = {key: file[key] for key in file.files}
        about = json.loads(str(arrays.pop("about")))
        for key, value in {"version": __version__, **identity}.items():
            if about[key] != value:
                raise FormatError(
                    str(path),
                    None,
                    f"a checkpoint of {_differing(key, about[key], value)}",
                )
        yield CheckpointFile(about, arrays)
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
        NotImplementedError,  # a way to pack that a damaged file seems to name
        BadZipFile,
        zlib.error,
    ) as error:
        raise FormatError(str(path), None, "not a whole checkpoint") from error
