"""Small puzzles with a known solution, of every kind, the ugly ones included."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from edgematch.board import Board
from edgematch.puzzle import Placement, Puzzle


def planted_board(
    rows: int,
    columns: int,
    colors: int,
    seed: int,
    *,
    framed: bool = True,
    signed: bool = False,
    turnable: bool = True,
    hints: int = 0,
) -> Board:
    """Color the joins of a board at random, cut it up and shuffle the pieces."""
    random = Random(seed)
    first = 1 if framed or signed else 0
    count = 2 * colors if signed else colors
    mates = [0] if first else []
    for color in range(count):
        partner = color ^ 1 if signed else color
        mates += [first + partner]
    choices = range(first, first + count)
    sides = [[0] * 4 for _ in range(rows * columns)]
    for cell, piece in enumerate(sides):
        row, column = divmod(cell, columns)
        if not framed:
            piece[:] = (random.choice(choices) for _ in range(4))
        if column:
            piece[3] = mates[sides[cell - 1][1]]
        if row:
            piece[0] = mates[sides[cell - columns][2]]
        if column < columns - 1:
            piece[1] = random.choice(choices)
        if row < rows - 1:
            piece[2] = random.choice(choices)
    numbers = list(range(rows * columns))
    random.shuffle(numbers)
    pieces: list[tuple[int, ...]] = [()] * len(numbers)
    placements = []
    for cell, piece in enumerate(sides):
        turn = random.randrange(4) if turnable else 0
        # The piece as it lies is its unturned self after `turn`.
        pieces[numbers[cell]] = tuple(piece[(side + turn) % 4] for side in range(4))
        placements.append(Placement(cell, numbers[cell], turn))
    puzzle = Puzzle(
        rows,
        columns,
        pieces,
        random.sample(placements, hints),
        framed=framed,
        mates=mates if signed else (),
        turnable=turnable,
        name=f"planted-{seed}",
    )
    return Board(puzzle, placements)


@st.composite
def boards(draw: st.DrawFn, largest: int = 5, colors: int = 6) -> Board:
    """Full solved boards of every kind of puzzle, hints and names included."""
    rows, columns = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    board = planted_board(
        rows,
        columns,
        draw(st.integers(1, colors)),
        draw(st.integers(0, 10**6)),
        framed=draw(st.booleans()),
        signed=draw(st.booleans()),
        turnable=draw(st.booleans()),
        hints=draw(st.integers(0, min(2, rows * columns))),
    )
    name = draw(
        st.text(st.characters(codec="utf-8").filter(str.isprintable), max_size=200)
    )
    return Board(replace(board.puzzle, name=name), board.placements)


@st.composite
def puzzles(draw: st.DrawFn, largest: int = 5, colors: int = 6) -> Puzzle:
    """Puzzles of every kind: solvable ones, and others with some pieces exchanged."""
    puzzle = draw(boards(largest, colors)).puzzle
    if draw(st.booleans()) and not puzzle.hints:
        pieces = list(puzzle.pieces)
        here = draw(st.integers(0, len(pieces) - 1))
        pieces[here] = draw(st.sampled_from(pieces))  # one piece twice, one lost
        puzzle = replace(puzzle, pieces=tuple(pieces))
    return puzzle


@st.composite
def partial_boards(draw: st.DrawFn, largest: int = 5) -> Board:
    """Boards with holes, pieces turned wrongly and pieces on wrong cells."""
    board = draw(boards(largest))
    placements = [
        placement for placement in board.placements if draw(st.integers(0, 3))
    ]
    if board.puzzle.turnable and placements and draw(st.booleans()):
        cell, piece, turn = placements[0]
        placements[0] = Placement(cell, piece, (turn + 1) % 4)
    if len(placements) > 1 and draw(st.booleans()):
        (a, first, turn), (b, second, other) = placements[-2:]
        placements[-2:] = [Placement(a, second, other), Placement(b, first, turn)]
    return Board(board.puzzle, placements)


def random_puzzle(seed: int) -> Puzzle:
    """A small puzzle of some kind; every third has a piece exchanged."""
    puzzle = planted_board(
        *[(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)][seed % 6],
        colors=1 + seed // 6 % 3,
        seed=seed,
        framed=seed // 2 % 2 == 0 or seed % 6 == 5,
        signed=seed // 4 % 2 == 0,
        turnable=seed // 8 % 2 == 0 or seed % 6 > 3,
        hints=seed // 16 % 2,
    ).puzzle
    if seed % 3 == 0 and not puzzle.hints:
        pieces = list(puzzle.pieces)
        pieces[0] = pieces[-1]
        puzzle = replace(puzzle, pieces=tuple(pieces))
    # A 3 × 3 board of one color has millions of solutions: not for the naive solver.
    return (
        puzzle
        if len(puzzle.colors) > 2 or puzzle.cells < 6
        else random_puzzle(seed + 7)
    )


def unsolvable(seed):
    """A puzzle of 2 × 2 to 4 × 4 whose inner pieces are those of several boards."""
    sizes = [(2, 2), (1, 6), (2, 4), (3, 3), (4, 3), (4, 4)]
    size = sizes[seed % 6]
    framed = seed % 6 > 2 or seed % 4 > 0
    boards = [
        planted_board(*size, 2 + seed % 4, 10 * seed + i, framed=framed).puzzle
        for i in range(2)
    ]
    return mixed(*boards, seed)


def mixed(puzzle, other, seed=0):
    """Return a puzzle with some pieces of another of its size."""
    pieces = list(puzzle.pieces)
    for number, piece in enumerate(other.pieces):
        here = [i for i, each in enumerate(pieces) if each.count(0) == piece.count(0)]
        if number % 2 and here:
            pieces[here[seed % len(here)]] = piece
    return replace(puzzle, pieces=tuple(pieces))
