"""The steps of a pass: which cell comes next, what it must meet, what it opens.

Every side of a filled cell that faces an empty one has a *slot*: there the layer keeps
the type of side that is wanted beyond it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import SIDES, neighbor, opposite
from edgematch.placements.offers import FillStep, fill_steps
from edgematch.puzzle import Puzzle

from .kernel.steps import NO_SIDE, NO_SLOT, Steps
from .sides import SideTypes

_OF_HOLE = np.zeros(16, np.uint16)
"""What a hole shows and wants in each of its turns: nothing."""
Side = tuple[int, int]
"""A cell and one of its sides."""


@dataclass(frozen=True)
class BeamPlan:
    """A fill order with its slots and the ways that fit each step."""

    sides: SideTypes
    steps: tuple[FillStep, ...]
    slot_of: dict[Side, int]
    """The slot of the demand on a side of a cell that is to be filled."""
    slots: int
    start: tuple[tuple[int, int], ...]
    """The slots that hints have filled, and the type wanted there."""
    arrays: Steps

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.sides.tables.puzzle

    def filled_at(self) -> dict[int, int]:
        """Return the step that fills each cell; -1 for hints."""
        return _filled_at(self.puzzle, self.steps)

    def open_sides_at(self, at: int, filled: dict[int, int]) -> list[Side]:
        """Return the sides with a demand before a step."""
        puzzle = self.puzzle
        return [
            (step.cell, side)
            for step in self.steps[at:]
            for side in step.demanding
            if filled[_beyond(puzzle, step.cell, side)] < at
        ]


def turned_order(
    puzzle: Puzzle, order: Sequence[int], orientation: int
) -> tuple[int, ...]:
    """Return an order of all cells, begun at another corner or along columns.

    Orientations are numbered from 0 to 7: bit 0 reverses the rows, bit 1 the columns,
    and bit 2 goes along the other direction, on square boards only.
    """
    rows, columns = puzzle.rows, puzzle.columns
    cells = []
    for cell in order:
        row, column = divmod(cell, columns)
        if orientation & 4 and rows == columns:
            row, column = column, row
        if orientation & 1:
            row = rows - 1 - row
        if orientation & 2:
            column = columns - 1 - column
        cells.append(row * columns + column)
    return tuple(cells)


def make_plan(sides: SideTypes, order: Sequence[int]) -> BeamPlan:
    """Return the steps of an order of all cells; hints are placed already."""
    puzzle = sides.tables.puzzle
    steps = fill_steps(puzzle, tuple(order))
    filled = _filled_at(puzzle, steps)
    slot_of: dict[Side, int] = {}
    free: list[int] = []
    slots = 0

    def open_slots(cell: int, at: int) -> dict[int, int]:
        """Take slots for the sides of a cell that face cells filled later."""
        nonlocal slots
        taken = {}
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is None or filled[beyond] <= at:
                continue
            if not free:
                free.append(slots)
                slots += 1
            taken[side] = slot_of[beyond, opposite(side)] = free.pop()
        return taken

    start = []
    for hint in puzzle.hints:
        for side, slot in open_slots(hint.cell, -1).items():
            way = hint.piece * 16 + hint.turn * 4
            start.append((slot, int(sides.wanted[way + side])))
    read = np.full((len(steps), 4), NO_SLOT, np.uint16)
    written = read.copy()
    for at, step in enumerate(steps):
        closed = [slot_of[step.cell, side] for side in step.demanding]
        read[at, list(step.demanding)] = closed
        free += closed
        for side, slot in open_slots(step.cell, at).items():
            written[at, side] = slot
    arrays = _arrays(sides, steps, read, written)
    return BeamPlan(sides, steps, slot_of, max(slots, 1), tuple(start), arrays)


def _filled_at(puzzle: Puzzle, steps: Sequence[FillStep]) -> dict[int, int]:
    hinted = dict.fromkeys((hint.cell for hint in puzzle.hints), -1)
    return hinted | {step.cell: at for at, step in enumerate(steps)}


def _arrays(
    sides: SideTypes,
    steps: tuple[FillStep, ...],
    read: NDArray[np.uint16],
    written: NDArray[np.uint16],
) -> Steps:
    """Return the steps as arrays, with the ways of each kind of step in groups."""
    tables, colors = sides.tables, sides.tables.colors
    puzzle, shown = tables.puzzle, tables.arrays.shown
    each = colors * colors + 2 * colors + 2
    kinds: dict[tuple[int, int, int], int] = {}
    leading, bases, onward = [], [], []
    for at, step in enumerate(steps):
        one, other = (*step.demanding, NO_SIDE, NO_SIDE)[:2]
        kind = int(tables.arrays.rim[step.cell]), one, other
        bases.append(kinds.setdefault(kind, len(kinds)) * each)
        leading.append((one, other))
        after = steps[at + 1].cell if at + 1 < len(steps) else None
        onward.append(
            next(
                (side for side in SIDES if _beyond(puzzle, step.cell, side) == after),
                NO_SIDE,
            )
            if after is not None
            else NO_SIDE
        )
    groups: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    ways: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    for (rim, one, other), number in kinds.items():
        fitting = tables.ways_by_rim[rim].astype(np.int64)
        base = np.full(len(fitting), number * each, np.int64)
        first, second = (
            shown[fitting + side].astype(np.int64)
            if side != NO_SIDE
            else np.zeros(len(fitting), np.int64)
            for side in (one, other)
        )
        groups += [base + first * colors + second, base + each - 2]
        ways += [fitting] * 2
        groups.append(base[:1] + each - 1)
        ways.append(np.array([tables.blank]))
        if other != NO_SIDE:
            groups += [base + colors * colors + first]
            groups += [base + colors * colors + colors + second]
            ways += [fitting] * 2
        elif one != NO_SIDE:  # a break is any other way
            groups += [base + colors * colors + colors]
            ways += [fitting]
    group, way = np.concatenate(groups), np.concatenate(ways)
    order = np.lexsort((way, group))
    first_of = np.searchsorted(group[order], np.arange(len(kinds) * each + 1))
    return Steps(
        read=read,
        written=written,
        leading=np.array(leading, np.uint8).reshape(-1, 2),
        has_others=np.array([len(step.demanding) > 2 for step in steps], np.uint8),
        group_base=np.array(bases, np.uint32),
        onward=np.array(onward, np.uint8),
        first=first_of.astype(np.uint32),
        way=way[order].astype(np.uint32),
        shown=np.append(sides.shown, _OF_HOLE),
        wanted=np.append(sides.wanted, _OF_HOLE),
        color=sides.color,
        mate=sides.mate,
        of_piece=sides.of_piece,
        totals=sides.totals.astype(np.int32),
    )


def _beyond(puzzle: Puzzle, cell: int, side: int) -> int:
    beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
    return -1 if beyond is None else beyond
