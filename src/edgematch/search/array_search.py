"""A tree search whose state is a few groups of arrays, advanced by a kernel.

Kernels keep the whole state of a search in NamedTuples of arrays; two flags cover what
no kernel has to be asked.  Forking, saving and splitting follow from that.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from edgematch.kernels.tree import CEILING, DEPTH, FLOOR
from edgematch.search.interface import Outcome, State, TreeSearch
from edgematch.search.splitting import parts_of


class TreeArrays(Protocol):
    """Where a search stands in its tree."""

    @property
    def at(self) -> NDArray[np.uint64]:
        """The slots of `kernels/tree.py`; what follows them is the kernel's own."""
        ...

    @property
    def nodes(self) -> NDArray[np.int64]:
        """How many nodes there were so far, in all or at each depth."""
        ...


Group = TypeVar("Group", bound=tuple[NDArray[Any], ...])


def copy_arrays(group: Group) -> Group:
    """Return a NamedTuple of arrays with arrays of its own.

    >>> from typing import NamedTuple
    >>> class Pair(NamedTuple):
    ...     left: np.ndarray
    ...     right: np.ndarray
    >>> one = Pair(np.zeros(1), np.zeros(1))
    >>> copy_arrays(one).left[0] = 5
    >>> float(one.left[0])
    0.0
    """
    kind = cast(Any, type(group))
    return cast(Group, kind(*(array.copy() for array in group)))


class ArraySearch(TreeSearch):
    """What searches by kernels have in common."""

    groups: ClassVar[tuple[str, ...]]
    """The attributes that hold the arrays it writes, as NamedTuples; None is left out.
    """
    constant: ClassVar[frozenset[str]] = frozenset()
    """Fields of them that never change: all copies share them."""

    @property
    @abstractmethod
    def standing(self) -> TreeArrays:
        """The arrays that say where it stands."""

    is_over = False
    """Whether nothing is left to try."""
    is_given = False
    """Whether the board is full before anything is tried."""

    @abstractmethod
    def run_kernel(self, node_budget: int) -> int:
        """Go on with arrays that have something left to try; return an `Outcome`."""

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        if self.is_over:
            return Outcome.EXHAUSTED
        if self.is_given:
            self.is_over = True
            return Outcome.FOUND
        outcome = Outcome(self.run_kernel(node_budget))
        self.is_over = outcome is Outcome.EXHAUSTED
        return outcome

    @property
    def has_branches(self) -> bool:
        """Whether there is anything left to choose."""
        return not self.is_over and not self.is_given

    @property
    def nodes(self) -> int:
        """Pieces placed so far, or blocks laid."""
        return int(self.standing.nodes.sum())

    @property
    def depth(self) -> int:
        """The depth at which the search stands."""
        return int(self.standing.at[DEPTH])

    @property
    def root_depth(self) -> int:
        """The depth that the search goes back no further than."""
        return int(self.standing.at[FLOOR])

    @property
    @abstractmethod
    def deepest_root(self) -> int:
        """The last depth at which a part may have its root."""

    @abstractmethod
    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are done with, and of how many."""

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        if self.is_over or self.is_given:
            return float(self.is_over)
        done, weight = 0.0, 1.0
        for tried, choices in self.branchings():
            weight /= choices
            done += weight * tried
            if done + weight == done:
                break  # what lies deeper is less than the last digit of this
        return done

    def stop_at(self, depth: int) -> None:
        """Take every node of a depth for a solution."""
        self.standing.at[CEILING] = depth

    @abstractmethod
    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the path to it."""

    def go_back_no_further_than(self, depth: int) -> None:
        """Leave what is left to choose above a depth to others."""
        self.standing.at[FLOOR] = depth

    @abstractmethod
    def return_to(self, depth: int) -> None:
        """Take back what lies from a depth on; only the rest of that depth is left.

        The nodes so far belong to somebody else.
        """

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        self.is_over, self.is_given = True, False

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order."""
        return parts_of(self, wanted)

    def lengths_in_use(self) -> Mapping[str, int]:
        """Return how much of its long arrays is in use; the rest is never looked at."""
        return {}

    def _arrays(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Yield every array that changes, and its name."""
        for name in self.groups:
            group = getattr(self, name)
            if group is not None:
                for field, array in group._asdict().items():
                    if field not in self.constant:
                        yield f"{name}.{field}", array

    def fork(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        lengths = self.lengths_in_use()
        copies: dict[str, dict[str, NDArray[Any]]] = {}
        for key, array in self._arrays():
            name, field = key.split(".")
            own = copies.setdefault(name, {})
            own[field] = (
                _begun_copy(array, lengths[key]) if key in lengths else array.copy()
            )
        for name, own in copies.items():
            setattr(twin, name, getattr(self, name)._replace(**own))
        return twin

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        lengths = self.lengths_in_use()
        arrays = {
            name: array[: lengths.get(name, len(array))].copy()
            for name, array in self._arrays()
        }
        return {**arrays, "flags": np.array([self.is_over, self.is_given])}

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        lengths = self.lengths_in_use()
        for name, array in self._arrays():
            kept = state[name]
            if name not in lengths and kept.shape != array.shape:
                raise ValueError(f"{name} has shape {kept.shape}, not {array.shape}")
            array[: len(kept)] = kept
        self.is_over, self.is_given = (bool(flag) for flag in state["flags"])


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


def _begun_copy(array: NDArray[Any], length: int) -> NDArray[Any]:
    """Copy the beginning of an array; memory never touched costs nothing."""
    begun = np.zeros(array.shape, array.dtype)
    begun[:length] = array[:length]
    return begun
