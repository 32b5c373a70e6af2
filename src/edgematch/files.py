"""Files and folders that are written whole or not at all.

Data is written to a temporary file in the same folder, which replaces the target when
it is complete, so that a full disk or a killed process leaves the old file unchanged.
"""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Open a stream whose content becomes the file if the block succeeds.

    A symbolic link is followed and stays; a device or a pipe is written to directly.
    """
    if is_device_or_pipe(target) or target.is_dir():
        # By the name given: that of a pipe behind /dev/fd/63 leads nowhere.
        with target.open("wb") as stream:
            yield stream
        return
    target = Path(os.path.realpath(target))
    temporary = target.with_name(f".{secrets.token_hex(6)}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Make a folder that takes the place of `target` if the block succeeds.

    `target` must not exist, or be an empty folder.
    """
    target = target.resolve()
    temporary = target.with_name(f".{secrets.token_hex(6)}.tmp")
    try:
        temporary.mkdir()
        yield temporary
        temporary.replace(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def is_device_or_pipe(path: Path) -> bool:
    """Return whether a path is written to directly: neither a file nor a folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def file_exists(name: str) -> bool:
    """Return whether `name`, which may be a long viewer link, is an existing path."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or it contains a null
        return False
