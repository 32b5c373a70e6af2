"""Plain lists, four colors on each line: the most common and most ambiguous format.

A first line may give `columns rows`, one number, or the names of the columns; a line
may begin with the number of its piece.  The order of the four sides, and whether
color 0 is a rim, follow from the pieces: see `interpretation`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from edgematch.errors import CannotHold
from edgematch.formats.column_order import DEFAULT_ORDER, sides_of_order, standard_order
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.interpretation import fit_of_rows, interpret
from edgematch.formats.lines import (
    Line,
    are_whole_numbers,
    check_piece_count,
    check_size,
    content_lines,
    lines_at_least,
    quote,
    whole_numbers,
)
from edgematch.geometry import SIDE_NAMES
from edgematch.puzzle import Puzzle

_SIDE_WORDS = {
    **dict.fromkeys(("north", "n", "top", "t", "up", "u"), "n"),
    **dict.fromkeys(("east", "e", "right", "r"), "e"),
    **dict.fromkeys(("south", "s", "bottom", "b", "down", "d"), "s"),
    **dict.fromkeys(("west", "w", "left", "l"), "w"),
}


def _recognizes(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    if not lines:
        return False
    rest = lines[1:] if not are_whole_numbers(lines[0], 4) else lines
    # One good line is enough: for a damaged list, the error should name the line.
    return _named_order(lines[0]) is not None or any(
        are_whole_numbers(line, 4) or are_whole_numbers(line, 5) for line in rest
    )


def _read(source: Source, options: ReadOptions) -> Document:
    lines = lines_at_least(1, source)
    number_column = 0 if len(lines[0].words) == 5 else None
    header = lines[0]
    named = _named_order(header)
    if named is not None:
        options = replace(options, columns=options.columns or named)
        number_column = _number_column(header)
        width = len(header.words)
        lines = lines[1:]
    else:
        if len(header.words) < 4 and len(lines) > 1:
            size = _size_from_header(source, header, len(lines) - 1)
            options = replace(options, size=options.size or size)
            lines = lines[1:]
        width = 5 if len(lines[0].words) == 5 else 4
        number_column = 0 if width == 5 else None
    if not lines:
        source.fail(header.number, "no pieces after the first line")
    lines, rows = _pieces_in_order(source, lines, width, number_column)
    return interpret(source, lines, rows, options)


def _named_order(line: Line) -> str | None:
    """Return the order that a line of column names gives; None for any other line."""
    letters = [_SIDE_WORDS.get(word.lower(), "") for word in line.words]
    order = "".join(letters)
    others = letters.count("")
    return order if sorted(order) == sorted("nesw") and others < 2 else None


def _number_column(line: Line) -> int | None:
    """Return which column, by its name, has the number of the piece."""
    return next(
        (
            column
            for column, word in enumerate(line.words)
            if word.lower() not in _SIDE_WORDS
        ),
        None,
    )


def _size_from_header(
    source: Source, line: Line, pieces: int
) -> tuple[int, int] | None:
    numbers = whole_numbers(source, line)
    if len(numbers) == 2:
        columns, rows = numbers
    elif len(numbers) == 1 and numbers[0] ** 2 == pieces:
        rows = columns = numbers[0]
    elif numbers in ((0,), (1,), (pieces,)):
        return None  # an option of some solver, or a count: neither is a size
    else:
        source.fail(
            line.number,
            "expected a first line of 4 colors, `columns rows`, or column names,"
            f" got {quote(' '.join(line.words))}",
        )
    check_size(source, line, rows, columns)
    check_piece_count(source, line, rows, columns, pieces)
    return rows, columns


def _pieces_in_order(
    source: Source, lines: list[Line], width: int, number_column: int | None
) -> tuple[list[Line], list[tuple[int, ...]]]:
    """Return the line and the four colors of each piece, sorted by its number."""
    found: list[tuple[int, Line, tuple[int, ...]]] = []
    seen: dict[int, int] = {}
    for line in lines:
        if len(line.words) != width:
            what = "a piece number and 4 colors" if width == 5 else "4 colors"
            source.fail(line.number, f"expected {what}, got {len(line.words)} words")
        row = list(whole_numbers(source, line))
        number = len(found) if number_column is None else row.pop(number_column)
        if number in seen:
            first = seen[number]
            source.fail(
                line.number, f"piece {number} occurs twice, first in line {first}"
            )
        seen[number] = line.number
        found.append((number, line, tuple(row)))
    found.sort(key=lambda each: each[0])
    first = found[0][0]
    if first not in (0, 1):
        source.fail(lines[0].number, f"piece numbers must start at 0 or 1, not {first}")
    for number in range(first, first + len(found)):
        if number not in seen:
            source.fail(lines[-1].number, f"piece {number} is missing")
    return [line for _, line, _ in found], [row for _, _, row in found]


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
    return bool(lines) and _named_order(lines[0]) is not None


def _recognizes_list(source: Source, options: ReadOptions) -> bool:
    return _recognizes(source, options) and len(content_lines(source)[0].words) < 4


def _known_from_table(puzzle: Puzzle, options: ReadOptions) -> ReadOptions:
    return ReadOptions(columns=standard_order(options.columns or DEFAULT_ORDER))


def _known_from_list(puzzle: Puzzle, options: ReadOptions) -> ReadOptions:
    return ReadOptions(size=(puzzle.rows, puzzle.columns))


def _list_format(
    known: Callable[[Puzzle, ReadOptions], ReadOptions], **others: Any
) -> Format:
    """Return a format of plain lists; `known` is what its text says by itself."""

    def fit(document: Document, options: ReadOptions) -> Fit:
        puzzle = document.puzzle
        if puzzle.is_signed:
            raise CannotHold("a plain list has no room for signed colors")
        rows = _rows(puzzle, options)
        return fit_of_rows(puzzle, rows, known(puzzle, options), options.columns)

    takes = frozenset({"columns", "size", "framed", "turnable"})
    content = Content.PUZZLE
    return Format(content=content, read=_read, fit=fit, takes=takes, **others)


TABLE = _list_format(
    _known_from_table,
    name="table",
    summary="CSV with a line of column names: `piece,north,east,south,west`",
    suffixes=(".csv",),
    recognizes=_recognizes_table,
    write=_write_table,
)

LIST = _list_format(
    _known_from_list,
    name="list",
    summary="a line `columns rows`, then four colors on each line",
    suffixes=(".txt", ".pieces"),
    recognizes=_recognizes_list,
    write=_write_list,
)

BARE_LIST = _list_format(
    lambda puzzle, options: ReadOptions(),
    name="bare-list",
    summary="four colors on each line and nothing else",
    suffixes=(),
    recognizes=_recognizes,
    write=_write_bare,
)
