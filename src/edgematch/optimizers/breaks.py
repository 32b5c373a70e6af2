"""Depth-first search with a schedule of breaks, begun anew again and again."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.kernels.breaks import EXHAUSTED, FOUND, advance
from edgematch.optimizers.favoring import (
    common_colors,
    favored_colors,
    weights_of_pieces,
)
from edgematch.optimizers.interface import FAVORED, RESTARTS, TEETH, Lying, check_ranges
from edgematch.optimizers.staged import StagedSearch
from edgematch.puzzle import Puzzle
from edgematch.tables.breaks import (
    floor_of_weight,
    schedule,
    start_search,
    step_tables,
)
from edgematch.tables.filling import completed
from edgematch.tables.lying import random_state
from edgematch.tables.offers import comb_order, offer_tables

_NODES_BETWEEN_FILLINGS = 4_000_000
"""After so many the holes of the fullest board are filled, if it has become fuller."""


@dataclass(frozen=True)
class Breaks:
    """Fill the board cell by cell; allow more breaks the deeper it is."""

    name: ClassVar[str] = "breaks"
    resumable: ClassVar[bool] = True
    proves: ClassVar[bool] = False
    counts_nodes: ClassVar[bool] = True

    reach: float = 1.5
    """How much rarer boards may be than at the peak before breaks are allowed, log10;
    more is stricter."""
    favored: int = -1
    """Colors to use up early; -1 for a share of them, 0 for none."""
    tightness: float = 0.9
    """How strictly they are used up; 1 is what the community published."""
    teeth: int = 5
    """The last rows, that are filled column by column."""
    restart: int = 40_000_000
    """Nodes before the search begins anew, with another order of pieces."""

    def __post_init__(self) -> None:
        check_ranges(
            self,
            reach=(0, 100),
            tightness=(0, 10),
            favored=FAVORED,
            teeth=TEETH,
            restart=RESTARTS,
        )

    def start(self, puzzle: Puzzle, seed: int, start: Board | None) -> "BreaksSearch":
        """Return a search that has placed nothing yet."""
        return BreaksSearch(self, puzzle, seed, start)


class BreaksSearch(StagedSearch):
    """A stage is a search from the beginning, for so many nodes."""

    def __init__(
        self, options: Breaks, puzzle: Puzzle, seed: int, start: Board | None
    ) -> None:
        super().__init__(puzzle, seed, start)
        self._options = options
        self._tables = offer_tables(self.tables, comb_order(puzzle, options.teeth))
        colors = len(common_colors(puzzle))
        self._schedule = schedule(puzzle, colors, options.reach)

    @property
    def note(self) -> str:
        """How deep it is."""
        return (
            f"search {self.stage + 1}, at most {self._schedule.max(initial=0)} breaks"
        )

    def begin(self) -> None:
        """Draw favored colors and an order of the pieces, and begin anew."""
        options, puzzle = self._options, self.puzzle
        random = random_state(self.seed, self.stage)
        draws = Draws(int(random[0]))
        weights = weights_of_pieces(
            puzzle, favored_colors(puzzle, options.favored, draws)
        )
        count = len(self._tables.steps)
        floor = floor_of_weight(puzzle, count, weights, options.tightness)
        keys = np.array([draws.below(1 << 20) / (1 << 20) for _ in range(puzzle.cells)])
        keys -= np.array(weights)
        self._offers = self._tables.ordered(np.repeat(keys, 4))
        self._steps = step_tables(self._tables, self._schedule.copy(), floor, weights)
        self._tighten()
        self._search = start_search(self._tables, self._offers, self._steps)
        self._next_filling, self._filled = _NODES_BETWEEN_FILLINGS, 0

    def _tighten(self) -> None:
        """Allow fewer breaks than the best board has."""
        assert self.fewest_breaks is not None
        np.minimum(self._steps.allowed, self.fewest_breaks - 1, out=self._steps.allowed)

    def go_on(self, node_budget: int) -> bool:
        """Search; at the end of the stage fill the holes of the fullest board."""
        search, options = self._search, self._options
        if not len(self._tables.steps):
            self.is_over = True
            return True
        before = int(search.at[2])
        pause = min(options.restart, self._next_filling)
        outcome = advance(
            self.tables.pieces,
            self._offers,
            self._steps,
            search,
            min(node_budget, pause - before),
        )
        self.nodes += int(search.at[2]) - before
        if outcome == FOUND:
            self.offer(self._lying(search.chosen, len(self._tables.steps)))
            self._tighten()
            self.is_over = self.fewest_breaks == 0
        is_over = search.at[2] >= options.restart or outcome == EXHAUSTED
        if is_over or search.at[2] >= self._next_filling:
            self._fill()
        if is_over:
            # Searches that are exhausted at once would never come to a node limit.
            self.nodes += 1
        return is_over or self.is_over

    def _fill(self) -> None:
        """Fill the holes of the fullest board, unless that was done before."""
        self._next_filling += _NODES_BETWEEN_FILLINGS
        count = int(self._search.at[1])
        if count > self._filled:
            fullest = self._lying(self._search.fullest, count)
            self.offer(completed(self.tables, fullest, self.seed + self.stage))
            self._filled = count

    def _lying(self, ways: Lying, count: int) -> Lying:
        lying = self.tables.lying(self.puzzle.hints)
        for step, way in zip(self._tables.steps[:count], ways, strict=False):
            lying[step.cell] = way
        return lying
