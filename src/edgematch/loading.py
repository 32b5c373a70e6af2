"""Load anything by name: a path, a folder, a catalog name, a link or a recipe."""

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from edgematch import catalog, formats, generators
from edgematch.board import Board
from edgematch.errors import EdgematchError, FormatError, UnknownName
from edgematch.files import is_there
from edgematch.formats import Document, ReadOptions, Source
from edgematch.formats.lines import shown
from edgematch.formats.sources import read_bytes, read_source
from edgematch.formats.zipped import is_zip, read_zip
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
    if is_there(text):
        if Path(text).suffix.lower() == ".zip" and Path(text).is_file():
            data = read_bytes(Path(text))
            if is_zip(data):
                if format not in (None, "scramble-squares"):
                    raise FormatError(
                        text, None, f"a zipped folder of tiles, not format {format}"
                    )
                return read_zip(text, data, options)
        return read(read_source(Path(text)), options, format)
    if is_name(text):
        if options.puzzle is not None:
            raise EdgematchError(f"{text} is a puzzle by name, not a board")
        if options != ReadOptions() or format is not None:
            raise EdgematchError(f"{text} is a puzzle by name: it is taken as it is")
        return by_name(text)
    near = get_close_matches(text, catalog.names(), n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UnknownName(
        f"{shown(text)}: no such file, and no puzzle of that name in the catalog{hint}"
    )


def read(source: Source, options: ReadOptions, format: str | None = None) -> Document:
    """Read a source; a link without a puzzle is compared with those of the catalog."""
    document = formats.read(source, options, format)
    is_by_itself = options == ReadOptions() and document.board is not None
    if is_by_itself and "board_edges=" in source.text:
        name = format or formats.detect(source, options).name
        if name == "link":
            return _recognized(source, document)
    return document


def _recognized(source: Source, document: Document) -> Document:
    """Read a link again as a board of the catalog puzzle whose pieces it shows.

    Pieces in order with their numbers are a puzzle written down, not a board.
    """
    is_listing = "board_pieces=" in source.text and document.board == Board(
        document.puzzle, [(piece, piece, 0) for piece in range(document.puzzle.cells)]
    )
    for name in () if is_listing else catalog.names():
        puzzle = catalog.load(name).puzzle
        if puzzle.hints or not _same_pieces(puzzle, document.puzzle):
            continue
        try:
            again = formats.read(source, ReadOptions(puzzle=puzzle), "link")
        except FormatError:
            continue  # the same pieces, numbered otherwise
        note = f"the pieces are those of {name}"
        if name == "eternity2-no-hints":
            note += " (--puzzle eternity2 checks the starter too)"
        return replace(again, notes=(note,))
    return document


def _same_pieces(puzzle: Puzzle, other: Puzzle) -> bool:
    return (puzzle.rows, puzzle.columns) == (other.rows, other.columns) and sorted(
        look(piece) for piece in puzzle.pieces
    ) == sorted(look(piece) for piece in other.pieces)


def is_name(name: str) -> bool:
    """Say whether a text names a puzzle of the catalog or a generated one."""
    return name in catalog.names() or generators.is_recipe(name)


def by_name(name: str) -> Document:
    """Return a puzzle of the catalog, or a generated one."""
    if name in catalog.names():
        return catalog.load(name)
    generated = generators.generate(generators.Recipe.read(name))
    return Document(generated.puzzle, about={"recipe": generated.recipe.name})
