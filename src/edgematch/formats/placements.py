"""Boards from lines and back: what the board formats share."""

from collections.abc import Callable, Iterable
from typing import Any

from edgematch.board import Board
from edgematch.errors import CannotHold, PuzzleError
from edgematch.formats.document import (
    Content,
    Document,
    Fit,
    Format,
    ReadOptions,
    Source,
)
from edgematch.formats.lines import Line
from edgematch.puzzle import Placement, Puzzle, check_placement


def board_format(
    *,
    read: Callable[[Source, Puzzle], Board],
    write: Callable[[Board], str],
    check: Callable[[Board], None] = lambda board: None,
    **others: Any,
) -> Format:
    """Return a format that has a board without the pieces of its puzzle.

    `check` raises `CannotHold` for a board that cannot be written.
    """

    def read_document(source: Source, options: ReadOptions) -> Document:
        if options.puzzle is None:
            source.fail(None, "a board without its pieces: name its puzzle (--puzzle)")
        return Document(options.puzzle, read(source, options.puzzle))

    def board_of_document(document: Document) -> Board:
        if document.board is None:
            raise CannotHold(
                "there is no board; the format has no room for a puzzle without a board"
            )
        return document.board

    def fit(document: Document, options: ReadOptions) -> Fit:
        check(board_of_document(document))
        return Fit()

    return Format(
        content=Content.BOARD,
        read=read_document,
        write=lambda document, options: write(board_of_document(document)),
        fit=fit,
        **others,
    )


def board_of(
    source: Source,
    puzzle: Puzzle,
    placed: Iterable[tuple[int, Placement]],
    line_of: Callable[[int], int] = lambda number: number,
) -> Board:
    """Build a board from numbered placements; an error names the line.

    The numbers are those of lines, unless `line_of` returns the lines.
    """
    taken: dict[int, int] = {}
    placements = []
    for number, placement in placed:
        try:
            check_placement(placement, puzzle)
        except PuzzleError as error:
            source.fail_as(line_of(number), error)
        if placement.cell in taken:
            source.fail(
                line_of(number),
                f"cell {puzzle.cell_name(placement.cell)} is filled twice,"
                f" first on line {line_of(taken[placement.cell])}",
            )
        taken[placement.cell] = number
        placements.append(placement)
    return Board(puzzle, placements)


def board_of_grid(
    source: Source,
    puzzle: Puzzle,
    lines: list[Line],
    piece_and_turn: Callable[[Line, str], tuple[int, int] | None],
) -> Board:
    """Build a board from one line for each row and one word for each cell."""
    placed = []
    for row, line in enumerate(lines):
        if row >= puzzle.rows:
            source.fail(line.number, f"more than the {puzzle.rows} rows of the puzzle")
        if len(line.words) != puzzle.columns:
            source.fail(
                line.number, f"expected {puzzle.columns} cells, got {len(line.words)}"
            )
        for column, word in enumerate(line.words):
            found = piece_and_turn(line, word)
            if found is not None:
                cell = row * puzzle.columns + column
                placed.append((line.number, Placement(cell, *found)))
    if len(lines) != puzzle.rows:
        source.fail(
            lines[-1].number,
            f"the puzzle has {puzzle.rows} rows, the text only {len(lines)}",
        )
    return board_of(source, puzzle, placed)


def grid_of_board(board: Board, word: Callable[[Placement | None], str]) -> str:
    """Write a board with one line for each row and one word for each cell."""
    columns = board.puzzle.columns
    rows = [
        " ".join(word(board.at(row * columns + column)) for column in range(columns))
        for row in range(board.puzzle.rows)
    ]
    return "\n".join(rows) + "\n"
