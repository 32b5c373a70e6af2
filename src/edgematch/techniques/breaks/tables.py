"""The schedule of breaks, the floor of favored colors, and the steps of `breaks`."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import neighbor, opposite
from edgematch.placements.full_boards import FullBoardTables
from edgematch.placements.kernel.offers import NO_SIDE, Offers
from edgematch.placements.offers import OfferTables
from edgematch.puzzle import Puzzle
from edgematch.theory.with_breaks import schedule_of_breaks

from .kernel import BreaksState, BreaksSteps, open_first


def schedule(puzzle: Puzzle, cells: Sequence[int], reach: float) -> NDArray[np.int32]:
    """Return how many breaks are allowed when each step is filled.

    With `reach` 6 this is, within three pieces, the schedule that the community
    published for Eternity II, for searches of several days.
    """
    return np.array([*schedule_of_breaks(puzzle, cells, reach)], np.int32)


def floor_of_weight(
    tables: FullBoardTables,
    cells: Sequence[int],
    weights: Sequence[int],
    tightness: float,
) -> NDArray[np.int32]:
    """Return the favored sides that must be used up when each step is filled.

    It is a share of the most that pieces of the right kinds can have.  The settings
    that the community published for Eternity II are 0.8 to 0.9 of it at every depth
    after the first row, so the share carries over to other sizes.
    """
    puzzle = tables.puzzle
    hinted = {hint.cell for hint in puzzle.hints}
    taken = {hint.piece for hint in puzzle.hints}
    heaviest = defaultdict(list)
    for piece in sorted(range(puzzle.cells), key=lambda piece: -weights[piece]):
        if piece not in taken:
            heaviest[int(tables.kind_of_piece[piece])].append(weights[piece])
    rest = {kind: iter(found) for kind, found in heaviest.items()}
    kinds = tables.arrays.kind
    most = [next(rest[int(kinds[cell])]) for cell in cells if cell not in hinted]
    floor: NDArray[np.int32] = (np.cumsum(most) * tightness).astype(np.int32)
    return floor


def step_tables(
    offers: OfferTables,
    allowed: NDArray[np.int32],
    floor: NDArray[np.int32],
    weights: Sequence[int],
) -> BreaksSteps:
    """Return the fill order: what each step reads from those before it."""
    puzzle, rim = offers.tables.puzzle, offers.tables.arrays.rim
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
    return BreaksSteps(
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


def start_search(
    tables: OfferTables, offers: Offers, steps: BreaksSteps
) -> BreaksState:
    """Return a search that has placed nothing yet."""
    puzzle, count = tables.tables.puzzle, len(tables.steps)
    chosen = np.full(count + len(puzzle.hints) + 1, tables.tables.blank + 4, np.uint32)
    used = np.zeros(puzzle.cells + 1, np.uint8)
    used[-1] = 1
    for number, hint in enumerate(puzzle.hints):
        chosen[count + number] = hint.piece * 16 + hint.turn * 4
        used[hint.piece] = 1
    search = BreaksState(
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
        open_first(tables.tables.arrays, offers, steps, search)
    return search
