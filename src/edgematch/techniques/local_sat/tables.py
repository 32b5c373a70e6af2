"""Clauses as the arrays of a local search."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .kernel.walk import ClauseTables, WalkState

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
