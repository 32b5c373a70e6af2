"""The tree search of ColorPairs (Benoist, Bourreau, §5), with backjumping and shaving.

It keeps no domains, only the offer and the demand of each color pair (`sets.py`).  One
piece is placed on each level of the tree.  It counts as a node if the search branches
there; a piece that a rule infers to be the only one for its cell does not count, and
neither does one that is placed only as a probe, by shaving.
"""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.tree import (
    CEILING,
    DEPTH,
    EXHAUSTED,
    FLOOR,
    FOUND,
    PAUSED,
    PHASE,
)
from edgematch.kernels.words import ONE, ZERO

from .candidates import CELL_SHIFT
from .choice import (
    HAS_BACKJUMPING,
    HAS_INSTANTIATION,
    SHAVING_LIMIT,
    SURVIVORS,
    URGENCY,
    Estimates,
    forced_cell,
)
from .reasons import Reasons, blame_all, join
from .sets import Pairs, Sets
from .steps import (
    FAIL,
    GO_BACK,
    KEEP_SURVIVORS,
    LEAVE_SOLUTION,
    LIST_CANDIDATES,
    NEXT_CELL,
    OPEN_LEVEL,
    PLACE,
    SEARCH,
    SHAVE_CHOSEN,
    SURVIVE,
    TRY_CANDIDATES,
    blame_for_failure,
    choose_cell,
    is_branch,
    jump_target,
    keep_fullest,
    keep_survivors,
    list_level,
    open_level,
    step_of_level,
    step_of_probe,
)
from .supplies import Remains
from .trial import Tree, leave_level, try_out


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
    PAUSED when the budget is spent.  Call again to continue, after FOUND with the next
    solution.

    Shaving (§6.2) chooses one cell of the front after another for a level and probes
    its candidates: each is placed, then the forced pieces that follow, on the levels
    above.  If at most one candidate survives, the level keeps that cell.

    Candidates are listed in one place of the loop and placed in one place, for search
    and shaving alike: with two of each, the kernel takes twice the time to compile.
    """
    level, floor, ceiling = tree.at[DEPTH], tree.at[FLOOR], tree.at[CEILING]
    phase, mode = tree.at[PHASE], SEARCH
    here = level  # where the next piece is placed: above `level` only in a probe
    top = level  # the levels from `here` up to this one are to be taken back
    cells = np.uint64(len(sets.slot_pair))  # as a cell: none
    jumps = options[HAS_BACKJUMPING] == 1
    limit = np.uint64(options[SHAVING_LIMIT])
    place, best_cell = ZERO, cells  # the next cell of the front to shave; the best one
    survivors = ZERO
    weight, least_weight = 0.0, 0.0  # of the survivors of a cell; of the best cell
    if phase == LEAVE_SOLUTION:
        if level == floor:
            return EXHAUSTED
        level -= ONE
        here = level
        # A level with a solution may lead to more of them: never jump over it.
        blame_all(reasons.of_level[level])
        phase = np.uint64(TRY_CANDIDATES)
    while True:
        # Take back the pieces that the last step left behind.
        while top > here:
            top -= ONE
            leave_level(pairs, options, sets, remains, tree, top)

        # If a list of candidates is needed, choose a cell and list its candidates.
        cell = cells
        if phase == OPEN_LEVEL:
            mode = open_level(tree, level, limit)
            place, best_cell = ZERO, cells
            least_weight = np.inf if options[URGENCY] == SURVIVORS else 0.0
            phase = np.uint64(LIST_CANDIDATES)
        if here > level:
            if options[HAS_INSTANTIATION] == 1:
                cell = forced_cell(sets)
            tree.first[here] = tree.end[here - ONE]
        elif phase == LIST_CANDIDATES:
            cell, mode, place = choose_cell(
                pairs, options, sets, estimates, tree, level, mode, place, best_cell
            )
            survivors, weight = ZERO, 0.0
            phase = np.uint64(TRY_CANDIDATES)
        if cell != cells:
            count = list_level(pairs, sets, reasons, tree, here, cell, jumps)
            if mode == SHAVE_CHOSEN and here == level and count > limit:
                mode = SEARCH

        # Decide what to do, and place the next candidate if there is one to place.
        if here > level:
            step = step_of_probe(tree, reasons, here, cell != cells)
        else:
            step = step_of_level(tree, level, mode, survivors, weight < least_weight)
        if step == PLACE:
            if mode == SEARCH and is_branch(tree, level):
                if node_budget <= 0:
                    break
                tree.nodes[0] += 1
                node_budget -= 1
            candidate = np.uint64(tree.candidates[tree.next[here]])
            tree.next[here] += np.uint32(1)
            top = here + ONE
            if try_out(pairs, options, sets, remains, reasons, tree, here, candidate):
                here += ONE
                if mode == SEARCH:
                    level = here
                    keep_fullest(tree, level)
                    phase = np.uint64(OPEN_LEVEL)
                    if level == ceiling:
                        tree.at[DEPTH], tree.at[PHASE] = level, LEAVE_SOLUTION
                        return FOUND
                elif here == tree.levels[0]:
                    step = SURVIVE
            else:
                step = FAIL

        # Draw the conclusions.
        if step == SURVIVE:
            kept = np.uint64(tree.first[level]) + survivors
            tree.candidates[kept] = tree.chosen[level]
            survivors += ONE
            # The more pieces it forces, the less is left to search after it.
            weight += 0.5 ** (np.int64(here) - np.int64(level) - 1)
            here = level
        elif step == FAIL:
            if jumps:
                blame_for_failure(reasons, level, here)
            here = level
        elif step == NEXT_CELL:
            if weight < least_weight:
                least_weight = weight
                best_cell = np.uint64(tree.candidates[tree.first[level]]) >> CELL_SHIFT
            phase = np.uint64(LIST_CANDIDATES)
        elif step == KEEP_SURVIVORS:
            keep_survivors(tree, level, mode, survivors)
            mode = SEARCH
        elif step == GO_BACK:
            target = jump_target(options, reasons, level)
            if target < np.int64(floor):
                tree.at[DEPTH], tree.at[PHASE] = level, phase
                return EXHAUSTED
            if jumps:
                join(reasons.of_level[target], reasons.of_level[level])
            level = np.uint64(target)
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
    """Take back the pieces from a level on; continue with its candidates."""
    top = tree.at[DEPTH]
    while top > level:
        top -= ONE
        leave_level(pairs, options, sets, remains, tree, top)
    tree.at[DEPTH], tree.at[PHASE] = level, TRY_CANDIDATES
