"""The engines in turn: some beams, repair of the best of them, then wider beams.

Every round has passes of a beam, each in another orientation, and then spends as many
nodes on repair: of the best boards of the round, and of the best of all.  The
next round's beam is wider.  So every time limit gets a sensible mix, and the plan
depends on nodes only, never on a clock.

A small puzzle is first searched exactly for a while: perhaps the optimum is proved.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch
from edgematch.techniques.beam import Beam
from edgematch.techniques.beam.beam_pass import BeamPass
from edgematch.techniques.beam.course import Courses
from edgematch.techniques.exact.engine import ExactPart
from edgematch.techniques.repair import Repair
from edgematch.techniques.repair.engine import RepairPart

if TYPE_CHECKING:
    from . import AutoOptimize

_MOST_CELLS_FOR_EXACT = 36
_NODES_FOR_EXACT = 3_000_000


class AutoBoardSearch(StagedSearch):
    """A stage is a pass of a beam, or a repair; the first one is the exact search."""

    board_arrays = ("best", "round")
    long_arrays = ("round",)

    def __init__(self, options: "AutoOptimize", request: Request) -> None:
        super().__init__(request)
        self._options = options
        puzzle = request.puzzle
        self._courses = Courses(self.tables, Beam(teeth=options.teeth))
        self._round = np.zeros((0, puzzle.cells + 1), np.uint32)
        """The boards of this round's beams, the best first."""
        self._round_nodes = 0
        self._is_given = request.optimize.start is not None
        self._part: BeamPass | RepairPart | ExactPart
        self._part_nodes = 0
        self._doing = ""

    @property
    def note(self) -> str:
        """The engine of the present stage."""
        return self._doing

    def prepare(self) -> None:
        """Compile the loops of all engines that it may use."""
        if self.is_over:
            return
        if self._tries_exact:
            ExactPart(self.tables).advance(1)
        BeamPass(self._courses.number(self.seed), 1, (self.seed, 1)).prepare()
        RepairPart(self.tables, Repair(), self._best, (self.seed, 1)).advance(1)

    @property
    def _tries_exact(self) -> bool:
        """Whether the exact search comes first."""
        return self.puzzle.cells <= _MOST_CELLS_FOR_EXACT and not self._is_given

    def _place(self) -> tuple[int, int]:
        """Return the number of the round and of the stage in it, from 0."""
        each = max(self._options.passes, 1) + self._options.repairs
        return divmod(self.stage - 1, each)

    def begin(self) -> None:
        """Begin the next stage."""
        options = self._options
        self._part_nodes = 0
        seeds = (self.seed, self.stage)
        if self.stage == 0:
            self._doing = "exact search"
            self._part = ExactPart(self.tables)
            return
        number, place = self._place()
        passes = max(options.passes, 1)
        if place < passes:
            if place == 0:
                self._round, self._round_nodes = self._round[:0], 0
            width = min(options.narrowest << min(number, 30), options.widest)
            course = self._courses.number(self.seed + number * passes + place)
            self._part = BeamPass(course, max(width, 1), seeds)
            self._doing = f"round {number + 1}: beam of width {width:,}"
            return
        which = place - passes
        is_last = which == options.repairs - 1
        if not is_last and which < len(self._round):
            ways, breaks = (
                self._round[which],
                self.tables.breaks_of(self._round[which]),
            )
            self._doing = f"round {number + 1}: repair of a board of {breaks} breaks"
        else:
            ways = self._best
            self._doing = f"round {number + 1}: repair of the best board"
        self._part = RepairPart(self.tables, Repair(), ways, seeds)

    def go_on(self, node_budget: int) -> bool:
        """Continue the present stage."""
        part = self._part
        if isinstance(part, BeamPass):
            nodes = part.advance(node_budget)
            self.nodes, self._round_nodes = (
                self.nodes + nodes,
                self._round_nodes + nodes,
            )
            if part.is_over:
                ways = part.best_ways()
                self.offer(ways)
                boards = [*self._round, ways]
                boards.sort(key=self.tables.breaks_of)
                self._round = np.array(boards[: self._options.repairs], np.uint32)
                self._end_if_proved()
            return part.is_over
        if isinstance(part, ExactPart):
            return self._exact(part, node_budget)
        goal = self._round_nodes // max(self._options.repairs, 1)
        nodes = part.advance(min(node_budget, goal - self._part_nodes))
        self.nodes, self._part_nodes = self.nodes + nodes, self._part_nodes + nodes
        self.offer(part.best)
        self._end_if_proved()
        return self._part_nodes >= goal or part.fewest == 0

    def _exact(self, part: ExactPart, node_budget: int) -> bool:
        if not self._tries_exact:
            return True
        self.nodes += part.advance(min(node_budget, _NODES_FOR_EXACT - part.nodes))
        self.at_least = part.at_least
        if part.ways is not None:
            self.offer(part.ways)
            self._end_if_proved()
        return part.ways is not None or part.nodes >= _NODES_FOR_EXACT

    def _end_if_proved(self) -> None:
        assert self.fewest_breaks is not None
        least = self.at_least if self.is_proof_enough else 0
        self.is_over = self.fewest_breaks <= least

    def board(self) -> Board:
        """Return the board that is being repaired, or the best one."""
        if self._has_begun and isinstance(self._part, RepairPart):
            return self.tables.board(self._part.ways)
        return self.best()

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return the boards of the round, and the nodes of its beams."""
        return {"round": self._round, "round_nodes": np.array([self._round_nodes])}

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Restore these."""
        self._round = kept["round"].astype(np.uint32)
        self._round_nodes = int(kept["round_nodes"][0])
