"""Board text: a line a row, `piece/turns` a cell, `---/-` where it is empty.

Pieces are numbered from 1, turns are clockwise from the orientation in the puzzle.
"""

import re

from edgematch.board import Board
from edgematch.formats.document import Content, Document, Format, ReadOptions, Source
from edgematch.formats.lines import content_lines, shown
from edgematch.formats.placements import board_of, puzzle_of_board
from edgematch.puzzle import Placement

_CELL = re.compile(r"([0-9]{1,4})/([0-3])")
_EMPTY = re.compile(r"-+/-")


def _recognizes(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    return bool(lines) and any(
        _CELL.fullmatch(word) or _EMPTY.fullmatch(word) for word in lines[0].words
    )


def _read(source: Source, options: ReadOptions) -> Document:
    puzzle = puzzle_of_board(source, options)
    lines = content_lines(source)
    placed: list[tuple[int, Placement]] = []
    for row, line in enumerate(lines):
        if row >= puzzle.rows:
            source.fail(
                line.number, f"the puzzle has {puzzle.rows} rows, this is one more"
            )
        if len(line.words) != puzzle.columns:
            source.fail(
                line.number,
                f"expected {puzzle.columns} cells, got {len(line.words)}",
            )
        for column, word in enumerate(line.words):
            match = _CELL.fullmatch(word)
            if match is not None:
                cell = row * puzzle.columns + column
                piece, turn = int(match[1]) - 1, int(match[2])
                placed.append((line.number, Placement(cell, piece, turn)))
            elif _EMPTY.fullmatch(word) is None:
                source.fail(
                    line.number,
                    f"expected piece/turns such as 139/2, or ---/-, got {shown(word)}",
                )
    if len(lines) != puzzle.rows:
        source.fail(
            lines[-1].number,
            f"the puzzle has {puzzle.rows} rows, the text {len(lines)}",
        )
    return Document(puzzle, board_of(source, puzzle, placed))


def _write(document: Document, options: ReadOptions) -> str:
    puzzle = document.puzzle
    board = document.board or Board(puzzle, puzzle.hints)
    width = max(3, len(str(puzzle.cells)))
    lines = []
    for row in range(puzzle.rows):
        words = []
        for column in range(puzzle.columns):
            placement = board.at(row * puzzle.columns + column)
            words.append(
                "-" * width + "/-"
                if placement is None
                else f"{placement.piece + 1:>{width}}/{placement.turn}"
            )
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="board-text",
    summary="a line a row, `piece/turns` a cell, `---/-` where it is empty",
    content=Content.BOARD,
    suffixes=(".board",),
    recognizes=_recognizes,
    read=_read,
    write=_write,
)
