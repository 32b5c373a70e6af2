"""From the lines of a board file to a board: what the board formats share."""

from collections.abc import Iterable

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.formats.document import ReadOptions, Source
from edgematch.puzzle import Placement, Puzzle, check_placement


def puzzle_of_board(source: Source, options: ReadOptions) -> Puzzle:
    """Return the puzzle a board is of; a board file does not hold its pieces."""
    if options.puzzle is None:
        source.fail(None, "a board without its pieces: name its puzzle (--puzzle)")
    return options.puzzle


def board_of(
    source: Source, puzzle: Puzzle, placed: Iterable[tuple[int, Placement]]
) -> Board:
    """Build the board from line numbers and placements; a fault names its line."""
    taken: dict[int, int] = {}
    placements = []
    for line, placement in placed:
        try:
            check_placement(placement, puzzle)
        except PuzzleError as error:
            source.fail_as(line, error)
        if placement.cell in taken:
            source.fail(
                line,
                f"cell {puzzle.cell_name(placement.cell)} is taken already,"
                f" in line {taken[placement.cell]}",
            )
        taken[placement.cell] = line
        placements.append(placement)
    return Board(puzzle, placements)
