"""Full consistency: every placement is followed to the end of what it implies.

Maintaining arc-consistency (MAC) between cells and joins with the rules for pieces, as
Ansótegui et al. describe it ("Edge Matching Puzzles as Hard SAT/CSP Benchmarks",
section 4.2), their partial look-ahead (PLA), and their global constraints: exactly-k,
GAColor and CTadiff.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.engines.interface import Outcome, State
from edgematch.engines.splitting import subtrees_of
from edgematch.errors import EdgematchError
from edgematch.kernels import consistency as kernel
from edgematch.kernels.color_matching import ColorMatching
from edgematch.kernels.domains import Domains
from edgematch.kernels.piece_matching import PieceMatching
from edgematch.orders import ORDERS, order
from edgematch.puzzle import Placement, Puzzle
from edgematch.symmetry import board_symmetries
from edgematch.tables.consistency import (
    ConsistencyTables,
    center_ring,
    consistency_tables,
)
from edgematch.tables.matchings import color_matching, piece_matching

LEVELS = ("full", "partial")
CELL_RULES = {
    "colors": kernel.CANDIDATES_BY_COLORS,
    "joins": kernel.CANDIDATES_BY_UNDECIDED,
    "dom": kernel.CANDIDATES,
    "dom/deg": kernel.CANDIDATES_BY_JOINS,
}
"""Orders that look at the domains; the fill orders of `edgematch.orders` do not."""
VALUES = ("numbered", "rare", "common")

_NO_CEILING = 2**63
_AFTER_ALL_OTHERS = 1e9
_CONSTANT = {"half", "half_at", "start", "own_piece"}
"""Fields of a matching that say what its numbers mean: all parts share them."""
_LEVELS_ABOVE = 4
"""How far down a search that has begun is cut into parts."""


@dataclass(frozen=True)
class Consistency:
    """Filter domains to a fixed point after every placement."""

    name: ClassVar[str] = "consistency"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = True

    level: str = "full"
    """`full` filters to a fixed point (MAC), `partial` two steps far (PLA)."""
    cells: str = "colors"
    """Which cell comes next: `colors`, the fewest candidates for the colors left on its
    joins; `joins`, for its undecided joins; `dom`, the fewest; `dom/deg`, for all its
    joins; or a fill order, where `rows` is LEX and `chess` CHESS."""
    inner_first: bool = False
    """Fill all cells inside the frame before the frame."""
    values: str = "numbered"
    """Which pieces are tried first: as `numbered`, with `rare` or `common` colors."""
    color_count: str = "none"
    """Count the joins of each color: `none`, on the `board`, in `regions` of it."""
    color_matching: bool = False
    """Filter by perfect matchings of the sides of a color (GAColor)."""
    piece_matching: bool = False
    """Filter by perfect matchings of pieces and cells (CTadiff)."""
    break_symmetry: bool = True
    """Look at one turn of the whole board only, and multiply back."""
    seed: int = 0
    """Shuffles what is tried first among equals; 0 leaves it as numbered."""

    def __post_init__(self) -> None:
        _check("level", self.level, LEVELS)
        _check("cells", self.cells, (*CELL_RULES, *ORDERS))
        _check("values", self.values, VALUES)
        if self.level == "partial" and (self.color_matching or self.piece_matching):
            raise EdgematchError("matchings need level=full: they filter all domains")

    def start(self, puzzle: Puzzle) -> "ConsistencySearch":
        """Return a search of `puzzle` that has placed nothing yet."""
        draws = Draws(self.seed) if self.seed else None
        tables = consistency_tables(
            puzzle,
            is_full=self.level == "full",
            counted=self.color_count,
            piece_order=self._piece_order(puzzle, draws),
            one_turn=self._one_turn(puzzle),
        )
        pieces = piece_matching(puzzle) if self.piece_matching else None
        colors = color_matching(puzzle, tables) if self.color_matching else None
        choice = self._choice(puzzle, draws, 64 * tables.layout.width + 1)
        tree = _empty_tree(puzzle, tables.layout.width)
        search = ConsistencySearch(
            puzzle, tables, choice, Arrays(tables.start, tree, pieces, colors)
        )
        search.begin()
        return search

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1

    def _one_turn(self, puzzle: Puzzle) -> str:
        """Say what tells one turn of the board from the others: what is filled first.

        With inner cells first a fixed corner piece would come too late: it leaves the
        tree almost as large, with a quarter of the solutions.
        """
        if not self.break_symmetry or len(board_symmetries(puzzle)) == 1:
            return ""
        return "center" if self.inner_first else "corner"

    def _piece_order(self, puzzle: Puzzle, draws: Draws | None) -> list[int]:
        pieces = list(range(len(puzzle.pieces)))
        if draws is not None:
            draws.shuffle(pieces)
        if self.values == "numbered":
            return pieces
        sides = Counter(color for piece in puzzle.pieces for color in piece)
        sign = 1 if self.values == "rare" else -1
        return sorted(
            pieces,
            key=lambda piece: sign * sum(sides[c] for c in puzzle.pieces[piece]),
        )

    def _choice(self, puzzle: Puzzle, draws: Draws | None, most: int) -> kernel.Choice:
        rank = np.zeros(puzzle.cells)
        if self.cells in ORDERS:
            cells = order(self.cells, puzzle.rows, puzzle.columns)
            rank[list(cells)] = np.arange(puzzle.cells)
        elif draws is not None:
            # Less than any difference of scores that is not rounding.
            rank += [draws.below(1000) * 1e-9 for _ in range(puzzle.cells)]
        if self.inner_first:
            center_first = order("spiral-out", puzzle.rows, puzzle.columns)
            if self.cells not in ORDERS:
                rank[list(center_first)] += np.arange(puzzle.cells) * 1e-6
            for cell in range(puzzle.cells):
                row, column = divmod(cell, puzzle.columns)
                if row in (0, puzzle.rows - 1) or column in (0, puzzle.columns - 1):
                    rank[cell] += _AFTER_ALL_OTHERS
            if self._one_turn(puzzle) == "center":
                # Without this, two-set 6x6 6:2 took 3.6 times the nodes.
                rank[list(center_ring(puzzle))] -= _AFTER_ALL_OTHERS
        rule = CELL_RULES.get(self.cells, kernel.STATIC)
        logarithms = np.log(np.maximum(1, np.arange(most + 1)))
        return kernel.Choice(np.array([rule]), rank, logarithms)


def _check(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise EdgematchError(f"option {option} is {', '.join(known)}, not {value!r}")


def _empty_tree(puzzle: Puzzle, width: int) -> kernel.Search:
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
        """Return the board that was just found."""
        width = self.tables.layout.width
        domains = self.arrays.domains.words[: self.puzzle.cells * width]
        candidates = []
        for words in domains.reshape(-1, width):
            (number,) = np.nonzero(words)[0]
            candidates.append(64 * int(number) + int(words[number]).bit_length() - 1)
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
