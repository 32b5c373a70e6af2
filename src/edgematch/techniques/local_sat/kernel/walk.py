"""The state of a local search on clauses, and the flip of a variable.

For each clause the number of true literals is kept and, if it is one, which; for each
variable, the weight of the false clauses that its flip would make true (`make`) and of
the true ones that it would make false (`lose`).  All clauses start with one weight.

Literals are numbers: twice the variable, plus one if it is negated.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.compiled import compiled, inlined
from edgematch.kernels.random_draws import draw_below

FALSE, GOOD, FLIPS, RESTARTS, SINCE, FEWEST = range(6)
"""Slots of `WalkState.count`: false clauses, good variables, flips, restarts, steps
since the last restart, and the fewest false clauses so far."""


class ClauseTables(NamedTuple):
    """A formula of C clauses and V variables with L literals in all."""

    first: NDArray[np.uint32]
    """Where the literals of each clause begin, (C + 1,)."""
    literal: NDArray[np.uint32]
    """(L,)"""
    occurs_first: NDArray[np.uint32]
    """Where the clauses of each literal begin, (2V + 1,)."""
    occurs: NDArray[np.uint32]
    """(L,)"""


class WalkState(NamedTuple):
    """The state of a walk: copy it to fork."""

    value: NDArray[np.uint8]
    """Whether each variable is true, (V,)."""
    true_count: NDArray[np.uint32]
    """True literals of each clause, (C,)."""
    true_sum: NDArray[np.uint32]
    """The variables of the true literals of each clause, one xor the other, (C,)."""
    weight: NDArray[np.int32]
    """(C,)"""
    make: NDArray[np.int32]
    """(V,)"""
    lose: NDArray[np.int32]
    """(V,)"""
    in_false: NDArray[np.int32]
    """How many false clauses each variable is in, (V,)."""
    false: NDArray[np.uint32]
    """The false clauses come first, (C,)."""
    false_place: NDArray[np.uint32]
    """Where each clause is in that list, while it is false, (C,)."""
    good: NDArray[np.uint32]
    """The variables that make more than they lose come first, (V,)."""
    good_place: NDArray[np.uint32]
    """Where each variable is in that list, if it is; else V, (V,)."""
    count: NDArray[np.int64]
    """By the slots above, (6,)."""
    random: NDArray[np.uint64]
    """The state of the random numbers, (1,)."""


@inlined
def look_again(walk: WalkState, variable: int) -> None:
    """Update the list of good variables after a change of one."""
    none = np.uint32(walk.good.size)
    place = walk.good_place[variable]
    is_good = walk.make[variable] > walk.lose[variable]
    if is_good and place == none:
        walk.good_place[variable] = walk.count[GOOD]
        walk.good[walk.count[GOOD]] = variable
        walk.count[GOOD] += 1
    elif not is_good and place != none:
        walk.count[GOOD] -= 1
        last = walk.good[walk.count[GOOD]]
        walk.good[place] = last
        walk.good_place[last] = place
        walk.good_place[variable] = none


@inlined
def add_make(
    clauses: ClauseTables, walk: WalkState, clause: int, weight: int, falsified: int
) -> None:
    """Add to the `make` of all variables of a clause.

    `falsified` is 1 if that is because the clause became false, -1 true, 0 neither.
    """
    for at in range(clauses.first[clause], clauses.first[clause + 1]):
        variable = clauses.literal[at] >> np.uint32(1)
        walk.make[variable] += weight
        walk.in_false[variable] += falsified
        look_again(walk, variable)


@compiled
def flip(clauses: ClauseTables, walk: WalkState, variable: int) -> None:
    """Flip the value of a variable."""
    value = walk.value[variable] ^ np.uint8(1)
    walk.value[variable] = value
    now_true = 2 * variable + (0 if value else 1)
    now_false = now_true ^ 1
    for at in range(clauses.occurs_first[now_true], clauses.occurs_first[now_true + 1]):
        clause = clauses.occurs[at]
        weight = walk.weight[clause]
        before = walk.true_count[clause]
        walk.true_count[clause] = before + 1
        if before == 0:
            walk.count[FALSE] -= 1
            last = walk.false[walk.count[FALSE]]
            place = walk.false_place[clause]
            walk.false[place] = last
            walk.false_place[last] = place
            add_make(clauses, walk, clause, -weight, -1)
            walk.lose[variable] += weight
        elif before == 1:
            other = walk.true_sum[clause]
            walk.lose[other] -= weight
            look_again(walk, other)
        walk.true_sum[clause] ^= np.uint32(variable)
    end = clauses.occurs_first[now_false + 1]
    for at in range(clauses.occurs_first[now_false], end):
        clause = clauses.occurs[at]
        weight = walk.weight[clause]
        after = walk.true_count[clause] - 1
        walk.true_count[clause] = after
        walk.true_sum[clause] ^= np.uint32(variable)
        if after == 0:
            walk.false[walk.count[FALSE]] = clause
            walk.false_place[clause] = walk.count[FALSE]
            walk.count[FALSE] += 1
            walk.lose[variable] -= weight
            add_make(clauses, walk, clause, weight, 1)
        elif after == 1:
            other = walk.true_sum[clause]
            walk.lose[other] += weight
            look_again(walk, other)
    look_again(walk, variable)
    walk.count[FLIPS] += 1
    walk.count[SINCE] += 1
    walk.count[FEWEST] = min(walk.count[FEWEST], walk.count[FALSE])


@compiled
def restart(clauses: ClauseTables, walk: WalkState, weight: int) -> None:
    """Start again: random values, and the same weight for all clauses."""
    for variable in range(walk.value.size):
        walk.value[variable] = draw_below(walk.random, 2)
        walk.make[variable] = walk.lose[variable] = walk.in_false[variable] = 0
        walk.good_place[variable] = walk.good.size
    walk.count[FALSE] = walk.count[GOOD] = walk.count[SINCE] = 0
    for clause in range(walk.weight.size):
        walk.weight[clause] = weight
        walk.true_count[clause] = walk.true_sum[clause] = 0
        for at in range(clauses.first[clause], clauses.first[clause + 1]):
            literal = clauses.literal[at]
            variable = literal >> np.uint32(1)
            if walk.value[variable] != literal & np.uint32(1):
                walk.true_count[clause] += 1
                walk.true_sum[clause] ^= variable
        if walk.true_count[clause] == 0:
            walk.false[walk.count[FALSE]] = clause
            walk.false_place[clause] = walk.count[FALSE]
            walk.count[FALSE] += 1
            for at in range(clauses.first[clause], clauses.first[clause + 1]):
                walk.make[clauses.literal[at] >> np.uint32(1)] += weight
                walk.in_false[clauses.literal[at] >> np.uint32(1)] += 1
        elif walk.true_count[clause] == 1:
            walk.lose[walk.true_sum[clause]] += weight
    for variable in range(walk.value.size):
        look_again(walk, variable)
    walk.count[FEWEST] = min(walk.count[FEWEST], walk.count[FALSE])
