"""Plain lists, four colors on each line: the most common and most ambiguous format.

A first line may give `columns rows`, one number, or the names of the columns; a line
may begin with the number of its piece.  The order of the four sides, and whether
color 0 is a rim, follow from the pieces: see `interpretation`.
"""

from collections.abc import Callable
from typing import Any

from edgematch.errors import CannotHold, FormatError
from edgematch.formats.column_order import DEFAULT_ORDER, sides_of_order
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.layouts import listing_of_lines
from edgematch.formats.lines import are_whole_numbers, content_lines
from edgematch.formats.listings import fit_of_listing, read_listing
from edgematch.formats.side_names import order_in_line
from edgematch.geometry import SIDE_NAMES
from edgematch.puzzle import Puzzle


def _recognizes(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    if not lines:
        return False
    rest = lines[1:] if not are_whole_numbers(lines[0], 4) else lines
    # One good line is enough: for a damaged list, the error should name the line.
    return order_in_line(lines[0].words) is not None or any(
        are_whole_numbers(line, 4) or are_whole_numbers(line, 5) for line in rest
    )


def _read(source: Source, options: ReadOptions) -> Document:
    return read_listing(source, listing_of_lines(source), options, with_board=False)


def _write_list(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    return f"{puzzle.columns} {puzzle.rows}\n" + _write_bare(document, options)


def _write_bare(document: Document, options: ReadOptions) -> str:
    rows = _rows(document.puzzle, options)
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def _write_table(document: Document, options: ReadOptions) -> str:
    sides = sides_of_order(options.columns or DEFAULT_ORDER)
    lines = [",".join(["piece", *(SIDE_NAMES[side] for side in sides)])]
    for number, row in enumerate(_rows(document.puzzle, options), start=1):
        lines.append(",".join(map(str, (number, *row))))
    return "\n".join(lines) + "\n"


def _rows(puzzle: Puzzle, options: ReadOptions) -> list[tuple[int, ...]]:
    sides = sides_of_order(options.columns or DEFAULT_ORDER)
    return [tuple(piece[side] for side in sides) for piece in puzzle.pieces]


def _recognizes_table(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    return bool(lines) and order_in_line(lines[0].words) is not None


def _recognizes_list(source: Source, options: ReadOptions) -> bool:
    return _recognizes(source, options) and len(content_lines(source)[0].words) < 4


def _list_format(
    write: Callable[[Document, ReadOptions], str], **others: Any
) -> Format:
    """Return a format of plain lists."""

    def fit(document: Document, options: ReadOptions) -> Fit:
        if document.puzzle.is_signed:
            raise CannotHold("a plain list has no room for signed colors")
        try:
            listing = listing_of_lines(Source("list", write(document, options)))
        except FormatError as error:
            return Fit((f"this puzzle ({error})",))
        return fit_of_listing(document.puzzle, listing, options.columns)

    takes = frozenset({"columns", "size", "framed", "rim", "turnable"})
    content = Content.PUZZLE
    return Format(
        content=content, read=_read, write=write, fit=fit, takes=takes, **others
    )


TABLE = _list_format(
    _write_table,
    name="table",
    summary="CSV with a line of column names: `piece,north,east,south,west`",
    suffixes=(".csv",),
    recognizes=_recognizes_table,
)

LIST = _list_format(
    _write_list,
    name="list",
    summary="a line `columns rows`, then four colors on each line",
    suffixes=(".txt", ".pieces"),
    recognizes=_recognizes_list,
)

BARE_LIST = _list_format(
    _write_bare,
    name="bare-list",
    summary="four colors on each line and nothing else",
    suffixes=(),
    # Where a board is wanted, colors or numbers of pieces may show one.
    recognizes=lambda source, options: (
        options.puzzle is None and _recognizes(source, options)
    ),
)
