"""Small puzzles whose pieces are hard to tell apart, and pictures that turns leave."""

from dataclasses import replace
from random import Random

from edgematch.board import Board
from edgematch.geometry import RIM, SIDES, is_on_rim, neighbor, turn_cell, turn_colors
from edgematch.puzzle import Puzzle
from planted import planted_board


def self_turned(rows, columns, turn, colors, seed, framed):
    """A board that shows the same picture after a turn of the whole board."""
    random = Random(seed)
    sides = {}
    for cell in range(rows * columns):
        for side in SIDES:
            color = RIM if framed else random.randrange(1, 1 + colors)
            if framed and not is_on_rim(cell, side, rows, columns):
                color = random.randrange(1, 1 + colors)
            here = (cell, side)
            while here not in sides:
                sides[here] = color
                beyond = neighbor(*here, rows, columns)
                if beyond is not None:
                    sides[beyond, (here[1] + 2) % 4] = color
                here = turn_cell(here[0], turn, rows, columns), (here[1] + turn) % 4
    placements = [(cell, cell, random.randrange(4)) for cell in range(rows * columns)]
    pieces = [
        turn_colors(tuple(sides[cell, side] for side in SIDES), -turn)
        for cell, _, turn in placements
    ]
    return Board(Puzzle(rows, columns, pieces, framed=framed), placements)


def puzzle_of_like_pieces(seed):
    """A small puzzle with many equal and symmetric pieces; half of them with hints."""
    random = Random(seed)
    if seed % 3 == 0:
        rows, columns, turn, colors, framed = [
            (2, 2, 1, 2, False),
            (2, 2, 2, 2, False),
            (1, 3, 2, 2, False),
            (2, 3, 2, 3, True),
            (3, 3, 1, 3, True),
            (3, 3, 2, 3, True),
            (1, 1, 2, 2, False),
            (1, 1, 1, 2, False),
        ][seed // 3 % 8]
        board = self_turned(rows, columns, turn, colors, seed, framed)
    else:
        rows, columns, framed = [
            (1, 2, False),
            (2, 2, False),
            (2, 2, True),
            (3, 1, False),
            (2, 3, True),
        ][seed % 5]
        board = planted_board(
            rows,
            columns,
            1 + seed % 2,
            seed,
            framed=framed,
            signed=seed // 4 % 2 == 0,
            turnable=seed // 8 % 3 > 0,
        )
    puzzle = board.puzzle
    if seed % 2:
        hints = random.sample(board.placements, random.randint(1, min(4, puzzle.cells)))
        return puzzle.with_hints(hints)
    if seed % 5 == 4:
        pieces = list(puzzle.pieces)
        pieces[0] = random.choice(pieces)
        puzzle = replace(puzzle, pieces=tuple(pieces))
    return puzzle
