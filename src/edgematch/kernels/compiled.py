"""The decorators that compile kernels, and the cache of their machine code.

Numba caches compiled functions on disk and recompiles one if its file has changed, but
not if a function that it calls, from another file, has.  So the machine code of each
module has a folder named after the module and a hash of its source and of all modules
that it imports (`edgematch.kernels.sources`): a change recompiles what depends on it,
and nothing else.

The folders are in `cache_home()`; their files are those of `cache_files.py`.  Other
versions and checkouts have folders there too, so one is removed only when no process
has used it for 90 days.
"""

import contextlib
import functools
import os
import re
import shutil
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import config, njit
from numba.core import event

from edgematch.kernels import cache_home
from edgematch.kernels.cache_files import check_cache, report_unsaved
from edgematch.kernels.sources import sources_digest

Function = TypeVar("Function", bound=Callable[..., Any])

_config: Any = config  # numba sets its attributes at run time

_FORMAT = "2"
"""Of the files in the folders, see `cache_files.py`."""
_UNUSED_SECONDS = 90 * 24 * 3600
_FOLDER = re.compile(r"[\w.]+-[0-9a-f]{16}")


class _CompilationCounter(event.Listener):
    """Counts how often numba compiles; loading machine code from the cache is not."""

    count = 0

    def on_start(self, event: Any) -> None:
        """Count a compilation that begins."""
        self.count += 1

    def on_end(self, event: Any) -> None:
        """Do nothing when it ends."""


_compilations = _CompilationCounter()
_register: Any = event.register  # it has no types
_register("numba:compile", _compilations)


def compilation_count() -> int:
    """Return how many functions this process has begun to compile."""
    return _compilations.count


@functools.cache
def _remove_unused(home: Path) -> None:
    """Remove the folders of machine code that were not used for a long time.

    A process that has loaded machine code from one does not notice, and numba makes the
    folder again before it writes to it.
    """
    oldest = time.time() - _UNUSED_SECONDS
    for folder in home.iterdir():
        with contextlib.suppress(OSError):  # removed by another process
            if _FOLDER.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)


@functools.cache
def _folder(module: str, digest: str) -> Path | None:
    """Return the folder for the machine code of a module, None if there is none."""
    # Numba does not tell machine code with bounds checks from that without.
    made_by = f"{_FORMAT} {numba.__version__} {_config.BOUNDSCHECK}"
    key = sha256(f"{made_by} {digest}".encode()).hexdigest()
    home: str | Path = "the home folder"
    try:
        home = cache_home()
        folder = home / f"{module}-{key[:16]}"
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # it is in use
        if is_new:
            _remove_unused(home)
    except (OSError, RuntimeError) as error:  # nowhere to write; no home
        report_unsaved(home, error)
        return None
    return folder


def _compile(function: Function, **options: Any) -> Function:
    decorate: Any = njit  # its stubs do not know every option
    # Arrays outlive every call, and a kernel makes none: counting references to them
    # took up to four fifths of the time where one kernel calls another.
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    digest = None if _config.DISABLE_JIT else sources_digest(function)
    folder = digest and _folder(function.__module__, digest)
    if folder:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = str(folder)
        try:
            dispatcher = decorate(cache=True, **options)(function)
            # Where numba cannot write, it may take another folder, which has machine
            # code made from other sources.
            if dispatcher.stats.cache_path.startswith(f"{folder}{os.sep}"):
                check_cache(dispatcher)
                return dispatcher
        except RuntimeError:  # or it finds none
            pass
        finally:
            _config.CACHE_DIR = before
    return decorate(**options)(function)  # compiled in every process


def compiled(function: Function) -> Function:
    """Compile a kernel that Python calls."""
    return _compile(function)


def inlined(function: Function) -> Function:
    """Compile a part of kernels into each of them; Python cannot call it.

    A call would pass every array as six numbers, which costs as much as a visit to a
    cell.  The wrappers that unpack the arrays for a caller in Python, one for every
    part, would take more than half of the compile time, and 70 MB.
    """
    return _compile(function, forceinline=True, no_cpython_wrapper=True)
