"""Beam search: passes over the board, one per stage."""

from typing import TYPE_CHECKING

from edgematch.search.request import Request
from edgematch.search.stages import StagedSearch

from .beam_pass import BeamPass
from .course import Courses

if TYPE_CHECKING:
    from . import Beam


class BeamSearch(StagedSearch):
    """Passes of a beam, one per stage, in all orientations by turns."""

    def __init__(self, options: "Beam", request: Request) -> None:
        super().__init__(request)
        self._options = options
        self._courses = Courses(self.tables, options)
        self._threads = request.threads

    def prepare(self) -> None:
        """Compile the loops of a pass."""
        if not self.is_over:
            BeamPass(self._courses.number(self.seed), 1, (self.seed, 0)).prepare()

    def begin(self) -> None:
        """Begin a pass."""
        course = self._courses.number(self.seed + self.stage)
        seeds = self.seed, self.stage
        self._pass = BeamPass(course, self._options.width, seeds, self._threads)

    def go_on(self, node_budget: int) -> bool:
        """Fill cells; at the end of the pass, offer its best board."""
        self.nodes += self._pass.advance(node_budget)
        if self._pass.is_over:
            self.offer(self._pass.best_ways())
        return self._pass.is_over
