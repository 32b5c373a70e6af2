"""`.puz` and `.sol` files: pieces with optionally signed colors, and their places.

`.puz`: a line `columns [rows]`, then four colors on each line, clockwise from north,
each with an optional sign after it; `4+` faces `4-`.  `.sol`: lines `piece column row
turns`, all from 0, rows from the top, turns anticlockwise.  Lines that start with `c`
are comments in both.
"""

import re
from dataclasses import replace

from edgematch.board import Board
from edgematch.formats.color_words import Coloring
from edgematch.formats.column_order import DEFAULT_ORDER, sides_of_order
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.interpretation import fit_of_pieces, interpret
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
from edgematch.formats.placements import board_format, board_of
from edgematch.formats.signs import Label, SignedColors, label_of
from edgematch.puzzle import MAXIMUM_COLOR, Placement, Puzzle

_COMMENT = ("c", "C", "#")
_HEADER = "c edgematch: piece column row turns"
"""Marks files of ours: one without placements is an empty board."""
_COLOR = re.compile(r"([0-9]{1,4})([+-]?)")


def _recognizes_puzzle(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source, _COMMENT)
    if len(lines) < 2 or not all(word.isdigit() for word in lines[0].words):
        return False
    good = [line for line in lines[1:] if _is_piece(line)]
    signed = any(word[-1] in "+-" for line in good for word in line.words)
    commented = any(text.startswith("c") for text in source.text.splitlines())
    return len(lines[0].words) in (1, 2) and (
        source.suffix == ".puz" or (bool(good) and (signed or commented))
    )


def _is_piece(line: Line) -> bool:
    return len(line.words) == 4 and all(map(_COLOR.fullmatch, line.words))


def _read_puzzle(source: Source, options: ReadOptions) -> Document:
    header, *lines = lines_at_least(2, source, _COMMENT)
    size = whole_numbers(source, header)
    if len(size) not in (1, 2):
        source.fail(
            header.number, f"expected `columns [rows]`, got {len(size)} numbers"
        )
    columns, rows = size if len(size) == 2 else (size[0], size[0])
    check_size(source, header, rows, columns)
    labels = [_labels(source, line) for line in lines]
    check_piece_count(source, lines[-1], rows, columns, len(lines))
    colors, numbers = _numbers(labels)
    order = options.columns or DEFAULT_ORDER
    # The format does not say whether 0 is a rim; the pieces do.
    given = replace(options, columns=order, size=(rows, columns))
    way = _coloring(colors, numbers)
    return interpret(source, [line.number for line in lines], [way], given)


def _numbers(labels: list[list[Label]]) -> tuple[SignedColors, list[list[int]]]:
    """Return the colors that the labels name, and the number of each label."""
    colors = SignedColors.of(label for piece in labels for label in piece)
    return colors, [[colors.numbers[label] for label in piece] for piece in labels]


def _coloring(colors: SignedColors, rows: list[list[int]]) -> Coloring:
    numbers = {name + sign: number for (name, sign), number in colors.numbers.items()}
    return Coloring(rows, colors.mates, colors.names, numbers)


def _labels(source: Source, line: Line) -> list[Label]:
    if len(line.words) != 4:
        source.fail(line.number, f"expected 4 colors, got {len(line.words)}")
    labels = []
    for word in line.words:
        match = _COLOR.fullmatch(word)
        if match is None:
            source.fail(
                line.number, f"expected a color such as 4, 4+ or 4-, got {quote(word)}"
            )
        if int(match[1]) > MAXIMUM_COLOR:
            source.fail(
                line.number, f"colors must be 0 to {MAXIMUM_COLOR}, got {quote(word)}"
            )
        labels.append((str(int(match[1])), match[2]))
    return labels


def _fit_puzzle(document: Document, options: ReadOptions) -> Fit:
    puzzle = document.puzzle
    colors, rows = _numbers(_labels_to_write(puzzle, options))
    known = ReadOptions(columns=DEFAULT_ORDER, size=(puzzle.rows, puzzle.columns))
    return fit_of_pieces(puzzle, [_coloring(colors, rows)], known, options.columns)


def _write_puzzle(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    lines = ["c edgematch", f"{puzzle.columns} {puzzle.rows}"]
    lines += [
        " ".join(number + sign for number, sign in piece)
        for piece in _labels_to_write(puzzle, options)
    ]
    return "\n".join(lines) + "\n"


def _labels_to_write(puzzle: Puzzle, options: ReadOptions) -> list[list[Label]]:
    """Return the sides of each piece: the lower number of two mates, and a sign."""
    sides = sides_of_order(options.columns or DEFAULT_ORDER)
    labels = {
        color: (str(min(color, puzzle.mate(color))), label_of(puzzle, color)[1])
        for piece in puzzle.pieces
        for color in piece
    }
    return [[labels[piece[side]] for side in sides] for piece in puzzle.pieces]


def _recognizes_solution(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source, _COMMENT)
    if source.suffix == ".sol":
        return True
    if options.puzzle is None or not all(are_whole_numbers(line, 4) for line in lines):
        return False
    # When a board is read, a line of four numbers is a placement, not a piece,
    # unless most lines can be none.
    possible = [line for line in lines if _is_placement(line, options.puzzle)]
    has_header = _HEADER in source.text.splitlines()
    return has_header or (bool(lines) and len(possible) * 2 >= len(lines))


def _is_placement(line: Line, puzzle: Puzzle) -> bool:
    limits = (puzzle.cells, puzzle.columns, puzzle.rows, 4)
    return all(
        0 <= int(word) < limit for word, limit in zip(line.words, limits, strict=True)
    )


def _read_solution(source: Source, puzzle: Puzzle) -> Board:
    placed = []
    is_ours = _HEADER in source.text.splitlines()
    for line in lines_at_least(0 if is_ours else 1, source, _COMMENT):
        piece, column, row, turns = whole_numbers(
            source, line, "piece column row turns"
        )
        if not (0 <= column < puzzle.columns and 0 <= row < puzzle.rows):
            source.fail(line.number, f"column {column}, row {row} is not on the board")
        if not 0 <= turns < 4:
            source.fail(line.number, f"turns must be 0, 1, 2 or 3, got {turns}")
        cell = row * puzzle.columns + column
        placed.append((line.number, Placement(cell, piece, -turns % 4)))
    return board_of(source, puzzle, placed)


def _write_solution(board: Board) -> str:
    lines = [_HEADER]
    for cell, piece, turn in sorted(board.placements, key=lambda p: p.piece):
        row, column = divmod(cell, board.puzzle.columns)
        lines.append(f"{piece} {column} {row} {-turn % 4}")
    return "\n".join(lines) + "\n"


PUZZLE = Format(
    name="puz",
    summary="`.puz`: `columns [rows]`, then four colors a line, with + or - if signed",
    content=Content.PUZZLE,
    suffixes=(".puz",),
    recognizes=_recognizes_puzzle,
    read=_read_puzzle,
    takes=frozenset({"columns", "framed", "rim", "turnable"}),
    write=_write_puzzle,
    fit=_fit_puzzle,
)

SOLUTION = board_format(
    name="sol",
    summary="`.sol`: lines `piece column row turns`, from 0, turns anticlockwise",
    suffixes=(".sol",),
    recognizes=_recognizes_solution,
    read=_read_solution,
    write=_write_solution,
)
