"""Puzzles and boards as text: every format, found by name or by what a text looks like.

A new format is one module here and one line in `FORMATS`.
"""

from dataclasses import dataclass, fields

from edgematch.board import Board
from edgematch.errors import CannotHold, UnknownName, nearest_names
from edgematch.formats import (
    board_text,
    other,
    owen,
    piece_lists,
    puz,
    record,
    scramble,
    studio_links,
    viewer_links,
)
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.puzzle import Placement, Puzzle

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        # In the order of detection: the strictest format first.
        record.FORMAT,
        studio_links.FORMAT,
        viewer_links.FORMAT,
        scramble.SOLUTION,
        scramble.TILES,
        board_text.FORMAT,
        puz.SOLUTION,
        owen.FORMAT,
        puz.PUZZLE,
        piece_lists.TABLE,
        piece_lists.LIST,
        piece_lists.BARE_LIST,
    )
}
"""Every format by name.  The command line, the docs and the tests read this."""


def format_named(name: str) -> Format:
    """Return the format called `name`."""
    if name not in FORMATS:
        raise UnknownName(
            f"unknown format {name!r}; choose one of {nearest_names(name, FORMATS)}"
        )
    return FORMATS[name]


def format_for_suffix(suffix: str) -> Format | None:
    """Return the format for files with this suffix, or None."""
    return next((f for f in FORMATS.values() if suffix.lower() in f.suffixes), None)


def detect(source: Source, options: ReadOptions) -> Format:
    """Return the first format that recognizes a text, or else that of other layouts."""
    for format in FORMATS.values():
        if format.recognizes(source, options):
            return format
    return other.FORMAT


def read(
    source: Source,
    options: ReadOptions | None = None,
    format: Format | str | None = None,
) -> Document:
    """Read a text in a format, or the one of that name, or else the one detected."""
    options = options or ReadOptions()
    if not isinstance(format, Format):
        format = format_named(format) if format else detect(source, options)
    for field in fields(ReadOptions):
        is_given = getattr(options, field.name) is not None
        if field.name != "puzzle" and is_given and field.name not in format.takes:
            rule, option = _RULES[field.name]
            owner = "itself" if format.content.has_pieces else "leaves the puzzle to"
            verb = "says" if format.content.has_pieces else "say"
            source.fail(None, f"format {format.name} {owner} {verb} {rule} ({option})")
    if options.puzzle is not None and not format.content.has_board:
        source.fail(None, f"a puzzle (format {format.name}), not a board")
    return format.read(source, options)


_RULES = {
    "columns": ("in which order the sides are", "--columns"),
    "size": ("how large the board is", "--size"),
    "framed": ("whether there is a frame", "--framed, --unframed"),
    "rim": ("which color is the rim", "--rim"),
    "turnable": ("whether pieces may be turned", "--turnable, --fixed-turns"),
}
"""What options can say, and how they are called on the command line.

Here and in all messages of formats, options are named in parentheses only: a sentence
must make sense without them, since the studio has no command line and removes them.
"""


@dataclass(frozen=True)
class Written:
    """A document as text, and what is needed to read all of it back."""

    text: str
    notes: tuple[str, ...] = ()


def check_holds(
    document: Document,
    name: str,
    options: ReadOptions | None = None,
    allow_loss: bool = False,
) -> tuple[str, ...]:
    """Raise `CannotHold` unless the format called `name` has room for a document.

    Nothing is written for it.  Return what the reader must be told, a sentence each, to
    read all of it back.  With `allow_loss`, raise only if it cannot be written at all.
    """
    format = format_named(name)
    fit = format.fit(document, options or ReadOptions())
    if allow_loss:
        return ()
    lost = list(fit.lost)
    if document.board is not None and not format.content.has_board:
        lost.append("a board")
    if document.pictures and not format.file_in_folder:
        lost.append("the pictures of the tiles")
    if lost:
        raise CannotHold(f"format {name} has no room for {', '.join(lost)}", True)
    return fit.notes


def check_holds_boards(puzzle: Puzzle, name: str) -> None:
    """Raise `CannotHold` unless a format has room for any legal board of a puzzle.

    Asked before a search, which may end with a full board or with a partial one.
    """
    placed = {hint.piece for hint in puzzle.hints}
    taken = {hint.cell for hint in puzzle.hints}
    pieces = (piece for piece in range(puzzle.cells) if piece not in placed)
    cells = (cell for cell in range(puzzle.cells) if cell not in taken)
    others = [
        Placement(cell, piece, 0) for cell, piece in zip(cells, pieces, strict=True)
    ]
    for placements in ((), (*puzzle.hints, *others)):
        check_holds(Document(puzzle, Board(puzzle, placements)), name)


def write(
    document: Document,
    name: str,
    options: ReadOptions | None = None,
    allow_loss: bool = False,
) -> Written:
    """Write a document in the format called `name`.

    Of the options, `columns` counts, and `puzzle`: the reader knows it, so that a link
    need not hold it.  What `check_holds` says of the document holds for the text.
    """
    notes = check_holds(document, name, options, allow_loss)
    return Written(format_named(name).write(document, options or ReadOptions()), notes)


__all__ = [
    "FORMATS",
    "Content",
    "Document",
    "Fit",
    "Format",
    "ReadOptions",
    "Source",
    "Written",
    "check_holds",
    "check_holds_boards",
    "detect",
    "format_for_suffix",
    "format_named",
    "read",
    "write",
]
