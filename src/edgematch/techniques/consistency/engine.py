"""The propagating search: a tree, held in arrays, that can be split into parts."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Self

import numpy as np

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.geometry import turn_cell
from edgematch.orders import ORDERS, order
from edgematch.placements.ways import piece_order
from edgematch.puzzle import Placement, Puzzle
from edgematch.search.array_search import ArraySearch
from edgematch.search.request import Request
from edgematch.search.state_checks import check_below
from edgematch.search.technique import Outcome
from edgematch.symmetry import board_symmetries

from .kernel import choice as choices
from .kernel import search as kernel
from .kernel.domains import DomainState
from .kernel.piece_matching import PieceMatching
from .kernel.side_pairs import ColorMatching
from .tables.domains import ConsistencyTables, consistency_tables
from .tables.matchings import (
    NO_COLOR_MATCHING,
    NO_PIECE_MATCHING,
    color_matching,
    piece_matching,
)

if TYPE_CHECKING:
    from . import Consistency

_CELL_RULES = {
    "colors": choices.CANDIDATES_BY_COLORS,
    "joins": choices.CANDIDATES_BY_UNDECIDED,
    "dom": choices.CANDIDATES,
    "dom/deg": choices.CANDIDATES_BY_JOINS,
}
_AFTER_ALL_OTHERS = 1e9
_NO_CEILING = 2**63


def start(options: "Consistency", request: Request) -> "ConsistencySearch":
    """Return a search that has placed nothing yet."""
    puzzle, seed = request.puzzle, request.seed
    draws = Draws(seed) if seed else None
    turned = _turned_cells(options, puzzle)
    tables = consistency_tables(
        puzzle,
        level=options.level,
        counted=options.color_count,
        piece_order=piece_order(puzzle, options.values, draws),
        is_upright=options.break_symmetry and not turned,
        turned=turned,
    )
    pieces = piece_matching(puzzle) if options.piece_matching else None
    colors = color_matching(puzzle, tables) if options.color_matching else None
    choice = _choice(options, request, draws, 64 * tables.layout.width + 1)
    search = ConsistencySearch(puzzle, tables, choice, pieces, colors)
    if options.break_symmetry:
        search.turns = len(board_symmetries(puzzle))
    search.begin()
    return search


def _turned_cells(options: "Consistency", puzzle: Puzzle) -> tuple[int, ...]:
    """Return the cells that fix the turn of the whole board; none: a piece fixes it.

    They are the first cell filled and those to which turns of the board map it.  Where
    a search does not start in a corner, a fixed corner piece would come too late: the
    tree would be almost as large, for a quarter of the solutions.
    """
    rows, columns = puzzle.rows, puzzle.columns
    symmetries = board_symmetries(puzzle)
    if not options.break_symmetry or len(symmetries) == 1:
        return ()
    if options.inner_first:
        first = (rows - 1) // 2 * columns + (columns - 1) // 2
    elif options.cells in ORDERS:
        first = order(options.cells, rows, columns)[0]
        if first in (0, columns - 1, puzzle.cells - columns, puzzle.cells - 1):
            return ()
    else:
        return ()
    return tuple(
        dict.fromkeys(turn_cell(first, turn, rows, columns) for turn in symmetries)
    )


def _choice(
    options: "Consistency", request: Request, draws: Draws | None, most: int
) -> choices.Choice:
    puzzle = request.puzzle
    at_random = options.ties == "random"
    rank = np.zeros(puzzle.cells)
    if options.cells in ORDERS:
        cells = order(options.cells, puzzle.rows, puzzle.columns)
        rank[list(cells)] = np.arange(puzzle.cells)
    elif draws is not None and not at_random:
        # Smaller than any difference between scores, except for rounding.
        rank += [draws.below(1000) * 1e-9 for _ in range(puzzle.cells)]
    if options.inner_first:
        center_first = order("spiral-out", puzzle.rows, puzzle.columns)
        if options.cells not in ORDERS and not at_random:
            rank[list(center_first)] += np.arange(puzzle.cells) * 1e-6
        for cell in range(puzzle.cells):
            row, column = divmod(cell, puzzle.columns)
            if row in (0, puzzle.rows - 1) or column in (0, puzzle.columns - 1):
                rank[cell] += _AFTER_ALL_OTHERS
        # Without this, two-set 6x6 6:2 took 3.6 times the nodes.
        rank[list(_turned_cells(options, puzzle))] -= _AFTER_ALL_OTHERS
    rule = _CELL_RULES.get(options.cells, choices.STATIC)
    logarithms = np.log(np.maximum(1, np.arange(most + 1)))
    ties = [Draws(request.seed).below(2**53)] if at_random else []
    return choices.Choice(np.array([rule]), rank, logarithms, np.array(ties, np.uint64))


def empty_tree(puzzle: Puzzle, tables: ConsistencyTables) -> kernel.ConsistencyState:
    """Return the state of a search that has not begun."""
    cells, width = puzzle.cells, tables.layout.width
    words = len(tables.start.words)
    return kernel.ConsistencyState(
        at=np.array([0, 0, _NO_CEILING, 0], np.uint64),
        mark=np.zeros(cells + 1, np.uint64),
        cell=np.zeros(cells + 1, np.uint64),
        left=np.zeros((cells + 1, width), np.uint64),
        total=np.ones(cells + 1, np.int64),
        nodes=np.zeros(cells + 1, np.int64),
        counts=np.zeros(words, np.uint64),
        weights=np.zeros(words),
        fullest=np.zeros(cells + 1, np.int64),
    )


class ConsistencySearch(ArraySearch):
    """A search whose state is the arrays of the kernel."""

    tree: kernel.ConsistencyState
    groups = ("domains", "tree", "pieces", "colors")
    constant = frozenset(
        DomainState._fields[: DomainState._fields.index("words")]
        + ColorMatching._fields[: ColorMatching._fields.index("known")]
    )

    def __init__(
        self,
        puzzle: Puzzle,
        tables: ConsistencyTables,
        choice: choices.Choice,
        pieces: PieceMatching | None,
        colors: ColorMatching | None,
    ) -> None:
        self.puzzle, self.tables, self.choice = puzzle, tables, choice
        self.domains = tables.start
        self.tree = empty_tree(puzzle, tables)
        self.pieces, self.colors = pieces, colors

    def begin(self) -> None:
        """Propagate the hints and the rim, and choose the first cell."""
        if not self.tables.layout.is_balanced:
            self.is_over = True
            return
        outcome = self.advance(0)
        self.is_over = outcome is Outcome.EXHAUSTED
        self.is_given = outcome is Outcome.FOUND

    def run_kernel(self, node_budget: int) -> int:
        """Continue; there is something left to try."""
        pieces, colors = self.pieces, self.colors
        if pieces or colors:  # one more kernel for both together, not one for each
            pieces = pieces or NO_PIECE_MATCHING
            colors = colors or NO_COLOR_MATCHING
        return kernel.advance(
            self.domains, pieces, colors, self.choice, self.tree, node_budget
        )

    def board(self) -> Board:
        """Return the cells that are decided now: all of them after a solution.

        A search that paused in a dead end may have decided on one piece for two cells;
        the fullest board stands for it.
        """
        width = self.tables.layout.width
        domains = self.domains.words[: self.puzzle.cells * width]
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
        board = self.board_of(candidates)
        if not board.is_complete() and (board.problems() or board.breaks()):
            return self.fullest()
        return board

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        *candidates, pieces = self.tree.fullest.tolist()
        return self.board_of(candidates if pieces else [])

    def board_of(self, chosen: list[int]) -> Board:
        """Return the board with the candidate of each cell, -1 for an empty one."""
        placements = []
        for cell, candidate in enumerate(chosen):
            way = self.tables.layout.ways[cell][candidate] if candidate >= 0 else None
            if way is not None:
                placements.append(Placement(cell, *way))
        return Board(self.puzzle, placements)

    @property
    def depths(self) -> Iterable[int]:
        """Candidates tried at each depth; cells that follow from them have none."""
        return self.tree.nodes[: self.puzzle.cells]

    def branchings(self) -> Iterator[tuple[int, int]]:
        """Yield, from the root on, how many choices are finished, and of how many."""
        tree = self.tree
        for number in range(self.root_depth, self.depth + 1):
            total = int(tree.total[number])
            left = int(np.bitwise_count(tree.left[number]).sum())
            yield total - left - (number < self.depth), total

    @property
    def deepest_root(self) -> int:
        """The last depth at which a part may have its root."""
        return self.puzzle.cells - 1

    def become_subtree(self) -> None:
        """Make the node just found the root, and search to the end again."""
        depth = self.depth + 1
        self.tree.at[:3] = depth, depth, _NO_CEILING
        self.is_given = self.decided_cells == self.puzzle.cells

    @property
    def decided_cells(self) -> int:
        """The number of cells with one candidate, whose piece no other cell has."""
        return kernel.count_decided(self.domains)

    def take_back_from(self, depth: int) -> None:
        """Do nothing: the kernel undoes the trail before it continues."""

    def check_position(self, fresh: Self) -> None:
        """Raise a `ValueError` where an array has an index or a bit out of range.

        Candidates, and colors of joins, are only ever removed.
        """
        tree, domains, start = self.tree, self.domains, fresh.domains
        marks = tree.mark[: self.depth + 1].astype(np.int64)
        top, root = int(domains.trail_top[0]), int(marks[0])
        if tree.at.tolist()[2:] != fresh.tree.at.tolist()[2:]:
            raise ValueError("tree.at has an impossible phase")
        if root != fresh.tree.mark[0] or marks[-1] > top or (np.diff(marks) < 0).any():
            raise ValueError("tree.mark does not rise to the length of the trail")
        for name in ("trail_place", "trail_word"):
            if getattr(domains, name)[:root].tolist() != (
                getattr(start, name)[:root].tolist()
            ):
                raise ValueError(f"domains.{name} begins otherwise")
        # What follows are sets of cells and pieces, and counts: none is an index.
        allowed = start.words.copy()
        allowed[int(domains.first_taken[0]) :] = np.uint64(2**64 - 1)
        places = domains.trail_place[root:top]
        check_below("domains.trail_place", places, len(allowed))
        check_below("tree.cell", tree.cell[: self.depth + 1], self.puzzle.cells)
        width = self.tables.layout.width
        rows = allowed[: self.puzzle.cells * width].reshape(-1, width)
        for name, words, mask in (
            ("domains.words", domains.words, allowed),
            ("domains.trail_word", domains.trail_word[root:top], allowed[places]),
            ("tree.left", tree.left[: len(marks)], rows[tree.cell[: len(marks)]]),
        ):
            if (words & ~mask).any():
                raise ValueError(f"{name} has candidates that were removed before")
        for name in ("joined", "robbed", "tight"):
            check_below(f"domains.{name}", getattr(domains, name), 1)
        check_below("domains.stale", domains.stale, 16)
        check_below("tree.total", tree.total[: len(marks)], 64 * width + 1, least=1)
        check_below("tree.fullest", tree.fullest, 64 * width, least=-1)
        if self.pieces is not None:
            kind, piece = domains.class_of, self.pieces.piece
            is_own = (piece >= domains.class_start[kind]) & (
                piece < domains.class_start[kind + np.uint64(1)]
            )
            matched = piece[piece != -1]
            if not (is_own | (piece == -1)).all() or len(set(matched)) < len(matched):
                raise ValueError("pieces.piece is not a matching")

    def lengths_in_use(self) -> Mapping[str, int]:
        """Return the length of the trail; the counts are made anew at every depth.

        So are the graphs of the colors from the domains, where they are not known.
        """
        top = int(self.domains.trail_top[0])
        trail = (name for name in DomainState._fields if name.startswith("trail_"))
        lengths = {f"domains.{name}": top for name in trail if name != "trail_top"}
        if self.colors is not None:
            fields = set(ColorMatching._fields) - self.constant
            lengths |= {f"colors.{name}": 0 for name in fields}
        return lengths | {"tree.counts": 0, "tree.weights": 0}
