"""`.puz` and `.sol` files: pieces with optionally signed colors, and where they lie.

`.puz`: a line `columns [rows]`, then four colors a line, clockwise from north, each
with an optional `+` or `-` behind it; `4+` faces `4-`.  `.sol`: lines `piece column row
turns`, all from 0, rows from the top, turns anticlockwise.  Lines that start with `c`
are comments in both.
"""

import re
from collections.abc import Iterable

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.formats.column_order import DEFAULT_ORDER, reordered, understood
from edgematch.formats.document import Content, Document, Format, ReadOptions, Source
from edgematch.formats.lines import (
    Line,
    are_whole_numbers,
    content_lines,
    shown,
    whole_numbers,
)
from edgematch.formats.placements import board_of, puzzle_of_board
from edgematch.formats.signs import SignedColors, label_of
from edgematch.puzzle import Placement, Puzzle

_COMMENT = ("c", "C")
_COLOR = re.compile(r"([0-9]{1,4})([+-]?)")


def _recognizes_puzzle(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source, _COMMENT)
    if len(lines) < 2 or not all(word.isdigit() for word in lines[0].words):
        return False
    good = [line for line in lines[1:] if _is_piece(line)]
    signed = any(word[-1] in "+-" for line in good for word in line.words)
    commented = any(text.startswith("c") for text in source.text.splitlines())
    return (
        len(lines[0].words) in (1, 2)
        and bool(good)
        and (source.suffix == ".puz" or signed or commented)
    )


def _is_piece(line: Line) -> bool:
    return len(line.words) == 4 and all(map(_COLOR.fullmatch, line.words))


def _read_puzzle(source: Source, options: ReadOptions) -> Document:
    header, *lines = content_lines(source, _COMMENT)
    size = whole_numbers(source, header)
    columns, rows = size if len(size) == 2 else (size[0], size[0])
    labels = [_labels(source, line) for line in lines]
    if rows * columns != len(lines):
        source.fail(
            lines[-1].number,
            f"{columns} columns and {rows} rows need {rows * columns} pieces,"
            f" the file has {len(lines)}",
        )
    colors = SignedColors.of(label for piece in labels for label in piece)
    numbers = [[colors.number(label) for label in piece] for piece in labels]
    order = options.columns or DEFAULT_ORDER
    # The format does not say whether 0 is a rim; the pieces do.
    taken = understood(
        source, numbers, lines[-1].number, order, (rows, columns), options.framed
    )
    try:
        puzzle = Puzzle(
            rows,
            columns,
            [reordered(piece, order) for piece in numbers],
            framed=taken.framed,
            mates=colors.mates,
            turnable=options.turnable is not False,
            name=source.path.stem if source.path else "",
            color_names=colors.names,
        )
    except PuzzleError as error:
        line = lines[-1].number if error.piece is None else lines[error.piece].number
        source.fail_as(line, error)
    return Document(puzzle, notes=taken.notes)


def _labels(source: Source, line: Line) -> list[tuple[str, str]]:
    if len(line.words) != 4:
        source.fail(line.number, f"expected 4 colors, got {len(line.words)}")
    labels = []
    for word in line.words:
        match = _COLOR.fullmatch(word)
        if match is None:
            source.fail(
                line.number, f"expected a color such as 4, 4+ or 4-, got {shown(word)}"
            )
        labels.append((str(int(match[1])), match[2]))
    return labels


def _write_puzzle(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    lines = ["c edgematch", f"{puzzle.columns} {puzzle.rows}"]
    lines += [
        " ".join("".join(_numbered(puzzle, color)) for color in piece)
        for piece in puzzle.pieces
    ]
    return "\n".join(lines) + "\n"


def _numbered(puzzle: Puzzle, color: int) -> tuple[str, str]:
    """Return a color as this format writes it: the pair's lower number and a sign."""
    _, sign = label_of(puzzle, color)
    return str(min(color, puzzle.mate(color))), sign


def _recognizes_solution(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source, _COMMENT)
    if source.suffix == ".sol":
        return True
    # Where a board is wanted, four numbers a line are placements, not a piece.
    return options.puzzle is not None and _are_placements(lines)


def _are_placements(lines: Iterable[Line]) -> bool:
    lines = list(lines)
    pieces = [line.words[0] for line in lines]
    return (
        all(are_whole_numbers(line, 4) and line.words[3] in "0123" for line in lines)
        and len(set(pieces)) == len(pieces) > 0
    )


def _read_solution(source: Source, options: ReadOptions) -> Document:
    puzzle = puzzle_of_board(source, options)
    placed = []
    for line in content_lines(source, _COMMENT):
        numbers = whole_numbers(source, line)
        if len(numbers) != 4:
            source.fail(
                line.number,
                f"expected piece column row turns, got {len(numbers)} numbers",
            )
        piece, column, row, turns = numbers
        if not (0 <= column < puzzle.columns and 0 <= row < puzzle.rows):
            source.fail(line.number, f"column {column}, row {row} is off the board")
        if not 0 <= turns < 4:
            source.fail(line.number, f"turns are 0, 1, 2 or 3, got {turns}")
        cell = row * puzzle.columns + column
        placed.append((line.number, Placement(cell, piece, -turns % 4)))
    return Document(puzzle, board_of(source, puzzle, placed))


def _write_solution(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    board = document.board or Board(puzzle, puzzle.hints)
    lines = ["c edgematch: piece column row turns"]
    for cell, piece, turn in sorted(board.placements, key=lambda p: p.piece):
        row, column = divmod(cell, puzzle.columns)
        lines.append(f"{piece} {column} {row} {-turn % 4}")
    return "\n".join(lines) + "\n"


PUZZLE = Format(
    name="puz",
    summary="`.puz`: `columns [rows]`, then four colors a line, with + or - if signed",
    content=Content.PUZZLE,
    suffixes=(".puz",),
    recognizes=_recognizes_puzzle,
    read=_read_puzzle,
    write=_write_puzzle,
)

SOLUTION = Format(
    name="sol",
    summary="`.sol`: lines `piece column row turns`, from 0, turns anticlockwise",
    content=Content.BOARD,
    suffixes=(".sol",),
    recognizes=_recognizes_solution,
    read=_read_solution,
    write=_write_solution,
)
