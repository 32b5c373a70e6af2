"""Load a puzzle or a board from a path, a name, a link, a recipe or a text."""

from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from edgematch import catalog, formats, generators
from edgematch.board import Board
from edgematch.catalog.link_boards import LinkBoard, read_link, read_links
from edgematch.catalog.recognition import recognize
from edgematch.errors import EdgematchError, FormatError, UnknownName
from edgematch.files import file_exists
from edgematch.formats import Document, Format, ReadOptions, Source
from edgematch.formats.lines import quote
from edgematch.formats.sources import read_bytes, read_source
from edgematch.formats.studio_links import named_puzzle
from edgematch.formats.zipped import read_zip
from edgematch.puzzle import Puzzle, printable

_MIRRORED_ORDERS = ("nwse", "nsew", "senw")
"""The usual orders of columns (clockwise, opposite sides, from south), mirrored."""


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
    elif _is_address(text):
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
    chosen = formats.format_named(format) if format else formats.detect(source, options)
    if chosen.name == "link":
        return read_link(source, options, _puzzle_named)
    if chosen.name == "studio-link":
        return _load_studio_link(source, options)
    document = formats.read(source, options, chosen)
    if chosen.content.has_board:
        return document
    return _compared_with_catalog(document, source, options, chosen)


def _load_studio_link(source: Source, options: ReadOptions) -> Document:
    """Read a link of the studio, which may name its puzzle instead of holding it."""
    name = named_puzzle(source)
    if not name:
        return formats.read(source, options, "studio-link")
    try:
        named = puzzle_by_name(name)
    except EdgematchError as error:
        source.fail(None, str(error))
    if named is None:
        source.fail(None, f"it names {quote(name)}, which is not in the catalog")
    given, options = options.puzzle, replace(options, puzzle=named.puzzle)
    document = formats.read(source, options, "studio-link")
    if given is None:
        return replace(document, about=named.about)
    if given.with_hints(()).fingerprint != named.puzzle.with_hints(()).fingerprint:
        source.fail(None, f"it is of {quote(name)}, not of the puzzle given")
    board = document.board
    return Document(given, board and Board(given, board.placements))


@lru_cache(maxsize=32)  # a file may have thousands of links to one puzzle
def _puzzle_named(name: str) -> Puzzle | None:
    """Return the puzzle that a viewer link calls by this name, if we know one."""
    try:
        document = puzzle_by_name(name)
    except EdgematchError:  # a recipe that gives no puzzle
        return None
    return None if document is None else document.puzzle


def _compared_with_catalog(
    document: Document, source: Source, options: ReadOptions, format: Format
) -> Document:
    """Add a note to a list of pieces that are those of a catalog puzzle.

    If they are mirrored, the sides are listed in another order than was assumed.
    """
    known = recognize(document.puzzle)
    if known is None:
        return document
    if known.is_mirrored and options.columns is None and "columns" in format.takes:
        for columns in _MIRRORED_ORDERS:
            try:
                again = formats.read(source, replace(options, columns=columns), format)
            except FormatError:
                continue  # the text itself says which order it is
            better = recognize(again.puzzle)
            if better is not None and not better.is_mirrored:
                note = f"columns taken as {columns} (--columns overrides): {better}"
                return replace(again, notes=(*again.notes, note))
    return replace(document, notes=(*document.notes, str(known)))


def load_links(
    name: str | Path | Source, options: ReadOptions | None = None
) -> tuple[LinkBoard, ...]:
    """Return the boards of all viewer links in a file or text; () if it has none."""
    source = link_source(name)
    if source is None:
        return ()
    return read_links(source, options or ReadOptions(), _puzzle_named)


def link_source(name: str | Path | Source) -> Source | None:
    """Return the text that a name stands for if that is one or more viewer links."""
    if isinstance(name, Source):
        source = name
    elif _is_address(str(name)):
        source = Source("link", str(name))
    elif Path(name).is_file() and Path(name).suffix.lower() != ".zip":
        source = read_source(Path(name))
    else:
        return None
    links = formats.FORMATS["link"]
    # Other formats may cite a link.
    is_link = links.recognizes(source, ReadOptions()) and (
        formats.detect(source, ReadOptions()) is links
    )
    return source if is_link else None


def _is_address(text: str) -> bool:
    marks = ("://", "board_edges=", "board_w=", "#packed=", "#puzzle=")
    return any(mark in text for mark in marks)


def puzzle_by_name(name: str) -> Document | None:
    """Return the catalog puzzle or generated puzzle with this name, or None."""
    if name in catalog.names():
        return catalog.load(name)
    if not generators.is_recipe(name):
        return None
    generated = generators.generate(generators.Recipe.read(name))
    return Document(generated.puzzle, about={"recipe": generated.recipe.name})


def title(document: Document) -> str:
    """Return what people call the puzzle of a document: a title rather than a recipe.

    >>> title(puzzle_by_name("two-set:5x5:5:3:seed=5"))
    'Two-set 5 × 5, 5 and 3 colors, seed 5'
    """
    if document.about.get("title"):
        return printable(str(document.about["title"]))
    name = document.puzzle.name
    if name in catalog.names():
        return str(catalog.load(name).about["title"])
    recipe = str(document.about.get("recipe", name))
    if not generators.is_recipe(recipe):
        return name
    try:
        return generators.recipe_title(generators.Recipe.read(recipe))
    except EdgematchError:  # somebody else's name looks like a recipe
        return name


def known_name(document: Document) -> str:
    """Return the name that `puzzle_by_name` gives this puzzle for; else empty.

    >>> known_name(load("clue1"))
    'clue1'
    """
    puzzle = document.puzzle
    for name in (puzzle.name, document.about.get("recipe")):
        found = _puzzle_named(name) if isinstance(name, str) else None
        if found == puzzle and found.color_names == puzzle.color_names:
            return str(name)
    return ""


def options_to_write(document: Document, columns: str | None = None) -> ReadOptions:
    """Return the options for `formats.write`: what the reader of the text will know.

    A link need not hold a puzzle that its name gives back.
    """
    puzzle = document.puzzle
    is_known = puzzle.name != "" and known_name(document) == puzzle.name
    return ReadOptions(puzzle=puzzle if is_known else None, columns=columns)


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
