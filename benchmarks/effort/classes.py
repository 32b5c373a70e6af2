"""The classes of puzzles that contestants are measured on, 25 planted instances each.

They are the columns of Table 2 of Ansótegui et al. ("Edge Matching Puzzles as Hard
SAT/CSP Benchmarks"), inner before frame colors, and the two-set 8x8 with 8:2; the paper
has 8:2 for 7x7.
"""

from dataclasses import dataclass
from typing import Final

from edgematch import load
from edgematch.puzzle import Puzzle


@dataclass(frozen=True)
class PuzzleClass:
    """Instances that differ in their seed only."""

    name: str
    """The recipe without its seed."""
    wants_all: bool = False
    """Whether all solutions are asked for, or the first."""

    @property
    def title(self) -> str:
        """What is asked of whom, for a heading."""
        return f"{self.name}, {'all solutions' if self.wants_all else 'first solution'}"

    def recipe(self, seed: int) -> str:
        """Return the compact name of one instance."""
        return f"{self.name}:seed={seed}"

    def puzzle(self, seed: int) -> Puzzle:
        """Return one instance."""
        return load(self.recipe(seed)).puzzle


CLASSES: Final = {
    kind.name: kind
    for kind in (
        PuzzleClass("one-set:7x7:6", wants_all=True),
        PuzzleClass("one-set:8x8:7"),
        PuzzleClass("two-set:6x6:6:2"),
        PuzzleClass("two-set:7x7:6:4"),
        PuzzleClass("two-set:7x7:7:2"),
        PuzzleClass("two-set:7x7:7:3"),
        PuzzleClass("two-set:7x7:7:4"),
        PuzzleClass("two-set:7x7:8:2"),
        PuzzleClass("two-set:8x8:8:2"),
    )
}
"""Every class by name."""
