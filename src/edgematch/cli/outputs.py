"""What commands write: to the standard output, or to files written as a whole."""

import contextlib
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import click

from edgematch.errors import EdgematchError, nearest_names, one_line, shorten
from edgematch.files import (
    file_exists,
    is_device_or_pipe,
    whole_file,
    whole_folder,
)

if TYPE_CHECKING:
    from edgematch.board import Board
    from edgematch.formats import Document, Format

_PICTURES = (".svg", ".png", ".pdf")


def error_message(error: EdgematchError | OSError) -> str:
    """Return the message of an error as one line."""
    words = str(error)
    if isinstance(error, OSError):
        place = f"{shorten(os.fsdecode(error.filename))}: " if error.filename else ""
        words = place + (error.strerror or words).lower()
    return one_line(words)


def run_all(*steps: Callable[[], None] | None) -> None:
    """Take every step, even if one before it failed; then raise the first error.

    What a search has found is printed and written like this: a full disk takes away
    one of the two at most.
    """
    errors = []
    for step in steps:
        try:
            if step is not None:
                step()
        except (EdgematchError, OSError, MemoryError) as error:
            errors.append(error)
    if errors:
        raise errors[0]


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
    """Open `path`, or the standard output for None and `-`, as a binary stream."""
    if path is None or path == "-":
        if sys.stdout is None:
            raise EdgematchError("the standard output is closed")
        sys.stdout.flush()
        if isinstance(sys.stdout.buffer, io.RawIOBase):
            # An unbuffered stream (python -u) may write a part without an error.
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
        # Name the file that the user gave, not the temporary one.
        raise OSError(error.errno, error.strerror, path) from error


def check_writable(path: str | None, as_json: bool = False) -> None:
    """Raise if `path` cannot be written, before any work is done for it.

    The standard output cannot if JSON is printed there.
    """
    if as_json and path == "-":
        raise EdgematchError("--json and --output - both go to the standard output")
    if path is None or path == "-":
        return
    if not path or path.endswith("/"):
        raise EdgematchError(f"{path!r} is not the name of a file")
    if is_stream(path):
        if not os.access(path, os.W_OK):
            raise EdgematchError(f"{path}: no permission to write to it")
        return
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise EdgematchError(f"{path}: is a folder")
    if not target.parent.is_dir():
        raise EdgematchError(f"{path}: there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK):
        raise EdgematchError(f"{path}: no permission to write to the folder")


def is_stream(path: str | None) -> bool:
    """Return whether an output can be written only once: a pipe, say, or `-`."""
    return path == "-" or (bool(path) and is_device_or_pipe(Path(str(path))))


def is_same_file(path: str, other: str) -> bool:
    """Return whether two paths lead to the same file, which need not exist yet."""
    return os.path.realpath(path) == os.path.realpath(other)


def check_different(files: Mapping[str, str | None]) -> None:
    """Raise if two options name the same file: one would overwrite the other."""
    named = [(option, path) for option, path in files.items() if path and path != "-"]
    for (option, path), (other, second) in combinations(named, 2):
        if is_same_file(path, second):
            raise EdgematchError(f"{option} and {other} name the same file: {second}")


def check_keeps_input(name: str | None, outputs: Mapping[str, str | None]) -> None:
    """Raise if an output would overwrite the input, be it a file or a tile folder."""
    if name is None or not file_exists(name):
        return
    for option, path in outputs.items():
        check_different({"the input": name, option: path})
        if path and path != "-" and Path(name).is_dir() and _is_tile(path, name):
            raise EdgematchError(f"the input and {option} name the same file: {path}")


def _is_tile(path: str, folder: str) -> bool:
    """Return whether a path is the text file or a picture of a folder of tiles."""
    from edgematch.formats.sources import TILE_FILE

    target = Path(os.path.realpath(path))
    places = [os.path.realpath(folder), os.path.realpath(Path(folder, "input"))]
    is_part = target.name == TILE_FILE or (
        target.suffix == ".png" and target.stem.isdigit()
    )
    return is_part and str(target.parent) in places


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal; a closed one, None, is not."""
    return stream is not None and stream.isatty()


def wants_color(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal that should show colors."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def print_board(board: "Board") -> None:
    """Print a board and an empty line; a terminal gets colors, and what fits."""
    from edgematch.pictures.text import (
        board_text,
        piece_numbers_text,
        small_board_text,
    )

    color = wants_color(sys.stdout)
    text = board_text(board, color=color)
    columns = shutil.get_terminal_size().columns
    width = max(len(click.unstyle(line)) for line in text.splitlines())
    if width > columns and is_terminal(sys.stdout):
        text = small_board_text(board) if color else piece_numbers_text(board)
    click.echo(text + "\n", color=color)


def format_to_write(name: str | None, output: str | None, advice: str = "") -> "Format":
    """Return the format called `name`, or else the one for the suffix of the output.

    Without a suffix it is a record.
    """
    from edgematch import formats

    suffix = Path(output).suffix if output else ""
    if name is not None or not suffix:
        return formats.format_named(name or "record")
    if suffix.lower() in _PICTURES:
        raise EdgematchError(f"{output}: use edgematch draw to draw a picture")
    found = formats.format_for_suffix(suffix)
    if found is None:
        known = [each for form in formats.FORMATS.values() for each in form.suffixes]
        raise EdgematchError(
            f"{output}: no format has the suffix {suffix};"
            f" use one of {nearest_names(suffix, known)}{advice}"
        )
    return found


def board_format(document: "Document", output: str | None) -> str | None:
    """Return the format to write a board in; raise if it cannot hold the board."""
    from edgematch import formats

    if output is None:
        return None
    target = format_to_write(None, output)
    if not target.content.has_board:
        others = formats.FORMATS.values()
        known = [
            each for form in others if form.content.has_board for each in form.suffixes
        ]
        raise EdgematchError(
            f"{output}: format {target.name} has no room for a board;"
            f" use one of {', '.join(known)}"
        )
    formats.check_holds_boards(document.puzzle, target.name)
    return target.name


def write_board(
    output: str | None,
    format: str,
    document: "Document",
    board: "Board",
    found: Mapping[str, Any],
) -> None:
    """Write a board of a puzzle, and how it was found, to `output`."""
    from edgematch import formats, inputs

    solved = replace(document, board=board, found=found, pictures={})
    options = inputs.options_to_write(solved)
    write_output(output, formats.write(solved, format, options).text)


def write_document(
    path: str | None, document: "Document", format: "Format", text: str
) -> None:
    """Write the text of a document; as a folder of tiles if that is the format.

    The standard output, or a name with the suffix of the text file, gets only the text.
    """
    from edgematch.pictures.documents import pictures_of_pieces

    if path is None or not is_tile_folder(path, format):
        check_writable(path)
        write_output(path, text)
        return
    check_new_folder(path)
    files = {format.file_in_folder: text.encode()}
    for piece, picture in pictures_of_pieces(document).items():
        files[f"{piece + 1}.png"] = picture
    write_folder(path, files.items())


def is_tile_folder(path: str | None, format: "Format") -> bool:
    """Return whether a format writes a folder at this path, not a file."""
    if not format.file_in_folder or path in (None, "-", ""):
        return False
    return Path(str(path)).suffix.lower() not in format.suffixes


def check_new_folder(folder: str) -> None:
    """Raise if a folder cannot be made, before any work is done for it."""
    if not folder:
        raise EdgematchError("'' is not the name of a folder")
    path = Path(folder)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise EdgematchError(f"{folder} exists and is not empty; name a new folder")
    if not path.resolve().parent.is_dir():
        raise EdgematchError(f"{folder}: there is no folder {path.resolve().parent}")


def write_folder(folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files, named and in order, into a new folder: all of them or none."""
    try:
        with whole_folder(Path(folder)) as place:
            for name, data in files:
                (place / name).write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, folder) from error
