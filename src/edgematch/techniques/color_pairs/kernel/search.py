"""Search by color pairs: no domains, only what each pair offers and what it is asked.

One piece is placed at each level.  It is a node if the search branches there; a piece
that a rule infers to be the only one for its cell is none, and neither is one that is
placed only to try it out (shaving).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.tree import (
    CEILING,
    DEPTH,
    EXHAUSTED,
    FLOOR,
    FOUND,
    PAUSED,
    PHASE,
)
from edgematch.kernels.words import ONE, TWO, ZERO

from .candidates import CELL_SHIFT, fewest_pieces, list_candidates
from .choice import (
    HAS_BACKJUMPING,
    HAS_INSTANTIATION,
    SHAVING_LIMIT,
    STEPWISE,
    SURVIVORS,
    URGENCY,
    Estimates,
    forced_cell,
    next_cell,
)
from .reasons import Reasons, blame_all, forget, join, latest_level
from .sets import FRONT, NONE, OFFERS, Pairs, Sets
from .supplies import Remains
from .trial import Tree, leave_level, try_out

OPENING: Final = 0
"""The cell of the level is still to be chosen."""
TRYING: Final = 1
"""Its next candidate is to be tried."""
LEAVING: Final = 2
"""A solution was returned; its last piece is to be taken back."""
LISTING: Final = 3
"""Its candidates are to be listed; the search never pauses here."""

SEARCHING: Final = 0
SHAVING: Final = 1
"""Candidates are only tried out, cell after cell."""
SIFTING: Final = 2
"""Candidates of the cell that was chosen are only tried out."""

UNTRIED, ALIVE, FAILED = range(3)
"""What is known of a candidate."""


@inlined
def keep_fullest(tree: Tree, level: np.uint64) -> None:
    """Remember the board if it is fuller than any before."""
    last = len(tree.fullest) - 1
    if level > np.uint64(tree.fullest[last]):
        tree.fullest[last] = level
        for number in range(level):
            tree.fullest[number] = tree.chosen[number]


@inlined
def is_branch(tree: Tree, level: np.uint64) -> bool:
    """Say whether a piece of a level is a node, and not what the rules infer."""
    return tree.is_inferred[level] == 0 or tree.end[level] - tree.first[level] > 1


@inlined
def next_to_shave(sets: Sets, limit: np.uint64, number: np.uint64) -> np.uint64:
    """Return the next place in the front of a cell with few enough pieces on offer."""
    while number < sets.counters[FRONT]:
        pair = fewest_pieces(sets, np.uint64(sets.front[number]))
        if pair != NONE and np.uint64(sets.pair[pair, OFFERS]) <= limit:
            return number
        number += ONE
    return number


@inlined
def jump_target(
    options: NDArray[np.int64], reasons: Reasons, level: np.uint64
) -> np.int64:
    """Return the level to go back to when nothing is left to try on a level."""
    if options[HAS_BACKJUMPING] == 0 or np.int64(level) < options[STEPWISE]:
        return np.int64(level) - 1
    latest = latest_level(reasons.of_level[level], level)
    return max(latest, np.int64(options[STEPWISE]) - 1)


@compiled
def advance(
    pairs: Pairs,
    options: NDArray[np.int64],
    sets: Sets,
    remains: Remains,
    reasons: Reasons,
    estimates: Estimates,
    tree: Tree,
    node_budget: int,
) -> int:
    """Continue a search for at most `node_budget` nodes, pieces placed by branching.

    Returns FOUND when the last cell is filled, EXHAUSTED when nothing is left to try,
    PAUSED when the budget is spent.  Calling again continues from there, after FOUND
    with the next solution.

    Shaving (§6.2) opens a level with cell after cell of the front and tries out what
    may lie there, with the forced placements that follow on the levels above; when at
    most one candidate does not fail, the level stays with that cell.  All of this
    shares the one place where candidates are listed and tried with the search itself:
    a second one would take twice the time to compile.
    """
    level, floor, ceiling = tree.at[DEPTH], tree.at[FLOOR], tree.at[CEILING]
    phase = tree.at[PHASE]
    jumps = options[HAS_BACKJUMPING] == 1
    limit = np.uint64(options[SHAVING_LIMIT])
    cells = np.uint64(len(sets.slot_pair))
    levels = tree.levels[0]
    mode = SEARCHING
    shaved, alive, best = ZERO, ZERO, cells
    weight, least = 0.0, 0.0  # of the cell's candidates; of those of the best cell
    budget = node_budget
    here = level  # where a piece is placed next: above `level` only to try out
    top = level  # levels from `here` up to this one are to be taken back
    if phase == LEAVING:
        if level == floor:
            return EXHAUSTED
        level -= ONE
        here = level
        # Below a level with a solution there is more to find: never jump over it.
        blame_all(reasons.of_level[level])
        phase = np.uint64(TRYING)
    while True:
        while top > here:
            top -= ONE
            leave_level(pairs, options, sets, remains, tree, top)
        cell = cells
        if phase == OPENING:
            tree.first[level] = tree.end[level - ONE] if level > ZERO else 0
            mode = SHAVING if limit > ZERO else SEARCHING
            shaved, best = ZERO, cells
            tree.is_inferred[level] = 0
            # Two candidates that do not fail are enough to know that none is forced;
            # to find the best cell, as much as the best one has.
            least = np.inf if options[URGENCY] == SURVIVORS else 0.0
            phase = np.uint64(LISTING)
        if here > level:
            if options[HAS_INSTANTIATION] == 1:
                cell = forced_cell(sets)
            tree.first[here] = tree.end[here - ONE]
        elif phase == LISTING:
            if mode == SHAVING:
                shaved = next_to_shave(sets, limit, shaved)
                if shaved < sets.counters[FRONT]:
                    cell = np.uint64(sets.front[shaved])
                    shaved += ONE
                else:
                    mode = SIFTING
            if mode != SHAVING:
                cell = best
                if cell == cells and options[HAS_INSTANTIATION] == 1:
                    cell = forced_cell(sets)
                    tree.is_inferred[level] = cell != cells
                if cell == cells:
                    cell = next_cell(pairs, options, sets, estimates)
            alive, weight = ZERO, 0.0
            phase = np.uint64(TRYING)
        if cell != cells:
            first = np.uint64(tree.first[here])
            tree.next[here] = first
            forget(reasons.of_level[here])
            tree.end[here] = list_candidates(
                pairs,
                sets,
                reasons.of_pair,
                cell,
                tree.candidates,
                first,
                reasons.of_level[here],
                jumps,
            )
            if (
                mode == SIFTING
                and here == level
                and np.uint64(tree.end[here]) - first > limit
            ):
                mode = SEARCHING
        outcome = FAILED
        if here > level:
            # Only what is forced is followed: one piece in one turn.
            if cell == cells or tree.end[here] - tree.first[here] > 1:
                outcome = ALIVE
            elif tree.end[here] > tree.first[here]:
                outcome = UNTRIED
            else:
                forget(reasons.latest)
        elif tree.next[here] < tree.end[here] and (
            mode != SHAVING or alive < TWO or weight < least
        ):
            if mode == SEARCHING and is_branch(tree, here):
                if budget <= 0:
                    break
                tree.nodes[0] += 1
                budget -= 1
            outcome = UNTRIED
        elif mode == SHAVING and alive >= TWO:
            if weight < least:
                least = weight
                best = np.uint64(tree.candidates[tree.first[here]]) >> CELL_SHIFT
            phase = np.uint64(LISTING)
            continue
        elif mode != SEARCHING:
            tree.next[level] = tree.first[level]
            tree.end[level] = np.uint64(tree.first[level]) + alive
            if mode == SHAVING:
                tree.is_inferred[level] = 1
            mode = SEARCHING
            continue
        else:
            target = jump_target(options, reasons, level)
            if target < np.int64(floor):
                tree.at[DEPTH], tree.at[PHASE] = level, phase
                return EXHAUSTED
            if jumps:
                join(reasons.of_level[target], reasons.of_level[level])
            level = np.uint64(target)
            here = level
            continue
        if outcome == UNTRIED:
            candidate = np.uint64(tree.candidates[tree.next[here]])
            tree.next[here] += np.uint32(1)
            top = here + ONE
            if try_out(pairs, options, sets, remains, reasons, tree, here, candidate):
                here += ONE
                if mode == SEARCHING:
                    level = here
                    keep_fullest(tree, level)
                    phase = np.uint64(OPENING)
                    if level == ceiling:
                        tree.at[DEPTH], tree.at[PHASE] = level, LEAVING
                        return FOUND
                elif here == levels:
                    outcome = ALIVE
                else:
                    continue
            else:
                outcome = FAILED
        if outcome == ALIVE:
            kept = np.uint64(tree.first[level]) + alive
            tree.candidates[kept] = tree.chosen[level]
            alive += ONE
            # The more it leads to, the less is left to search below it.
            weight += 0.5 ** (np.int64(here) - np.int64(level) - 1)
            here = level
        elif outcome == FAILED:
            if jumps:
                join(reasons.of_level[level], reasons.latest)
                while here > level:
                    join(reasons.of_level[level], reasons.of_level[here])
                    here -= ONE
            here = level
    tree.at[DEPTH], tree.at[PHASE] = level, phase
    return PAUSED


@compiled
def return_to(
    pairs: Pairs,
    options: NDArray[np.int64],
    sets: Sets,
    remains: Remains,
    tree: Tree,
    level: np.uint64,
) -> None:
    """Take back what lies from a level on; its next candidate is to be tried."""
    top = tree.at[DEPTH]
    while top > level:
        top -= ONE
        leave_level(pairs, options, sets, remains, tree, top)
    tree.at[DEPTH], tree.at[PHASE] = level, TRYING
