"""Files of machine code that are loaded only if they are exactly what was written.

Numba writes its cache files whole, but it unpickles whatever it finds, and runs it:
a damaged file would end the program, or do worse.  Here each file begins with a digest
of its name and the rest, so that no file can stand in for another.  A file that is not
right is removed and compiled again; one that cannot be written is compiled in every
process.  Either is reported once, as a warning.
"""

import contextlib
import pickle
import shutil
import warnings
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

_DIGEST_BYTES = 32
_reported: list[str] = []
"""What this process has reported."""


class KernelCacheWarning(UserWarning):
    """Compiled code could not be read from its cache or written to it."""


class _DamagedFileError(Exception):
    """A file is not what was written."""


class CheckedCacheFile(IndexDataCacheFile):
    """The index of a kernel's machine code and its data files, each with a digest."""

    def load(self, key: Any) -> Any:
        """Return the machine code for a signature; None if it must be compiled."""
        try:
            name = self._load_index().get(key)
            return None if name is None else self._load_data(name)
        except FileNotFoundError:
            return None
        except (OSError, _DamagedFileError):
            self._remove()
            report(_home(self._cache_path), "was damaged; loops are compiled again")
            return None

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, names = self._read(self._index_path)
        except FileNotFoundError:
            return {}
        is_current = (version, stamp) == (self._version, self._source_stamp)
        return names if is_current else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        # Numba's method has no types.
        return self._read(self._data_path(name))  # type: ignore[no-untyped-call]

    def _save_data(self, name: str, data: Any) -> None:
        # Numba's method has no types.
        self._write(self._data_path(name), data)  # type: ignore[no-untyped-call]

    def _read(self, path: str) -> Any:
        content = Path(path).read_bytes()
        digest, data = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
        if _digest(path, data) != digest:
            raise _DamagedFileError
        return pickle.loads(data)

    def _write(self, path: str, content: Any) -> None:
        # Numba's method has no types.
        data = self._dump(content)  # type: ignore[no-untyped-call]
        with self._open_for_write(path) as stream:
            stream.write(_digest(path, data) + data)

    def _remove(self) -> None:
        """Remove the index and all data files of this kernel."""
        stem = self._index_name.removesuffix("nbi")
        with contextlib.suppress(OSError):
            for path in Path(self._cache_path).iterdir():
                if path.name.startswith(stem):
                    if path.is_dir():
                        shutil.rmtree(path, ignore_errors=True)
                    else:
                        path.unlink()


def _digest(path: str, data: bytes) -> bytes:
    """Return a digest of a file's folders, name and data."""
    name = "/".join(Path(path).parts[-3:])
    return sha256(name.encode() + b"\0" + data).digest()


def check_cache(dispatcher: Any) -> None:
    """Let a compiled function read and write its cache through digests."""
    cache = dispatcher._cache
    files, save = cache._cache_file, cache.save_overload
    # Numba's class has no types.
    cache._cache_file = CheckedCacheFile(  # type: ignore[no-untyped-call]
        files._cache_path,
        files._index_name.removesuffix(".nbi"),
        files._source_stamp,
    )

    def save_if_possible(*arguments: Any) -> None:
        try:
            save(*arguments)
        except (OSError, _DamagedFileError) as error:
            report_unsaved(_home(files._cache_path), error)

    cache.save_overload = save_if_possible


def _home(place: str) -> Path:
    """Return the folder of all machine code: two above that of a kernel's files."""
    return Path(place).parents[1]


def report_unsaved(place: str | Path, error: Exception) -> None:
    """Warn that machine code cannot be kept."""
    reason = (getattr(error, "strerror", None) or type(error).__name__).lower()
    report(place, f"cannot be written ({reason}); loops are compiled in every run")


def report(place: str | Path, what: str) -> None:
    """Warn about the cache, once in a process: one line is enough."""
    if not _reported:
        _reported.append(what)
        message = f"the cache of compiled code in {place} {what}"
        warnings.warn(message, KernelCacheWarning, stacklevel=2)
