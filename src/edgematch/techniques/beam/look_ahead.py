"""The chains of cells that a beam looks ahead along, as arrays."""

import numpy as np

from edgematch.geometry import SIDES, neighbor, opposite

from .kernel.chains import HANGS, MEETS, NO_SLOT_AHEAD, Chains
from .sides import SideTypes
from .steps import BeamPlan

NO_SIDE = -1
_Kind = tuple[int, int, int, int, int]
"""The rim of a cell, and its sides: known, towards the cell before, on, third known."""


class _Groups:
    """The ways of each kind of cell, by the type of the known side."""

    def __init__(self, sides: SideTypes) -> None:
        self._sides = sides
        self._numbers: dict[_Kind, int] = {}
        self.first: list[int] = []
        self.entries: list[int] = []

    def number(self, kind: _Kind) -> int:
        """Return the first group of a kind."""
        if kind in self._numbers:
            return self._numbers[kind]
        self._numbers[kind] = len(self.first)
        sides, (rim, known, back, on, third) = self._sides, kind
        lists: list[list[int]] = [[] for _ in range(sides.count)]
        for way in sides.tables.ways_by_rim[rim].tolist():
            shown = [
                int(sides.shown[way + side]) if side != NO_SIDE else 0
                for side in (known, back, on, third)
            ]
            entry = way // 16 | shown[1] << 16 | shown[2] << 32 | shown[3] << 48
            lists[0].append(entry)
            if known != NO_SIDE:
                lists[shown[0]].append(entry)
        for each in lists:
            self.first.append(len(self.entries))
            self.entries.extend(each)
        return self._numbers[kind]


def chains_of(plan: BeamPlan, cells: int) -> Chains:
    """Return the chains of at most `cells` cells after each step."""
    puzzle, sides, steps = plan.puzzle, plan.sides, plan.steps
    filled = plan.filled_at()
    rims = sides.tables.arrays.rim
    ways = _Groups(sides)
    first, groups, slots, modes, laterals = [0], [], [], [], []
    for at in range(len(steps)):
        for ahead in range(at + 1, min(len(steps), at + 1 + cells)):
            cell = steps[ahead].cell
            back = on = NO_SIDE
            known: list[int] = []
            hangs_elsewhere = False
            for side in SIDES:
                beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
                if beyond is None:
                    continue
                when = filled[beyond]
                if when < at:
                    known.append(side)
                elif when < ahead - 1:
                    hangs_elsewhere = True
                elif when == ahead - 1:
                    back = side
                elif when == ahead + 1:
                    on = side
            mode = HANGS if back != NO_SIDE else MEETS if len(known) > 1 else 0
            if hangs_elsewhere or len(known) > (2 if mode == HANGS else 3):
                break
            main = known.pop(0) if known else NO_SIDE
            if mode == MEETS:
                back = known.pop(0)
            third = known.pop(0) if known else NO_SIDE
            rim = int(rims[cell])
            groups.append(ways.number((rim, main, back, on, third)))
            slots.append(
                [
                    plan.slot_of[cell, side] if side != NO_SIDE else NO_SLOT_AHEAD
                    for side in (main, back if mode == MEETS else NO_SIDE, third)
                ]
            )
            modes.append(mode)
            beside = rim & sum(
                1 << side for side in SIDES if side not in (back, opposite(back))
            )
            laterals.append(back != NO_SIDE and beside != 0)
        first.append(len(groups))
    lateral = np.zeros(sides.count, np.uint8)
    lateral[list(sides.lateral)] = 1
    return Chains(
        first=np.array(first, np.uint32),
        group=np.array(groups, np.uint32),
        slot=np.array(slots, np.uint16).reshape(-1, 3),
        mode=np.array(modes, np.uint8),
        is_lateral=np.array(laterals, np.uint8),
        lateral=lateral,
        group_first=np.array([*ways.first, len(ways.entries)], np.uint32),
        entry=np.array(ways.entries, np.uint64),
    )
