"""Read, check, draw and solve edge-matching puzzles.

>>> import edgematch as em
>>> em.solve("scramble-squares").count
1
"""

from typing import TYPE_CHECKING, Any

from edgematch.board import Board
from edgematch.puzzle import Placement, Puzzle
from edgematch.version import __version__

if TYPE_CHECKING:
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
    from edgematch.search import Limits, register_technique

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

_IN_SEARCH = ("Limits", "register_technique")


def __getattr__(name: str) -> Any:
    """Import what takes longer to import than the model when it is first used."""
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'edgematch' has no attribute {name!r}")
    room = "edgematch.search" if name in _IN_SEARCH else "edgematch.library"
    return getattr(import_module(room), name)


def __dir__() -> list[str]:
    """List the public names, those not imported yet included."""
    return sorted({*globals(), *__all__})


def _svg(self: Puzzle | Board) -> str:
    """Return the SVG that a notebook displays."""
    from edgematch.pictures.svg import notebook_svg

    return notebook_svg(self)


def _text(self: Puzzle | Board) -> str:
    """Return the picture that `print` shows."""
    from edgematch.pictures.text import board_text, puzzle_text

    if isinstance(self, Board):
        return board_text(self, color=False)
    return puzzle_text(self, color=False)


# The model must not know how it is drawn, so it gets its pictures from here; mypy does
# not allow a method to be assigned, hence setattr.
for _shown in (Puzzle, Board):
    setattr(_shown, "_repr_svg_", _svg)  # noqa: B010
    setattr(_shown, "__str__", _text)  # noqa: B010
