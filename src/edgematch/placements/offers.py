"""Fill orders for searches with breaks, and groups of ways by demanded colors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import SIDES, neighbor
from edgematch.orders import Order
from edgematch.placements.full_boards import FullBoardTables
from edgematch.placements.kernel.offers import NO_SIDE, Offers
from edgematch.puzzle import Puzzle

_QUAD = 4


def comb_order(puzzle: Puzzle, teeth: int) -> tuple[int, ...]:
    """Rows from the bottom left, then the last `teeth` rows column by column.

    >>> comb_order(Puzzle(3, 2, [(1, 1, 1, 1)] * 6, framed=False), 2)
    (4, 5, 2, 0, 3, 1)
    """
    rows, columns = puzzle.rows, puzzle.columns
    teeth = min(teeth, rows)
    body = [
        row * columns + column
        for row in reversed(range(teeth, rows))
        for column in range(columns)
    ]
    ends = [
        row * columns + column
        for column in range(columns)
        for row in reversed(range(teeth))
    ]
    return (*body, *ends)


@dataclass(frozen=True)
class FillStep:
    """One cell of a fill order, and its sides that face cells filled before it."""

    cell: int
    demanding: tuple[int, ...]
    """Sides; the two leading demands, of the cells filled last, come first."""


@dataclass(frozen=True)
class OfferTables:
    """A fill order, and the ways of each group, to be sorted by `offers_by_key`."""

    tables: FullBoardTables
    steps: tuple[FillStep, ...]
    offers: Offers
    """With empty groups; `offers_by_key` fills them."""
    group: NDArray[np.int64]
    way: NDArray[np.int64]

    def offers_by_key(self, keys: NDArray[np.float64]) -> Offers:
        """Return the groups with the ways in the order of their keys."""
        groups = self.offers.first.size - 1
        order = np.lexsort((keys[self.way // 4], self.group))
        group, way = self.group[order], self.way[order]
        sizes = np.bincount(group, minlength=groups)
        first = np.zeros(groups + 1, np.int64)
        np.cumsum(-(-sizes // _QUAD) * _QUAD, out=first[1:])
        ways = np.full(first[-1] + _QUAD, self.tables.blank, np.uint32)
        within = np.arange(len(group)) - (np.cumsum(sizes) - sizes)[group]
        ways[first[group] + within] = way
        return self.offers._replace(first=first.astype(np.uint32), way=ways)


def offer_tables(
    tables: FullBoardTables, order: Order | tuple[int, ...]
) -> OfferTables:
    """Return the steps of a fill order and their ways; hints are placed already."""
    puzzle = tables.puzzle
    cells = order if isinstance(order, tuple) else order(puzzle.rows, puzzle.columns)
    steps = fill_steps(puzzle, cells)
    colors = tables.colors + 1
    each = colors * colors + 2 * colors + 1
    kinds: dict[tuple[int, int, int], int] = {}
    bases, firsts, seconds = [], [], []
    for step in steps:
        first, second = (*step.demanding, NO_SIDE, NO_SIDE)[:2]
        kind = (int(tables.arrays.rim[step.cell]), first, second)
        bases.append(kinds.setdefault(kind, len(kinds)) * each)
        firsts.append(first)
        seconds.append(second)
    groups: list[NDArray[np.int64]] = []
    ways: list[NDArray[np.int64]] = []
    for (rim, first, second), number in kinds.items():
        fitting = tables.ways_by_rim[rim].astype(np.int64)
        base = np.full(len(fitting), number * each)
        one, other = (
            tables.arrays.shown[fitting + side].astype(np.int64)
            if side != NO_SIDE
            else np.zeros(len(fitting), np.int64)
            for side in (first, second)
        )
        groups.append(base + one * colors + other)
        if second != NO_SIDE:  # else all that meet the first meet both
            groups.append(base + colors * colors + one)
        if first != NO_SIDE:
            groups.append(base + colors * colors + colors + other)
        groups.append(base + each - 1)
        ways += [fitting] * (len(groups) - len(ways))
    has_others = [len(step.demanding) > 2 for step in steps]
    offers = Offers(
        group_base=np.array(bases, np.uint32),
        first_side=np.array(firsts, np.uint32),
        second_side=np.array(seconds, np.uint32),
        has_others=np.array(has_others, np.uint8),
        colors=np.array([colors], np.uint32),
        first=np.zeros(len(kinds) * each + 1, np.uint32),
        way=np.zeros(0, np.uint32),
    )
    nothing = np.zeros(0, np.int64)
    return OfferTables(
        tables,
        steps,
        offers,
        np.concatenate(groups or [nothing]),
        np.concatenate(ways or [nothing]),
    )


def fill_steps(puzzle: Puzzle, cells: tuple[int, ...]) -> tuple[FillStep, ...]:
    """Return the steps of a fill order; hints are placed already."""
    hinted = {hint.cell for hint in puzzle.hints}
    filled = dict.fromkeys(hinted, -1)
    steps: list[FillStep] = []
    for cell in cells:
        if cell in hinted:
            continue
        beside = {
            side: beyond
            for side in SIDES
            if (beyond := neighbor(cell, side, puzzle.rows, puzzle.columns)) in filled
            and beyond is not None
        }
        demanding = sorted(beside, key=lambda side: -filled[beside[side]])
        filled[cell] = len(steps)
        steps.append(FillStep(cell, tuple(demanding)))
    return tuple(steps)
