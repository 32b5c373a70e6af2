"""The arrays of the propagating kernel as a search that the runner can drive."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.engines.interface import Outcome, State
from edgematch.engines.splitting import subtrees_of
from edgematch.kernels import consistency as kernel
from edgematch.kernels.domains import Domains
from edgematch.kernels.piece_matching import PieceMatching
from edgematch.kernels.side_pairs import ColorMatching
from edgematch.puzzle import Placement, Puzzle
from edgematch.tables.consistency import ConsistencyTables

_NO_CEILING = 2**63
_CONSTANT = {"half", "half_at", "start", "own_piece"}
"""Fields of a matching that say what its numbers mean: all parts share them."""
_LEVELS_ABOVE = 4
"""How far down a search that has begun is cut into parts."""


def empty_tree(puzzle: Puzzle, width: int) -> kernel.Search:
    """Return the place in the tree of a search that has not begun."""
    cells = puzzle.cells
    return kernel.Search(
        at=np.array([0, 0, _NO_CEILING, 0], np.uint64),
        mark=np.zeros(cells + 1, np.uint64),
        cell=np.zeros(cells + 1, np.uint64),
        left=np.zeros((cells + 1, width), np.uint64),
        total=np.ones(cells + 1, np.int64),
        nodes=np.zeros(cells + 1, np.int64),
        fullest=np.zeros(cells + 1, np.int64),
    )


@dataclass(frozen=True)
class Arrays:
    """All that a search writes."""

    domains: Domains
    tree: kernel.Search
    pieces: PieceMatching | None
    colors: ColorMatching | None

    def named(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Yield every array that changes, and its name."""
        for group in (self.domains, self.tree, self.pieces, self.colors):
            if group is not None:
                for name, array in group._asdict().items():
                    if name not in _CONSTANT:
                        yield f"{type(group).__name__}.{name}", array

    def copied(self) -> "Arrays":
        """Return arrays of their own with the same content."""
        return Arrays(
            _copied(self.domains, int(self.domains.trail_top[0])),
            _copied(self.tree),
            None if self.pieces is None else _copied(self.pieces),
            None if self.colors is None else _copied(self.colors),
        )


def _copied(group: Any, trail: int | None = None) -> Any:
    copies = {}
    for name, array in group._asdict().items():
        if trail is not None and name.startswith("trail_") and name != "trail_top":
            # Above its top the trail is empty; memory never touched costs nothing.
            copies[name] = np.zeros(array.shape, array.dtype)
            copies[name][:trail] = array[:trail]
        elif name not in _CONSTANT:
            copies[name] = array.copy()
    return group._replace(**copies)


class ConsistencySearch:
    """The kernel's arrays as a search that the runner can drive."""

    def __init__(
        self,
        puzzle: Puzzle,
        tables: ConsistencyTables,
        choice: kernel.Choice,
        arrays: Arrays,
    ) -> None:
        self.puzzle, self.tables = puzzle, tables
        self.choice, self.arrays = choice, arrays
        self.is_over = False
        self.is_given = False
        """Whether the board is full before anything is tried."""

    def begin(self) -> None:
        """Propagate what is given, and choose the first cell."""
        if not self.tables.layout.is_balanced:
            self.is_over = True
            return
        outcome = self.advance(0)
        self.is_over = outcome is Outcome.EXHAUSTED
        self.is_given = outcome is Outcome.FOUND

    @property
    def note(self) -> str:
        """Nothing to tell."""
        return ""

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        return int(self.arrays.tree.nodes.sum())

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        if self.is_over:
            return Outcome.EXHAUSTED
        if self.is_given:
            self.is_over = True
            return Outcome.FOUND
        arrays = self.arrays
        return Outcome(
            kernel.advance(
                self.tables.rules,
                arrays.domains,
                arrays.pieces,
                arrays.colors,
                self.choice,
                arrays.tree,
                node_budget,
            )
        )

    def board(self) -> Board:
        """Return the cells that are decided now: all of them when one was found."""
        width = self.tables.layout.width
        domains = self.arrays.domains.words[: self.puzzle.cells * width]
        words = domains.reshape(-1, width)
        counts = np.bitwise_count(words).sum(axis=1)
        candidates = []
        for cell in range(self.puzzle.cells):
            if counts[cell] != 1:
                candidates.append(-1)
                continue
            (number,) = np.nonzero(words[cell])[0]
            bit = int(words[cell, number]).bit_length() - 1
            candidates.append(64 * int(number) + bit)
        return self._board(candidates)

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        *candidates, pieces = self.arrays.tree.fullest.tolist()
        return self._board(candidates if pieces else [])

    def _board(self, candidates: list[int]) -> Board:
        placements = []
        for cell, candidate in enumerate(candidates):
            way = self.tables.layout.ways[cell][candidate] if candidate >= 0 else None
            if way is not None:
                placements.append(Placement(cell, *way))
        return Board(self.puzzle, placements)

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        if self.is_over or self.is_given:
            return float(self.is_over)
        tree = self.arrays.tree
        done, weight = 0.0, 1.0
        depth = int(tree.at[0])
        for number in range(int(tree.at[1]), depth + 1):
            total = int(tree.total[number])
            left = int(np.bitwise_count(tree.left[number]).sum())
            done += weight * (total - left - (number < depth)) / total
            weight /= total
        return done

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order."""
        if not self.has_branches:
            return [self]
        # Where the search stands deep in its tree already: first what is below, then
        # the candidates left on the way there, from the deepest up.
        depth, floor = (int(number) for number in self.arrays.tree.at[:2])
        cut = min(depth, floor + _LEVELS_ABOVE)
        deep = self.fork()
        deep.arrays.tree.at[1] = cut
        parts = [deep] if cut > floor else []
        for level in reversed(range(floor, max(cut, floor + 1))):
            rest = self.fork()
            rest.arrays.tree.at[:2] = level, level
            if parts:
                rest.arrays.tree.nodes[:] = 0
            share = max(1, wanted // (cut - floor + 1))
            parts += subtrees_of(rest, share, self.puzzle.cells)
        return parts

    @property
    def has_branches(self) -> bool:
        """Whether there is anything left to choose."""
        return not self.is_over and not self.is_given

    @property
    def root_depth(self) -> int:
        """The depth that the search goes back no further than."""
        return int(self.arrays.tree.at[1])

    def stop_at(self, depth: int) -> None:
        """Take every node of a depth for a solution."""
        self.arrays.tree.at[2] = depth

    def subtree(self) -> Self:
        """Return the tree below the node just found; it counts the way to it."""
        part = self.fork()
        tree = part.arrays.tree
        depth = int(tree.at[0]) + 1
        tree.at[:3] = depth, depth, _NO_CEILING
        part.is_given = part.decided == self.puzzle.cells
        self.arrays.tree.nodes[:] = 0
        return part

    @property
    def decided(self) -> int:
        """Cells that have one candidate left, with its piece taken from the others."""
        rules = self.tables.rules
        return sum(
            bool(kernel.is_decided(rules, self.arrays.domains, np.uint64(cell)))
            for cell in range(self.puzzle.cells)
        )

    def leave_nothing(self) -> None:
        """Keep the nodes counted so far, with nothing left to try."""
        self.is_over, self.is_given = True, False

    def fork(self) -> Self:
        """Return a copy that goes its own way."""
        copy = type(self)(self.puzzle, self.tables, self.choice, self.arrays.copied())
        copy.is_over, copy.is_given = self.is_over, self.is_given
        return copy

    def close(self) -> None:
        """Nothing to let go of."""

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        top = int(self.arrays.domains.trail_top[0])
        arrays = {
            name: array[:top].copy()
            if "trail_" in name and len(array) > 1
            else array.copy()
            for name, array in self.arrays.named()
        }
        return {**arrays, "flags": np.array([self.is_over, self.is_given])}

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        for name, array in self.arrays.named():
            array[: len(state[name])] = state[name]
        self.is_over, self.is_given = (bool(flag) for flag in state["flags"])
