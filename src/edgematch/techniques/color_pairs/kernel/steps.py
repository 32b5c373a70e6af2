"""The steps of the search loop: open a level, choose a cell, list, shave, jump back.

`search_levels` of `search.py` puts them together.  Its *phase* says what comes next on
the present level, its *mode* whether candidates are searched or only probed (shaving,
§6.2 of Benoist and Bourreau).
"""

from typing import Final

import numpy as np

from edgematch.kernels.compiled import inlined
from edgematch.kernels.tree import FLOOR
from edgematch.kernels.words import ONE, TWO, ZERO

from .candidates import CELL_SHIFT, fewest_pieces, list_candidates
from .choice import (
    HAS_BACKJUMPING,
    HAS_INSTANTIATION,
    SHAVING_LIMIT,
    STEPWISE,
    forced_cell,
    next_cell,
)
from .reasons import forget, join, latest_level
from .sets import FRONT, NONE, OFFERS, Sets
from .trial import PairSearch, Tree, leave_level, try_out

OPEN_LEVEL: Final = np.uint64(0)
"""Phase: the cell of the level is still to be chosen."""
TRY_CANDIDATES: Final = np.uint64(1)
"""Phase: the next candidate of the level is to be tried."""
LEAVE_SOLUTION: Final = np.uint64(2)
"""Phase: a solution was returned; its last piece is to be taken back."""
LIST_CANDIDATES: Final = np.uint64(3)
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
def take_back_to(search: PairSearch, here: np.uint64, top: np.uint64) -> np.uint64:
    """Take back the pieces of the levels from `here` up to `top`; return `here`."""
    while top > here:
        top -= ONE
        leave_level(search, top)
    return here


@inlined
def open_level(tree: Tree, level: np.uint64, limit: np.uint64) -> int:
    """Make an empty list of candidates for a level; return the mode it begins in."""
    tree.first[level] = tree.end[level - ONE] if level > ZERO else 0
    tree.is_inferred[level] = 0
    return SHAVE_FRONT if limit > ZERO else SEARCH


@inlined
def choose_cell(
    search: PairSearch,
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
    sets, options, _, _, tree = search
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
        cell = next_cell(options, sets)
    return cell, mode, place


@inlined
def cell_of_probe(search: PairSearch, here: np.uint64) -> np.uint64:
    """Return the cell of a forced piece above a level being shaved, if there is one."""
    search.tree.first[here] = search.tree.end[here - ONE]
    if search.options[HAS_INSTANTIATION] == 1:
        return forced_cell(search.sets)
    return np.uint64(len(search.sets.slot_pair))


@inlined
def list_level(
    search: PairSearch, level: np.uint64, here: np.uint64, cell: np.uint64, mode: int
) -> int:
    """Make the candidates of a cell those of the level `here`; return the mode.

    A chosen cell with more candidates than the limit of shaving is not shaved.
    """
    sets, options, _, reasons, tree = search
    first, reason = np.uint64(tree.first[here]), reasons.of_level[here]
    forget(reason)
    is_explained = options[HAS_BACKJUMPING] == 1
    end = list_candidates(
        sets, reasons.of_pair, cell, tree.candidates, first, reason, is_explained
    )
    tree.next[here], tree.end[here] = first, end
    is_long = end - first > np.uint64(options[SHAVING_LIMIT])
    return SEARCH if mode == SHAVE_CHOSEN and here == level and is_long else mode


@inlined
def step_of_probe(search: PairSearch, here: np.uint64, is_forced: bool) -> int:
    """Return what to do above the level being shaved: only forced pieces follow."""
    tree = search.tree
    if not is_forced or tree.end[here] - tree.first[here] > 1:
        return SURVIVE
    if tree.end[here] > tree.first[here]:
        return PLACE
    forget(search.reasons.latest)  # the reason of the level says why nothing fits
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
def place_next(search: PairSearch, here: np.uint64) -> bool:
    """Place the next candidate of a level; return False if it fails."""
    tree = search.tree
    candidate = np.uint64(tree.candidates[tree.next[here]])
    tree.next[here] += np.uint32(1)
    return try_out(search, here, candidate)


@inlined
def keep_survivor(
    tree: Tree, level: np.uint64, here: np.uint64, survivors: np.uint64
) -> float:
    """Add the candidate that was probed to the survivors; return its weight.

    The more pieces it forces, the less is left to search after it.
    """
    tree.candidates[np.uint64(tree.first[level]) + survivors] = tree.chosen[level]
    return 0.5 ** (np.int64(here) - np.int64(level) - 1)


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
def shaved_cell(tree: Tree, level: np.uint64) -> np.uint64:
    """Return the cell whose candidates are those of a level."""
    return np.uint64(tree.candidates[tree.first[level]]) >> CELL_SHIFT


@inlined
def blame_for_failure(search: PairSearch, level: np.uint64, here: np.uint64) -> None:
    """Add to the reason of a level why its candidate failed, forced pieces included."""
    if search.options[HAS_BACKJUMPING] == 1:
        reasons = search.reasons
        join(reasons.of_level[level], reasons.latest)
        while here > level:
            join(reasons.of_level[level], reasons.of_level[here])
            here -= ONE


@inlined
def jump_target(search: PairSearch, level: np.uint64) -> np.int64:
    """Return the level to go back to when every candidate of a level has failed.

    It takes over the reason; if it is below the floor, nothing is left to try.
    """
    options, reasons = search.options, search.reasons
    if options[HAS_BACKJUMPING] == 0:
        return np.int64(level) - 1
    if np.int64(level) < options[STEPWISE]:
        target = np.int64(level) - 1
    else:
        latest = latest_level(reasons.of_level[level], level)
        target = max(latest, np.int64(options[STEPWISE]) - 1)
    if target >= np.int64(search.tree.at[FLOOR]):
        join(reasons.of_level[target], reasons.of_level[level])
    return target
