"""Slots and layers of a beam search, as arrays."""

import numpy as np
from numpy.typing import NDArray

from edgematch.draws import Draws
from edgematch.geometry import SIDES, neighbor, opposite
from edgematch.placements.offers import OfferTables

from .kernel import NO_SLOT, BeamLayer, Children, Slots

_LEVELS = 8
_ROOM = 16
"""Children kept per board of the beam; of more, a random selection."""


def slot_tables(offers: OfferTables, draws: Draws) -> tuple[Slots, BeamLayer]:
    """Return the slots, and a layer with one board: the hints."""
    puzzle, tables = offers.tables.puzzle, offers.tables
    step_of = {step.cell: number for number, step in enumerate(offers.steps)}
    free: list[int] = []
    slots = 0
    open_sides: dict[tuple[int, int], int] = {}
    demands: list[int] = []

    def open_slots(cell: int, number: int) -> dict[int, int]:
        """Allocate slots for the sides of a cell that face cells filled later."""
        nonlocal slots
        given = {}
        for side in SIDES:
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is None or step_of.get(beyond, -1) <= number:
                continue
            if not free:
                free.append(slots)
                slots += 1
            given[side] = open_sides[beyond, opposite(side)] = free.pop()
        return given

    for hint in puzzle.hints:
        for side in open_slots(hint.cell, -1):
            way = hint.piece * 16 + hint.turn * 4
            demands.append(int(tables.arrays.demanded[way + side]))
    read = np.full((len(offers.steps), 4), NO_SLOT, np.uint16)
    written = read.copy()
    for number, step in enumerate(offers.steps):
        closed = [
            (side, open_sides.pop((step.cell, side)))
            for side in SIDES
            if (step.cell, side) in open_sides
        ]
        for side, slot in closed:
            read[number, side] = slot
        free += [slot for _, slot in closed]
        for side, slot in open_slots(step.cell, number).items():
            written[number, side] = slot
    start = empty_layer(1, puzzle.cells, max(slots, 1))
    start.demand[0, : len(demands)] = demands
    for hint in puzzle.hints:
        start.used[0, hint.piece // 64] |= np.uint64(1 << hint.piece % 64)
    return (
        Slots(
            read,
            written,
            _words(draws, puzzle.cells),
            _words(draws, max(slots, 1) * (tables.colors + 1)).reshape(
                max(slots, 1), -1
            ),
        ),
        start,
    )


def empty_layer(width: int, pieces: int, slots: int) -> BeamLayer:
    """Return space for `width` boards."""
    return BeamLayer(
        used=np.zeros((width, -(-pieces // 64)), np.uint64),
        demand=np.zeros((width, slots), np.uint16),
        breaks=np.zeros(width, np.int32),
        weight=np.zeros(width, np.int32),
        key=np.zeros(width, np.uint64),
    )


def empty_children(width: int, heaviest: int) -> Children:
    """Return space for the children of `width` boards of weight at most `heaviest`."""
    room = _ROOM * width
    return Children(
        parent=np.zeros(room, np.uint32),
        way=np.zeros(room, np.uint32),
        breaks=np.zeros(room, np.int32),
        weight=np.zeros(room, np.int32),
        histogram=np.zeros((_LEVELS, heaviest + 1), np.uint32),
        seen=np.zeros(1 << (2 * width).bit_length(), np.uint64),
    )


def _words(draws: Draws, count: int) -> NDArray[np.uint64]:
    return np.array(
        [
            draws.below(1 << 31) | draws.below(1 << 31) << 31 | draws.below(4) << 62
            for _ in range(count)
        ],
        np.uint64,
    )
