"""The search for the fewest breaks: one stage for each number of breaks."""

from typing import TYPE_CHECKING

import numpy as np

from edgematch.kernels.tree import EXHAUSTED, FOUND
from edgematch.placements.full_boards import BoardWays, FullBoardTables
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch

from .kernel import AT_LEAST, NODES, advance
from .tables import exact_tables

if TYPE_CHECKING:
    from . import Exact


class ExactSearch(StagedSearch):
    """Stage n searches all boards with at most n breaks."""

    def __init__(self, options: "Exact", request: Request) -> None:
        super().__init__(request)

    @property
    def note(self) -> str:
        """What is proved so far."""
        return f"at least {self.at_least} breaks"

    def begin(self) -> None:
        """Begin the search for boards with one break more."""
        self._part = ExactPart(self.tables, self.stage)

    def go_on(self, node_budget: int) -> bool:
        """Search; the first board found is proved to have the fewest breaks."""
        assert self.fewest_breaks is not None
        if self.fewest_breaks <= self.stage:
            self.at_least, self.is_over = self.fewest_breaks, True
            return True
        self.nodes += self._part.advance(node_budget)
        self.at_least = max(self.at_least, self._part.at_least)
        if self._part.ways is not None:
            self.offer(self._part.ways)
            self.at_least, self.is_over = self.fewest_breaks, True
        return self.is_over or self._part.at_least > self.stage


class ExactPart:
    """The search from a given number of breaks on."""

    def __init__(self, tables: FullBoardTables, at_least: int = 0) -> None:
        self._tables = tables
        self._steps, self._order, self._search = exact_tables(tables)
        self._search.at[AT_LEAST] = at_least
        self.ways: BoardWays | None = None

    @property
    def at_least(self) -> int:
        """Fewer breaks than this are impossible."""
        return int(self._search.at[AT_LEAST])

    @property
    def nodes(self) -> int:
        """Pieces tried."""
        return int(self._search.at[NODES])

    def advance(self, node_budget: int) -> int:
        """Search for about `node_budget` nodes, or to a board; return the nodes."""
        search = self._search
        before = self.nodes
        outcome = advance(self._tables.arrays, self._order, search, node_budget)
        if outcome == EXHAUSTED:
            search.at[AT_LEAST] += 1
        elif outcome == FOUND:
            self.ways = self._tables.ways_of(self._tables.puzzle.hints)
            for step, way in zip(self._steps, search.chosen, strict=False):
                self.ways[step.cell] = np.uint32(way)
        return self.nodes - before
