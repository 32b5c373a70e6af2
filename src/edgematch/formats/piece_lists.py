"""Plain lists, four colors a line: the commonest format, and the most ambiguous.

A first line may give `columns rows`, one number, or the names of the columns; a line
may begin with the number of its piece.  In which order the four sides stand, and
whether color 0 is a rim, is read off the pieces: `column_order` says how.
"""

from edgematch.errors import CannotHold, PuzzleError
from edgematch.formats.column_order import (
    DEFAULT_ORDER,
    reordered,
    sides_of_order,
    understood,
)
from edgematch.formats.document import Content, Document, Format, ReadOptions, Source
from edgematch.formats.lines import (
    Line,
    are_whole_numbers,
    content_lines,
    shown,
    whole_numbers,
)
from edgematch.geometry import SIDES
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
    # One good line is enough: a damaged list should be told what is wrong with it.
    return _named_order(lines[0]) is not None or any(
        are_whole_numbers(line, 4) or are_whole_numbers(line, 5) for line in rest
    )


def _read(source: Source, options: ReadOptions) -> Document:
    lines = content_lines(source)
    named = _named_order(lines[0])
    size, columns = options.size, options.columns
    notes: list[str] = []
    if named is not None:
        columns = columns or named
        lines = lines[1:]
    elif len(lines[0].words) < 4 and len(lines) > 1:
        size = size or _size_from_header(source, lines[0], len(lines) - 1)
        lines = lines[1:]
    if not lines:
        source.fail(None, "there are no pieces after the first line")
    rows = _pieces_in_order(source, lines)
    taken = understood(source, rows, lines[-1].number, columns, size, options.framed)
    notes += taken.notes
    try:
        puzzle = Puzzle(
            taken.rows,
            taken.columns,
            [reordered(row, taken.order) for row in rows],
            framed=taken.framed,
            turnable=options.turnable is not False,
            name=source.path.stem if source.path else "",
        )
    except PuzzleError as error:
        line = lines[-1].number if error.piece is None else lines[error.piece].number
        source.fail_as(line, error)
    return Document(puzzle, notes=tuple(notes))


def _named_order(line: Line) -> str | None:
    """Return the order that a line of column names gives, or None."""
    letters = [
        _SIDE_WORDS[word.lower()] for word in line.words if word.lower() in _SIDE_WORDS
    ]
    others = len(line.words) - len(letters)
    return (
        "".join(letters) if sorted(letters) == sorted("nesw") and others < 2 else None
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
        return None  # a switch of some solver, or a count: neither gives a size
    else:
        source.fail(
            line.number,
            "expected a first line of 4 colors, `columns rows`, or column names,"
            f" got {shown(' '.join(line.words))}",
        )
    if rows * columns != pieces:
        source.fail(
            line.number,
            f"{columns} columns and {rows} rows need {rows * columns} pieces,"
            f" the file has {pieces}",
        )
    return rows, columns


def _pieces_in_order(source: Source, lines: list[Line]) -> list[tuple[int, ...]]:
    """Return four numbers a piece; with numbers in front, sort by them."""
    numbered = len(lines[0].words) == 5
    expected = 5 if numbered else 4
    rows = []
    seen: dict[int, int] = {}
    for line in lines:
        if len(line.words) != expected:
            what = "a piece number and 4 colors" if numbered else "4 colors"
            source.fail(line.number, f"expected {what}, got {len(line.words)} words")
        numbers = whole_numbers(source, line)
        if numbered and numbers[0] in seen:
            source.fail(
                line.number,
                f"piece {numbers[0]} is here twice, first in line {seen[numbers[0]]}",
            )
        seen[numbers[0]] = line.number
        rows.append(numbers)
    if not numbered:
        return rows
    first = min(row[0] for row in rows)
    if first not in (0, 1):
        source.fail(lines[0].number, f"piece numbers start at 0 or 1, not {first}")
    for number in range(first, first + len(rows)):
        if number not in seen:
            source.fail(lines[-1].number, f"piece {number} is missing")
    # The lines are sorted along, so that a fault of a piece names its own line.
    order = sorted(range(len(rows)), key=lambda i: rows[i][0])
    lines[:] = [lines[i] for i in order]
    return [rows[i][1:] for i in order]


def _write_list(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    lines = [f"{puzzle.columns} {puzzle.rows}"]
    lines += [" ".join(map(str, row)) for row in _rows(puzzle, options)]
    return "\n".join(lines) + "\n"


def _write_bare(document: Document, options: ReadOptions) -> str:
    rows = _rows(document.puzzle, options)
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def _write_table(document: Document, options: ReadOptions) -> str:
    order = options.columns or DEFAULT_ORDER
    names = {"n": "north", "e": "east", "s": "south", "w": "west"}
    lines = [",".join(["piece", *(names[letter] for letter in order)])]
    for number, row in enumerate(_rows(document.puzzle, options), start=1):
        lines.append(",".join(map(str, (number, *row))))
    return "\n".join(lines) + "\n"


def _rows(puzzle: Puzzle, options: ReadOptions) -> list[tuple[int, ...]]:
    if puzzle.is_signed:
        raise CannotHold("a plain list has no room for signed colors")
    sides = sides_of_order(options.columns or DEFAULT_ORDER)
    return [tuple(piece[sides[column]] for column in SIDES) for piece in puzzle.pieces]


def _recognizes_table(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    return bool(lines) and _named_order(lines[0]) is not None


TABLE = Format(
    name="table",
    summary="CSV with a line of column names: `piece,north,east,south,west`",
    content=Content.PUZZLE,
    suffixes=(".csv",),
    recognizes=_recognizes_table,
    read=_read,
    write=_write_table,
)

LIST = Format(
    name="list",
    summary="a line `columns rows`, then four colors a line",
    content=Content.PUZZLE,
    suffixes=(".txt", ".pieces"),
    recognizes=lambda source, options: (
        _recognizes(source, options) and len(content_lines(source)[0].words) < 4
    ),
    read=_read,
    write=_write_list,
)

BARE_LIST = Format(
    name="bare-list",
    summary="four colors a line and nothing else",
    content=Content.PUZZLE,
    suffixes=(),
    recognizes=_recognizes,
    read=_read,
    write=_write_bare,
)
