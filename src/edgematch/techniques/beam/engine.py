"""Beam search: passes over the board, one per stage."""

from typing import TYPE_CHECKING

from edgematch.devices.gpu import Gpu
from edgematch.search.options import OptionError
from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch
from edgematch.search.technique import State

from .beam_pass import BeamPass
from .course import Courses
from .device.device_pass import DevicePass
from .device.memory import bytes_of_pass

if TYPE_CHECKING:
    from . import Beam


class BeamSearch(StagedSearch):
    """Passes of a beam, one per stage, in all orientations by turns."""

    can_leave_holes = True

    def __init__(self, options: "Beam", request: Request) -> None:
        self._gpu = None if options.device == "cpu" else Gpu()  # there may be none
        super().__init__(request)
        self._options = options
        self._courses = Courses(self.tables, options, request.optimize.measure)
        self._threads = request.threads
        if not self.is_over:
            self._check_memory(request)

    def _check_memory(self, request: Request) -> None:
        """Refuse a width that does not fit into the memory."""
        course, width = self._courses.number(self.seed), self._options.width
        what, remedy = "allowed", "allow more memory"
        if self._gpu is None:
            needed = course.bytes_of_pass(width, self._threads)
            allowed = request.memory_bytes
            widest = course.widest_in(allowed, self._threads)
        else:
            needed, allowed = bytes_of_pass(course, width), self._gpu.free_bytes()
            if request.memory is not None and request.memory < allowed:
                allowed = request.memory
            else:
                what, remedy = "free on the GPU", ""
            widest = width * allowed // needed
        if needed > allowed:
            fewer = f"use at most {widest:,}" if widest > 1 else ""
            advice = ", or ".join(filter(None, [fewer, remedy]))
            raise OptionError(
                f"option width: {width:,} boards need {needed / 1e6:,.0f} MB, and"
                f" {allowed / 1e6:,.0f} MB are {what}{advice and '; '}{advice}",
                "width",
            )

    def prepare(self) -> None:
        """Compile the loops of a pass."""
        if not self.is_over:
            self._new_pass(1).prepare()

    def begin(self) -> None:
        """Begin a pass."""
        self._pass = self._new_pass(self._options.width)

    def _new_pass(self, width: int) -> BeamPass | DevicePass:
        course = self._courses.number(self.seed + self.stage)
        seeds = self.seed, self.stage
        if self._gpu is None:
            return BeamPass(course, width, seeds, self._threads)
        return DevicePass(course, width, seeds, self._gpu)

    def go_on(self, node_budget: int) -> bool:
        """Fill cells; at the end of the pass, offer its best board."""
        self.nodes += self._pass.advance(node_budget)
        if self._pass.is_over:
            self.offer(self._pass.best_ways())
            if isinstance(self._pass, DevicePass):
                self._pass.close()
        return self._pass.is_over

    def inside(self) -> State:
        """Return the state of the pass; one on a GPU is short and begins again."""
        return self._pass.state() if isinstance(self._pass, BeamPass) else {}

    def resume_stage(self, inside: State) -> None:
        """Resume a pass."""
        self.begin()
        if not isinstance(self._pass, BeamPass):
            raise ValueError("a pass on a GPU begins again")
        self._pass.restore(inside)
        self.nodes += self._pass.nodes
