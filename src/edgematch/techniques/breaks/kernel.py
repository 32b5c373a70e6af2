"""Depth-first search that allows breaks, more of them at greater depth.

A schedule gives the number of breaks allowed once each step is filled, and a floor the
number of sides of favored colors that must be used up by then.  A piece makes at most
one break; joins along the frame are never broken.  Ways that meet all demands are tried
first, then those that break with one neighbor, then with the other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.tree import EXHAUSTED, FOUND, PAUSED
from edgematch.kernels.words import ONE, WORD_BITS, ZERO, trailing_zeros
from edgematch.placements.kernel.full_boards import (
    PIECE_SHIFT,
    PuzzleArrays,
    unused_ways,
)
from edgematch.placements.kernel.offers import (
    BOTH,
    FIRST_ONLY,
    SECOND_ONLY,
    Offers,
    group_of,
)

STEP, DEEPEST, NODES = range(3)
"""Slots of `BreaksState.at`: steps filled, the most steps ever filled, nodes."""


class BreaksSteps(NamedTuple):
    """The fill order.  After the steps come the hints and a blank that demands 0."""

    first_place: NDArray[np.uint32]
    """Shape (steps,): the step, hint or blank with the first leading demand."""
    first_facing: NDArray[np.uint32]
    """Shape (steps,): the side of it that faces this step."""
    second_place: NDArray[np.uint32]
    """Shape (steps,)."""
    second_facing: NDArray[np.uint32]
    """Shape (steps,)."""
    may_break: NDArray[np.uint8]
    """Shape (steps, 3): whether the first demand may be broken, and the second."""
    other: NDArray[np.uint32]
    """Shape (steps, 2, 3): the other demands: place, its side, the side here."""
    others: NDArray[np.uint32]
    """Shape (steps,)."""
    allowed: NDArray[np.int32]
    """Shape (steps,): breaks allowed when the step is filled."""
    floor: NDArray[np.int32]
    """Shape (steps,): weight that must be used up when the step is filled."""
    weight: NDArray[np.int32]
    """Shape (pieces + 1,)."""


class BreaksState(NamedTuple):
    """The state of a search."""

    at: NDArray[np.int64]
    """Shape (3,): by the slots above."""
    chosen: NDArray[np.uint32]
    """Shape (steps + hints + 1,): the way on each."""
    part: NDArray[np.uint8]
    """Shape (steps,): which group is being tried."""
    cursor: NDArray[np.uint32]
    """Shape (steps,): the first of the 64 ways of which `left` has the bits."""
    end: NDArray[np.uint32]
    """Shape (steps,): where the group ends."""
    left: NDArray[np.uint64]
    """Shape (steps,): ways still to try, as bits."""
    used: NDArray[np.uint8]
    """Shape (pieces + 1,): the blank counts as used."""
    breaks: NDArray[np.int32]
    """Shape (steps + 1,): made before each step."""
    weight: NDArray[np.int32]
    """Shape (steps + 1,): used up before each step."""
    fullest: NDArray[np.uint32]
    """Shape (steps,): the ways of the fullest board."""


@inlined
def _demands(
    puzzle: PuzzleArrays, steps: BreaksSteps, search: BreaksState, step: np.uint64
) -> tuple[np.uint64, np.uint64]:
    one = search.chosen[steps.first_place[step]] + steps.first_facing[step]
    other = search.chosen[steps.second_place[step]] + steps.second_facing[step]
    return np.uint64(puzzle.demanded[one]), np.uint64(puzzle.demanded[other])


@inlined
def open_part(
    puzzle: PuzzleArrays,
    offers: Offers,
    steps: BreaksSteps,
    search: BreaksState,
    step: np.uint64,
    part: int,
) -> None:
    """Start a group of ways on a step."""
    first, second = _demands(puzzle, steps, search, step)
    group = group_of(offers, step, part, first, second)
    start, end = np.uint64(offers.first[group]), np.uint64(offers.first[group + ONE])
    search.part[step] = part
    search.cursor[step] = start
    search.end[step] = end
    search.left[step] = unused_ways(offers.way, search.used, start, end)


@compiled
def open_first(
    puzzle: PuzzleArrays, offers: Offers, steps: BreaksSteps, search: BreaksState
) -> None:
    """Start the ways without breaks on the first step."""
    open_part(puzzle, offers, steps, search, ZERO, BOTH)


@inlined
def _breaks_here(
    puzzle: PuzzleArrays,
    offers: Offers,
    steps: BreaksSteps,
    search: BreaksState,
    step: np.uint64,
    way: np.uint64,
) -> int:
    """Count the breaks of a way on a step; return 2 if it belongs to another group."""
    broken = 0
    part = search.part[step]
    if part != BOTH:
        first, second = _demands(puzzle, steps, search, step)
        # Ways that meet both demands are in the group of each as well.
        if part == FIRST_ONLY:
            side = np.uint64(offers.second_side[step])
            if puzzle.shown[way + side] == second:
                return 2
        else:
            side = np.uint64(offers.first_side[step])
            if puzzle.shown[way + side] == first:
                return 2
        broken = 1
    for number in range(np.uint64(steps.others[step])):
        place, facing, side = steps.other[step, number]
        demand = puzzle.demanded[search.chosen[place] + facing]
        broken += puzzle.shown[way + np.uint64(side)] != demand
    return broken


@compiled
def advance(
    puzzle: PuzzleArrays,
    offers: Offers,
    steps: BreaksSteps,
    search: BreaksState,
    node_budget: int,
) -> int:
    """Continue for at most `node_budget` nodes, or to the next full board."""
    last = np.uint64(steps.allowed.size)
    step = np.uint64(search.at[STEP])
    deepest = np.uint64(search.at[DEEPEST])
    chosen, left, used = search.chosen, search.left, search.used
    if step == last:
        step -= ONE
        used[chosen[step] >> PIECE_SHIFT] = 0
    budget = node_budget
    outcome = PAUSED
    while budget > 0:
        bits = left[step]
        if bits != ZERO:
            left[step] = bits & (bits - ONE)
            place = np.uint64(search.cursor[step]) + trailing_zeros(bits)
            way = np.uint64(offers.way[place])
            breaks = search.breaks[step]
            if search.part[step] != BOTH or steps.others[step] > 0:
                more = _breaks_here(puzzle, offers, steps, search, step, way)
                breaks += more
                if more > 1 or breaks > steps.allowed[step]:
                    continue
            piece = way >> PIECE_SHIFT
            weight = search.weight[step] + steps.weight[piece]
            if weight < steps.floor[step]:
                continue
            chosen[step] = way
            used[piece] = 1
            budget -= 1
            step += ONE
            search.breaks[step] = breaks
            search.weight[step] = weight
            if step > deepest:
                deepest = step
                for i in range(step):
                    search.fullest[i] = chosen[i]
            if step == last:
                outcome = FOUND
                break
            open_part(puzzle, offers, steps, search, step, BOTH)
            continue
        start, end = (
            np.uint64(search.cursor[step]) + WORD_BITS,
            np.uint64(search.end[step]),
        )
        if start < end:
            search.cursor[step] = start
            left[step] = unused_ways(offers.way, used, start, end)
            continue
        part = search.part[step]
        if part < SECOND_ONLY and search.breaks[step] < steps.allowed[step]:
            # If the second demand is broken the first is met, and the other way round.
            search.part[step] = part + 1
            if steps.may_break[step, 1 - part]:
                open_part(puzzle, offers, steps, search, step, part + 1)
            continue
        if step == ZERO:
            outcome = EXHAUSTED
            break
        step -= ONE
        used[chosen[step] >> PIECE_SHIFT] = 0
    search.at[STEP] = step
    search.at[DEEPEST] = deepest
    search.at[NODES] += node_budget - budget
    return outcome
