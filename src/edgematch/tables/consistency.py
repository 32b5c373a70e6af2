"""The rules and the first domains of a search that propagates, as arrays."""

import numpy as np

from edgematch.geometry import NORTH, SIDES, WEST, neighbor, opposite
from edgematch.kernels import consistency
from edgematch.puzzle import Placement, Puzzle
from edgematch.tables.ways import BITS, allowed_ways, color_count


def consistency_tables(
    puzzle: Puzzle, inner_first: bool = False, upright: bool = False
) -> tuple[consistency.Rules, consistency.Search]:
    """Build the rules and the first domains of a search that propagates."""
    cells, colors = puzzle.cells, color_count(puzzle)
    words, color_words = -(-cells // BITS), -(-colors // BITS)
    joins = _numbered_joins(puzzle)
    has = np.zeros((4, 4, colors, words), np.uint64)
    for piece in range(cells):
        for turn in range(4):
            for side, color in enumerate(puzzle.colors_of(piece, turn)):
                has[turn, side, color, piece // BITS] |= np.uint64(1 << piece % BITS)
    join = np.full((cells, 4), -1, np.int64)
    beyond = np.full((cells, 4), -1, np.int64)
    is_second = np.zeros((cells, 4), np.uint8)
    for (cell, side), number in joins.items():
        join[cell, side] = number
        beyond[cell, side] = cell + (-puzzle.columns, 1, puzzle.columns, -1)[side]
        is_second[cell, side] = side in (NORTH, WEST)
    on_frame = (beyond < 0).any(axis=1)
    all_pieces = np.zeros(words, np.uint64)
    for piece in range(cells):
        all_pieces[piece // BITS] |= np.uint64(1 << piece % BITS)
    rules = consistency.Rules(
        has=has,
        mate=np.array([puzzle.mate(color) for color in range(colors)], np.int64),
        join=join,
        beyond=beyond,
        is_second=is_second,
        all_pieces=all_pieces,
        rank=np.where(on_frame & inner_first, 1e9, 0.0),
    )
    search = consistency.Search(
        at=np.zeros(2, np.int64),
        domains=np.zeros((cells + 1, cells, 4, words), np.uint64),
        colors=np.zeros((cells + 1, len(joins) // 2, color_words), np.uint64),
        cell=np.zeros(cells + 1, np.int64),
        left=np.zeros((cells + 1, 4, words), np.uint64),
        total=np.ones(cells + 1, np.int64),
        is_single=np.zeros((cells + 1, cells), np.uint8),
        queued=np.zeros(cells, np.uint8),
        nodes=np.zeros(cells + 1, np.int64),
        fullest=np.zeros(cells + 1, np.int64),
    )
    hints = {hint.cell: hint for hint in puzzle.hints}
    ways = allowed_ways(puzzle, upright)
    for cell in range(cells):
        hint = hints.get(cell)
        choices = ways if hint is None else [(hint.piece, hint.turn)]
        for piece, turn in choices:
            if not puzzle.rim_faults(Placement(cell, piece, turn)):
                bit = np.uint64(1 << piece % BITS)
                search.domains[0, cell, turn, piece // BITS] |= bit
    for color in puzzle.colors:
        search.colors[0, :, color // BITS] |= np.uint64(1 << color % BITS)
    return rules, search


def _numbered_joins(puzzle: Puzzle) -> dict[tuple[int, int], int]:
    """Number the joins from 0, by either of their two sides."""
    numbers: dict[tuple[int, int], int] = {}
    for cell in range(puzzle.cells):
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None and (cell, side) not in numbers:
                number = len(numbers) // 2
                numbers[cell, side] = numbers[beyond, opposite(side)] = number
    return numbers
