"""How kernels are compiled, and where the machine code is kept.

Numba keeps compiled functions on disk and compiles one anew when the file it stands in
has changed, but not when a function it calls, from another file, has.  So each file has
a folder named by a hash of itself and of all kernels it imports, however indirectly: a
change compiles anew what depends on it and nothing else.
"""

import functools
import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

Function = TypeVar("Function", bound=Callable[..., Any])


def _sources(name: str) -> dict[str, bytes]:
    """Return the text of a kernel's file and of all kernels it imports."""
    found: dict[str, bytes] = {}
    waiting = [name]
    root = Path(__file__).parents[2]
    while waiting:
        name = waiting.pop()
        path = root / (name.replace(".", "/") + ".py")
        if name not in found and path.exists():
            found[name] = path.read_bytes()
            imports = re.findall(rb"(edgematch\.[\w.]+) import", found[name])
            waiting += map(bytes.decode, imports)
    return found


@functools.cache
def _folder(name: str) -> str:
    """Return the folder for the machine code of one file of kernels."""
    digest = hashlib.sha256()
    for _, source in sorted(_sources(name).items()):
        digest.update(source)
    chosen = config.CACHE_DIR or os.environ.get("XDG_CACHE_HOME")  # type: ignore[attr-defined]
    home = Path(chosen or Path.home() / ".cache")
    return str(home / "edgematch" / f"{name}-{digest.hexdigest()[:16]}")


def _decorated(function: Function, **options: Any) -> Function:
    decorate: Any = njit  # its stubs do not know every option
    # Arrays outlive every call, and a kernel makes none: counting references to them
    # took up to four fifths of the time where one kernel calls another.
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    before = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = _folder(function.__module__)  # type: ignore[attr-defined]
    try:
        decorated: Function = decorate(cache=True, **options)(function)
    except RuntimeError:  # nowhere to write: compile in every process
        decorated = decorate(**options)(function)
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]
    return decorated


def compiled(function: Function) -> Function:
    """Compile a kernel that Python calls."""
    return _decorated(function)


def inlined(function: Function) -> Function:
    """Compile a part of kernels into each of them; Python cannot call it.

    A call would hand over every array by its six numbers, which costs as much as a
    visit to a cell.  To unpack all these arrays for a caller in Python, in a wrapper of
    every part, took more than half of the time of compiling, and 70 MB.
    """
    return _decorated(function, forceinline=True, no_cpython_wrapper=True)
