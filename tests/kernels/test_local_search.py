"""Walks on formulas: what they keep up to date is what counting anew gives.

Run compiled, with NUMBA_DISABLE_JIT=1 and with NUMBA_BOUNDSCHECK=1: `make kernels`.
"""

from random import Random

import numpy as np
import pytest

from edgematch.kernels.tree import FOUND, PAUSED
from edgematch.techniques.local_sat.kernel import ddfw, probsat
from edgematch.techniques.local_sat.kernel import walk as local_search
from edgematch.techniques.local_sat.kernel.walk import (
    FALSE,
    FLIPS,
    GOOD,
    RESTARTS,
    SINCE,
)
from edgematch.techniques.local_sat.tables import clause_tables, fresh_walk, model_of

CHANCE = 2.5 ** -np.arange(50.0)


def random_clauses(seed, variables=12, clauses=40):
    """A formula with a model: the one where all variables are true."""
    random = Random(seed)
    made = []
    while len(made) < clauses:
        names = random.sample(range(1, variables + 1), random.randint(1, 4))
        clause = [name if random.random() < 0.6 else -name for name in names]
        if max(clause) > 0:
            made.append(clause)
    return made


def walk_on(clauses, variables, seed, weight):
    tables = clause_tables(clauses, variables)
    walk = fresh_walk(tables, variables, seed)
    local_search.restart(tables, walk, weight)
    return tables, walk


def check(clauses, walk):
    """Compare all that is kept with what the values and weights say."""
    model = set(model_of(walk))
    make = np.zeros(walk.value.size, int)
    lose = np.zeros(walk.value.size, int)
    in_false = np.zeros(walk.value.size, int)
    false = set()
    for number, clause in enumerate(clauses):
        true = [literal for literal in clause if literal in model]
        assert walk.true_count[number] == len(true)
        if not true:
            false.add(number)
            for literal in clause:
                make[abs(literal) - 1] += walk.weight[number]
                in_false[abs(literal) - 1] += 1
        if len(true) == 1:
            assert walk.true_sum[number] == abs(true[0]) - 1
            lose[abs(true[0]) - 1] += walk.weight[number]
    assert set(walk.false[: walk.count[FALSE]].tolist()) == false
    assert walk.make.tolist() == make.tolist()
    assert walk.lose.tolist() == lose.tolist()
    assert walk.in_false.tolist() == in_false.tolist()
    good = set(np.flatnonzero(make > lose).tolist())
    assert set(walk.good[: walk.count[GOOD]].tolist()) == good


@pytest.mark.parametrize("seed", range(5))
def test_a_flip_keeps_everything_up_to_date(seed):
    clauses = random_clauses(seed)
    tables, walk = walk_on(clauses, 12, seed, 3)
    check(clauses, walk)
    random = Random(seed)
    for _ in range(30):
        local_search.flip(tables, walk, random.randrange(12))
        check(clauses, walk)


def step(algorithm, tables, walk, cutoff, budget):
    if algorithm == "ddfw":
        return ddfw.advance(tables, walk, cutoff, budget)
    return probsat.advance(tables, walk, CHANCE, cutoff, budget)


@pytest.mark.parametrize("algorithm", ["ddfw", "probsat"])
@pytest.mark.parametrize("seed", range(4))
def test_a_walk_comes_to_a_model_and_keeps_count(algorithm, seed):
    clauses = random_clauses(seed, 15, 60)
    weight = {"ddfw": ddfw, "probsat": probsat}[algorithm].INITIAL_WEIGHT
    tables, walk = walk_on(clauses, 15, seed, weight)
    for _ in range(400):
        outcome = step(algorithm, tables, walk, 0, 10)
        check(clauses, walk)
        assert walk.weight.sum() == weight * len(clauses)
        if outcome == FOUND:
            break
    model = set(model_of(walk))
    assert all(model.intersection(clause) for clause in clauses)


@pytest.mark.small
@pytest.mark.parametrize("algorithm", ["ddfw", "probsat"])
def test_where_a_walk_pauses_changes_nothing(algorithm):
    clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], *random_clauses(1)]  # no model
    ends = []
    for budget in (1, 7, 140):
        tables, walk = walk_on(clauses, 12, 3, 8)
        for _ in range(140 // budget):
            assert step(algorithm, tables, walk, 0, budget) == PAUSED
        ends.append([array.tolist() for array in walk])
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("algorithm", ["ddfw", "probsat"])
def test_a_walk_begins_anew_after_so_many_steps(algorithm):
    clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], *random_clauses(2)]
    tables, walk = walk_on(clauses, 12, 1, 8)
    step(algorithm, tables, walk, 10, 200)
    assert walk.count[RESTARTS] > 2
    assert walk.count[SINCE] <= 10 < walk.count[FLIPS]


def test_rounds_of_moving_weights_are_steps_too():
    clauses = [[1], [-1]]  # a flip is worth it only after weights have moved
    tables, walk = walk_on(clauses, 1, 0, ddfw.INITIAL_WEIGHT)
    ddfw.advance(tables, walk, 0, 50)
    assert walk.count[SINCE] == 50 > walk.count[FLIPS]


def give_weight(clauses, weights):
    """Make all variables false, let weights move once; return what they were given."""
    tables, walk = walk_on(clauses, 3, 0, 0)
    for variable in np.flatnonzero(walk.value):
        local_search.flip(tables, walk, variable)
    for clause, weight in enumerate(weights):
        walk.weight[clause] = weight
    ddfw._distribute(tables, walk)
    return (walk.weight - weights).tolist()


def test_the_last_of_the_heaviest_neighbors_gives_weight():
    clauses = [[1, 2], [1, -3], [2, -3], [1, 2, -3], [-1, -2]]
    # The first is false, the next three share a literal with it, the last none.
    gains = [give_weight(clauses, [8, 9, 9, 8, 20]) for _ in range(5)]
    assert gains == [[2, 0, -2, 0, 0]] * 5


def test_a_neighbor_that_has_lost_weight_gives_none():
    clauses = [[1, 2], [1, -3], [-1, -2]]
    assert give_weight(clauses, [9, 7, 8]) == [1, 0, -1]


def test_of_equal_variables_that_in_more_false_clauses_is_the_likelier():
    # Variable 1 is in three clauses of weight 1, variable 2 in one of weight 3.
    clauses = [[1], [1], [1], [2]]
    chosen = []
    for seed in range(400):
        tables, walk = walk_on(clauses, 2, seed, 1)
        for variable in np.flatnonzero(walk.value):
            local_search.flip(tables, walk, variable)
        walk.weight[3] = 3
        walk.make[1] = 3
        chosen.append(ddfw._best(walk))
    assert 250 < chosen.count(0) < 350
