"""A constraint model, solved by the CP-SAT of OR-Tools."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import ClassVar

from edgematch.encoders import CONSTRAINT_MODELS
from edgematch.encoders.optional import missing
from edgematch.errors import EdgematchError, UnknownName
from edgematch.puzzle import Puzzle
from edgematch.search.options import choice, internal
from edgematch.search.outside import OutsideSearch
from edgematch.symmetry import board_symmetries


@dataclass(frozen=True)
class CpSat:
    """Hand a constraint model to CP-SAT."""

    name: ClassVar[str] = "cp-sat"
    complete: ClassVar[bool] = True
    resumable: ClassVar[bool] = False

    encoding: str = choice("cp-joins", CONSTRAINT_MODELS)
    """One of `edgematch.encoders.CONSTRAINT_MODELS`."""
    break_symmetry: bool = True
    """Look at one turn of the whole board only, and multiply back."""
    workers: int = 1
    """Threads of the solver for a first solution; with more than one the answer may
    be another each time.  All solutions are looked for by one."""
    all_solutions: bool = internal(True)
    """Whether more than the first solution is wanted."""
    most_conflicts: int = internal(0)
    """Give up after so many conflicts; 0 is never."""
    seed: int = 0
    """The seed of the solver."""

    def __post_init__(self) -> None:
        if self.encoding not in CONSTRAINT_MODELS:
            there = ", ".join(CONSTRAINT_MODELS)
            raise UnknownName(f"no encoding {self.encoding!r}; there is {there}")
        if not 1 <= self.workers <= 256:
            raise EdgematchError(f"workers are 1 to 256, not {self.workers}")
        if not 0 <= self.seed < 2**31:
            raise EdgematchError(f"option seed is 0 to {2**31 - 1}, not {self.seed}")

    def start(self, puzzle: Puzzle) -> OutsideSearch:
        """Return a search of `puzzle` that has done nothing yet."""
        if find_spec("ortools") is None:
            raise missing("ortools")
        name = f"CP-SAT on {self.encoding}"
        return OutsideSearch(
            puzzle, name, "edgematch.techniques.cp_sat.solve_job:search", self
        )

    def boards_for_one(self, puzzle: Puzzle) -> int:
        """Return how many boards each solution of the search stands for."""
        return len(board_symmetries(puzzle)) if self.break_symmetry else 1
