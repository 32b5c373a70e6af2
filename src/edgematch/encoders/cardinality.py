"""At most one, exactly one and exactly k as clauses, in several ways.

All but `product` are those of python-sat (`pysat.card`); `product` is Chen's, "A new
SAT encoding of the at-most-one constraint" (2010).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from math import isqrt
from typing import Final

from edgematch.encoders.formula import AtMostOne, Exactly, Formula
from edgematch.encoders.optional import import_optional
from edgematch.errors import UnknownName, nearest_names

AT_MOST_ONE: Final = {
    "pairwise": "",
    "sequential": "seqcounter",
    "ladder": "ladder",
    "bitwise": "bitwise",
    "product": "",
}
"""Ways to say at most one, and what python-sat calls them."""

EXACTLY: Final = {
    "totalizer": "totalizer",
    "sequential": "seqcounter",
    "sorting": "sortnetwrk",
    "cardinality": "cardnetwrk",
}
"""Ways to count to more than one: totalizer, counter, and two kinds of network."""

_FEW = 6
"""Up to this many literals, pairs take as few clauses as any other way."""
_ROUNDS = 3
"""Rounds of preprocessing."""


def check_ways(at_most_one: str, exactly: str) -> None:
    """Raise if one of these ways to encode a count does not exist."""
    for name, known in ((at_most_one, AT_MOST_ONE), (exactly, EXACTLY)):
        if name not in known:
            raise UnknownName(
                f"unknown encoding of counts {name!r};"
                f" choose one of {nearest_names(name, known)}"
            )


@dataclass(frozen=True)
class Clauses:
    """A formula in conjunctive normal form; its clauses are generated on demand."""

    formula: Formula
    at_most_one: str = "ladder"
    exactly: str = "sorting"

    def __post_init__(self) -> None:
        check_ways(self.at_most_one, self.exactly)

    def __iter__(self) -> Iterator[Sequence[int]]:
        """Yield the clauses, in the same order each time."""
        return chain.from_iterable(clauses for clauses, _ in self._with_top())

    def size(self) -> tuple[int, int]:
        """Return the number of variables and of clauses."""
        return self._size

    def highest(self) -> int:
        """Return the highest variable, for the header."""
        return self.size()[0]

    @cached_property
    def _size(self) -> tuple[int, int]:
        top, number = len(self.formula.meanings), 0
        for clauses, highest in self._with_top():
            top, number = highest, number + len(clauses)
        return top, number

    def _with_top(self) -> Iterator[tuple[Sequence[Sequence[int]], int]]:
        """Yield the clauses of each constraint, and the highest variable so far."""
        top = len(self.formula.meanings)
        for constraint in self.formula.constraints():
            if isinstance(constraint, list):
                yield (constraint,), top
                continue
            if isinstance(constraint, AtMostOne):
                clauses, top = self._at_most_one(constraint.literals, top)
            else:
                clauses, top = self._exactly(constraint, top)
            yield clauses, top

    def _exactly(
        self, constraint: Exactly, top: int
    ) -> tuple[list[Sequence[int]], int]:
        number, literals = constraint
        if not 0 <= number <= len(literals):
            # Two unit clauses: not every reader accepts an empty clause.
            return [[top + 1], [-top - 1]], top + 1
        if number == 0:
            return [[-literal] for literal in literals], top
        if number == len(literals):
            return [[literal] for literal in literals], top
        if number == 1:
            clauses, top = self._at_most_one(literals, top)
            return [literals, *clauses], top
        card = import_optional("pysat.card")
        kind = getattr(card.EncType, EXACTLY[self.exactly])
        made = card.CardEnc.equals(list(literals), number, top_id=top, encoding=kind)
        return made.clauses, max(top, made.nv)

    def _at_most_one(
        self, literals: Sequence[int], top: int
    ) -> tuple[list[Sequence[int]], int]:
        if self.at_most_one == "pairwise" or len(literals) < 3:
            return [(-a, -b) for a, b in combinations(literals, 2)], top
        if self.at_most_one == "product":
            return _product(literals, top)
        card = import_optional("pysat.card")
        kind = getattr(card.EncType, AT_MOST_ONE[self.at_most_one])
        made = card.CardEnc.atmost(list(literals), 1, top_id=top, encoding=kind)
        return made.clauses, max(top, made.nv)


def _product(literals: Sequence[int], top: int) -> tuple[list[Sequence[int]], int]:
    """Lay the literals out in a rectangle: at most one row and one column hold one."""
    if len(literals) <= _FEW:
        return [(-a, -b) for a, b in combinations(literals, 2)], top
    columns = isqrt(len(literals) - 1) + 1
    rows = -(-len(literals) // columns)
    in_row = range(top + 1, top + 1 + rows)
    in_column = range(in_row.stop, in_row.stop + columns)
    top = in_column.stop - 1
    clauses: list[Sequence[int]] = []
    for place, literal in enumerate(literals):
        row, column = divmod(place, columns)
        clauses += [(-literal, in_row[row]), (-literal, in_column[column])]
    for line in (in_row, in_column):
        more, top = _product(line, top)
        clauses += more
    return clauses, top


@dataclass(frozen=True)
class SimplifiedClauses(Clauses):
    """The clauses that the preprocessing of CaDiCaL leaves."""

    clauses: tuple[tuple[int, ...], ...] = ()

    def __iter__(self) -> Iterator[Sequence[int]]:
        """Yield the clauses."""
        return iter(self.clauses)

    def size(self) -> tuple[int, int]:
        """Return how many variables occur, and how many clauses there are."""
        return len({abs(each) for c in self.clauses for each in c}), len(self.clauses)

    def highest(self) -> int:
        """Return the highest number of a variable; some below it may not occur."""
        return max((abs(each) for c in self.clauses for each in c), default=0)


def simplify_clauses(clauses: Clauses, keep_meanings: bool = True) -> SimplifiedClauses:
    """Simplify clauses by the preprocessing of CaDiCaL, through python-sat.

    With `keep_meanings` all variables with a meaning are kept, so that a model can be
    decoded; the others may be eliminated.
    """
    kept = range(1, len(clauses.formula.meanings) + 1) if keep_meanings else ()
    processor = import_optional("pysat.process").Processor(bootstrap_with=list(clauses))
    with processor:
        left = processor.process(rounds=_ROUNDS, freeze=list(kept))
        rest = tuple(tuple(clause) for clause in left.clauses)
        if processor.status is False:
            rest = ((1,), (-1,))
    return SimplifiedClauses(
        clauses.formula, clauses.at_most_one, clauses.exactly, rest
    )
