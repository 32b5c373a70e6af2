"""The key that boards of a layer are compared by: an estimate of their completions.

The sides that are left must be paired: every open demand with a side of its type, and
the others with each other.  For R sides of a type and D demands for it that gives
R! / (R - D)! · (R - D - 1)!! ways; the product over the types, times the chance that a
pairing can be laid out, is the expected number of completions.  Its logarithm is the
*worth* of a board.

No large puzzle is expected to be completed without breaks.  So sides may be left over:
each counts z instead of 1, and z is chosen so that as many are left over as the breaks
that are still to be expected need.  For the same reason a break has a price, about
-2 ln z, from the step on where a board has fewer than one child on the average; before,
boards with fewer breaks come first.

Where a board without a break is wanted, a cell may be left empty: a *hole*.  It costs
twice as much as a break, and half as many are expected.

Everything here follows from the puzzle and the order of the cells.
"""

import math
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from edgematch.geometry import SIDES, is_on_rim

from .kernel.steps import BIN_SHIFT, BINS, NOISES
from .steps import BeamPlan

NAT = 256
"""The units of a key in a nat."""
_DAMPING = 0.75
"""How much of what demands change is counted."""
_LEAST_LEFT_OVER = 0.13
_BREAK_PRICE = 1.1
_SHARE_OF_BREAKS = 0.45
"""Breaks that a good board has, of those that the expected children ask for."""
_STEPS_AHEAD = 16
_GRID = np.exp(np.linspace(math.log(0.02), math.log(3), 64))
_LOWEST = -400.0


@dataclass(frozen=True)
class StepKeys:
    """The key of every step."""

    stride: int
    left_over: NDArray[np.float64]
    """Shape (steps,): z, the weight of a side left over."""
    breaks: NDArray[np.float64]
    """Shape (steps,): the breaks, or holes, that are still expected."""
    graded_from: int
    """The first step where a break has a price."""
    convexity: float
    leaves_holes: bool
    """Whether holes are left, and no breaks made: each hole counts as two breaks."""

    sides: int
    scale: float
    are_paired: bool
    """Whether some types have another type as their mate."""

    def worth(self, step: int) -> NDArray[np.int32]:
        """Return the worth of each number of sides and demands, flat."""
        count = len(self.left_over)
        return _worth(
            self.sides,
            self.stride,
            float(self.left_over[step]),
            self.are_paired,
            self.convexity * self.scale * ((count - step) / count) ** 2,
        )

    @cached_property
    def rest(self) -> NDArray[np.uint16]:
        """The sides that no demand needs, for each number of sides and demands."""
        sides, demands = np.divmod(
            np.arange((self.sides + 1) * self.stride), self.stride
        )
        return np.array(np.maximum(sides - demands, 0), np.uint16)

    def joint(self, step: int) -> NDArray[np.int32]:
        """Return the worth of what is left of a type and of its mate."""
        if not self.are_paired:
            return np.zeros((0, 0), np.int32)
        return _joint(self.sides, float(self.left_over[step]))

    def break_bins(self, step: int) -> int:
        """Return what a break costs, in bins."""
        if step < self.graded_from:
            return BINS
        price = -2 * math.log(self.left_over[step]) + math.log(2 * self.breaks[step])
        price *= _BREAK_PRICE * (2 if self.leaves_holes else 1)
        return max(int(price * NAT) >> BIN_SHIFT, 1)


def step_keys(plan: BeamPlan, convexity: float, leaves_holes: bool) -> StepKeys:
    """Return the keys of a plan."""
    totals = plan.sides.totals[1:]
    totals = totals[totals > 0]
    sides = int(totals.max(initial=0))
    stride = plan.slots + 2
    children = _expected_children(plan)
    breaks = _expected_breaks(plan, children) / (2 if leaves_holes else 1)
    return StepKeys(
        stride=stride,
        left_over=_left_over(plan, sides, stride, breaks),
        breaks=breaks,
        graded_from=_graded_from(children),
        convexity=convexity,
        leaves_holes=leaves_holes,
        sides=sides,
        # The same for one side more or less on every puzzle.
        scale=0.01 * 48 * len(totals) / max(totals.sum(), 1),
        are_paired=bool((plan.sides.mate != np.arange(plan.sides.count)).any()),
    )


def noise_table(nats: float) -> NDArray[np.int32]:
    """Return Gumbel noise for each draw."""
    draws = (np.arange(NOISES) + 0.5) / NOISES
    return np.round(-NAT * nats * np.log(-np.log(draws))).astype(np.int32)


@cache
def _pairings(sides: int, demands: int, left_over: float) -> NDArray[np.float64]:
    """Return the logarithm of the number of pairings, shape (sides + 1, demands).

    Each side and each demand that is left over counts `left_over`.
    """
    each = math.log(left_over)
    alone = np.zeros(sides + 1)
    for count in range(1, sides + 1):
        paired = alone[count - 2] + math.log(count - 1) if count > 1 else -np.inf
        alone[count] = np.logaddexp(each + alone[count - 1], paired)
    return _with_demands(alone, demands, each)


@cache
def _servings(sides: int, demands: int, left_over: float) -> NDArray[np.float64]:
    """Return the logarithm of the number of ways to meet demands, as `_pairings`.

    The sides that meet none are not counted here, but together with their mates.
    """
    return _with_demands(np.zeros(sides + 1), demands, math.log(left_over))


def _with_demands(
    alone: NDArray[np.float64], demands: int, each: float
) -> NDArray[np.float64]:
    """Return a column for each number of demands; `alone` is that of none.

    Each demand is left over, or met by one of the sides.
    """
    table = np.tile(alone[:, None], demands)
    logs = np.log(np.arange(1, len(alone)))
    for demand in range(1, demands):
        table[:, demand] = each + table[:, demand - 1]
        table[1:, demand] = np.logaddexp(
            table[1:, demand], logs + table[:-1, demand - 1]
        )
    return table


@cache
def _worth(
    sides: int, stride: int, left_over: float, are_paired: bool, convexity: float
) -> NDArray[np.int32]:
    table = (_servings if are_paired else _pairings)(sides, stride, left_over)
    alone = table[:, :1]
    spread = convexity * np.arange(sides + 1)[:, None] ** 2
    worth = np.maximum(alone + _DAMPING * (table - alone) + spread, _LOWEST)
    return np.round(NAT * worth).astype(np.int32).ravel()


@cache
def _joint(sides: int, left_over: float) -> NDArray[np.int32]:
    """Return the worth of sides of a type and of its mate, paired with each other.

    Each side that is left over counts `left_over`.
    """
    each = math.log(left_over)
    table = np.full((sides + 1, sides + 1), each) * np.arange(sides + 1)
    for count in range(1, sides + 1):
        # One more side: left over, or paired with one of the others.
        logs = np.log(np.arange(1, sides + 1))
        table[count] = each + table[count - 1]
        table[count, 1:] = np.logaddexp(table[count, 1:], logs + table[count - 1, :-1])
    return np.round(NAT * table).astype(np.int32)


def _expected_children(plan: BeamPlan) -> NDArray[np.float64]:
    """Return how many unused ways fit each step without a break, on the average."""
    tables, sides = plan.sides.tables, plan.sides
    kinds = tables.arrays.kind
    left: dict[int, int] = {}
    for step in plan.steps:
        left[int(kinds[step.cell])] = left.get(int(kinds[step.cell]), 0) + 1
    all_of_kind = dict(left)
    expected = np.zeros(len(plan.steps))
    for at, step in enumerate(plan.steps):
        kind = int(kinds[step.cell])
        ways = tables.ways_by_rim[int(tables.arrays.rim[step.cell])].astype(np.int64)
        number = len(ways) * left[kind] / all_of_kind[kind]
        for side in step.demanding:
            number *= _chance_of_equals(sides.shown[ways + side])
        expected[at] = number
        left[kind] -= 1
    return expected


def _chance_of_equals(types: NDArray[np.uint16]) -> float:
    """Return the chance that two of these are equal."""
    counts = np.bincount(types).astype(float)
    return float((counts**2).sum() / max(counts.sum() ** 2, 1))


def _expected_breaks(
    plan: BeamPlan, children: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the breaks that are still expected before each step."""
    tables, sides = plan.sides.tables, plan.sides
    need = np.zeros(len(plan.steps))
    for at, step in enumerate(plan.steps):
        ways = tables.ways_by_rim[int(tables.arrays.rim[step.cell])].astype(np.int64)
        gain = sum(
            1 / max(_chance_of_equals(sides.shown[ways + side]), 1e-9)
            for side in step.demanding
        )
        missing = max(0.0, -math.log(max(children[at], 1e-9)))
        need[at] = missing / math.log(max(gain, 2.0))
    return np.maximum(0.5, _SHARE_OF_BREAKS * np.cumsum(need[::-1])[::-1])


def _graded_from(children: NDArray[np.float64]) -> int:
    """Return the first step from which on boards have fewer than one child.

    If that is so almost from the beginning, breaks are never weighed against worth:
    boards have so many of them that the worth says little.
    """
    logs = np.log(np.maximum(children, 1e-9))
    for at in range(len(logs)):
        if logs[at : at + _STEPS_AHEAD].mean() < 0:
            return at if at > len(logs) // 3 else len(logs)
    return len(logs)


def _outer_sides(plan: BeamPlan) -> NDArray[np.int64]:
    """Return how many sides at the end of the board are still empty before each step.

    In a framed puzzle these show the rim and are no sides to be paired.
    """
    puzzle = plan.puzzle
    each = [
        0
        if puzzle.framed
        else sum(
            is_on_rim(step.cell, side, puzzle.rows, puzzle.columns) for side in SIDES
        )
        for step in plan.steps
    ]
    return np.cumsum(each[::-1])[::-1]


def _left_over(
    plan: BeamPlan, sides: int, stride: int, breaks: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return z for each step: two sides are left over for each expected break."""
    tables = plan.sides.tables
    kinds = tables.arrays.kind
    types = plan.sides.count
    on_kind: dict[int, NDArray[np.float64]] = {}
    left: dict[int, int] = {}
    hinted = {hint.piece for hint in plan.puzzle.hints}
    for piece, kind in enumerate(tables.kind_of_piece.tolist()):
        if piece in hinted:
            continue
        found = on_kind.setdefault(kind, np.zeros(types))
        for number in plan.sides.of_piece[piece]:
            found[number] += 1
        left[kind] = left.get(kind, 0) + 1
    all_of_kind = dict(left)
    pairings = np.array([_pairings(sides, stride, z) for z in _GRID.tolist()])
    over = np.diff(pairings, axis=0) / np.diff(np.log(_GRID))[:, None, None]
    share = plan.sides.totals / max(plan.sides.totals.sum(), 1)
    chosen = np.zeros(len(plan.steps))
    filled = plan.filled_at()
    outer = _outer_sides(plan)
    for at, step in enumerate(plan.steps):
        count = sum(
            (on_kind[kind] * (left[kind] / all_of_kind[kind]) for kind in on_kind),
            np.zeros(types),
        )
        demands = share * len(plan.open_sides_at(at, filled))
        rows = np.minimum(np.round(count[1:]).astype(int), sides)
        columns = np.minimum(np.round(demands[1:]).astype(int), stride - 1)
        expected = over[:, rows, columns].sum(axis=1)
        place = int(np.searchsorted(expected, 2 * breaks[at] + outer[at]))
        chosen[at] = max(_GRID[min(place, len(_GRID) - 1)], _LEAST_LEFT_OVER)
        left[int(kinds[step.cell])] -= 1
    return chosen
