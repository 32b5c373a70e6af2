"""Files that are written whole or not at all.

A file is written beside its place and moved there when it is whole, so that a full disk
or a kill leaves the old file as it was.
"""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


def path_beside(target: Path) -> Path:
    """Return a path in the same folder that nobody else has."""
    return target.with_name(f".{secrets.token_hex(6)}.tmp")


@contextlib.contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Open a stream whose content becomes the file when the block ends well.

    A link stays one, and leads to the new file; a device or a pipe is written to.
    """
    target = Path(os.path.realpath(target))
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            yield stream
        return
    beside = path_beside(target)
    try:
        with beside.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def is_there(name: str) -> bool:
    """Say whether a name, which may be a link of any length, is that of a file."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or a null in it
        return False
