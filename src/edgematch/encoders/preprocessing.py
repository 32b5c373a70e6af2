"""Simplification of clauses by CaDiCaL's preprocessing, through python-sat.

Variables with a meaning are kept, so that a model can still be decoded; the others may
be eliminated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgematch.encoders.cardinality import Clauses
from edgematch.encoders.formula import Formula
from edgematch.encoders.optional import import_optional

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


def simplify_clauses(clauses: Clauses, keep_meanings: bool = True) -> Preprocessed:
    """Simplify clauses; with `keep_meanings` all variables with a meaning are kept."""
    kept = range(1, len(clauses.formula.meanings) + 1) if keep_meanings else ()
    processor = import_optional("pysat.process").Processor(bootstrap_with=list(clauses))
    with processor:
        left = processor.process(rounds=_ROUNDS, freeze=list(kept))
        rest = tuple(tuple(clause) for clause in left.clauses)
        if processor.status is False:
            rest = ((1,), (-1,))
    formula: Formula = clauses.formula
    return Preprocessed(formula, clauses.at_most_one, clauses.exactly, rest)
