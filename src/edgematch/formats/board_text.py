"""Board text: a line for each row, `piece/turns` for each cell, `---/-` if empty.

Pieces are numbered from 1, turns are clockwise from the orientation in the puzzle.
"""

import re

from edgematch.board import Board
from edgematch.formats.document import ReadOptions, Source
from edgematch.formats.lines import Line, content_lines, lines_at_least, quote
from edgematch.formats.placements import board_format, board_of_grid, grid_of_board
from edgematch.puzzle import Placement, Puzzle

_CELL = re.compile(r"([0-9]{1,4})/([0-3])")
_EMPTY = re.compile(r"-+/-")


def _recognizes(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    return bool(lines) and any(
        _CELL.fullmatch(word) or _EMPTY.fullmatch(word) for word in lines[0].words
    )


def _read(source: Source, puzzle: Puzzle) -> Board:
    def piece_and_turn(line: Line, word: str) -> tuple[int, int] | None:
        match = _CELL.fullmatch(word)
        if match is not None:
            return int(match[1]) - 1, int(match[2])
        if _EMPTY.fullmatch(word) is None:
            source.fail(
                line.number,
                f"expected piece/turns such as 139/2, or ---/-, got {quote(word)}",
            )
        return None

    lines = lines_at_least(1, source)
    return board_of_grid(source, puzzle, lines, piece_and_turn)


def _write(board: Board) -> str:
    width = max(3, len(str(board.puzzle.cells)))

    def word(placement: Placement | None) -> str:
        if placement is None:
            return "-" * width + "/-"
        return f"{placement.piece + 1:>{width}}/{placement.turn}"

    return grid_of_board(board, word)


FORMAT = board_format(
    name="board-text",
    summary="a line for each row, `piece/turns` for each cell, `---/-` if empty",
    suffixes=(".board",),
    recognizes=_recognizes,
    read=_read,
    write=_write,
)
