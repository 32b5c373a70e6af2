"""Beams as wide as the time given allows, and repair of the best board.

The first beam is narrow: there is a board at once, and it is known how long a pass
takes.  With a limit of time, the passes that follow are equally wide, and as wide as
the time allows; the little that is left is spent on repair.  One that is too slow is
narrowed on its way, because an unfinished pass has no board.  Without such a limit
the width is doubled after some passes, and the plan depends on nodes only.

A small puzzle is first searched exactly for a while: perhaps the optimum is proved.
"""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.processes.processor_time import processor_seconds
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch
from edgematch.search.state_checks import check_below
from edgematch.search.technique import Outcome, State
from edgematch.techniques.beam import Beam
from edgematch.techniques.beam.beam_pass import BeamPass, room_of
from edgematch.techniques.beam.course import Course, Courses
from edgematch.techniques.exact.engine import ExactPart
from edgematch.techniques.repair import Repair
from edgematch.techniques.repair.engine import RepairPart

from .pace import Pace

if TYPE_CHECKING:
    from . import AutoOptimize

_MOST_CELLS_FOR_EXACT = 36
_NODES_FOR_EXACT = 3_000_000
_LEAST_REPAIR, _MOST_REPAIR = 200_000, 100_000_000
"""The fewest and the most nodes of a repair."""
_PLANNED, _LATEST = 0.97, 0.99
"""The shares of the time after which the passes are planned to be over, and must be."""


class AutoBoardSearch(StagedSearch):
    """A stage is a pass of a beam, or a repair; the first one is the exact search."""

    can_leave_holes = True

    def __init__(self, options: "AutoOptimize", request: Request) -> None:
        super().__init__(request)
        self._options = options
        self._courses = [
            Courses(self.tables, Beam(teeth=teeth), self._measure)
            for teeth in (options.teeth, max(options.teeth - 1, 0))
        ]
        limits = request.limits
        self._limit = limits.least_seconds
        self._clock = time.perf_counter
        if self._limit is not None and self._limit != limits.seconds:
            self._clock = processor_seconds
        """What goes by the limit."""
        searches = request.threads if request.limits.nodes is None else 1
        self._memory = request.memory_bytes // searches
        """The bytes that a beam may take."""
        self._most_memory = self._memory * (2 if request.memory is None else 1)
        """Those that a resumed one may take: less may be free than when it began."""
        self._pace = Pace(self.puzzle.cells - len(self.puzzle.hints))
        self._width = min(options.narrowest, options.widest)
        """The width of the next beam, or that of the last one in a given time."""
        self._passes, self._passes_in_all = 0, 0
        """The passes of that width, and of all widths."""
        self._pass_nodes = 0
        """The nodes of the last pass."""
        self._seconds_before = 0.0
        self._resumed: float | None = None
        self._is_given = request.optimize.start is not None
        self._part: BeamPass | RepairPart | ExactPart
        self._part_nodes, self._part_seconds = 0, 0.0
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
        BeamPass(self._course, 1, (self.seed, 1)).prepare()
        RepairPart(self.tables, Repair(), self._best, (self.seed, 1)).advance(1)

    @property
    def _tries_exact(self) -> bool:
        """Whether the exact search comes first."""
        return self.puzzle.cells <= _MOST_CELLS_FOR_EXACT and not self._is_given

    @property
    def _seconds(self) -> float:
        """The time so far, including that of resumed runs."""
        if self._resumed is None:
            return self._seconds_before
        return self._seconds_before + self._clock() - self._resumed

    def advance(self, node_budget: int) -> Outcome:
        """Search for about `node_budget` nodes, or until a better board is found."""
        if self._resumed is None:
            self._resumed = self._clock()
        return super().advance(node_budget)

    def begin(self) -> None:
        """Begin the next stage."""
        self._part_nodes = 0
        if self.stage == 0:
            self._doing = "exact search"
            self._part = ExactPart(self.tables)
            return
        width = self._width if self._passes < self._options.passes else 0
        if self._limit is not None:
            width = self._width_in_time(self._limit)
        if not width and not self._is_by_breaks:
            # Repair removes breaks: that is not a longer prefix, nor more pieces.
            self._widen()
            width = self._width if self._limit is None else self._options.narrowest
        if width:
            width = min(width, self._options.widest)
            fitting = min(width, self._course.widest_in(self._memory))
            self._part = self._begin_pass(fitting)
            if fitting < width:
                self._doing += f", the widest in {self._memory / 1e6:,.0f} MB"
        else:
            seeds = (self.seed, self.stage)
            self._part = RepairPart(self.tables, Repair(), self._best, seeds)
            self._doing = "repair of the best board"

    def _width_in_time(self, limit: float) -> int:
        """Return the width of the next beam; 0 if no time is left for one."""
        narrowest, each = self._options.narrowest, limit / self._options.passes
        if not self._pace.of_cell.all():
            return narrowest
        left = _PLANNED * limit - self._seconds
        if left < each / 4:
            return 0
        width = self._pace.width_in(left / max(round(left / each), 1))
        return width if width >= narrowest else 0

    @property
    def _course(self) -> Course:
        """The way over the board of the next pass.

        Orientations take turns, and so do numbers of teeth: in sixteen passes each
        orientation has both.
        """
        number = self.seed + self._passes_in_all
        return self._courses[(number + number // 8) % 2].number(number)

    def _begin_pass(self, width: int) -> BeamPass:
        self._doing = f"beam of width {width:,}"
        self._part_seconds = self._seconds
        self._pace.begin(0, width)
        return BeamPass(self._course, width, (self.seed, self.stage))

    def go_on(self, node_budget: int) -> bool:
        """Continue the present stage."""
        part = self._part
        if isinstance(part, ExactPart):
            return self._exact(part, node_budget)
        if isinstance(part, BeamPass):
            return self._fill(part, node_budget)
        goal = _MOST_REPAIR
        if self._limit is None:
            goal = min(max(self._pass_nodes, _LEAST_REPAIR), _MOST_REPAIR)
        nodes = part.advance(min(node_budget, goal - self._part_nodes))
        self.nodes, self._part_nodes = self.nodes + nodes, self._part_nodes + nodes
        self.offer(part.best)
        self._end_if_proved()
        is_over = self._part_nodes >= goal or part.fewest == 0
        if is_over and self._limit is None:
            self._widen()
        return is_over

    def _widen(self) -> None:
        self._width, self._passes = min(2 * self._width, self._options.widest), 0

    def _fill(self, part: BeamPass, node_budget: int) -> bool:
        nodes = part.advance(node_budget)
        self.nodes, self._part_nodes = self.nodes + nodes, self._part_nodes + nodes
        if self._limit is not None:
            self._keep_pace(part, self._limit)
        if part.is_over:
            self.offer(part.best_ways())
            self._end_if_proved()
            self._pass_nodes = self._part_nodes
            self._passes_in_all += 1
            self._passes += 1
            if self._limit is not None:
                # Resumed without a limit, it goes on with wider beams.
                self._width, self._passes = part.width, self._options.passes
        return part.is_over

    def _keep_pace(self, part: BeamPass, limit: float) -> None:
        """Narrow a pass that would not be over in time."""
        pace, left = self._pace, _LATEST * limit - self._seconds
        pace.reach(part.filled, part.width, self._seconds - self._part_seconds)
        part.narrow(pace.width_of_rest(part.width, left))

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

    def state(self) -> State:
        """Return what the present stage began with, its own state, and the time."""
        return {**super().state(), "seconds": np.array([self._seconds])}

    def inside(self) -> State:
        """Return the state of a pass; the other stages are short and begin again."""
        return self._part.state() if isinstance(self._part, BeamPass) else {}

    def resume_stage(self, inside: State) -> None:
        """Resume a pass."""
        room = room_of(inside)
        check_below("numbers", np.array([room]), self._options.widest + 1, 1)
        needed = self._course.bytes_of_pass(room)
        if needed > self._most_memory:
            raise ValueError(
                f"its beam of width {room:,} needs {needed / 1e6:,.0f} MB, and"
                f" {self._most_memory / 1e6:,.0f} MB are allowed; allow more memory"
            )
        self._part = self._begin_pass(room)
        self._part.restore(inside)
        self._part_nodes = self._part.nodes
        self.nodes += self._part_nodes
        self._pace.begin(self._part.filled, self._part.width)

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return what the plan depends on: passes, the time so far, and the pace."""
        passes = self._width, self._passes, self._passes_in_all, self._pass_nodes
        return {
            "passes": np.array(passes),
            "seconds": np.array([self._seconds]),
            "pace": self._pace.of_cell,
        }

    def take_up(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Restore these."""
        check_below("passes", kept["passes"], 2**62)
        check_below("passes", kept["passes"][:1], self._options.widest + 1, 1)
        for name in ("seconds", "pace"):
            if not (np.isfinite(kept[name]) & (kept[name] >= 0)).all():
                raise ValueError(f"{name} is not a time")
        self._width, self._passes, self._passes_in_all, self._pass_nodes = kept[
            "passes"
        ].tolist()
        self._seconds_before, self._resumed = float(kept["seconds"][0]), None
        self._pace.of_cell = kept["pace"].copy()
