"""Searches with a schedule of breaks, one per stage."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from edgematch.draws import Draws
from edgematch.kernels.tree import EXHAUSTED, FOUND
from edgematch.placements.completion import fill_holes
from edgematch.placements.full_boards import BoardWays, FullBoardTables, random_state
from edgematch.placements.offers import OfferTables, comb_order, offer_tables
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch

from .favored import favored_colors, weights_of_pieces
from .kernel import DEEPEST, NODES, advance
from .tables import floor_of_weight, schedule, start_search, step_tables

if TYPE_CHECKING:
    from . import Breaks

_NODES_BETWEEN_FILLINGS = 4_000_000
"""How often the holes of the fullest board are filled, if it has become fuller."""


class BreaksSearch(StagedSearch):
    """A stage is a search from the beginning, for at most `restart` nodes."""

    def __init__(self, options: "Breaks", request: Request) -> None:
        super().__init__(request)
        self._options = options
        self._plan = BreaksPlan.of(self.tables, options)

    @property
    def note(self) -> str:
        """The number of breaks allowed."""
        return f"search {self.stage + 1}, at most {self._plan.most} breaks"

    def begin(self) -> None:
        """Begin a new search, for boards better than the best one."""
        assert self.fewest_breaks is not None
        seeds = (self.seed, self.stage)
        self._part = BreaksPart(self._plan, self._options, seeds, self.fewest_breaks)

    def go_on(self, node_budget: int) -> bool:
        """Continue the search."""
        part = self._part
        self.nodes += part.advance(node_budget)
        if part.best is not None:
            self.offer(part.best)
        self.is_over = self.fewest_breaks == 0
        return part.is_over or self.is_over


@dataclass(frozen=True)
class BreaksPlan:
    """What all searches of a puzzle have in common."""

    offers: OfferTables
    cells: tuple[int, ...]
    allowed: NDArray[np.int32]

    @classmethod
    def of(cls, tables: FullBoardTables, options: "Breaks") -> "BreaksPlan":
        """Return the plan for a puzzle."""
        cells = comb_order(tables.puzzle, options.teeth)
        allowed = schedule(tables.puzzle, cells, options.reach)
        return cls(offer_tables(tables, cells), cells, allowed)

    @property
    def most(self) -> int:
        """The most breaks of a full board."""
        return int(self.allowed.max(initial=0))


class BreaksPart:
    """One search, with its own favored colors and order of the pieces."""

    def __init__(
        self, plan: BreaksPlan, options: "Breaks", seeds: tuple[int, ...], fewest: int
    ) -> None:
        self._restart = options.restart
        self._seed = sum(seeds)
        self.best: BoardWays | None = None
        """The best board with fewer breaks than `fewest` was at the start."""
        self.fewest = fewest
        self._tables, offers = plan.offers.tables, plan.offers
        puzzle = self._tables.puzzle
        draws = Draws(int(random_state(*seeds)[0]))
        favored = favored_colors(puzzle, options.favored, draws)
        weights = weights_of_pieces(puzzle, favored)
        keys = np.array([draws.below(1 << 20) / (1 << 20) for _ in range(puzzle.cells)])
        keys -= np.array(weights)
        self._offers = offers.offers_by_key(np.repeat(keys, 4))
        floor = floor_of_weight(self._tables, plan.cells, weights, options.tightness)
        self._cells = [step.cell for step in offers.steps]
        self._steps = step_tables(offers, plan.allowed.copy(), floor, weights)
        self._tighten()
        self._search = start_search(offers, self._offers, self._steps)
        self._next_filling, self._filled = _NODES_BETWEEN_FILLINGS, 0
        self._is_exhausted = not self._cells

    @property
    def nodes(self) -> int:
        """Pieces placed."""
        return int(self._search.at[NODES])

    @property
    def is_over(self) -> bool:
        """Whether this search is finished."""
        return self._is_exhausted or self.nodes >= self._restart

    def _tighten(self) -> None:
        """Allow fewer breaks than the best board has."""
        allowed = self._steps.allowed
        np.minimum(allowed, max(self.fewest - 1, 0), out=allowed)

    def advance(self, node_budget: int) -> int:
        """Search; return the nodes, and one more at the end of the search.

        Now and then the holes of the fullest board are filled.
        """
        if self._is_exhausted:
            return 1
        before = self.nodes
        pause = min(self._restart, self._next_filling)
        budget = min(node_budget, pause - before)
        outcome = advance(
            self._tables.arrays, self._offers, self._steps, self._search, budget
        )
        if outcome == FOUND:
            self._offer(self._board_ways(self._search.chosen, len(self._cells)))
            self._tighten()
        self._is_exhausted = outcome == EXHAUSTED
        if self.is_over or self.nodes >= self._next_filling:
            self._fill()
        # Otherwise searches that are exhausted at once would never reach a node limit.
        return self.nodes - before + self.is_over

    def _offer(self, ways: BoardWays) -> None:
        breaks = self._tables.breaks_of(ways)
        if breaks < self.fewest:
            self.best, self.fewest = ways.copy(), breaks

    def _fill(self) -> None:
        """Fill the holes of the fullest board, unless this was done already."""
        self._next_filling += _NODES_BETWEEN_FILLINGS
        count = int(self._search.at[DEEPEST])
        if count > self._filled:
            fullest = self._board_ways(self._search.fullest, count)
            self._offer(fill_holes(self._tables, fullest, self._seed))
            self._filled = count

    def _board_ways(self, chosen: BoardWays, count: int) -> BoardWays:
        ways = self._tables.ways_of(self._tables.puzzle.hints)
        for cell, way in zip(self._cells[:count], chosen, strict=False):
            ways[cell] = way
        return ways
