"""The same formula under other names: a solver searches it in another way."""

from random import Random
from typing import Any


class Renumbering:
    """A permutation of the variables; the seed 0 changes nothing.

    With `negated` every variable also stands for its opposite, so that a solver that
    tries false first tries true first.

    >>> names = Renumbering(2, 0, negated=True)
    >>> names.there([1, -2]), names.back([-1, 2])
    ([-1, 2], [1, -2])
    """

    def __init__(self, variables: int, seed: int, negated: bool = False) -> None:
        self._random = Random(seed)
        self._there = list(range(variables + 1))
        self.is_plain = not seed
        if seed:
            numbers = self._there[1:]
            self._random.shuffle(numbers)
            self._there[1:] = numbers
        self._back = [0] * (variables + 1)
        sign = -1 if negated else 1
        for name, number in enumerate(self._there):
            self._back[number] = sign * name
        self._there = [sign * number for number in self._there]

    def there(self, literals: Any) -> list[int]:
        """Translate literals of the formula to literals of the solver."""
        return [
            self._there[each] if each > 0 else -self._there[-each] for each in literals
        ]

    def back(self, literals: Any) -> list[int]:
        """Translate literals of the solver to literals of the formula."""
        return [
            self._back[each] if each > 0 else -self._back[-each] for each in literals
        ]

    def shuffle(self, clauses: list[list[int]]) -> None:
        """Shuffle clauses, unless the seed is 0."""
        if not self.is_plain:
            self._random.shuffle(clauses)
