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

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from enum import StrEnum
from math import factorial, prod

from edgematch.board import Board
from edgematch.errors import EdgematchError, PuzzleError
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


def one_of_each(boards: Iterable[Board], counting: Counting) -> list[Board]:
    """Return the first board of those that `counting` counts as one, for each."""
    first: dict[Hashable, Board] = {}
    for board in boards:
        first.setdefault(solution_key(board, counting), board)
    return list(first.values())


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


def turns_that_may_look_the_same(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the turns of the whole board after which a picture may look the same.

    Such a turn shares out the cells into rounds, and the cells of a round show one
    look: the pieces of each look must fill whole rounds.  The center of an odd board is
    a round of its own, and its piece must look the same after the turn too.  In most
    puzzles that leaves the turn by nothing, and no picture needs to be examined.

    >>> turns_that_may_look_the_same(Puzzle(2, 2, [(0, 1, 1, 0)] * 4))
    (0, 1, 2, 3)
    >>> turns_that_may_look_the_same(Puzzle(1, 3, [(1, 1, 1, 2)] * 3, framed=False))
    (0,)
    """
    times = Counter(look(piece, puzzle.turnable) for piece in puzzle.pieces)
    has_center = puzzle.rows % 2 == puzzle.columns % 2 == 1

    def may_look_the_same(turn: int) -> bool:
        cells_of_a_round = (1, 4, 2, 4)[turn]
        odd = [piece for piece, number in times.items() if number % cells_of_a_round]
        if not odd or not has_center:
            return not odd
        (center, *others) = odd
        return (
            not others
            and times[center] % cells_of_a_round == 1
            and turned(center, turn) == center
        )

    return tuple(turn for turn in picture_symmetries(puzzle) if may_look_the_same(turn))


def turns_that_look_the_same(board: Board, turns: Iterable[int]) -> tuple[int, ...]:
    """Return those of the turns of the whole board that leave its picture as it is."""
    rows, columns = board.puzzle.rows, board.puzzle.columns

    def is_the_same(turn: int) -> bool:
        # Cell by cell, not picture by picture: most boards differ in the first cell.
        for cell in range(board.puzzle.cells):
            here = board.colors_at(cell)
            there = board.colors_at(turned_cell(cell, turn, rows, columns))
            if there != (None if here is None else turned(here, turn)):
                return False
        return True

    return tuple(turn for turn in turns if turn == 0 or is_the_same(turn))


def all_counts(puzzle: Puzzle, boards: int, turned_alike: int) -> dict[str, int]:
    """Return the number of solutions in each way of `Counting`, from all the boards.

    `turned_alike` is the number of pairs of a solution and a turn of the whole board,
    but the turn by nothing, that leaves its picture as it is.  Nothing else needs to
    be known of the solutions, so they need not be kept: each picture comes as
    `boards_per_picture` boards, and by Burnside's lemma there are as many pictures up
    to symmetry as pairs of a picture and a turn that leaves it as it is, the turn by
    nothing included, divided by the number of turns.

    This holds with hints too.  A turn in `picture_symmetries` exchanges cells of hints
    that look alike, so that a turned solution needs only its hinted pieces renumbered
    to be a solution again: turning leads from pictures of solutions to such pictures.
    """
    each = boards_per_picture(puzzle)
    turns = len(picture_symmetries(puzzle))
    return {
        Counting.BOARDS: boards,
        Counting.PICTURES: _shared_out(boards, each),
        Counting.BOARDS_UP_TO_SYMMETRY: _shared_out(
            boards, len(board_symmetries(puzzle))
        ),
        Counting.PICTURES_UP_TO_SYMMETRY: _shared_out(
            boards + turned_alike, each * turns
        ),
    }


def _shared_out(number: int, shares: int) -> int:
    """Divide, and refuse a remainder: it shows that the search lost solutions."""
    quotient, remainder = divmod(number, shares)
    if remainder:
        raise EdgematchError(
            f"the solutions counted should come in groups of {shares}, and {number} do"
            " not; please report this with the puzzle"
        )
    return quotient
