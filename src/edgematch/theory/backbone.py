"""The backbone: how much of a puzzle is the same in all its solutions.

Ansótegui et al., "Edge Matching Puzzles as Hard SAT/CSP Benchmarks", §5.1 and Figure 4:
the fraction of cells with the same placement in every solution.  Turning the whole
board gives solutions that are not really new, so all solutions are first turned until
one piece has the same turn in all of them: a corner piece, if one has no equal.  Cells
are compared by their colors, since equal pieces cannot be told apart; the numbering of
the pieces does not matter.
"""

from collections.abc import Iterable

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.geometry import RIM
from edgematch.puzzle import Puzzle
from edgematch.symmetry import (
    Picture,
    board_symmetries,
    different_turns,
    equal_pieces,
    look,
    picture,
    turn_board,
)


def backbone(solutions: Iterable[Board]) -> float:
    """Return the fraction of cells that show the same colors in all solutions.

    Pass all solutions; with fewer the backbone looks larger.  Iteration stops as soon
    as no cell is the same in all solutions so far.
    """
    same: list[object] | None = None
    for board in solutions:
        seen = _aligned_picture(board)
        if same is None:
            same = list(seen)
        same = [
            old if old == new else None for old, new in zip(same, seen, strict=True)
        ]
        if not any(colors is not None for colors in same):
            return 0.0  # the other solutions cannot change that
    if same is None:
        raise EdgematchError("a puzzle without a solution has no backbone")
    return sum(colors is not None for colors in same) / len(same)


def _aligned_picture(board: Board) -> Picture:
    """Return the picture of the board, turned until the reference piece is upright."""
    turns = board_symmetries(board.puzzle)
    reference = _reference_piece(board.puzzle)
    if len(turns) == 1 or reference is None:
        return min(picture(turn_board(board, turn)) for turn in turns)
    upright = min(
        (turn_board(board, turn) for turn in turns),
        key=lambda turned: next(
            board.puzzle.colors_of(placement.piece, placement.turn)
            for placement in turned.placements
            if placement.piece == reference
        ),
    )
    return picture(upright)


def _reference_piece(puzzle: Puzzle) -> int | None:
    """Return a piece without a twin that looks different in every turn, if any.

    Of several, one with more of the rim, and then the one that looks least.
    """
    twins = {piece for group in equal_pieces(puzzle) for piece in group}
    fitting = [
        number
        for number, piece in enumerate(puzzle.pieces)
        if number not in twins and different_turns(piece) == 4
    ]
    return min(
        fitting,
        key=lambda number: (
            -puzzle.pieces[number].count(RIM) if puzzle.framed else 0,
            look(puzzle.pieces[number]),
        ),
        default=None,
    )
