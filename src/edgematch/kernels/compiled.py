"""How kernels are compiled, and where the machine code is kept.

Numba keeps compiled functions on disk and compiles one anew when the file it stands in
has changed, but not when a function it calls, from another file, has.  So the folder is
named by a hash of all kernels: a change in any of them starts a new one.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit

Function = TypeVar("Function", bound=Callable[..., Any])


def _folder() -> str:
    """Return the folder for the code of these very kernels."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    chosen = config.CACHE_DIR or os.environ.get("XDG_CACHE_HOME")  # type: ignore[attr-defined]
    home = Path(chosen or Path.home() / ".cache")
    return str(home / "edgematch" / f"kernels-{digest.hexdigest()[:16]}")


_FOLDER = _folder()


def _decorated(function: Function, **options: Any) -> Function:
    decorate: Any = njit  # its stubs do not know every option
    # Arrays outlive every call, and a kernel makes none: counting references to them
    # took up to four fifths of the time where one kernel calls another.
    options |= {"nogil": True, "_nrt": False}
    before = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = _FOLDER  # type: ignore[attr-defined]
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
    """Compile a part of kernels into each of them.

    A call would hand over every array by its six numbers, which costs as much as a
    visit to a cell.
    """
    return _decorated(function, forceinline=True)
