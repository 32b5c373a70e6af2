"""All that a pass needs and does not change: plan, key and chains."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.full_boards import FullBoardTables
from edgematch.placements.offers import comb_order
from edgematch.search.measures import JOINS, Measure

from .kernel.chains import Chains
from .kernel.steps import Hashes
from .key import StepKeys, noise_table, step_keys
from .look_ahead import chains_of
from .sides import SideTypes, side_types
from .space import pass_bytes
from .steps import BeamPlan, make_plan, turned_order

if TYPE_CHECKING:
    from . import Beam

MOST_WIDTH = 67_108_864
NO_WORD = np.uint64(0)
_MOST_TYPES = 256
"""With more types of sides, the look ahead would take too much memory."""


@dataclass(frozen=True)
class Course:
    """One way over the board, in one of the orientations."""

    plan: BeamPlan
    keys: StepKeys
    chains: Chains
    noise: NDArray[np.int32]
    measure: Measure
    """What boards are to be the best by."""

    @property
    def types_ahead(self) -> int:
        """The number of types that the look ahead tells apart; 0 without it."""
        return self.plan.sides.count if len(self.chains.group) else 0

    def bytes_of_pass(self, width: int, threads: int = 1) -> int:
        """Estimate the memory that a pass takes."""
        return pass_bytes(self.plan, width, self.types_ahead, threads)

    def widest_in(self, memory: int, threads: int = 1) -> int:
        """Return the width of the widest pass that fits into memory; at least 1."""
        widths = range(1, 2 * MOST_WIDTH)
        fitting = bisect_right(
            widths, memory, key=lambda width: self.bytes_of_pass(width, threads)
        )
        return min(max(fitting, 1), MOST_WIDTH)


def hashes_of(plan: BeamPlan, seeds: tuple[int, ...]) -> tuple[Hashes, np.uint64]:
    """Return random words for pieces and demands, and the hash of an empty board."""
    pieces, types = plan.puzzle.cells, plan.sides.count
    words = np.random.default_rng(seeds).integers(
        0, 2**64, pieces + plan.slots * types + 1, np.uint64
    )
    of_demand = words[pieces:-1].reshape(-1, types)
    of_demand[:, 0] = 0
    return Hashes(np.append(words[:pieces], NO_WORD), of_demand), words[-1]


class Courses:
    """The ways over the board, each made when it is first asked for."""

    def __init__(
        self, tables: FullBoardTables, options: "Beam", measure: Measure = JOINS
    ) -> None:
        self._tables, self._options, self._measure = tables, options, measure
        self._made: dict[int, Course] = {}

    @cached_property
    def _sides(self) -> SideTypes:
        """The types of the sides."""
        return side_types(self._tables)

    def number(self, orientation: int) -> Course:
        """Return one of the ways over the board."""
        puzzle, options = self._tables.puzzle, self._options
        orientation %= 8 if puzzle.rows == puzzle.columns else 4
        if orientation not in self._made:
            teeth = 0 if self._measure.ends_at_break else options.teeth
            order = comb_order(puzzle, teeth)
            plan = make_plan(self._sides, turned_order(puzzle, order, orientation))
            self._made[orientation] = Course(
                plan,
                step_keys(plan, options.convexity, self._measure.leaves_holes),
                chains_of(plan, options.look_ahead * (plan.sides.count <= _MOST_TYPES)),
                noise_table(options.noise),
                self._measure,
            )
        return self._made[orientation]
