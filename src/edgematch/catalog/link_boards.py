"""The boards that viewer links show: of a given puzzle, of the catalog or their own.

A link may name its puzzle, as those that we write do, but the name may be anything.
Without a given puzzle, a link may hold its own; else the one with that name is tried
first, then those of the catalog; a full board that fits none is a puzzle by itself.
"""

import re
from collections.abc import Callable, Iterator
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
from edgematch.puzzle import Puzzle

Named = Callable[[str], Puzzle | None]
"""Returns the puzzle of a name that links use; None for a name that we do not know."""

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


def read_link(source: Source, options: ReadOptions, puzzle_named: Named) -> Document:
    """Return the board of the only link in a text.

    Unless it holds its puzzle or the options say how to read it, the puzzle that it
    names and those of the catalog are tried first.
    """
    link = parse_link(source)
    if options == ReadOptions() and not link.packed:
        for name, puzzle in _candidates(link, puzzle_named):
            try:
                document = _board_of(name, puzzle, source)
            except FormatError:
                continue  # it shows other pieces
            if _keeps_hints(document):
                return document
    return formats.read(source, options, "link")


def read_links(
    source: Source, options: ReadOptions, puzzle_named: Named
) -> tuple[LinkBoard, ...]:
    """Return the boards of all links in a text.

    Without a given puzzle, a board that belongs to no known one can still be scored.
    A link without a name has the one that JSON gives beside it.
    """
    names = names_by_letters(source.text)
    return tuple(
        _read_one(
            source,
            link,
            names.get(letters_of_link(link.text), ""),
            options,
            puzzle_named,
        )
        for link in find_links(source.text)
    )


def _read_one(
    source: Source,
    found: FoundLink,
    name: str,
    options: ReadOptions,
    puzzle_named: Named,
) -> LinkBoard:
    name = link_name(found.text) or name
    where = f"{source.name}:{found.line}"
    try:
        try:
            document = _read_or_score(Source(where, found.text), options, puzzle_named)
        except FormatError:
            # Some programs number the pieces from 0, so that one of them looks empty.
            text = _PIECES.sub("", found.text)
            if text == found.text:
                raise
            document = _read_or_score(Source(where, text), options, puzzle_named)
            note = "the piece numbers (board_pieces) do not fit and were ignored"
            document = replace(document, notes=(*document.notes, note))
    except FormatError as error:
        return LinkBoard(found.line, name, None, error)
    return LinkBoard(found.line, name, document)


def _read_or_score(
    source: Source, options: ReadOptions, puzzle_named: Named
) -> Document:
    try:
        return read_link(source, options, puzzle_named)
    except FormatError:
        link = parse_link(source)
        if options != ReadOptions() or (link.has_numbers and None not in link.cells):
            raise
        return board_without_puzzle(link)


def _candidates(link: ViewerLink, puzzle_named: Named) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles that a link may show a board of."""
    if _is_list_of_pieces(link):
        return
    named = puzzle_named(link.name)
    if named is not None and not named.is_signed:
        yield link.name, named
    if not any(colors is not None for colors in link.cells):
        return
    for name in catalog.names():
        puzzle = catalog.load(name).puzzle
        has_size = (puzzle.rows, puzzle.columns) == (link.rows, link.columns)
        if has_size and not puzzle.hints and not puzzle.is_signed:
            yield name, puzzle


def _keeps_hints(document: Document) -> bool:
    """Return whether no other piece lies on the cell of a hint."""
    board, hints = document.board, document.puzzle.hints
    return board is None or all(board.at(hint.cell) in (None, hint) for hint in hints)


def _is_list_of_pieces(link: ViewerLink) -> bool:
    """Return whether a link shows all pieces in order: a puzzle rather than a board."""
    return link.numbers == list(range(1, len(link.cells) + 1))


def _board_of(name: str, puzzle: Puzzle, source: Source) -> Document:
    document = formats.read(source, ReadOptions(puzzle=puzzle), "link")
    note = f"the pieces are those of {name}"
    if name == "eternity2-no-hints":
        note += " (--puzzle eternity2 checks the starter too)"
    return replace(document, notes=(note, *document.notes))
