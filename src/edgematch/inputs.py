"""Load a puzzle or a board from a path, a name, a link, a recipe or a text."""

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from edgematch import catalog, formats, generators
from edgematch.board import Board
from edgematch.errors import EdgematchError, FormatError, UnknownName
from edgematch.files import file_exists
from edgematch.formats import Document, ReadOptions, Source
from edgematch.formats.lines import quote
from edgematch.formats.sources import read_bytes, read_source
from edgematch.formats.zipped import read_zip
from edgematch.puzzle import Puzzle
from edgematch.symmetry import look


def load(
    name: str | Path | Source,
    options: ReadOptions | None = None,
    format: str | None = None,
) -> Document:
    """Return the puzzle or board at a path, or given by a name, link, recipe or text.

    Without `format`, the format is detected.

    >>> load("scramble-squares").puzzle.rows
    3
    """
    options = options or ReadOptions()
    text = "" if isinstance(name, Source) else str(name)
    if isinstance(name, Source):
        source = name
    elif "board_edges=" in text or "board_w=" in text or "://" in text:
        source = Source("link", text)
    elif not file_exists(text):
        found = puzzle_by_name(text)
        if found is None:
            raise _unknown(text)
        if options.puzzle is not None:
            raise EdgematchError(f"{text} is the name of a puzzle, not a board")
        if options != ReadOptions() or format is not None:
            raise EdgematchError(
                f"{text} is the name of a puzzle: options for reading files do not"
                " apply"
            )
        return found
    elif Path(text).suffix.lower() == ".zip" and Path(text).is_file():
        return _load_zip(text, options, format)
    else:
        source = read_source(Path(text))
    document = formats.read(source, options, format)
    is_link = "board_edges=" in source.text and (
        (format or formats.detect(source, options).name) == "link"
    )
    if is_link and options == ReadOptions():
        return _board_of_catalog(source, document)
    return document


def puzzle_by_name(name: str) -> Document | None:
    """Return the catalog puzzle or generated puzzle with this name, or None."""
    if name in catalog.names():
        return catalog.load(name)
    if not generators.is_recipe(name):
        return None
    generated = generators.generate(generators.Recipe.read(name))
    return Document(generated.puzzle, about={"recipe": generated.recipe.name})


def _unknown(name: str) -> UnknownName:
    near = get_close_matches(name, catalog.names(), n=1)
    advice = f"; did you mean {near[0]}?" if near else ""
    return UnknownName(
        f"{quote(name)}: no such file, and no such puzzle in the catalog{advice}"
    )


def _load_zip(name: str, options: ReadOptions, format: str | None) -> Document:
    if format not in (None, "scramble-squares"):
        raise FormatError(
            name, None, f"a zip file must be a folder of tiles, not format {format}"
        )
    return read_zip(name, read_bytes(Path(name)), options)


def _board_of_catalog(source: Source, document: Document) -> Document:
    """Return a link as a board of the catalog puzzle with the same pieces, if any.

    A link that shows all pieces in order, with their numbers, is a puzzle, not a board.
    """
    is_listing = "board_pieces=" in source.text and document.board == Board(
        document.puzzle, [(piece, piece, 0) for piece in range(document.puzzle.cells)]
    )
    for name in () if is_listing else catalog.names():
        puzzle = catalog.load(name).puzzle
        if puzzle.hints or not _have_same_pieces(puzzle, document.puzzle):
            continue
        try:
            again = formats.read(source, ReadOptions(puzzle=puzzle), "link")
        except FormatError:
            continue  # the same pieces with other numbers
        note = f"the pieces are those of {name}"
        if name == "eternity2-no-hints":
            note += " (--puzzle eternity2 checks the starter too)"
        return replace(again, notes=(note,))
    return document


def _have_same_pieces(puzzle: Puzzle, other: Puzzle) -> bool:
    return (puzzle.rows, puzzle.columns) == (other.rows, other.columns) and sorted(
        look(piece) for piece in puzzle.pieces
    ) == sorted(look(piece) for piece in other.pieces)
