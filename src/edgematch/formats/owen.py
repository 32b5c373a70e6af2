"""Brendan Owen's solution files: `width height`, then `x y turns` for each piece.

Pieces are in the order of the piece file; x is the column from the left, y the row
from the bottom, both from 0; turns are clockwise.
"""

from edgematch.board import Board
from edgematch.errors import CannotHold
from edgematch.formats.document import ReadOptions, Source
from edgematch.formats.lines import (
    are_whole_numbers,
    content_lines,
    lines_at_least,
    whole_numbers,
)
from edgematch.formats.placements import board_format, board_of
from edgematch.puzzle import Placement, Puzzle


def _recognizes(source: Source, options: ReadOptions) -> bool:
    lines = content_lines(source)
    return (
        source.suffix != ".puz"
        and len(lines) > 1
        and are_whole_numbers(lines[0], 2)
        and any(are_whole_numbers(line, 3) for line in lines[1:])
        and not any(are_whole_numbers(line, 4) for line in lines[1:])
    )


def _read(source: Source, puzzle: Puzzle) -> Board:
    header, *lines = lines_at_least(2, source)
    width, height = whole_numbers(source, header, "width height")
    if (height, width) != (puzzle.rows, puzzle.columns):
        source.fail(
            header.number,
            f"the board is {width} wide and {height} high, but the puzzle is"
            f" {puzzle.columns} wide and {puzzle.rows} high",
        )
    placed = []
    for piece, line in enumerate(lines):
        x, y, turn = whole_numbers(source, line, "x y turns")
        if not (0 <= x < width and 0 <= y < height):
            source.fail(line.number, f"x {x}, y {y} is not on the board")
        cell = (height - 1 - y) * width + x
        placed.append((line.number, Placement(cell, piece, turn)))
    if len(placed) != puzzle.cells:
        source.fail(
            lines[-1].number,
            f"expected a line for each of {puzzle.cells} pieces, got {len(placed)}",
        )
    return board_of(source, puzzle, placed)


def _check(board: Board) -> None:
    if not board.is_complete() or board.repeated_pieces():
        raise CannotHold("an Owen solution file has room for full boards only")


def _write(board: Board) -> str:
    puzzle = board.puzzle
    where = {placement.piece: placement for placement in board.placements}
    lines = [f"{puzzle.columns} {puzzle.rows}"]
    for piece in range(puzzle.cells):
        row, column = divmod(where[piece].cell, puzzle.columns)
        lines.append(f"{column} {puzzle.rows - 1 - row} {where[piece].turn}")
    return "\n".join(lines) + "\n"


FORMAT = board_format(
    name="owen-solution",
    summary="Owen's solution file: `width height`, then `x y turns` for each piece",
    suffixes=(),
    recognizes=_recognizes,
    read=_read,
    write=_write,
    check=_check,
)
