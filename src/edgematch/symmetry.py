"""When two pieces, or two solutions, are the same: every way of counting, defined once.

*Boards* are sets of placements of numbered pieces: swapping two equal pieces, or
turning a piece that looks the same afterward, gives another board.  *Pictures* are the
colors on the cells.  Either can be counted *up to symmetry*: then all turns of the
whole board that the puzzle allows count as one.

    >>> from edgematch.board import Board
    >>> puzzle = Puzzle(1, 2, [(1, 1, 1, 1), (1, 1, 1, 1)], framed=False)
    >>> boards_per_picture(puzzle)  # 2! ways to number them, 4 turns each
    32
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from enum import StrEnum
from math import factorial, prod

from edgematch.board import Board
from edgematch.errors import EdgematchError, PuzzleError
from edgematch.geometry import Colors, turn_cell, turn_colors
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
                turn_board(board, turn).placements
                for turn in board_symmetries(board.puzzle)
            )
        case Counting.PICTURES_UP_TO_SYMMETRY:
            return canonical_picture(board)


def one_of_each(boards: Iterable[Board], counting: Counting) -> list[Board]:
    """Return one board, the first, of each group that `counting` counts as one."""
    first: dict[Hashable, Board] = {}
    for board in boards:
        first.setdefault(solution_key(board, counting), board)
    return list(first.values())


def picture(board: Board) -> Picture:
    """Return what the board shows, cell by cell."""
    return tuple(board.colors_at(cell) for cell in range(board.puzzle.cells))


def canonical_picture(board: Board) -> Picture:
    """Return the smallest of the pictures of the board in all its allowed turns."""
    return min(
        (picture(turn_board(board, turn)) for turn in picture_symmetries(board.puzzle)),
        # An empty cell sorts before every piece.
        key=lambda seen: tuple(colors or () for colors in seen),
    )


def board_symmetries(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the turns of the whole board that map solutions to solutions.

    If pieces may not be turned, neither may the board; a board that is not square
    keeps its shape only under a half turn.  A turn moves every numbered piece, so a
    puzzle with a hint has only the identity, turn 0.
    """
    return (0,) if puzzle.hints else _turns_of_the_shape(puzzle)


def picture_symmetries(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the turns of the whole board that map pictures to pictures.

    They differ from `board_symmetries` if the hints look the same after a turn.
    """
    hints = Board(puzzle, puzzle.hints)
    return tuple(
        turn
        for turn in _turns_of_the_shape(puzzle)
        if picture(turn_board(hints, turn)) == picture(hints)
    )


def _turns_of_the_shape(puzzle: Puzzle) -> tuple[int, ...]:
    if not puzzle.turnable:
        return (0,)
    return (0, 1, 2, 3) if puzzle.rows == puzzle.columns else (0, 2)


def turn_board(board: Board, turn: int) -> Board:
    """Turn the whole board clockwise, every piece with it."""
    puzzle = board.puzzle
    if turn % 4 not in _turns_of_the_shape(puzzle):
        raise PuzzleError(
            f"a board of {puzzle.rows} × {puzzle.columns}"
            f"{'' if puzzle.turnable else ' whose pieces have fixed turns'}"
            f" cannot be turned by {turn % 4}"
        )
    return Board(
        puzzle,
        (
            Placement(
                turn_cell(cell, turn, puzzle.rows, puzzle.columns),
                piece,
                (piece_turn + turn) % 4,
            )
            for cell, piece, piece_turn in board.placements
        ),
    )


def look(piece: Colors, turnable: bool = True) -> Colors:
    """Return the colors in a standard turn, the same for pieces that look the same.

    >>> look((3, 1, 2, 1)) == look((1, 3, 1, 2))
    True
    """
    return min(turn_colors(piece, turn) for turn in range(4)) if turnable else piece


def different_turns(piece: Colors) -> int:
    """Return in how many turns a piece looks different: 4, or 2 or 1 if symmetric.

    >>> different_turns((1, 2, 1, 2)), different_turns((1, 1, 2, 2))
    (2, 4)
    """
    return len({turn_colors(piece, turn) for turn in range(4)})


def equal_pieces(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    """Return the groups of two or more pieces that cannot be told apart."""
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
    """Return how many boards show the same picture: one number for all solutions.

    Equal pieces can be exchanged and symmetric pieces turned, except those that a hint
    fixes.
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


def turns_that_may_look_the_same(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the turns of the whole board after which a picture may look the same.

    A turn divides the cells into cycles, and if the picture stays the same all cells of
    a cycle show pieces that look the same: equal pieces must fill whole cycles.  The
    center of an odd board is a cycle by itself, and its piece must look the same after
    the turn.  In most puzzles only turn 0 remains, and no picture needs to be examined.

    >>> turns_that_may_look_the_same(Puzzle(2, 2, [(0, 1, 1, 0)] * 4))
    (0, 1, 2, 3)
    >>> turns_that_may_look_the_same(Puzzle(1, 3, [(1, 1, 1, 2)] * 3, framed=False))
    (0,)
    """
    times = Counter(look(piece, puzzle.turnable) for piece in puzzle.pieces)
    has_center = puzzle.rows % 2 == puzzle.columns % 2 == 1

    def may_look_the_same(turn: int) -> bool:
        cycle_length = (1, 4, 2, 4)[turn]
        odd = [piece for piece, number in times.items() if number % cycle_length]
        if not odd or not has_center:
            return not odd
        (center, *others) = odd
        return (
            not others
            and times[center] % cycle_length == 1
            and turn_colors(center, turn) == center
        )

    return tuple(turn for turn in picture_symmetries(puzzle) if may_look_the_same(turn))


def turns_that_look_the_same(board: Board, turns: Iterable[int]) -> tuple[int, ...]:
    """Return those of `turns` of the whole board that do not change its picture."""
    rows, columns = board.puzzle.rows, board.puzzle.columns

    def is_the_same(turn: int) -> bool:
        # Cell by cell, not picture by picture: most boards differ in the first cell.
        for cell in range(board.puzzle.cells):
            here = board.colors_at(cell)
            there = board.colors_at(turn_cell(cell, turn, rows, columns))
            if there != (None if here is None else turn_colors(here, turn)):
                return False
        return True

    return tuple(turn for turn in turns if turn == 0 or is_the_same(turn))


def all_counts(puzzle: Puzzle, boards: int, symmetric_pairs: int) -> dict[str, int]:
    """Return the number of solutions in each way of `Counting`, from all the boards.

    `symmetric_pairs` is the number of pairs of a solution and a turn of the whole board
    other than turn 0 that does not change its picture.  Nothing else needs to be known
    about the solutions, so they need not be kept: each picture is shown by
    `boards_per_picture` boards, and by Burnside's lemma the number of pictures up to
    symmetry is the number of pairs of a picture and a turn that does not change it,
    including turn 0, divided by the number of turns.

    This holds with hints too.  A turn in `picture_symmetries` exchanges cells of hints
    that look alike, so a turned solution is a solution again after its hinted pieces
    are renumbered: turns map pictures of solutions to pictures of solutions.
    """
    each = boards_per_picture(puzzle)
    turns = len(picture_symmetries(puzzle))
    return {
        Counting.BOARDS: boards,
        Counting.PICTURES: _divide_evenly(boards, each),
        Counting.BOARDS_UP_TO_SYMMETRY: _divide_evenly(
            boards, len(board_symmetries(puzzle))
        ),
        Counting.PICTURES_UP_TO_SYMMETRY: _divide_evenly(
            boards + symmetric_pairs, each * turns
        ),
    }


def _divide_evenly(number: int, shares: int) -> int:
    """Divide; raise if there is a remainder, which means that solutions were lost."""
    quotient, remainder = divmod(number, shares)
    if remainder:
        raise EdgematchError(
            f"the search counted {number} solutions, which is not a multiple of"
            f" {shares}: this is a bug, please report it with the puzzle"
        )
    return quotient
