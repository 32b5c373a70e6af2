"""Text from files and streams, of limited size."""

import codecs
import re
from pathlib import Path
from typing import BinaryIO

from edgematch import files
from edgematch.errors import FormatError
from edgematch.formats.document import Source

MAXIMUM_BYTES = 16 * 1024 * 1024
"""More than any puzzle needs."""

TILE_FILE = "tile_dict.yaml"
_BINARY = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def read_source(path: Path) -> Source:
    """Read a file, or the text of a folder of tiles."""
    if not path.is_dir():
        return Source(str(path), _text(str(path), read_bytes(path)), path)
    for folder in (path, path / "input"):
        file = folder / TILE_FILE
        if file.is_file():
            return Source(str(file), _text(str(file), read_bytes(file)), folder)
    raise FormatError(
        str(path), None, f"not a folder of tiles: there is no {TILE_FILE} in it"
    )


def read_stream(stream: BinaryIO, name: str) -> Source:
    """Read a stream, such as the standard input."""
    data = files.read_stream_bytes(stream, name, MAXIMUM_BYTES)
    return Source(name, _text(name, data))


def read_pictures(folder: Path, pieces: int) -> dict[int, bytes]:
    """Read the pictures `1.png`, `2.png`, … of a folder of tiles that exist."""
    paths = {piece: folder / f"{piece + 1}.png" for piece in range(pieces)}
    return {piece: read_bytes(path) for piece, path in paths.items() if path.is_file()}


def read_bytes(path: Path) -> bytes:
    """Read a binary file."""
    return files.read_bytes(path, MAXIMUM_BYTES)


def _text(name: str, data: bytes) -> str:
    is_utf_16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        # PowerShell writes what a program prints as UTF-16.
        text = data.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(name, line, "not a text file (not UTF-8)") from error
    binary = _BINARY.search(text)
    if binary is not None:
        line = text.count("\n", 0, binary.start()) + 1
        raise FormatError(name, line, f"not a text file (character {binary[0]!r})")
    if not text.strip():
        raise FormatError(name, None, "empty")
    return text
