"""Clauses as the arrays of a local search."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edgematch.search.state_checks import check_below

from .kernel.walk import FALSE, GOOD, ClauseTables, WalkState

_SEED: Final = 0x9E3779B97F4A7C15
"""Spreads small seeds; a state of zero would stay zero."""


def clause_tables(clauses: Iterable[Sequence[int]], variables: int) -> ClauseTables:
    """Return a formula as arrays; its variables are numbered from 1."""
    literals, lengths = array("i"), array("I")
    for clause in clauses:
        literals.extend(clause)
        lengths.append(len(clause))
    signed = np.frombuffer(literals, np.int32)
    literal = (2 * (np.abs(signed) - 1) + (signed < 0)).astype(np.uint32)
    sizes = np.frombuffer(lengths, np.uint32)
    of_clause = np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes)
    order = np.argsort(literal, kind="stable")
    return ClauseTables(
        _firsts(sizes),
        literal,
        _firsts(np.bincount(literal, minlength=2 * variables)),
        of_clause[order],
    )


def _firsts(sizes: NDArray[np.generic]) -> NDArray[np.uint32]:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)


def fresh_walk(clauses: ClauseTables, variables: int, seed: int) -> WalkState:
    """Return the state before the first `restart`, which gives variables values."""
    number = len(clauses.first) - 1
    state = (seed + 1) * _SEED % 2**64
    return WalkState(
        value=np.zeros(variables, np.uint8),
        true_count=np.zeros(number, np.uint32),
        true_sum=np.zeros(number, np.uint32),
        weight=np.zeros(number, np.int32),
        make=np.zeros(variables, np.int32),
        lose=np.zeros(variables, np.int32),
        in_false=np.zeros(variables, np.int32),
        false=np.zeros(number, np.uint32),
        false_place=np.zeros(number, np.uint32),
        good=np.zeros(variables, np.uint32),
        good_place=np.zeros(variables, np.uint32),
        count=np.array([0, 0, 0, 0, 0, number], np.int64),
        random=np.array([state or 1], np.uint64),
    )


def model_of(walk: WalkState) -> list[int]:
    """Return the values of the variables as literals."""
    return [
        number if value else -number
        for number, value in enumerate(walk.value.tolist(), 1)
    ]


def check_walk(clauses: ClauseTables, walk: WalkState) -> None:
    """Raise a `ValueError` unless a walk is possible.

    All but the weights, the random numbers and the order of two lists follows from the
    values of the variables.
    """
    variables, number = len(walk.value), len(walk.weight)
    check_below("value", walk.value, 2)
    check_below("count", walk.count, 2**62)
    of_clause = np.repeat(np.arange(number), np.diff(clauses.first))
    variable = clauses.literal >> np.uint32(1)
    is_true = walk.value[variable] != (clauses.literal & np.uint32(1))
    true_sum = np.zeros(number, np.uint32)
    np.bitwise_xor.at(true_sum, of_clause[is_true], variable[is_true])
    true_count = np.bincount(of_clause[is_true], minlength=number)
    is_false, weight = true_count == 0, walk.weight
    in_false = variable[is_false[of_clause]]
    only = true_sum[true_count == 1]
    expected: dict[str, NDArray[Any]] = {
        "true_count": true_count,
        "true_sum": true_sum,
        "in_false": np.bincount(in_false, minlength=variables),
        "make": np.bincount(
            in_false, weight[of_clause[is_false[of_clause]]], minlength=variables
        ),
        "lose": np.bincount(only, weight[true_count == 1], minlength=variables),
    }
    for name, values in expected.items():
        if not np.array_equal(values, getattr(walk, name)):
            raise ValueError(f"{name} does not follow from the values")
    _check_list("false", walk.false, walk.false_place, walk.count[FALSE], is_false)
    is_good = walk.make > walk.lose
    _check_list("good", walk.good, walk.good_place, walk.count[GOOD], is_good)
    if not np.array_equal(walk.good_place == variables, ~is_good) or not walk.random[0]:
        raise ValueError("good_place or random is wrong")


def _check_list(
    name: str,
    members: NDArray[np.uint32],
    places: NDArray[np.uint32],
    count: int,
    is_member: NDArray[np.bool_],
) -> None:
    """Raise unless a list begins with its members, each of which knows its place."""
    first = members[: min(count, len(members))]
    check_below(name, members, len(members))
    if not (
        count == is_member.sum()
        and np.array_equal(places[first], np.arange(count))
        and is_member[first].all()
    ):
        raise ValueError(f"{name} does not follow from the values")
