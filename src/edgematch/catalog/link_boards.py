"""The boards that viewer links show: of a given puzzle, of the catalog or their own.

A link does not say which puzzle it belongs to.  Without a given puzzle, those of the
catalog are tried; a full board that fits none of them is a puzzle by itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from edgematch import catalog, formats
from edgematch.errors import FormatError
from edgematch.formats import Document, ReadOptions, Source
from edgematch.formats.link_names import letters_of_link, names_by_letters
from edgematch.formats.link_syntax import (
    FoundLink,
    ViewerLink,
    find_links,
    link_name,
    parse_link,
)
from edgematch.formats.viewer_links import board_without_puzzle

_PIECES = re.compile("&?board_pieces=[^&]*")


@dataclass(frozen=True)
class LinkBoard:
    """One of several links of a text, and the board that it shows."""

    line: int
    """Where it is in the text."""
    name: str
    """What its author calls it."""
    document: Document | None
    """The board and its puzzle, if it can be read."""
    error: FormatError | None = None
    """Why it cannot be read."""


def read_link(source: Source, options: ReadOptions) -> Document:
    """Return the board of the only link in a text.

    Unless the options say how to read it, the puzzles of the catalog are tried first.
    """
    if options == ReadOptions():
        link = parse_link(source)
        for name in () if _is_list_of_pieces(link) else _candidates(link):
            try:
                return _board_of(name, source)
            except FormatError:
                continue  # it shows other pieces
    return formats.read(source, options, "link")


def read_links(source: Source, options: ReadOptions) -> tuple[LinkBoard, ...]:
    """Return the boards of all links in a text.

    Without a given puzzle, a board that belongs to no known one can still be scored.
    A link without a name has the one that JSON gives beside it.
    """
    names = names_by_letters(source.text)
    return tuple(
        _read_one(source, link, names.get(letters_of_link(link.text), ""), options)
        for link in find_links(source.text)
    )


def _read_one(
    source: Source, found: FoundLink, name: str, options: ReadOptions
) -> LinkBoard:
    name = link_name(found.text) or name
    where = f"{source.name}:{found.line}"
    try:
        try:
            document = _read_or_score(Source(where, found.text), options)
        except FormatError:
            # Some programs number the pieces from 0, so that one of them looks empty.
            text = _PIECES.sub("", found.text)
            if text == found.text:
                raise
            document = _read_or_score(Source(where, text), options)
            note = "the piece numbers (board_pieces) do not fit and were ignored"
            document = replace(document, notes=(*document.notes, note))
    except FormatError as error:
        return LinkBoard(found.line, name, None, error)
    return LinkBoard(found.line, name, document)


def _read_or_score(source: Source, options: ReadOptions) -> Document:
    try:
        return read_link(source, options)
    except FormatError:
        link = parse_link(source)
        if options != ReadOptions() or (link.has_numbers and None not in link.cells):
            raise
        return board_without_puzzle(link)


def _candidates(link: ViewerLink) -> Iterator[str]:
    """Yield the puzzles of the catalog that a link may show a board of."""
    shown = sum(colors is not None for colors in link.cells)
    for name in catalog.names():
        puzzle = catalog.load(name).puzzle
        has_size = (puzzle.rows, puzzle.columns) == (link.rows, link.columns)
        if has_size and shown and not puzzle.hints and not puzzle.is_signed:
            yield name


def _is_list_of_pieces(link: ViewerLink) -> bool:
    """Return whether a link shows all pieces in order: a puzzle rather than a board."""
    return link.numbers == list(range(1, len(link.cells) + 1))


def _board_of(name: str, source: Source) -> Document:
    puzzle = catalog.load(name).puzzle
    document = formats.read(source, ReadOptions(puzzle=puzzle), "link")
    note = f"the pieces are those of {name}"
    if name == "eternity2-no-hints":
        note += " (--puzzle eternity2 checks the starter too)"
    return replace(document, notes=(note, *document.notes))
