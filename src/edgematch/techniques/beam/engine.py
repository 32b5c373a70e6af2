"""Beam search: passes over the board, one per stage."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from edgematch.draws import Draws
from edgematch.placements.favored import favored_colors, weights_of_pieces
from edgematch.placements.full_boards import BoardWays, random_state
from edgematch.placements.offers import OfferTables, comb_order, offer_tables
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch

from .kernel import BeamLayer, list_any, list_children, take_best
from .tables import empty_children, empty_layer, slot_tables

if TYPE_CHECKING:
    from . import Beam

_LAYERS_BETWEEN_TIDYINGS = 16


class BeamSearch(StagedSearch):
    """Passes of a beam, one per stage."""

    def __init__(self, options: "Beam", request: Request) -> None:
        super().__init__(request)
        self._options = options
        order = comb_order(request.puzzle, options.teeth)
        self._offers = offer_tables(self.tables, order)

    def prepare(self) -> None:
        """Compile the loops of a pass."""
        if not self.is_over:
            narrow = replace(self._options, width=1)
            BeamPass(self._offers, narrow, (self.seed, 0)).prepare()

    def begin(self) -> None:
        """Begin a pass."""
        self._pass = BeamPass(self._offers, self._options, (self.seed, self.stage))

    def go_on(self, node_budget: int) -> bool:
        """Fill cells; at the end of the pass, offer its best board."""
        self.nodes += self._pass.advance(node_budget)
        if self._pass.is_over:
            self.offer(self._pass.best_ways())
        return self._pass.is_over


class BeamPass:
    """One pass: from the hints to full boards."""

    def __init__(
        self, offers: OfferTables, options: "Beam", seeds: tuple[int, ...]
    ) -> None:
        self._tables = offers.tables
        self._steps = offers.steps
        self._width = max(options.width, 1)
        puzzle = self._tables.puzzle
        self._random = random_state(*seeds)
        draws = Draws(int(self._random[0]))
        self.favored = favored_colors(puzzle, options.favored, draws)
        weights = weights_of_pieces(puzzle, self.favored)
        self._weights = np.array(weights, np.int32)
        keys = np.zeros(puzzle.cells * 4)
        self._offers = offers.offers_by_key(keys)
        self._slots, self._layer = slot_tables(offers, draws)
        slots = self._layer.demand.shape[1]
        self._spare = empty_layer(self._width, puzzle.cells, slots)
        self._children = empty_children(self._width, sum(weights))
        self._rows = 1
        self._parents: list[NDArray[np.uint32]] = []
        self._ways: list[NDArray[np.uint16]] = []

    @property
    def is_over(self) -> bool:
        """Whether all cells are filled."""
        return len(self._ways) == len(self._steps)

    def advance(self, node_budget: int) -> int:
        """Fill cells until `node_budget` pieces are placed or all cells are full.

        Returns the number of pieces placed.
        """
        nodes = 0
        while nodes < node_budget and not self.is_over:
            nodes += self._one_cell()
        return nodes

    def prepare(self) -> None:
        """Compile the loops, those for dead ends too; the pass is spoiled by that."""
        if not self.is_over:
            self._list_children(0, fitting=False)
            self.advance(1)

    def _list_children(self, step: int, fitting: bool) -> int:
        """List the children of all boards, with pieces that fit, or with any piece."""
        tables, offers, slots = self._tables.arrays, self._offers, self._slots
        layer, children, random = self._layer, self._children, self._random
        given = (tables, offers, slots, self._weights, layer, children, random, step)
        if fitting:
            return list_children(*given, self._rows, self._width)
        return list_any(*given, self._rows)

    def _one_cell(self) -> int:
        step = len(self._ways)
        tables, slots = self._tables.arrays, self._slots
        layer, children, random = self._layer, self._children, self._random
        count = self._list_children(step, fitting=True)
        if count == 0:
            count = self._list_children(step, fitting=False)
        parent_of = np.zeros(self._width, np.uint32)
        way_of = np.zeros(self._width, np.uint16)
        following = self._spare
        self._rows = take_best(
            tables,
            slots,
            layer,
            following,
            children,
            parent_of,
            way_of,
            random,
            step,
            count,
            self._width,
        )
        self._spare = layer if len(layer.key) == self._width else self._fresh(layer)
        self._layer = following
        self._parents.append(parent_of[: self._rows].copy())
        self._ways.append(way_of[: self._rows].copy())
        if step % _LAYERS_BETWEEN_TIDYINGS == 0:
            self._tidy()
        return count

    def _fresh(self, layer: BeamLayer) -> BeamLayer:
        """Return space for a full layer in place of the single start board."""
        return empty_layer(
            self._width, self._tables.puzzle.cells, layer.demand.shape[1]
        )

    def _tidy(self) -> None:
        """Drop the boards without descendants: most of them, a few rows back."""
        for step in range(len(self._ways) - 1, 0, -1):
            alive, renumbered = np.unique(self._parents[step], return_inverse=True)
            if len(alive) == len(self._ways[step - 1]):
                break
            self._parents[step] = renumbered.astype(np.uint32)
            self._ways[step - 1] = self._ways[step - 1][alive]
            self._parents[step - 1] = self._parents[step - 1][alive]

    def best_ways(self) -> BoardWays:
        """Return the best full board of the pass."""
        ways = self._tables.ways_of(self._tables.puzzle.hints)
        row = int(self._layer.breaks[: self._rows].argmin())
        for step in range(len(self._steps) - 1, -1, -1):
            ways[self._steps[step].cell] = self._ways[step][row]
            row = int(self._parents[step][row])
        return ways
