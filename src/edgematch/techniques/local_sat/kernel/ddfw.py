"""DDFW: divide and distribute fixed weights (Ishtaiwi et al., CP 2005).

Flip the variable that reduces the weight of the false clauses the most.  In a local
minimum, move weight to each false clause from a true one that shares a literal with it.
Heule found UBCSAT's version the fastest (section 6), so what the paper on DDFW leaves
open is done as there: the constants; the probability of a variable among equals is
proportional to the number of false clauses that it is in; of equally heavy neighbors
the last one gives weight; and a round of moving weights is a step like a flip.
"""

import numpy as np

from edgematch.kernels.compiled import compiled
from edgematch.kernels.random_draws import draw_below
from edgematch.kernels.tree import FOUND, PAUSED

from .walk import (
    FALSE,
    GOOD,
    RESTARTS,
    SINCE,
    ClauseTables,
    WalkState,
    add_make,
    flip,
    look_again,
    restart,
)

INITIAL_WEIGHT = 8
_SIDEWAYS = 15
"""Percentage of flips without effect on the weight, if there is no better one."""
_ANY_CLAUSE = 1
"""Percentage of weight that comes from any clause instead of a neighbor."""
_TRIES = 1_000


@compiled
def advance(clauses: ClauseTables, walk: WalkState, cutoff: int, budget: int) -> int:
    """Continue for `budget` steps, or until no clause is false.

    A step is a flip, or a round of moving weights, which can take as long.
    """
    for _ in range(budget):
        if walk.count[FALSE] == 0:
            return FOUND
        if cutoff > 0 and walk.count[SINCE] >= cutoff:
            walk.count[RESTARTS] += 1
            restart(clauses, walk, INITIAL_WEIGHT)
            continue
        variable = _best(walk)
        if variable < 0 and draw_below(walk.random, 100) < _SIDEWAYS:
            variable = _sideways(clauses, walk)
        if variable < 0:
            _distribute(clauses, walk)
            walk.count[SINCE] += 1
        else:
            flip(clauses, walk, variable)
    return FOUND if walk.count[FALSE] == 0 else PAUSED


@compiled
def _best(walk: WalkState) -> int:
    """Return the variable that reduces the weight the most; -1 if none does.

    Among equals, the probability is proportional to the number of false clauses.
    """
    best, most, chances = -1, 0, 0
    for place in range(walk.count[GOOD]):
        variable = np.int64(walk.good[place])
        gain = walk.make[variable] - walk.lose[variable]
        if gain > most:
            best, most, chances = variable, gain, np.int64(walk.in_false[variable])
        elif gain == most:
            chances += walk.in_false[variable]
            if draw_below(walk.random, chances) < walk.in_false[variable]:
                best = variable
    return best


@compiled
def _sideways(clauses: ClauseTables, walk: WalkState) -> int:
    """Return a variable of a false clause whose flip changes no weight; -1 if none."""
    chosen, equals = -1, 0
    for place in range(walk.count[FALSE]):
        clause = walk.false[place]
        for at in range(clauses.first[clause], clauses.first[clause + 1]):
            variable = np.int64(clauses.literal[at] >> np.uint32(1))
            if walk.make[variable] == walk.lose[variable]:
                equals += 1
                if draw_below(walk.random, equals) == 0:
                    chosen = variable
    return chosen


@compiled
def _distribute(clauses: ClauseTables, walk: WalkState) -> None:
    """Move weight to every false clause from a true one."""
    for place in range(walk.count[FALSE]):
        clause = walk.false[place]
        giver = _heaviest_neighbor(clauses, walk, clause)
        if giver < 0 or draw_below(walk.random, 100) < _ANY_CLAUSE:
            giver = _any_heavy(walk, giver)
        if giver < 0:
            continue
        amount = 2 if walk.weight[giver] > INITIAL_WEIGHT else 1
        walk.weight[giver] -= amount
        if walk.true_count[giver] == 1:
            only = walk.true_sum[giver]
            walk.lose[only] -= amount
            look_again(walk, only)
        walk.weight[clause] += amount
        add_make(clauses, walk, clause, amount, 0)


@compiled
def _heaviest_neighbor(clauses: ClauseTables, walk: WalkState, clause: int) -> int:
    """Return the last of the heaviest true clauses that share a literal.

    -1 if none of them has at least the initial weight.
    """
    heaviest, most = -1, INITIAL_WEIGHT
    for at in range(clauses.first[clause], clauses.first[clause + 1]):
        literal = clauses.literal[at]
        end = clauses.occurs_first[literal + 1]
        for other_at in range(clauses.occurs_first[literal], end):
            other = np.int64(clauses.occurs[other_at])
            if walk.weight[other] >= most and walk.true_count[other] > 0:
                heaviest, most = other, walk.weight[other]
    return heaviest


@compiled
def _any_heavy(walk: WalkState, otherwise: int) -> int:
    """Return a random true clause with at least the initial weight, if one is found."""
    for _ in range(_TRIES):
        clause = draw_below(walk.random, walk.weight.size)
        if walk.true_count[clause] > 0 and walk.weight[clause] >= INITIAL_WEIGHT:
            return clause
    return otherwise
