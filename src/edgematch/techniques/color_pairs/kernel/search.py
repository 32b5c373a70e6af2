"""The tree search of ColorPairs (Benoist, Bourreau, §5), with backjumping and shaving.

It keeps no domains, only the offer and the demand of each color pair (`sets.py`).  One
piece is placed on each level of the tree.  It counts as a node if the search branches
there; a piece that a rule infers to be the only one for its cell does not count, and
neither does one that is placed only as a probe, by shaving.

`advance` is the loop.  Its *phase* says what comes next on the present level, its
*mode* whether candidates are searched or only probed.
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

OPEN_LEVEL: Final = 0
"""Phase: the cell of the level is still to be chosen."""
TRY_CANDIDATES: Final = 1
"""Phase: the next candidate of the level is to be tried."""
LEAVE_SOLUTION: Final = 2
"""Phase: a solution was returned; its last piece is to be taken back."""
LIST_CANDIDATES: Final = 3
"""Phase: a cell is to be chosen and its candidates listed; no search pauses here."""

SEARCH: Final = 0
"""Mode: candidates are placed and the levels above them searched."""
SHAVE_FRONT: Final = 1
"""Mode: the candidates of one cell of the front after another are probed."""
SHAVE_CHOSEN: Final = 2
"""Mode: the candidates of the chosen cell are probed before they are searched."""

(
    PLACE,  # the next candidate
    SURVIVE,  # the candidate being probed does not fail
    FAIL,  # the candidate fails
    NEXT_CELL,  # shaving learned enough about this cell
    KEEP_SURVIVORS,  # the candidates that survived are those to search
    GO_BACK,  # every candidate of the level has failed
) = range(6)
"""What the search does next."""


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
    """Return whether a piece on a level counts as a node: no rule inferred it."""
    return tree.is_inferred[level] == 0 or tree.end[level] - tree.first[level] > 1


@inlined
def next_to_shave(sets: Sets, limit: np.uint64, place: np.uint64) -> np.uint64:
    """Return the next place in the front of a cell with at most `limit` pieces."""
    while place < sets.counters[FRONT]:
        pair = fewest_pieces(sets, np.uint64(sets.front[place]))
        if pair != NONE and np.uint64(sets.pair[pair, OFFERS]) <= limit:
            return place
        place += ONE
    return place


@inlined
def open_level(tree: Tree, level: np.uint64, limit: np.uint64) -> int:
    """Make an empty list of candidates for a level; return the mode it begins in."""
    tree.first[level] = tree.end[level - ONE] if level > ZERO else 0
    tree.is_inferred[level] = 0
    return SHAVE_FRONT if limit > ZERO else SEARCH


@inlined
def choose_cell(
    pairs: Pairs,
    options: NDArray[np.int64],
    sets: Sets,
    estimates: Estimates,
    tree: Tree,
    level: np.uint64,
    mode: int,
    place: np.uint64,
    best_cell: np.uint64,
) -> tuple[np.uint64, int, np.uint64]:
    """Return the cell to list the candidates of, the mode, and the place to go on from.

    While the front is shaved it is the next cell there.  Then it is the best cell that
    shaving found, if any; else one that a single piece is left for (instantiation,
    §3.1); else the one that the branching strategy chooses (§5.1).
    """
    cells = np.uint64(len(sets.slot_pair))
    if mode == SHAVE_FRONT:
        place = next_to_shave(sets, np.uint64(options[SHAVING_LIMIT]), place)
        if place < sets.counters[FRONT]:
            return np.uint64(sets.front[place]), mode, place + ONE
        mode = SHAVE_CHOSEN
    cell = best_cell
    if cell == cells and options[HAS_INSTANTIATION] == 1:
        cell = forced_cell(sets)
        tree.is_inferred[level] = cell != cells
    if cell == cells:
        cell = next_cell(pairs, options, sets, estimates)
    return cell, mode, place


@inlined
def list_level(
    pairs: Pairs,
    sets: Sets,
    reasons: Reasons,
    tree: Tree,
    level: np.uint64,
    cell: np.uint64,
    is_explained: bool,
) -> np.uint64:
    """Make the candidates of a cell those of a level; return how many there are."""
    first = np.uint64(tree.first[level])
    forget(reasons.of_level[level])
    end = list_candidates(
        pairs,
        sets,
        reasons.of_pair,
        cell,
        tree.candidates,
        first,
        reasons.of_level[level],
        is_explained,
    )
    tree.next[level], tree.end[level] = first, end
    return end - first


@inlined
def step_of_probe(
    tree: Tree, reasons: Reasons, here: np.uint64, is_forced: bool
) -> int:
    """Return what to do above the level being shaved: only forced pieces follow."""
    if not is_forced or tree.end[here] - tree.first[here] > 1:
        return SURVIVE
    if tree.end[here] > tree.first[here]:
        return PLACE
    forget(reasons.latest)  # the reason of the level says why nothing fits
    return FAIL


@inlined
def step_of_level(
    tree: Tree, level: np.uint64, mode: int, survivors: np.uint64, is_better: bool
) -> int:
    """Return what to do on a level none of whose candidates is on the board.

    Two survivors are enough to know that shaving infers nothing for a cell; if it also
    compares cells, it goes on while this one may still be the best.
    """
    has_enough = mode == SHAVE_FRONT and survivors >= TWO
    if tree.next[level] < tree.end[level] and (not has_enough or is_better):
        return PLACE
    if has_enough:
        return NEXT_CELL
    if mode != SEARCH:
        return KEEP_SURVIVORS
    return GO_BACK


@inlined
def keep_survivors(
    tree: Tree, level: np.uint64, mode: int, survivors: np.uint64
) -> None:
    """Search the survivors among the candidates of a level, which come first."""
    tree.next[level] = tree.first[level]
    tree.end[level] = np.uint64(tree.first[level]) + survivors
    if mode == SHAVE_FRONT:  # at most one survived: it is inferred
        tree.is_inferred[level] = 1


@inlined
def blame_for_failure(reasons: Reasons, level: np.uint64, here: np.uint64) -> None:
    """Add to the reason of a level why its candidate failed, forced pieces included."""
    join(reasons.of_level[level], reasons.latest)
    while here > level:
        join(reasons.of_level[level], reasons.of_level[here])
        here -= ONE


@inlined
def jump_target(
    options: NDArray[np.int64], reasons: Reasons, level: np.uint64
) -> np.int64:
    """Return the level to go back to when every candidate of a level has failed."""
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
        # There is more to find below a level with a solution: never jump over it.
        blame_all(reasons.of_level[level])
        phase = np.uint64(TRY_CANDIDATES)
    while True:
        while top > here:
            top -= ONE
            leave_level(pairs, options, sets, remains, tree, top)

        # Choose the cell whose candidates are to be listed, if any.
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

        if step == SURVIVE:
            kept = np.uint64(tree.first[level]) + survivors
            tree.candidates[kept] = tree.chosen[level]
            survivors += ONE
            # The more pieces it forces, the less is left to search above it.
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
    """Take back the pieces of a level and those above; its next candidate is next."""
    top = tree.at[DEPTH]
    while top > level:
        top -= ONE
        leave_level(pairs, options, sets, remains, tree, top)
    tree.at[DEPTH], tree.at[PHASE] = level, TRY_CANDIDATES
