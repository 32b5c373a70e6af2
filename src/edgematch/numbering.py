"""The numbers of the pieces: whether their order is a solution, and new ones.

Some collections list the pieces of a puzzle row by row as they lie in a solution.  An
engine that tries pieces as numbered then finds it at once, which says nothing about the
engine.
"""

from dataclasses import replace

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.geometry import EAST, NORTH, SOUTH, WEST, Colors, turn_colors
from edgematch.puzzle import Placement, Puzzle

_MOST_ROWS = 256
"""How many rows of colors are kept in mind at a time."""


def solution_as_numbered(puzzle: Puzzle) -> Board | None:
    """Return the solution with the pieces row by row in the order of their numbers.

    They are turned as they are listed if that is a solution, otherwise as they fit.  On
    a puzzle with few colors and no frame, a solution for which they must be turned may
    be missed.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> [turn for _, _, turn in solution_as_numbered(puzzle).placements]
    [0, 2]
    """
    board = Board(puzzle, [(cell, cell, 0) for cell in range(puzzle.cells)])
    if not board.is_solution() and puzzle.turnable:
        board = Board(puzzle, _turned_to_fit(puzzle))
    return board if board.is_solution() else None


_Steps = tuple["_Steps", Placement] | None
"""The placements up to a cell, the last one outermost."""


def _turned_to_fit(puzzle: Puzzle) -> list[Placement]:
    """Return the pieces in the order of their numbers, turned; none if nothing fits."""
    # What later cells see, the south sides of a row and the last east side, and one way
    # to come there.
    seen: dict[tuple[tuple[int, ...], int], _Steps] = {((), -1): None}
    hints = {hint.cell: hint for hint in puzzle.hints}
    for cell in range(puzzle.cells):
        ways = [Placement(cell, cell, turn) for turn in puzzle.turns]
        ways = [way for way in ways if not puzzle.rim_faults(way)]
        if cell in hints:
            ways = [way for way in ways if way == hints[cell]]
        before, seen = seen, {}
        for (souths, east), steps in before.items():
            for way in ways:
                colors = puzzle.colors_of(way.piece, way.turn)
                fits_north = (
                    cell < puzzle.columns or puzzle.mate(souths[0]) == colors[NORTH]
                )
                fits_west = (
                    cell % puzzle.columns == 0 or puzzle.mate(east) == colors[WEST]
                )
                if fits_north and fits_west and len(seen) < _MOST_ROWS:
                    row = (*souths, colors[SOUTH])[-puzzle.columns :]
                    seen.setdefault((row, colors[EAST]), (steps, way))
    placements: list[Placement] = []
    steps = next(iter(seen.values()), None)
    while steps is not None:
        steps, way = steps
        placements.append(way)
    return placements


def shuffle_pieces(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return the puzzle with its pieces in random order, turned at random.

    >>> shuffle_pieces(Puzzle(1, 2, [(0, 1, 0, 0), (0, 0, 0, 1)]), 2).pieces
    ((1, 0, 0, 0), (0, 0, 0, 1))
    """
    draws = Draws(seed)
    order = list(range(len(puzzle.pieces)))
    draws.shuffle(order)
    turns = [draws.below(4) if puzzle.turnable else 0 for _ in order]
    pieces: list[Colors] = [
        turn_colors(puzzle.pieces[piece], turn)
        for piece, turn in zip(order, turns, strict=True)
    ]
    hints = []
    for cell, piece, turn in puzzle.hints:
        number = order.index(piece)
        hints.append(Placement(cell, number, (turn - turns[number]) % 4))
    return replace(puzzle, pieces=tuple(pieces), hints=tuple(hints))
