"""probSAT: flip a variable of a random false clause (Balint and Schöning, SAT 2012).

The probability of a variable depends only on the number of clauses that its flip makes
false, and is read from a table.
"""

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled
from edgematch.kernels.random_draws import draw_below
from edgematch.kernels.tree import FOUND, PAUSED

from .walk import FALSE, RESTARTS, SINCE, ClauseTables, WalkState, flip, restart

INITIAL_WEIGHT = 1
_FINE = 1 << 30


@compiled
def advance(
    clauses: ClauseTables,
    walk: WalkState,
    chance: NDArray[np.float64],
    cutoff: int,
    budget: int,
) -> int:
    """Continue for `budget` flips, or until no clause is false."""
    for _ in range(budget):
        if walk.count[FALSE] == 0:
            return FOUND
        if cutoff > 0 and walk.count[SINCE] >= cutoff:
            walk.count[RESTARTS] += 1
            restart(clauses, walk, INITIAL_WEIGHT)
            continue
        clause = walk.false[draw_below(walk.random, walk.count[FALSE])]
        flip(clauses, walk, _choose_variable(clauses, walk, chance, clause))
    return FOUND if walk.count[FALSE] == 0 else PAUSED


@compiled
def _choose_variable(
    clauses: ClauseTables, walk: WalkState, chance: NDArray[np.float64], clause: int
) -> int:
    total = 0.0
    for at in range(clauses.first[clause], clauses.first[clause + 1]):
        variable = clauses.literal[at] >> np.uint32(1)
        total += chance[min(walk.lose[variable], chance.size - 1)]
    point = total * draw_below(walk.random, _FINE) / _FINE
    variable = np.int64(clauses.literal[clauses.first[clause]] >> np.uint32(1))
    for at in range(clauses.first[clause], clauses.first[clause + 1]):
        variable = np.int64(clauses.literal[at] >> np.uint32(1))
        point -= chance[min(walk.lose[variable], chance.size - 1)]
        if point < 0:
            break
    return variable
