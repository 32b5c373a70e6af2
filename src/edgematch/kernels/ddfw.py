"""DDFW: divide and distribute fixed weights (Ishtaiwi et al., CP 2005).

Flip the variable that takes most weight off the false clauses.  In a local minimum,
move weight to each false clause from a true one that shares a literal with it.  What
UBCSAT runs by this name, with its numbers; Heule found it the fastest (section 6).
"""

import numpy as np

from edgematch.kernels.compiled import compiled
from edgematch.kernels.local_search import (
    FALSE,
    FOUND,
    GOOD,
    PAUSED,
    RESTARTS,
    SINCE,
    Clauses,
    Walk,
    drawn,
    flip,
    look_again,
    restart,
)

INITIAL_WEIGHT = 8
_SIDEWAYS = 15
"""Percent of flips that change nothing, where there is nothing better."""
_ANY_CLAUSE = 1
"""Percent of weight that comes from any clause, not from a neighbor."""
_TRIES = 1_000


@compiled
def advance(clauses: Clauses, walk: Walk, cutoff: int, budget: int) -> int:
    """Go on for so many steps, or until no clause is false.

    A step is a flip, or a round of moving weights: that can take as long.
    """
    for _ in range(budget):
        if walk.count[FALSE] == 0:
            return FOUND
        if cutoff > 0 and walk.count[SINCE] >= cutoff:
            walk.count[RESTARTS] += 1
            restart(clauses, walk, INITIAL_WEIGHT)
            continue
        variable = _best(walk)
        if variable < 0 and drawn(walk, 100) < _SIDEWAYS:
            variable = _sideways(clauses, walk)
        if variable < 0:
            _distribute(clauses, walk)
        else:
            flip(clauses, walk, variable)
    return FOUND if walk.count[FALSE] == 0 else PAUSED


@compiled
def _best(walk: Walk) -> int:
    """Return the variable that takes off most weight, any of equals; -1 if none."""
    best, most, equals = -1, 0, 0
    for place in range(walk.count[GOOD]):
        variable = np.int64(walk.good[place])
        gain = walk.make[variable] - walk.lose[variable]
        if gain > most:
            best, most, equals = variable, gain, 1
        elif gain == most:
            equals += 1
            if drawn(walk, equals) == 0:
                best = variable
    return best


@compiled
def _sideways(clauses: Clauses, walk: Walk) -> int:
    """Return a variable of a false clause whose flip changes no weight; -1 if none."""
    chosen, equals = -1, 0
    for place in range(walk.count[FALSE]):
        clause = walk.false[place]
        for at in range(clauses.first[clause], clauses.first[clause + 1]):
            variable = np.int64(clauses.literal[at] >> np.uint32(1))
            if walk.make[variable] == walk.lose[variable]:
                equals += 1
                if drawn(walk, equals) == 0:
                    chosen = variable
    return chosen


@compiled
def _distribute(clauses: Clauses, walk: Walk) -> None:
    """Give every false clause some weight of a true one."""
    for place in range(walk.count[FALSE]):
        clause = walk.false[place]
        giver = _heaviest_neighbor(clauses, walk, clause)
        if (
            giver < 0
            or walk.weight[giver] < INITIAL_WEIGHT
            or drawn(walk, 100) < _ANY_CLAUSE
        ):
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
        for at in range(clauses.first[clause], clauses.first[clause + 1]):
            variable = clauses.literal[at] >> np.uint32(1)
            walk.make[variable] += amount
            look_again(walk, variable)


@compiled
def _heaviest_neighbor(clauses: Clauses, walk: Walk, clause: int) -> int:
    """Return the heaviest true clause that shares a literal; -1 if there is none."""
    heaviest, most, equals = -1, 0, 0
    for at in range(clauses.first[clause], clauses.first[clause + 1]):
        literal = clauses.literal[at]
        end = clauses.occurs_first[literal + 1]
        for other_at in range(clauses.occurs_first[literal], end):
            other = np.int64(clauses.occurs[other_at])
            if walk.true_count[other] == 0:
                continue
            weight = walk.weight[other]
            if weight > most:
                heaviest, most, equals = other, weight, 1
            elif weight == most:
                equals += 1
                if drawn(walk, equals) == 0:
                    heaviest = other
    return heaviest


@compiled
def _any_heavy(walk: Walk, otherwise: int) -> int:
    """Return any true clause that has not lost weight, if one is found soon."""
    for _ in range(_TRIES):
        clause = drawn(walk, walk.weight.size)
        if walk.true_count[clause] > 0 and walk.weight[clause] >= INITIAL_WEIGHT:
            return clause
    return otherwise
