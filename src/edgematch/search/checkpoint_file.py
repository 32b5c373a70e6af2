"""The file of a checkpoint: facts and arrays, with a digest over all of them.

The first line has the format, the number of bytes after that line, and their SHA-256
digest.  The second line is a JSON object: the facts, and the name, type and shape of
each array.  The bytes of the arrays follow, one after the other, little-endian.

    edgematch checkpoint 10 5310 8d61…
    {"facts": {…}, "arrays": [["0/tree.at", "<u8", [3]], …]}

Nothing is parsed, and no array is created, before the digest is known to be right, so
that every kind of damage is refused in the same way.  An archive, such as numpy's npz,
would add the faults of its own readers.  The digest finds damage; it does not keep
anybody from writing another checkpoint.
"""

import json
import math
import re
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import FormatError
from edgematch.files import reason_of

FORMAT = 10
_WORDS = "edgematch checkpoint"
_FIRST_LINE = re.compile(
    rb"%b ([1-9]\d{0,8}) (\d{1,18}) ([0-9a-f]{64})\n" % _WORDS.encode()
)
_LONGEST_FIRST_LINE = 200
_ARCHIVE = b"PK\x03\x04"
"""What the checkpoints of formats 1 to 9 begin with."""
_ARCHIVE_BYTES = 2**16
"""Enough of such a file to find the number of its format."""
_TYPES = (
    *("|b1", "|u1", "|i1"),
    *("<u2", "<u4", "<u8", "<i2", "<i4", "<i8", "<f4", "<f8"),
)

Arrays = Mapping[str, NDArray[Any]]


def write_checkpoint(
    stream: BinaryIO, facts: Mapping[str, Any], arrays: Arrays
) -> None:
    """Write facts, which JSON can hold, and arrays of numbers."""
    written = {
        name: np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        for name, array in arrays.items()
    }
    content = {
        "facts": facts,
        "arrays": [
            [name, each.dtype.str, each.shape] for name, each in written.items()
        ],
    }
    parts: list[bytes | memoryview] = [f"{json.dumps(content)}\n".encode()]
    # Not copied: they may be large.
    parts += [array.reshape(-1).view(np.uint8).data for array in written.values()]
    digest = sha256()
    for part in parts:
        digest.update(part)
    length = sum(map(len, parts))
    stream.write(f"{_WORDS} {FORMAT} {length} {digest.hexdigest()}\n".encode())
    for part in parts:
        stream.write(part)


def read_checkpoint(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the facts and the arrays of a file; raise `FormatError` for any other."""
    try:
        return _parse(_content(path))
    except FormatError:
        raise
    except OSError as error:
        raise FormatError(str(path), None, reason_of(error)) from error
    except Exception as error:  # whatever JSON or numpy does not like
        raise FormatError(str(path), None, "not a valid checkpoint") from error


def _content(path: Path) -> bytes:
    """Return what follows the first line of a file, undamaged."""
    if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
        raise FormatError(str(path), None, "a device or a pipe, not a checkpoint")
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(0)
        first = stream.readline(_LONGEST_FIRST_LINE)
        found = _FIRST_LINE.fullmatch(first)
        if found is None:
            raise FormatError(str(path), None, _description(first, stream))
        number, length, digest = int(found[1]), int(found[2]), found[3].decode()
        if number != FORMAT:
            raise FormatError(str(path), None, _other_format(number))
        if size != len(first) + length:
            raise FormatError(
                str(path),
                None,
                f"a damaged checkpoint: it has {size:,} bytes, not"
                f" {len(first) + length:,}",
            )
        content = stream.read(length)
    if sha256(content).hexdigest() != digest:
        raise FormatError(
            str(path), None, "a damaged checkpoint: its content is not what was written"
        )
    return content


def _parse(content: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    end = content.index(b"\n")
    described = json.loads(content[:end])
    facts, arrays = described["facts"], {}
    place = end + 1
    for name, kind, shape in described["arrays"]:
        if type(name) is not str or name in arrays or kind not in _TYPES:
            raise ValueError("an array without a name or a type")
        if min(shape, default=0) < 0:
            raise ValueError(f"{name} has a negative length")
        count = math.prod(shape)
        array = np.frombuffer(content, kind, count, place)
        arrays[name] = array.reshape(shape).copy()  # aligned, for compiled code
        place += array.nbytes
    if place != len(content) or not isinstance(facts, dict):
        raise ValueError("more than its arrays")
    return facts, arrays


def _description(first: bytes, stream: BinaryIO) -> str:
    """Say what a file is that does not begin as a checkpoint does."""
    if first.startswith(_ARCHIVE):
        stream.seek(0)
        # Four bytes for each letter of the text.
        text = stream.read(_ARCHIVE_BYTES).replace(b"\0", b"")
        found = re.search(rb'"format": (\d{1,9}),', text)
        if found is not None:
            return _other_format(int(found[1]))
    return "not a checkpoint"


def _other_format(number: int) -> str:
    return f"a checkpoint of format {number}; this version reads format {FORMAT}"
