"""When two pieces, or two solutions, are the same: every way of counting, defined once.

*Boards* are sets of placements of numbered pieces: swapping two equal pieces, or
turning a piece that looks the same afterward, gives another board.  *Pictures* are what
is seen: the colors on the cells.  Either can be counted *up to symmetry*, which takes
all turns of the whole board that the puzzle allows as one.

    >>> from edgematch.board import Board
    >>> puzzle = Puzzle(1, 2, [(1, 1, 1, 1), (1, 1, 1, 1)], framed=False)
    >>> boards_per_picture(puzzle)  # 2! ways to number them, 4 turns each
    32
"""

from collections import defaultdict
from collections.abc import Hashable
from enum import StrEnum
from math import factorial, prod

from edgematch.board import Board
from edgematch.errors import PuzzleError
from edgematch.geometry import Colors, turned, turned_cell
from edgematch.puzzle import Placement, Puzzle

Picture = tuple[Colors | None, ...]
"""What a board shows: four colors a cell, None where it is empty."""


class Counting(StrEnum):
    """What a number of solutions counts."""

    BOARDS = "boards"
    PICTURES = "pictures"
    BOARDS_UP_TO_SYMMETRY = "boards-up-to-symmetry"
    PICTURES_UP_TO_SYMMETRY = "pictures-up-to-symmetry"


def solution_key(board: Board, counting: Counting) -> Hashable:
    """Return a key that two solutions share exactly when `counting` counts them as one.

    The number of different keys over all solutions is the count.
    """
    match counting:
        case Counting.BOARDS:
            return board.placements
        case Counting.PICTURES:
            return picture(board)
        case Counting.BOARDS_UP_TO_SYMMETRY:
            return min(
                turned_board(board, turn).placements
                for turn in board_symmetries(board.puzzle)
            )
        case Counting.PICTURES_UP_TO_SYMMETRY:
            return canonical_picture(board)


def picture(board: Board) -> Picture:
    """Return what the board shows, cell by cell."""
    return tuple(board.colors_at(cell) for cell in range(board.puzzle.cells))


def canonical_picture(board: Board) -> Picture:
    """Return the least of the pictures that the allowed turns of the board give."""
    return min(
        (
            picture(turned_board(board, turn))
            for turn in picture_symmetries(board.puzzle)
        ),
        # An empty cell sorts before every piece.
        key=lambda seen: tuple(colors or () for colors in seen),
    )


def board_symmetries(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the turns of the whole board that carry solutions to solutions.

    Where pieces may not be turned, neither may the board; a board that is not square
    keeps its shape only under a half turn.  A turn moves every numbered piece, so any
    hint leaves only the turn by nothing.
    """
    return (0,) if puzzle.hints else _turns_of_the_shape(puzzle)


def picture_symmetries(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the turns of the whole board that carry pictures to pictures.

    They differ from `board_symmetries` where the hints look the same after a turn.
    """
    hints = Board(puzzle, puzzle.hints)
    return tuple(
        turn
        for turn in _turns_of_the_shape(puzzle)
        if picture(turned_board(hints, turn)) == picture(hints)
    )


def _turns_of_the_shape(puzzle: Puzzle) -> tuple[int, ...]:
    if not puzzle.turnable:
        return (0,)
    return (0, 1, 2, 3) if puzzle.rows == puzzle.columns else (0, 2)


def turned_board(board: Board, turn: int) -> Board:
    """Turn the whole board clockwise, every piece with it."""
    puzzle = board.puzzle
    if turn % 4 not in _turns_of_the_shape(puzzle):
        raise PuzzleError(
            f"a board of {puzzle.rows} × {puzzle.columns}"
            f"{'' if puzzle.turnable else ' whose pieces are not turned'}"
            f" cannot be turned by {turn % 4}"
        )
    return Board(
        puzzle,
        (
            Placement(
                turned_cell(cell, turn, puzzle.rows, puzzle.columns),
                piece,
                (piece_turn + turn) % 4,
            )
            for cell, piece, piece_turn in board.placements
        ),
    )


def look(piece: Colors, turnable: bool = True) -> Colors:
    """Return colors that two pieces share exactly when they cannot be told apart.

    >>> look((3, 1, 2, 1)) == look((1, 3, 1, 2))
    True
    """
    return min(turned(piece, turn) for turn in range(4)) if turnable else piece


def different_turns(piece: Colors) -> int:
    """Return in how many turns a piece looks different: 4, or 2 or 1 if symmetric.

    >>> different_turns((1, 2, 1, 2)), different_turns((1, 1, 2, 2))
    (2, 4)
    """
    return len({turned(piece, turn) for turn in range(4)})


def equal_pieces(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    """Group the pieces that cannot be told apart; those without a twin are left out."""
    groups: dict[Colors, list[int]] = defaultdict(list)
    for number, piece in enumerate(puzzle.pieces):
        groups[look(piece, puzzle.turnable)].append(number)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def symmetric_pieces(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the pieces that look the same in two turns or more."""
    return tuple(
        number
        for number, piece in enumerate(puzzle.pieces)
        if different_turns(piece) < 4
    )


def boards_per_picture(puzzle: Puzzle) -> int:
    """Return how many boards show one picture of a solution: the same for all of them.

    Equal pieces can be dealt to their cells in any way and symmetric pieces turned,
    except those that a hint fixes.
    """
    hinted = {hint.piece for hint in puzzle.hints}
    dealings = prod(
        factorial(len(set(group) - hinted)) for group in equal_pieces(puzzle)
    )
    turnings = prod(
        4 // different_turns(piece)
        for number, piece in enumerate(puzzle.pieces)
        if puzzle.turnable and number not in hinted
    )
    return dealings * turnings
