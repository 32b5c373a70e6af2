"""Boards to draw: solved ones of every kind, made from random joins."""

import random
from itertools import pairwise
from xml.etree import ElementTree

from edgematch.board import Board
from edgematch.geometry import turn_colors
from edgematch.puzzle import Puzzle

HOSTILE = "<script>alert('1')</script> & \"]]> ünï"
SVG = "{http://www.w3.org/2000/svg}"


def solved(
    rows: int = 3,
    columns: int = 4,
    *,
    colors: int = 5,
    framed: bool = True,
    signed: bool = False,
    name: str = "",
    seed: int = 1,
) -> Board:
    """Return a solution; a signed puzzle has `colors` pairs of mates."""
    rng = random.Random(seed)
    first = 1 if framed else 0
    count = 2 * colors if signed else colors

    def mate(color: int) -> int:
        return first + ((color - first) ^ 1) if signed else color

    def line(length: int) -> list[int]:
        inside = [first + rng.randrange(count) for _ in range(length - 1)]
        if framed:
            return [0, *inside, 0]
        return [rng.randrange(count), *inside, rng.randrange(count)]

    across = [line(columns) for _ in range(rows)]
    down = [line(rows) for _ in range(columns)]

    def facing(color: int) -> int:
        return 0 if framed and color == 0 else mate(color)

    pieces, placements = [], []
    for row in range(rows):
        for column in range(columns):
            west, east = list(pairwise(across[row]))[column]
            north, south = list(pairwise(down[column]))[row]
            turn = rng.randrange(4)
            shown = (facing(north), east, south, facing(west))
            cell = row * columns + column
            pieces.append(turn_colors(shown, -turn % 4))
            placements.append((cell, cell, turn))
    mates = [0] * first + [mate(first + color) for color in range(count)]
    puzzle = Puzzle(
        rows,
        columns,
        pieces,
        framed=framed,
        mates=mates if signed else (),
        name=name,
        color_names=[name] * (first + count) if name else (),
    )
    board = Board(puzzle, placements)
    assert board.is_solution()
    return board


def shuffled(board: Board, seed: int = 2) -> Board:
    """Return a full board with many breaks: the same pieces anywhere, turned anyhow."""
    rng = random.Random(seed)
    pieces = list(range(board.puzzle.cells))
    rng.shuffle(pieces)
    return Board(
        board.puzzle,
        [(cell, piece, rng.randrange(4)) for cell, piece in enumerate(pieces)],
    )


def with_hints(board: Board, cells: list[int]) -> Board:
    """Return the same board of a puzzle whose hints are its placements on `cells`."""
    hints = [placement for placement in board.placements if placement.cell in cells]
    return Board(board.puzzle.with_hints(hints), board.placements)


def without(board: Board, cells: list[int]) -> Board:
    """Return the board with some cells emptied."""
    kept = [placement for placement in board.placements if placement.cell not in cells]
    return Board(board.puzzle, kept)


def classes(svg: str, name: str) -> list[ElementTree.Element]:
    """Return the elements of a picture that carry a class; parsing checks the XML."""
    root = ElementTree.fromstring(svg)
    return [each for each in root.iter() if name in each.get("class", "").split()]
