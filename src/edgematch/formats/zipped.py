"""A Scramble Squares folder as a zip file, read in memory: nothing is extracted.

The file may be hostile.  So names are compared, but never opened; what is unpacked is
counted, whatever size the file claims; and the size of pictures is checked before they
are drawn.
"""

import io
import re
import zlib
from dataclasses import replace
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from edgematch import formats
from edgematch.errors import FormatError
from edgematch.formats.document import Document, ReadOptions
from edgematch.formats.sources import TILE_FILE, read_stream
from edgematch.puzzle import printable

MOST_FILES = 2_000
MOST_BYTES = 32 * 1024 * 1024
"""Of all files together, when unpacked."""
MOST_PIXELS = 4_096
"""Of a picture, in width and in height."""

_PICTURE = re.compile(r"([1-9][0-9]{0,3})\.png")
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def is_zip(data: bytes) -> bool:
    """Return whether data starts like a zip file."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def read_zip(name: str, data: bytes, options: ReadOptions | None = None) -> Document:
    """Read a zipped folder of tiles, its pictures included."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            return _read(name, archive, options or ReadOptions())
    except (BadZipFile, EOFError, ValueError, NotImplementedError, zlib.error) as error:
        if isinstance(error, FormatError):
            raise
        raise FormatError(name, None, "not a valid zip file") from error
    except RuntimeError as error:  # zipfile asks for a password
        raise FormatError(
            name, None, "a zip file with a password cannot be read"
        ) from error


def _read(name: str, archive: ZipFile, options: ReadOptions) -> Document:
    members = archive.infolist()
    if len(members) > MOST_FILES:
        raise FormatError(name, None, f"more than {MOST_FILES} files")
    for member in members:
        _check_name(name, member)
    texts = [m for m in members if PurePosixPath(m.filename).name == TILE_FILE]
    if len(texts) != 1:
        raise FormatError(
            name,
            None,
            f"a zipped folder of tiles must have one {TILE_FILE}, not {len(texts)}",
        )
    folder = PurePosixPath(texts[0].filename).parent
    room = [MOST_BYTES]
    source = read_stream(
        io.BytesIO(_content(name, archive, texts[0], room)), f"{name}/{TILE_FILE}"
    )
    document = formats.read(source, options, "scramble-squares")
    pictures = {}
    for member in members:
        path = PurePosixPath(member.filename)
        match = _PICTURE.fullmatch(path.name)
        if match is None or path.parent != folder:
            continue
        piece = int(match[1]) - 1
        if piece < document.puzzle.cells:
            picture = _content(name, archive, member, room)
            check_picture(f"{name}/{path.name}", picture)
            pictures[piece] = picture
    called = folder.parent.name if folder.name == "input" else folder.name
    called = called or PurePosixPath(name).stem
    puzzle = replace(document.puzzle, name=printable(called))
    return replace(document, puzzle=puzzle, pictures=pictures)


def _check_name(name: str, member: ZipInfo) -> None:
    path = member.filename
    if (
        path.startswith("/")
        or "\\" in path
        or ":" in path
        or "\0" in path
        or ".." in PurePosixPath(path).parts
    ):
        shown = printable(path)[:60]
        raise FormatError(
            name, None, f"the name of a file leads out of the folder: {shown!r}"
        )
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise FormatError(name, None, "compressed by a method that is not supported")


def _content(name: str, archive: ZipFile, member: ZipInfo, room: list[int]) -> bytes:
    with archive.open(member) as stream:
        data = stream.read(room[0] + 1)
    if len(data) > room[0]:
        limit = MOST_BYTES // 2**20
        raise FormatError(name, None, f"larger than {limit} MB when unpacked")
    room[0] -= len(data)
    return data


def check_picture(name: str, picture: bytes) -> None:
    """Raise unless a picture is a complete PNG file of a size that can be drawn."""
    if not picture.startswith(_SIGNATURE) or b"IEND" not in picture[-12:]:
        raise FormatError(name, None, "not a complete PNG file")
    across, down = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    if not (0 < across <= MOST_PIXELS and 0 < down <= MOST_PIXELS):
        raise FormatError(
            name, None, f"pictures may be up to {MOST_PIXELS} pixels wide and high"
        )
