"""Text to model and back: every format, found by name or by what a file looks like.

A new format is one file here and one line in `FORMATS`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from edgematch.board import Board
from edgematch.errors import CannotHold, FormatError, UnknownName
from edgematch.formats import (
    board_text,
    owen,
    piece_lists,
    puz,
    record,
    scramble,
    viewer_links,
)
from edgematch.formats.document import Content, Document, Format, ReadOptions, Source
from edgematch.geometry import Colors
from edgematch.puzzle import Puzzle

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        # In the order of detection: the more a format demands, the earlier it is asked.
        record.FORMAT,
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
        raise UnknownName(f"no format {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]


def format_for_suffix(suffix: str) -> Format | None:
    """Return the format that files with this ending are usually written in."""
    return next((f for f in FORMATS.values() if suffix.lower() in f.suffixes), None)


def detect(source: Source, options: ReadOptions) -> Format:
    """Return the format a text is in."""
    for format in FORMATS.values():
        if format.recognizes(source, options):
            return format
    raise FormatError(
        source.name, 1, "neither a puzzle nor a board in any format edgematch reads"
    )


def read(
    source: Source, options: ReadOptions | None = None, name: str | None = None
) -> Document:
    """Read a text in the format called `name`, or in the one it looks like."""
    options = options or ReadOptions()
    format = format_named(name) if name else detect(source, options)
    for field in fields(ReadOptions):
        is_given = getattr(options, field.name) is not None
        if field.name != "puzzle" and is_given and field.name not in format.takes:
            told, option = _TOLD[field.name]
            has_pieces = format.content.has_pieces
            says = "itself says" if has_pieces else "leaves it to its puzzle to say"
            source.fail(None, f"format {format.name} {says} {told} ({option})")
    if options.puzzle is not None and not format.content.has_board:
        source.fail(None, f"a puzzle (format {format.name}), where a board is wanted")
    return format.read(source, options)


_TOLD = {
    "columns": ("in which order the sides stand", "--columns"),
    "size": ("how large the board is", "--size"),
    "framed": ("whether there is a frame", "--framed, --unframed"),
    "turnable": ("whether pieces turn", "--turnable, --fixed-turns"),
}
"""What a reader can be told, and by which option of the command line.

Options are named in parentheses alone, here and in all that formats say: sentences must
make sense without, because there are readers who have no command line.
"""


@dataclass(frozen=True)
class Written:
    """A document as text, and what whoever reads it should know."""

    text: str
    notes: tuple[str, ...] = ()


def write(
    document: Document,
    name: str,
    options: ReadOptions | None = None,
    allow_loss: bool = False,
) -> Written:
    """Write a document in the format called `name`; of the options, `columns` counts.

    What was written is read back and compared: where something would be lost this
    raises `CannotHold` and says what, unless `allow_loss` is set.
    """
    format = format_named(name)
    options = options or ReadOptions()
    text = format.write(document, options)
    if allow_loss:
        return Written(text)
    lost: list[str] = []
    for given in _puzzles_at_hand(format, document):
        reread = ReadOptions(puzzle=given, columns=options.columns)
        lost = list(_lost(format, document, text, reread))
        if not lost:
            notes = []
            if given is not None and format.content.has_pieces:
                notes.append("to read the board back, name its puzzle (--puzzle)")
            if options.columns is not None and any(
                _lost(format, document, text, ReadOptions(puzzle=given))
            ):
                order = f"--columns {options.columns}"
                notes.append(f"to read it back, name the order of its sides ({order})")
            return Written(text, tuple(notes))
    raise CannotHold(f"format {name} has no room for {', '.join(lost)}")


def _puzzles_at_hand(format: Format, document: Document) -> Iterator[Puzzle | None]:
    """Yield what a later reader may know: nothing, or the puzzle a board is of."""
    if format.content.has_pieces:
        yield None
    if format.content.has_board and document.board is not None:
        yield document.puzzle


def _lost(
    format: Format, document: Document, text: str, options: ReadOptions
) -> Iterator[str]:
    puzzle, board = document.puzzle, document.board
    try:
        back = format.read(Source(format.name, text), options)
    except FormatError as error:
        yield f"this puzzle ({error})"
        return
    if (back.puzzle.rows, back.puzzle.columns) != (puzzle.rows, puzzle.columns):
        yield f"the size {puzzle.rows} × {puzzle.columns}"
    elif back.puzzle.hints != puzzle.hints:
        yield f"{len(puzzle.hints)} hint{'s' * (len(puzzle.hints) != 1)}"
    if back.puzzle.turnable != puzzle.turnable:
        yield "the rule that pieces are not turned"
    if back.puzzle.framed != puzzle.framed:
        yield "the rim rule" if puzzle.framed else "color 0 without a rim rule"
    same_rules = puzzle.with_hints(())
    if back.puzzle.with_hints(()).fingerprint != same_rules.fingerprint:
        yield "the pieces as they are numbered and turned"
    if board is not None:
        if back.board is None:
            yield "a board"
        elif not _is_as_good(back.board, board):
            yield "this board"
    if document.pictures and not format.file_in_folder:
        yield "the pictures of the tiles"


def _is_as_good(board: Board, other: Board) -> bool:
    """Say whether two boards differ at most in turns that look alike.

    The referee must not see a difference either: a hint asks for its very turn.
    """

    def seen(each: Board) -> list[tuple[int, int, Colors | None]]:
        return [
            (cell, piece, each.colors_at(cell)) for cell, piece, _ in each.placements
        ]

    return seen(board) == seen(other) and board.problems() == other.problems()


__all__ = [
    "FORMATS",
    "Content",
    "Document",
    "Format",
    "ReadOptions",
    "Source",
    "Written",
    "detect",
    "format_for_suffix",
    "format_named",
    "read",
    "write",
]
