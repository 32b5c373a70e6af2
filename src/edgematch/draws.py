"""Random draws that are the same on every machine and in every version of Python.

Of the standard generator only `random()` is promised never to change for a given seed,
so everything is built on it; numpy makes no such promise.
"""

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Draws:
    """A stream of random choices that depends only on the seed.

    >>> draws = Draws(5)
    >>> [draws.below(10) for _ in range(8)]
    [6, 7, 7, 9, 7, 9, 0, 4]
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1."""
        return int(self._random() * limit)

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[int(self._random() * len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put the items in random order."""
        random = self._random
        for last in range(len(items) - 1, 0, -1):
            other = int(random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return `count` of the items, in random order."""
        shuffled = list(items)
        self.shuffle(shuffled)
        return shuffled[:count]
