"""The puzzles of the package, each with its source and known numbers.

A new one is a record in `puzzles/`; a variant with other hints is an entry of
`_VARIANTS`.
"""

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from edgematch import formats
from edgematch.errors import UnknownName, nearest_names
from edgematch.formats.document import Document, Source
from edgematch.geometry import cell_number
from edgematch.puzzle import Placement

_FOLDER = files("edgematch.catalog") / "puzzles"


class _Variant(NamedTuple):
    """A puzzle of the catalog with other hints."""

    base: str
    title: str
    hints: tuple[tuple[str, int, int], ...]
    """Cell name, piece from 1, clockwise turns."""


_VARIANTS = {
    "eternity2-five-hints": _Variant(
        "eternity2",
        "Eternity II with its starter and the four pieces of the clue puzzles",
        (
            ("I8", 139, 2),
            ("C3", 208, 3),
            ("C14", 255, 3),
            ("N3", 181, 3),
            ("N14", 249, 0),
        ),
    ),
    "eternity2-no-hints": _Variant("eternity2", "Eternity II, pieces only", ()),
}


@cache
def names() -> tuple[str, ...]:
    """Return the name of every puzzle in the catalog."""
    stored = {
        file.name.removesuffix(".json")
        for file in _FOLDER.iterdir()
        if file.name.endswith(".json")
    }
    return tuple(sorted(stored | set(_VARIANTS)))


@cache
def load(name: str) -> Document:
    """Return the puzzle called `name`, with what is known about it."""
    if name not in names():
        raise UnknownName(
            f"no puzzle {name!r} in the catalog; choose one of"
            f" {nearest_names(name, names())}"
        )
    if name in _VARIANTS:
        return _variant(name, _VARIANTS[name])
    text = (_FOLDER / f"{name}.json").read_text(encoding="utf-8")
    return formats.read(Source(f"{name}.json", text), format="record")


def _variant(name: str, variant: _Variant) -> Document:
    base = load(variant.base)
    hints = []
    for cell, piece, turn in variant.hints:
        number = cell_number(cell, base.puzzle.rows, base.puzzle.columns)
        if number is None:
            raise UnknownName(f"{name}: no cell {cell}")
        hints.append(Placement(number, piece - 1, turn))
    puzzle = replace(base.puzzle.with_hints(hints), name=name)
    about = {**base.about, "title": variant.title}
    return replace(base, puzzle=puzzle, about=about)
