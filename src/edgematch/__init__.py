"""Read, check, draw and solve edge-matching puzzles."""

from typing import TYPE_CHECKING, Any

from edgematch.board import Board
from edgematch.puzzle import Placement, Puzzle
from edgematch.version import __version__

if TYPE_CHECKING:
    from edgematch.inputs import load
    from edgematch.search import count, optimize, solve

__all__ = [
    "Board",
    "Placement",
    "Puzzle",
    "__version__",
    "count",
    "load",
    "optimize",
    "solve",
]

_LAZY = {
    "load": "edgematch.inputs",
    **dict.fromkeys(("solve", "count", "optimize"), "edgematch.search"),
}


def __getattr__(name: str) -> Any:
    """Import what takes longer to import than the model when it is first used."""
    from importlib import import_module

    if name not in _LAZY:
        raise AttributeError(f"module 'edgematch' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def _picture(self: Puzzle | Board) -> str:
    """Return the SVG that a notebook displays."""
    from edgematch.draw.svg import notebook_svg

    return notebook_svg(self)


# The model must not know how it is drawn, so notebooks get their hook from here.
for _shown in (Puzzle, Board):
    setattr(_shown, "_repr_svg_", _picture)  # noqa: B010
