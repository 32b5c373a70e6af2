"""The schedule of breaks, the floor of favored colors, and the steps of `breaks`."""

from collections.abc import Sequence
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import neighbor, opposite
from edgematch.kernels.breaks import Search, Steps, open_first
from edgematch.kernels.offers import NO_SIDE, Offers
from edgematch.puzzle import Puzzle
from edgematch.tables.offers import OfferTables
from edgematch.theory.estimate import estimate

_FLOOR = (
    (0.0625, 0.0),
    (0.1016, 0.19),
    (0.2188, 0.48),
    (0.2969, 0.60),
    (0.3984, 0.72),
    (0.625, 0.90),
)
"""Share of the cells filled, and of the favored sides used up by then: the settings
that the Eternity II community published, as shares."""

_PLACES_FOR_A_BREAK = 5
"""A break gives this many times the colors as many boards: what the best schedule
measured on Eternity II comes to."""


def schedule(puzzle: Puzzle, colors: int, reach: float) -> NDArray[np.int32]:
    """Return how many breaks there may be with each number of pieces placed.

    Without breaks, boards with so many pieces placed become fewer from some depth on
    (`theory.estimate`).  Each break makes up for a factor.  `reach` is how many times
    fewer boards than at the peak the search copes with, as a logarithm to base 10.
    """
    expected = [depth.log10_nodes for depth in estimate(puzzle, "rows-up").depths]
    gain = max(log10(_PLACES_FOR_A_BREAK * max(colors, 1)), 0.3)
    allowed, peak, most = [], 0.0, 0
    for number in expected:
        peak = max(peak, number)
        missing = peak - number if number > -300.0 else 300.0
        most = max(most, ceil((missing - reach) / gain), 0)
        allowed.append(most)
    return np.array(allowed, np.int32)


def floor_of_weight(
    puzzle: Puzzle, steps: int, weights: Sequence[int], tightness: float
) -> NDArray[np.int32]:
    """Return the favored sides that must be used up when each step is filled."""
    hinted = sum(weights[hint.piece] for hint in puzzle.hints)
    shares, used = zip(*_FLOOR, strict=True)
    filled = (np.arange(steps) + 1 + len(puzzle.hints)) / max(puzzle.cells, 1)
    wanted = np.interp(filled, shares, used) * sum(weights) * tightness
    floor: NDArray[np.int32] = np.maximum(wanted.astype(np.int32) - hinted, 0)
    return floor


def step_tables(
    offers: OfferTables,
    allowed: NDArray[np.int32],
    floor: NDArray[np.int32],
    weights: Sequence[int],
) -> Steps:
    """Return what each step reads of those before it."""
    puzzle, rim = offers.tables.puzzle, offers.tables.cells.rim
    count = len(offers.steps)
    blank = count + len(puzzle.hints)
    place = {step.cell: number for number, step in enumerate(offers.steps)}
    place |= {hint.cell: count + i for i, hint in enumerate(puzzle.hints)}
    places = np.full((count, 4), blank, np.uint32)
    facing = np.zeros((count, 4), np.uint32)
    sides = np.full((count, 4), NO_SIDE, np.uint32)
    may_break = np.zeros((count, 3), np.uint8)
    for number, step in enumerate(offers.steps):
        for i, side in enumerate(step.demanding):
            beyond = neighbor(step.cell, side, puzzle.rows, puzzle.columns)
            assert beyond is not None
            places[number, i] = place[beyond]
            facing[number, i], sides[number, i] = opposite(side), side
            if i < 2:
                may_break[number, i] = not (rim[step.cell] and rim[beyond])
    return Steps(
        first_place=places[:, 0].copy(),
        first_facing=facing[:, 0].copy(),
        second_place=places[:, 1].copy(),
        second_facing=facing[:, 1].copy(),
        may_break=may_break,
        other=np.stack([places[:, 2:], facing[:, 2:], sides[:, 2:]], axis=2),
        others=np.array(
            [max(len(step.demanding) - 2, 0) for step in offers.steps], np.uint32
        ),
        allowed=allowed,
        floor=floor,
        weight=np.array([*weights, 0], np.int32),
    )


def start_search(tables: OfferTables, offers: Offers, steps: Steps) -> Search:
    """Return a search that has placed nothing yet."""
    puzzle, count = tables.tables.puzzle, len(tables.steps)
    chosen = np.full(count + len(puzzle.hints) + 1, tables.tables.blank + 4, np.uint32)
    used = np.zeros(puzzle.cells + 1, np.uint8)
    used[-1] = 1
    for number, hint in enumerate(puzzle.hints):
        chosen[count + number] = hint.piece * 16 + hint.turn * 4
        used[hint.piece] = 1
    search = Search(
        at=np.zeros(3, np.int64),
        chosen=chosen,
        part=np.zeros(count, np.uint8),
        cursor=np.zeros(count, np.uint32),
        end=np.zeros(count, np.uint32),
        left=np.zeros(count, np.uint64),
        used=used,
        breaks=np.zeros(count + 1, np.int32),
        weight=np.zeros(count + 1, np.int32),
        fullest=np.zeros(count, np.uint32),
    )
    if count:
        open_first(tables.tables.pieces, offers, steps, search)
    return search
