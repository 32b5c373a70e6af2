"""Solve by the definition: the reference that every faster engine must agree with.

It shares nothing with the engines: it tries every free piece in every turn on every
cell, and looks at the rules one by one.  Hints lie on the board from the start: a piece
beside one must match it at once, and placing the hint itself is no node.
"""

from collections.abc import Iterator
from functools import cache

from edgematch.puzzle import Placement, Puzzle


def naive_fillings(
    puzzle: Puzzle, filled: tuple[Placement, ...] = (), most: int = 32 * 32
) -> Iterator[tuple[Placement, ...]]:
    """Yield every lawful filling of the first cells, row by row, but the empty one."""
    cell = len(filled)
    if cell:
        yield filled
    if cell == min(puzzle.rows * puzzle.columns, most):
        return
    used = {placement.piece for placement in filled}
    for piece in range(len(puzzle.pieces)):
        if piece in used:
            continue
        for turn in range(4):
            placement = Placement(cell, piece, turn)
            if is_lawful(puzzle, filled, placement):
                yield from naive_fillings(puzzle, (*filled, placement), most)


@cache
def naive_solutions(puzzle: Puzzle) -> tuple[tuple[Placement, ...], ...]:
    """Return every solution; kept, since every engine is asked for the same ones."""
    cells = puzzle.rows * puzzle.columns
    return tuple(filled for filled in naive_fillings(puzzle) if len(filled) == cells)


def is_lawful(
    puzzle: Puzzle, filled: tuple[Placement, ...], placement: Placement
) -> bool:
    """Say whether one more piece, which is not used yet, breaks no rule."""
    cell, piece, turn = placement
    row, column = divmod(cell, puzzle.columns)
    if turn and not puzzle.turnable:
        return False
    north, east, south, west = shown(puzzle, piece, turn)
    if puzzle.framed:
        on_rim = (
            row == 0,
            column == puzzle.columns - 1,
            row == puzzle.rows - 1,
            column == 0,
        )
        if tuple(color == 0 for color in (north, east, south, west)) != on_rim:
            return False
    if row:
        above = filled[cell - puzzle.columns]
        if mate(puzzle, shown(puzzle, above.piece, above.turn)[2]) != north:
            return False
    if column:
        before = filled[cell - 1]
        if mate(puzzle, shown(puzzle, before.piece, before.turn)[1]) != west:
            return False
    for hint in puzzle.hints:
        if (hint.cell == cell or hint.piece == piece) and hint != placement:
            return False
        colors = shown(puzzle, hint.piece, hint.turn)
        if hint.cell == cell + puzzle.columns and mate(puzzle, south) != colors[0]:
            return False
        is_beside = hint.cell == cell + 1 and column + 1 < puzzle.columns
        if is_beside and mate(puzzle, east) != colors[3]:
            return False
    return True


def naive_nodes(puzzle: Puzzle) -> int:
    """Count the pieces that a row-by-row search places, hints not counted."""
    return sum(filled[-1] not in puzzle.hints for filled in naive_fillings(puzzle))


def shown(puzzle: Puzzle, piece: int, turn: int) -> tuple[int, ...]:
    """Return the colors of a piece turned clockwise: the west side comes to the top."""
    colors = puzzle.pieces[piece]
    return (*colors[4 - turn :], *colors[: 4 - turn])


def mate(puzzle: Puzzle, color: int) -> int:
    """Return the color that may face `color`."""
    return puzzle.mates[color] if puzzle.mates else color
