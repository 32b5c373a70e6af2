"""A search that fills one step after the other, in an order known before it begins."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch.search.array_search import ArraySearch, TreeArrays


class StepArrays(TreeArrays, Protocol):
    """Where such a search stands, and what lies on its steps."""

    @property
    def chosen(self) -> NDArray[np.uint32]:
        """The candidate on each step that is filled."""
        ...


class StepSearch(ArraySearch):
    """What searches step by step have in common."""

    groups: ClassVar[tuple[str, ...]] = ("arrays",)
    arrays: StepArrays
    """The only ones that it writes."""

    @property
    def standing(self) -> StepArrays:
        """The arrays that say where it stands."""
        return self.arrays

    @property
    @abstractmethod
    def steps(self) -> int:
        """How many steps there are to fill; 0 if nothing can be filled."""

    @abstractmethod
    def candidates(self, step: int) -> list[int]:
        """Return the candidates that fit on a step, by what lies on those before it."""

    def choose(self, step: int, candidate: int) -> None:
        """Lay a candidate on a step, for a walk; what lies on later ones stays."""
        self.arrays.chosen[step] = candidate

    @property
    def deepest_root(self) -> int:
        """The last step on which a part may have its root."""
        return self.steps - 1

    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are done with, and of how many."""
        for step in range(self.root_depth, self.depth):
            fitting = self.candidates(step)
            yield fitting.index(int(self.arrays.chosen[step])), len(fitting)
