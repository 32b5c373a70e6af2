"""The tree of a search that fills one step after the other, walked down at random."""

from edgematch.search.array_search import StepSearch


class StepWalk:
    """A `Walk` of `theory/tree_size.py`: down from the root, step by step."""

    def __init__(self, search: StepSearch) -> None:
        self._search = search
        self._children: list[int] = []
        self.restart()

    def restart(self) -> None:
        """Go to the root."""
        self._step = 0
        self._look()

    def choices(self) -> int:
        """Return the number of children of the node where the walk stands."""
        return len(self._children)

    def descend(self, choice: int) -> None:
        """Go to a child."""
        self._search.choose(self._step, self._children[choice])
        self._step += 1
        self._look()

    def _look(self) -> None:
        is_leaf = self._step >= self._search.steps
        self._children = [] if is_leaf else self._search.candidates(self._step)
