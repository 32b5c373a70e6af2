"""What a command hands out: to the standard output, or whole into a file."""

import contextlib
import io
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from edgematch.errors import EdgematchError
from edgematch.files import is_there, path_beside, whole_file

if TYPE_CHECKING:
    from edgematch.formats import Document, Format


def in_words(error: EdgematchError | OSError) -> str:
    """Return what went wrong, and where, in one line."""
    words = str(error)
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        words = place + (error.strerror or words).lower()
    return " ".join(words.split())


def print_json(value: Any) -> None:
    """Print a value as JSON to the standard output."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"  # it may be closed
    is_unicode = encoding.lower().startswith("utf")
    click.echo(json.dumps(value, indent=2, ensure_ascii=not is_unicode))


def write_output(path: str | None, data: str | bytes) -> None:
    """Write `data` to `path`, or to the standard output for None and `-`.

    A file is written whole or not at all.
    """
    with output_stream(path) as stream:
        stream.write(data.encode() if isinstance(data, str) else data)


@contextlib.contextmanager
def output_stream(path: str | None) -> Iterator[BinaryIO]:
    """Open `path`, or the standard output for None and `-`, to write to as it comes."""
    if path is None or path == "-":
        if sys.stdout is None:
            raise EdgematchError("the standard output is closed")
        sys.stdout.flush()
        if isinstance(sys.stdout.buffer, io.RawIOBase):
            # Python without buffers (-u) may write half of it and say nothing.
            with open(sys.stdout.fileno(), "wb", closefd=False) as stream:
                yield stream
        else:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    try:
        with whole_file(Path(path)) as stream:
            yield stream
    except OSError as error:
        # Name the file the user asked for, not the one beside it.
        raise OSError(error.errno, error.strerror, path) from error


def check_writable(path: str | None) -> None:
    """Raise if `path` can certainly not be written, before long work is done for it."""
    if path is None or path == "-":
        return
    if not path or path.endswith("/"):
        raise EdgematchError(f"{path!r} is no name of a file")
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise EdgematchError(f"{path}: is a folder")
    if not target.parent.is_dir():
        raise EdgematchError(f"{path}: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK):
        raise EdgematchError(f"{path}: the folder cannot be written to")


def is_same_file(path: str, other: str) -> bool:
    """Say whether two paths lead to one file, there or yet to be written."""
    return os.path.realpath(path) == os.path.realpath(other)


def check_different(files: Mapping[str, str | None]) -> None:
    """Raise if two options name one file: what one writes the other would destroy."""
    named = [(option, path) for option, path in files.items() if path and path != "-"]
    for (option, path), (other, second) in combinations(named, 2):
        if is_same_file(path, second):
            raise EdgematchError(f"{option} and {other} name one file: {second}")


def check_json_apart(as_json: bool, output: str | None) -> None:
    """Raise if what is written and JSON would both go to the standard output."""
    if as_json and output == "-":
        raise EdgematchError("--json and --output - both go to the standard output")


def check_keeps_input(name: str | None, outputs: Mapping[str, str | None]) -> None:
    """Raise if something is written over a file that is read, or a tile of a folder."""
    if name is None or not is_there(name):
        return
    for option, path in outputs.items():
        check_different({"the input": name, option: path})
        if path and path != "-" and Path(name).is_dir() and _is_tile(path, name):
            raise EdgematchError(f"the input and {option} name one file: {path}")


def _is_tile(path: str, folder: str) -> bool:
    """Say whether a folder of tiles has a file of this name for its text or a tile."""
    from edgematch.formats.sources import TILE_FILE

    target = Path(os.path.realpath(path))
    places = [os.path.realpath(folder), os.path.realpath(Path(folder, "input"))]
    is_part = target.name == TILE_FILE or (
        target.suffix == ".png" and target.stem.isdigit()
    )
    return is_part and str(target.parent) in places


def is_colored() -> bool:
    """Say whether the standard output shows colors: whether it is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def write_document(
    path: str | None, document: "Document", format: "Format", text: str
) -> None:
    """Write the text of a document: a folder of tiles, where that is its format.

    A name with the ending of the text's file, or the standard output, has the text.
    """
    if path is not None and is_tile_folder(path, format):
        write_tiles(Path(path), document, format.file_in_folder, text)
    else:
        check_writable(path)
        write_output(path, text)


def is_tile_folder(path: str | None, format: "Format") -> bool:
    """Say whether a folder of tiles is to be written there, not a file."""
    if not format.file_in_folder or path in (None, "-", ""):
        return False
    return Path(str(path)).suffix.lower() not in format.suffixes


def write_tiles(folder: Path, document: "Document", file_name: str, text: str) -> None:
    """Write a folder of tiles: its text, and a picture of every piece.

    Pieces that came with pictures keep them, the others are drawn.
    """
    from edgematch.draw.pictures import with_missing_drawn

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise EdgematchError(f"{folder}: is there already, and not empty")
    files = {file_name: text.encode()}
    for piece, picture in with_missing_drawn(document).items():
        files[f"{piece + 1}.png"] = picture
    target = folder.resolve()
    beside = path_beside(target)
    try:
        beside.mkdir()
        for name, data in files.items():
            (beside / name).write_bytes(data)
        beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
