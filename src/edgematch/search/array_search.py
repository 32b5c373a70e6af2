"""A tree search whose state is a few groups of arrays, advanced by a kernel.

Kernels keep the whole state of a search in NamedTuples of arrays; two flags cover the
cases in which no kernel is run.  Forking, saving and splitting follow from that.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.kernels.tree import CEILING, DEPTH, FLOOR
from edgematch.puzzle import Puzzle
from edgematch.search.splitting import parts_of
from edgematch.search.state_checks import array_like, check_below, check_names
from edgematch.search.technique import Outcome, State, TreeSearch


class TreeArrays(Protocol):
    """The position of a search in its tree."""

    @property
    def at(self) -> NDArray[np.uint64]:
        """The slots of `kernels/tree.py`, followed by those of the kernel itself."""
        ...

    @property
    def nodes(self) -> NDArray[np.int64]:
        """The number of nodes so far, in total or for each depth."""
        ...

    @property
    def fullest(self) -> NDArray[Any]:
        """The fullest board so far; the last entry is the number of its steps."""
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
    """The attributes with the arrays that it writes, as NamedTuples or None."""
    constant: ClassVar[frozenset[str]] = frozenset()
    """Fields of them that never change: all copies share them."""

    puzzle: Puzzle
    tree: TreeArrays
    is_hopeless = False
    """Whether it was known before the search that there is no solution."""
    is_over = False
    """Whether nothing is left to try."""
    is_given = False
    """Whether the board is full before anything is tried."""

    @abstractmethod
    def run_kernel(self, node_budget: int) -> int:
        """Continue with arrays that have something left to try; return an `Outcome`."""

    def advance(self, node_budget: int) -> Outcome:
        """Continue for at most `node_budget` nodes, or to the next solution."""
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
        """Pieces or blocks placed so far."""
        return int(self.tree.nodes.sum())

    @property
    def depth(self) -> int:
        """The present depth of the search."""
        return int(self.tree.at[DEPTH])

    @property
    def root_depth(self) -> int:
        """The depth of the root; the search never backtracks beyond it."""
        return int(self.tree.at[FLOOR])

    @property
    @abstractmethod
    def deepest_root(self) -> int:
        """The last depth at which a part may have its root."""

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        if self.is_hopeless:
            return Board(self.puzzle, ())
        *chosen, filled = self.tree.fullest.tolist()
        return self.board_of(chosen[:filled])

    @abstractmethod
    def board_of(self, chosen: list[int]) -> Board:
        """Return the board with these candidates, as they are in `tree.fullest`."""

    @abstractmethod
    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are finished, and of how many."""

    def share(self) -> float:
        """Return the share of the tree that is done, estimated from the branching."""
        if self.is_over or self.is_given:
            return float(self.is_over)
        done, weight = 0.0, 1.0
        for tried, choices in self.branchings():
            weight /= choices
            done += weight * tried
            if done + weight == done:
                break  # what is deeper is less than the last digit of this
        return done

    def stop_at(self, depth: int) -> None:
        """Treat every node of a depth as a solution."""
        self.tree.at[CEILING] = depth

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the path to it.

        This search starts counting from 0 again.
        """
        part = self.fork()
        part.become_subtree()
        self.tree.nodes[:] = 0
        return part

    @abstractmethod
    def become_subtree(self) -> None:
        """Make the node just found the root, and search to the end again."""

    def go_back_no_further_than(self, depth: int) -> None:
        """Leave what is left to choose above a depth to others."""
        self.tree.at[FLOOR] = depth

    def return_to(self, depth: int) -> None:
        """Take back the pieces from a depth on; only the rest of that depth is left.

        The nodes so far belong to another part: it starts counting from 0.
        """
        self.take_back_from(depth)
        self.tree.at[[DEPTH, FLOOR]] = depth
        self.tree.nodes[:] = 0

    @abstractmethod
    def take_back_from(self, depth: int) -> None:
        """Take back the pieces from a depth on."""

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        self.is_over, self.is_given = True, False

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order."""
        return parts_of(self, wanted)

    def lengths_in_use(self) -> Mapping[str, int]:
        """Return the length in use of each long array; the rest is never read."""
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
                _partial_copy(array, lengths[key]) if key in lengths else array.copy()
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
        before, own = self.fork(), dict(self._arrays())
        check_names(state, {**own, "flags": None})
        lengths = self.lengths_in_use()
        for name, array in own.items():
            kept = array_like(state, name, array, any_length=name in lengths)
            array[: len(kept)] = kept
        flags = array_like(state, "flags", np.zeros(2, np.bool_))
        self.is_over, self.is_given = flags.tolist()
        for name, length in self.lengths_in_use().items():
            if len(state[name]) != length:
                raise ValueError(f"{name} has {len(state[name])} entries, not {length}")
        check_below("tree.nodes", self.tree.nodes, 2**62)
        if not self.root_depth <= self.depth <= self.puzzle.cells:
            raise ValueError("tree.at has an impossible depth")
        if self.has_branches:
            self.check_position(before)

    def check_position(self, fresh: Self) -> None:
        """Raise a `ValueError` unless the arrays are those of a possible position.

        `fresh` is the search before they were restored.  An index out of range would
        make compiled code read or write elsewhere.
        """


class StepArrays(TreeArrays, Protocol):
    """The position of a search by steps, and what is placed on them."""

    @property
    def chosen(self) -> NDArray[np.uint32]:
        """The candidate on each step that is filled."""
        ...


class StepSearch(ArraySearch):
    """What searches that fill one step after the other have in common."""

    groups: ClassVar[tuple[str, ...]] = ("tree",)
    tree: StepArrays

    @property
    @abstractmethod
    def steps(self) -> int:
        """The number of steps to fill; 0 if nothing can be filled."""

    @abstractmethod
    def candidates(self, step: int) -> list[int]:
        """Return the candidates that fit on a step, given the steps before it."""

    def choose(self, step: int, candidate: int) -> None:
        """Place a candidate on a step, for a walk; later steps are not changed."""
        self.tree.chosen[step] = candidate

    def board(self) -> Board:
        """Return the present board."""
        return self.board_of(self.tree.chosen[: self.depth].tolist())

    @property
    def deepest_root(self) -> int:
        """The last step on which a part may have its root."""
        return self.steps - 1

    def check_position(self, fresh: Self) -> None:
        """Raise a `ValueError` unless every candidate fits where it is."""
        chosen, ceiling = self.tree.chosen, int(self.tree.at[CEILING])
        if not self.depth <= ceiling == self.steps:
            raise ValueError("tree.at has an impossible depth")
        if not np.array_equal(chosen[self.steps :], fresh.tree.chosen[self.steps :]):
            raise ValueError("tree.chosen has other hints")
        for step in range(self.depth):
            if int(chosen[step]) not in self.candidates(step):
                raise ValueError(f"tree.chosen has a misfit on step {step}")

    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are finished, and of how many."""
        for step in range(self.root_depth, self.depth):
            fitting = self.candidates(step)
            yield fitting.index(int(self.tree.chosen[step])), len(fitting)


def _partial_copy(array: NDArray[Any], length: int) -> NDArray[Any]:
    """Copy the beginning of an array; memory that is never touched costs nothing."""
    copied = np.zeros(array.shape, array.dtype)
    copied[:length] = array[:length]
    return copied
