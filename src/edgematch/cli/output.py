"""What a command hands out: to the standard output, or whole into a file."""

import json
import os
import secrets
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from edgematch.formats import Document


def print_json(value: Any) -> None:
    """Print a value as JSON to the standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def write_output(path: str | None, data: str | bytes) -> None:
    """Write `data` to `path`, or to the standard output for None and `-`.

    A file is written beside its place and moved there when it is whole, so that a full
    disk or a kill leaves the old file as it was.
    """
    if isinstance(data, str):
        data = data.encode()
    if path is None or path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise click.ClickException(f"{path}: is a folder")
        _write_device(target, data, path)
        return
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with beside.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(target)
    except OSError as error:
        # Name the file the user asked for, not the one beside it.
        raise OSError(error.errno, error.strerror, path) from error
    finally:
        beside.unlink(missing_ok=True)


def _write_device(target: Path, data: bytes, path: str) -> None:
    """Write to a device or a pipe, which is not to be replaced."""
    try:
        target.write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def write_tiles(folder: Path, document: "Document", file_name: str, text: str) -> None:
    """Write a folder of tiles: its text, and a picture of every piece.

    Pieces that came with pictures keep them, the others are drawn.
    """
    from edgematch.draw import piece_svg, svg_to_png

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.ClickException(f"{folder}: is there already, and not empty")
    puzzle = document.puzzle
    files = {file_name: text.encode()}
    for piece in range(len(puzzle.pieces)):
        drawn = document.pictures.get(piece) or svg_to_png(piece_svg(puzzle, piece))
        files[f"{piece + 1}.png"] = drawn
    target = folder.resolve()
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        beside.mkdir()
        for name, data in files.items():
            (beside / name).write_bytes(data)
        beside.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
