"""The tree search of ColorPairs (Benoist, Bourreau, §5), with backjumping and shaving.

It keeps no domains, only the offer and the demand of each color pair (`sets.py`).  One
piece is placed on each level of the tree.  It counts as a node if the search branches
there; a piece that a rule infers to be the only one for its cell does not count, and
neither does one that is placed only as a probe, by shaving.

Shaving (§6.2) chooses one cell of the front after another for a level and probes its
candidates: each is placed, then the forced pieces that follow, on the levels above.  If
at most one candidate survives, the level keeps that cell.
"""

import numpy as np

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
from edgematch.kernels.words import ONE, ZERO

from .choice import SHAVING_LIMIT, SURVIVORS, URGENCY
from .reasons import blame_all
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
    SURVIVE,
    TRY_CANDIDATES,
    blame_for_failure,
    cell_of_probe,
    choose_cell,
    is_branch,
    jump_target,
    keep_fullest,
    keep_survivor,
    keep_survivors,
    list_level,
    open_level,
    place_next,
    shaved_cell,
    step_of_level,
    step_of_probe,
    take_back_to,
)
from .trial import PairSearch


@compiled
def advance(search: PairSearch, node_budget: int) -> int:
    """Continue a search for at most `node_budget` nodes, pieces placed by branching.

    Returns FOUND when the last cell is filled, EXHAUSTED when nothing is left to try,
    PAUSED when the budget is spent.  Call again to continue, after FOUND with the next
    solution.
    """
    tree = search.tree
    top = tree.at[DEPTH]
    if tree.at[PHASE] == LEAVE_SOLUTION:
        if top == tree.at[FLOOR]:
            return EXHAUSTED
        # A level with a solution may lead to more of them: never jump over it.
        blame_all(search.reasons.of_level[top - ONE])
        tree.at[DEPTH], tree.at[PHASE] = top - ONE, TRY_CANDIDATES
    return search_levels(search, top, node_budget)


@inlined
def search_levels(search: PairSearch, top: np.uint64, node_budget: int) -> int:
    """Search on the present level and those above; the levels below `top` are filled.

    Candidates are listed in one place of the loop and placed in one place, for search
    and shaving alike: with two of each, the kernel takes twice the time to compile.
    """
    tree, level, phase = search.tree, search.tree.at[DEPTH], search.tree.at[PHASE]
    here = level  # where the next piece is placed: above `level` only in a probe
    cells = np.uint64(len(search.sets.slot_pair))  # as a cell: none
    limit = np.uint64(search.options[SHAVING_LIMIT])
    mode, outcome = SEARCH, PAUSED
    place, best_cell = ZERO, cells  # the next cell of the front to shave; the best one
    survivors = ZERO
    weight, least_weight = 0.0, 0.0  # of the survivors of a cell; of the best cell
    while True:
        top = take_back_to(search, here, top)

        # If a list of candidates is needed, choose a cell and list its candidates.
        cell = cells
        if phase == OPEN_LEVEL:
            mode = open_level(tree, level, limit)
            place, best_cell = ZERO, cells
            least_weight = np.inf if search.options[URGENCY] == SURVIVORS else 0.0
            phase = LIST_CANDIDATES
        if here > level:
            cell = cell_of_probe(search, here)
        elif phase == LIST_CANDIDATES:
            cell, mode, place = choose_cell(search, level, mode, place, best_cell)
            survivors, weight, phase = ZERO, 0.0, TRY_CANDIDATES
        if cell != cells:
            mode = list_level(search, level, here, cell, mode)

        # Decide what to do, and place the next candidate if there is one to place.
        if here > level:
            step = step_of_probe(search, here, cell != cells)
        else:
            step = step_of_level(tree, level, mode, survivors, weight < least_weight)
        if step == PLACE:
            if mode == SEARCH and is_branch(tree, level):
                if node_budget <= 0:
                    break
                tree.nodes[0] += 1
                node_budget -= 1
            top = here + ONE
            if not place_next(search, here):
                step = FAIL
            elif mode != SEARCH:
                here = top
                step = SURVIVE if here == tree.levels[0] else PLACE
            else:
                level, here, phase = top, top, OPEN_LEVEL
                keep_fullest(tree, level)
                if level == tree.at[CEILING]:
                    phase, outcome = LEAVE_SOLUTION, FOUND
                    break

        # Draw the conclusions.
        if step == SURVIVE:
            weight += keep_survivor(tree, level, here, survivors)
            survivors += ONE
            here = level
        elif step == FAIL:
            blame_for_failure(search, level, here)
            here = level
        elif step == NEXT_CELL:
            if weight < least_weight:
                least_weight, best_cell = weight, shaved_cell(tree, level)
            phase = LIST_CANDIDATES
        elif step == KEEP_SURVIVORS:
            keep_survivors(tree, level, mode, survivors)
            mode = SEARCH
        elif step == GO_BACK:
            target = jump_target(search, level)
            if target < np.int64(tree.at[FLOOR]):
                outcome = EXHAUSTED
                break
            level = here = np.uint64(target)
    tree.at[DEPTH], tree.at[PHASE] = level, phase
    return outcome


@compiled
def return_to(search: PairSearch, level: np.uint64) -> None:
    """Take back the pieces from a level on; continue with its candidates."""
    take_back_to(search, level, search.tree.at[DEPTH])
    search.tree.at[DEPTH], search.tree.at[PHASE] = level, TRY_CANDIDATES
