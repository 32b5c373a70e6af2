"""Files that are written whole, locked while they are in use, and read up to a limit.

Data is written to a temporary file in the same folder, which replaces the target when
it is complete, so that a full disk or a killed process leaves the old file unchanged.
A killed process leaves its temporary file or folder behind; the next one that writes
the same target removes it.  So it is with folders for work, see `work_folder`.
"""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from types import ModuleType
from typing import BinaryIO

from edgematch.errors import EdgematchError, FormatError

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: nothing is locked, and nothing that is left is removed
    fcntl = None

TEXT_BYTES = 64 * 2**20
"""More than any plan, model or other text that is read at once has."""
_LISTING_BYTES = 256 * 2**20
"""More than the comments of any formula, which are read line by line."""
_NAME_LENGTH = 40
"""How much of its target's name a temporary file has; the system limits its length."""
_REASON_LENGTH = 100
_cleaned: set[Path] = set()
"""The targets whose folders were searched for files left behind by killed processes."""


@contextlib.contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Open a stream whose content becomes the file if the block succeeds.

    A symbolic link is followed and stays; a device or a pipe is written to directly.
    """
    if is_device_or_pipe(target) or target.is_dir():
        # By the name given: that of a pipe behind /dev/fd/63 leads nowhere.
        with target.open("wb") as direct:
            yield direct
        return
    target = Path(os.path.realpath(target))
    _remove_leftovers(target)
    temporary, stream = _temporary_file(target)
    try:
        with stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            if fcntl is None:
                stream.close()  # Windows renames no open file
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
    _remove_leftovers(target)
    temporary = _temporary_name(target)
    try:
        temporary.mkdir()
        with _open_to_lock(temporary) as folder:
            _try_lock(folder)
            yield temporary
            temporary.replace(target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


@contextlib.contextmanager
def work_folder() -> Iterator[Path]:
    """Make a temporary folder that is removed at the end of the block.

    If this process is killed before, the folder goes with the next `work_folder` of any
    process, or `remove_left_work`.
    """
    remove_left_work()
    unlocked = Path(mkdtemp(prefix="edgematch-"))
    folder = _temporary_name(_work_target())
    try:
        with _open_to_lock(unlocked) as number:
            _try_lock(number)
            unlocked.rename(folder)  # only now may others find it
            yield folder
    finally:
        shutil.rmtree(unlocked, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def remove_left_work() -> None:
    """Remove the work folders of processes that were killed."""
    _cleaned.discard(_work_target())
    _remove_leftovers(_work_target())


def _work_target() -> Path:
    return Path(gettempdir(), "edgematch-work")


@contextlib.contextmanager
def _open_to_lock(path: Path) -> Iterator[int | None]:
    """Open a file or folder to lock it; None where nothing can be locked."""
    if fcntl is None:
        yield None
        return
    number = os.open(path, os.O_RDONLY)
    try:
        yield number
    finally:
        os.close(number)


def _prefix(target: Path) -> str:
    return f".{target.name[:_NAME_LENGTH]}."


def _temporary_name(target: Path) -> Path:
    return target.with_name(f"{_prefix(target)}{secrets.token_hex(6)}.tmp")


def _temporary_file(target: Path) -> tuple[Path, BinaryIO]:
    """Create a temporary file; it is locked as long as the stream is open."""
    while True:
        temporary = _temporary_name(target)
        stream = temporary.open("xb")
        # Another process may have removed it before it was locked.
        if not _try_lock(stream) or os.fstat(stream.fileno()).st_nlink:
            return temporary, stream
        stream.close()


def _remove_leftovers(target: Path) -> None:
    """Remove what processes left behind that were killed while writing a target.

    A file or folder that can be locked has no living writer.
    """
    if fcntl is None or target in _cleaned:
        return
    _cleaned.add(target)
    prefix = _prefix(target)
    with contextlib.suppress(OSError):
        for path in target.parent.iterdir():
            if path.name.startswith(prefix) and path.suffix == ".tmp":
                with contextlib.suppress(OSError), _open_to_lock(path) as found:
                    if not _try_lock(found):
                        continue
                    if path.is_dir():
                        shutil.rmtree(path, ignore_errors=True)
                    else:
                        path.unlink()


def _try_lock(stream: BinaryIO | int | None) -> bool:
    """Lock an open file until it is closed; return False where that is impossible."""
    if fcntl is None or stream is None:
        return False
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked by another process, or the file system has no locks
        return False
    return True


@contextlib.contextmanager
def sole_user(target: Path, refusal: str) -> Iterator[None]:
    """Keep other processes from using a file; raise if one does, with this message.

    The lock is on a file beside it, `.NAME.lock`, which is removed at the end.  A
    process that is killed releases its lock; the file that it leaves behind is used by
    the next process.  Where nothing can be locked, nothing is refused.
    """
    target = Path(os.path.realpath(target))
    place = target.with_name(f".{target.name}.lock")
    stream = None
    if fcntl is not None and not is_device_or_pipe(target):
        with contextlib.suppress(OSError):  # no permission, or too long a name
            stream = place.open("ab")
    if stream is None:
        yield
        return
    with stream:
        assert fcntl is not None
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise EdgematchError(refusal) from None
        except OSError:  # the file system has no locks
            yield
            return
        if not _is_same(place, stream):  # removed by the process that held the lock
            with sole_user(target, refusal):
                yield
            return
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                place.unlink()


def _is_same(path: Path, stream: BinaryIO) -> bool:
    """Return whether an open file is still the one at its path."""
    try:
        return os.path.samestat(path.stat(), os.fstat(stream.fileno()))
    except OSError:
        return False


def read_bytes(path: Path, most: int = TEXT_BYTES) -> bytes:
    """Read a whole file; refuse one of more than `most` bytes, or without an end."""
    try:
        with path.open("rb") as stream:
            return read_stream_bytes(stream, str(path), most)
    except OSError as error:
        raise FormatError(str(path), None, reason_of(error)) from error


def read_stream_bytes(stream: BinaryIO, name: str, most: int = TEXT_BYTES) -> bytes:
    """Read a stream to its end; refuse one of more than `most` bytes."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise _too_large(name, most)
    return data


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text with their ends; refuse one without an end."""
    room = _LISTING_BYTES
    try:
        with path.open("rb") as stream:
            while line := stream.readline(TEXT_BYTES):
                room -= len(line)
                if room < 0:
                    raise _too_large(str(path), _LISTING_BYTES)
                if len(line) == TEXT_BYTES:
                    raise FormatError(str(path), None, "a line that is too long")
                yield line.decode("utf-8", errors="replace")
    except OSError as error:
        raise FormatError(str(path), None, reason_of(error)) from error


def _too_large(name: str, most: int) -> FormatError:
    return FormatError(
        name, None, f"larger than {most // 2**20} MB, which is too large"
    )


def reason_of(error: Exception) -> str:
    """Return why a file cannot be used, in one short line without its name."""
    if isinstance(error, OSError):
        return (error.strerror or type(error).__name__).lower()
    words = " ".join(str(error).split()) or type(error).__name__
    shown = "".join(each if each.isprintable() else "?" for each in words)
    return shown if len(shown) <= _REASON_LENGTH else f"{shown[:_REASON_LENGTH]}…"


def is_device_or_pipe(path: Path) -> bool:
    """Return whether a path is written to directly: neither a file nor a folder."""
    return path.exists() and not path.is_file() and not path.is_dir()


def file_exists(name: str) -> bool:
    """Return whether `name`, which may be a long viewer link, is an existing path."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or it contains a null
        return False
