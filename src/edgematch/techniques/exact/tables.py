"""The fill order and the ways of the exact search for the fewest breaks."""

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.geometry import RIM, SIDES, neighbor
from edgematch.orders import rows_first
from edgematch.placements.full_boards import FullBoardTables
from edgematch.placements.offers import FillStep, fill_steps

from .kernel import ExactOrder, ExactState


def exact_tables(
    tables: FullBoardTables,
) -> tuple[tuple[FillStep, ...], ExactOrder, ExactState]:
    """Return the steps, the tables of the kernel, and a state that allows no break."""
    puzzle, pieces = tables.puzzle, tables.arrays
    steps = fill_steps(puzzle, rows_first(puzzle.rows, puzzle.columns))
    count, blank = len(steps), len(steps) + len(puzzle.hints)
    place = {step.cell: number for number, step in enumerate(steps)}
    place |= {hint.cell: count + i for i, hint in enumerate(puzzle.hints)}
    beside = np.full((count, 4), blank, np.uint32)
    before = np.zeros((count, 4), np.uint8)
    first, end = np.zeros(count, np.uint32), np.zeros(count, np.uint32)
    ways: list[int] = []
    looks: list[int] = []
    kinds: dict[int, tuple[int, int]] = {}
    for number, step in enumerate(steps):
        for side in SIDES:
            beyond = neighbor(step.cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                beside[number, side] = place[beyond]
                before[number, side] = side in step.demanding
        rim = int(tables.arrays.rim[step.cell])
        if rim not in kinds:
            start = len(ways)
            shown = {
                int(way): tuple(pieces.shown[way : way + 4].tolist())
                for way in tables.ways_by_rim[rim]
            }
            numbers = {look: i for i, look in enumerate(sorted(set(shown.values())))}
            for way in sorted(shown, key=lambda way: (shown[way], way)):
                ways.append(way)
                looks.append(numbers[shown[way]])
            kinds[rim] = start, len(ways)
        first[number], end[number] = kinds[rim]
    order = ExactOrder(
        beside,
        before,
        first,
        end,
        np.array(ways, np.uint32),
        np.array(looks, np.uint32),
        _mates(tables),
    )
    return steps, order, _fresh(tables, order)


def _mates(tables: FullBoardTables) -> NDArray[np.uint16]:
    puzzle = tables.puzzle
    if not puzzle.framed:
        return np.zeros(0, np.uint16)
    mates = [puzzle.mate(color) for color in range(tables.colors)]
    return np.array([*mates, tables.colors, tables.colors + 1], np.uint16)


def _fresh(tables: FullBoardTables, order: ExactOrder) -> ExactState:
    puzzle = tables.puzzle
    count = len(order.first)
    chosen = np.full(count + len(puzzle.hints) + 1, tables.blank, np.uint32)
    used = np.zeros(puzzle.cells + 1, np.uint8)
    balance = np.zeros(tables.colors + 2, np.int32)
    for piece in puzzle.pieces:
        for color in piece:
            balance[color] += not (puzzle.framed and color == RIM)
    for number, hint in enumerate(puzzle.hints):
        chosen[count + number] = hint.piece * 16 + hint.turn * 4
        used[hint.piece] = 1
    hints = Board(puzzle, puzzle.hints)
    for join in hints.joins():
        balance[join.color] -= 1
        balance[join.other_color] -= 1
    left_over = sum(
        int(balance[color]) % 2
        if puzzle.mate(color) == color
        else abs(int(balance[color]) - int(balance[puzzle.mate(color)]))
        for color in range(tables.colors)
        if color <= puzzle.mate(color)
    )
    breaks = np.zeros(count + 1, np.int32)
    breaks[0] = len(hints.breaks())
    return ExactState(
        at=np.array([0, 0, left_over if puzzle.framed else 0, 0], np.int64),
        chosen=chosen,
        cursor=order.first.copy(),
        tried=np.zeros(count, np.uint32),
        breaks=breaks,
        used=used,
        balance=balance,
    )
