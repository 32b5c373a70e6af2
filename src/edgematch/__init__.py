"""Read, check, draw and solve edge-matching puzzles.

>>> import edgematch as em
>>> em.solve("scramble-squares").count
1
"""

TYPE_CHECKING = False  # without importing `typing`, which takes a while

if TYPE_CHECKING:
    from typing import Any

    from edgematch.board import Board
    from edgematch.library import (
        check,
        count,
        draw,
        estimate,
        generate,
        load,
        optimize,
        read,
        solutions,
        solve,
        write,
    )
    from edgematch.puzzle import Placement, Puzzle
    from edgematch.search import Limits, register_technique
    from edgematch.version import __version__

__all__ = [
    "Board",
    "Limits",
    "Placement",
    "Puzzle",
    "__version__",
    "check",
    "count",
    "draw",
    "estimate",
    "generate",
    "load",
    "optimize",
    "read",
    "register_technique",
    "solutions",
    "solve",
    "write",
]

_HOMES = {
    "Board": "board",
    "Limits": "search",
    "Placement": "puzzle",
    "Puzzle": "puzzle",
    "__version__": "version",
    "register_technique": "search",
}
"""The modules of names that are not in `library`."""


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used."""
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'edgematch' has no attribute {name!r}")
    home = import_module(f"edgematch.{_HOMES.get(name, 'library')}")
    return getattr(home, name)


def __dir__() -> list[str]:
    """List the public names, those not imported yet included."""
    return sorted({*globals(), *__all__})
