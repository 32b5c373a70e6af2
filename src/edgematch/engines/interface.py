"""What it takes to be an engine."""

from typing import ClassVar, Protocol

from edgematch.puzzle import Puzzle
from edgematch.results import Limits, Result, Watch


class Engine(Protocol):
    """A way to solve puzzles: its fields are its options, `solve` is its one method.

    An engine keeps no state between calls.  The same options, puzzle and node limit
    give the same result, so every number in a report can be had again.
    """

    name: ClassVar[str]
    complete: ClassVar[bool]
    """Whether it can end EXHAUSTED, and so prove that a puzzle has no solution."""

    def solve(
        self, puzzle: Puzzle, limits: Limits, watch: Watch | None = None
    ) -> Result:
        """Search `puzzle` until `limits` are met or nothing is left to search."""
        ...
