"""Clauses simplified by CaDiCaL's preprocessing, as python-sat offers it.

Variables that mean something are kept, so that a model can still be read; the others
may be eliminated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import Formula
from edgematch.encoders.optional import imported

_ROUNDS = 3


@dataclass(frozen=True)
class Preprocessed(Clauses):
    """The clauses that are left."""

    clauses: tuple[tuple[int, ...], ...] = ()

    def __iter__(self) -> Iterator[Sequence[int]]:
        """Yield the clauses."""
        return iter(self.clauses)

    def size(self) -> tuple[int, int]:
        """Return how many variables occur, and how many clauses there are."""
        return len({abs(each) for c in self.clauses for each in c}), len(self.clauses)

    def highest(self) -> int:
        """Return the highest number of a variable: some below it may be gone."""
        return max((abs(each) for c in self.clauses for each in c), default=0)


def preprocessed(clauses: Clauses, keep_meanings: bool = True) -> Preprocessed:
    """Simplify clauses; with `keep_meanings` no variable with a meaning goes away."""
    kept = range(1, len(clauses.formula.meanings) + 1) if keep_meanings else ()
    processor = imported("pysat.process").Processor(bootstrap_with=list(clauses))
    with processor:
        left = processor.process(rounds=_ROUNDS, freeze=list(kept))
        rest = tuple(tuple(clause) for clause in left.clauses)
        if processor.status is False:
            rest = ((1,), (-1,))
    formula: Formula = clauses.formula
    return Preprocessed(formula, clauses.at_most_one, clauses.exactly, rest)
