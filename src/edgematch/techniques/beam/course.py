"""All that a pass needs and does not change: plan, key and chains."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.full_boards import FullBoardTables
from edgematch.placements.offers import comb_order

from .kernel.chains import Chains
from .key import StepKeys, noise_table, step_keys
from .look_ahead import chains_of
from .sides import SideTypes, side_types
from .steps import BeamPlan, make_plan, turned_order

if TYPE_CHECKING:
    from . import Beam

_MOST_TYPES = 256
"""With more types of sides, the look ahead would take too much memory."""


@dataclass(frozen=True)
class Course:
    """One way over the board, in one of the orientations."""

    plan: BeamPlan
    keys: StepKeys
    chains: Chains
    noise: NDArray[np.int32]


class Courses:
    """The ways over the board, each made when it is first asked for."""

    def __init__(self, tables: FullBoardTables, options: "Beam") -> None:
        self._tables, self._options = tables, options
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
            order = comb_order(puzzle, options.teeth)
            plan = make_plan(self._sides, turned_order(puzzle, order, orientation))
            self._made[orientation] = Course(
                plan,
                step_keys(plan, options.convexity),
                chains_of(plan, options.look_ahead * (plan.sides.count <= _MOST_TYPES)),
                noise_table(options.noise),
            )
        return self._made[orientation]
