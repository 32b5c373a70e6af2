"""Load anything by name: a path, a folder of tiles, a catalog name or a viewer link."""

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from edgematch import catalog, formats
from edgematch.errors import UnknownName
from edgematch.formats import Document, ReadOptions, Source
from edgematch.formats.lines import shown
from edgematch.formats.sources import read_source
from edgematch.puzzle import Puzzle
from edgematch.symmetry import look


def load(
    name: str | Path, options: ReadOptions | None = None, format: str | None = None
) -> Document:
    """Return what `name` names: a puzzle, perhaps with a board.

    >>> load("scramble-squares").puzzle.rows
    3
    """
    options = options or ReadOptions()
    text = str(name)
    if "board_edges=" in text or "board_w=" in text or "://" in text:
        return read(Source("link", text), options, format)
    if _exists(text):
        return read(read_source(Path(text)), options, format)
    if text in catalog.names():
        return catalog.load(text)
    near = get_close_matches(text, catalog.names(), n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UnknownName(
        f"{shown(text)}: no such file, and no puzzle of that name in the catalog{hint}"
    )


def read(source: Source, options: ReadOptions, format: str | None = None) -> Document:
    """Read a source; a link without a puzzle is compared with those of the catalog."""
    document = formats.read(source, options, format)
    shows_own_pieces = options.puzzle is None and document.board is not None
    if shows_own_pieces and format in (None, "link") and "board_edges=" in source.text:
        return _recognized(source, options, document)
    return document


def _recognized(source: Source, options: ReadOptions, document: Document) -> Document:
    for name in catalog.names():
        puzzle = catalog.load(name).puzzle
        if not puzzle.hints and _same_pieces(puzzle, document.puzzle):
            again = formats.read(source, replace(options, puzzle=puzzle), "link")
            return replace(again, notes=(f"the pieces are those of {name}",))
    return document


def _same_pieces(puzzle: Puzzle, other: Puzzle) -> bool:
    return (puzzle.rows, puzzle.columns) == (other.rows, other.columns) and sorted(
        look(piece) for piece in puzzle.pieces
    ) == sorted(look(piece) for piece in other.pieces)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long for a path, or a null in it
        return False
