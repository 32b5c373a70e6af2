"""The history of a pass: how each board of the last layer has come about.

Of the layers before, only those boards are kept from which a board of the last layer
comes: some rows back, a few.  The boards of a layer are in the order of their parents,
and each parent has a child, so that a board is its way and one bit: whether its parent
is another one than that of the board before.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from edgematch.search.state_checks import array_like, check_below, check_names
from edgematch.search.technique import State

from .course import Course
from .kernel.history import FIRST, WAY, add_layer
from .kernel.steps import BeamLayer

_BOARDS_OF_ROW = 8
"""The room for boards at first, for each row."""


def _room(boards: int) -> NDArray[np.uint16]:
    """Return room for boards; as far as it is not used, it takes no memory."""
    return np.empty(boards, np.uint16)


class History:
    """The boards of every layer, one layer after the other."""

    def __init__(self, layers: int, width: int) -> None:
        self._boards = _room(_BOARDS_OF_ROW * width)
        self._ends = np.zeros(layers + 1, np.int64)
        """Of the layers, after a 0."""
        self._layers = 0

    def add(self, parents: NDArray[np.uint32], ways: NDArray[np.uint16]) -> None:
        """Add a layer, in the order of its parents; drop boards without descendants."""
        needed = self._ends[self._layers] + len(ways)
        if needed > len(self._boards):
            before, self._boards = (
                self._boards,
                np.empty(needed + needed // 2, np.uint16),
            )
            self._boards[: len(before)] = before
        add_layer(self._boards, self._ends, self._layers, parents, ways)
        self._layers += 1

    def state(self) -> State:
        """Return the boards, and where the layers end."""
        ends = self._ends[: self._layers + 1].copy()
        return {"boards": self._boards[: ends[-1]].copy(), "ends": ends}

    def ways_to(self, row: int) -> list[int]:
        """Return the ways of a board of the last layer, step by step."""
        ways = []
        for layer in range(self._layers - 1, -1, -1):
            boards = self._boards[self._ends[layer] :][: row + 1]
            ways.append(int(boards[-1] & WAY) * 4)
            row = int(np.count_nonzero(boards & FIRST)) - 1
        return ways[::-1]


def layers_of(
    state: State, count: int, most: int
) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.uint16]]]:
    """Yield the parents and ways of each layer that `History.state` returned.

    Raises a `ValueError` unless there are so many layers of at most `most` boards.
    """
    check_names(state, dict.fromkeys(["numbers", "boards", "ends"]))
    every = array_like(state, "boards", np.zeros(0, np.uint16), any_length=True)
    ends = array_like(state, "ends", np.zeros(count + 1, np.int64))
    check_below("rows of a layer", np.diff(ends), most + 1, 1)
    if ends[0] != 0 or ends[-1] != len(every):
        raise ValueError("ends does not end with the boards")
    rows = 1
    for layer, boards in enumerate(np.split(every, ends[1:-1])[:count]):
        is_first = boards >= FIRST
        parents = np.cumsum(is_first, dtype=np.uint32)
        if not is_first[0] or parents[-1] != rows:
            raise ValueError(f"boards has other parents than layer {layer} has boards")
        yield parents - np.uint32(1), boards & ~FIRST
        rows = len(boards)


def check_children(
    course: Course,
    layer: BeamLayer,
    number: int,
    parents: NDArray[np.uint32],
    ways: NDArray[np.uint16],
) -> None:
    """Raise unless ways fit on a cell and their pieces are free on their boards."""
    plan, tables = course.plan, course.plan.sides.tables
    fitting = np.zeros(plan.puzzle.cells * 4 + 1, bool)
    fitting[-1] = course.measure.leaves_holes
    rim = int(tables.arrays.rim[plan.steps[number].cell])
    fitting[tables.ways_by_rim[rim] // 4] = True
    check_below("ways of boards", ways, len(fitting))
    is_piece = ways < len(fitting) - 1
    parents, pieces = parents[is_piece], ways[is_piece] // 4
    words = layer.used[parents, pieces // 64]
    is_used = words >> (pieces % 64).astype(np.uint64) & np.uint64(1)
    if is_used.any() or not fitting[ways].all():
        raise ValueError(f"boards has a misfit on step {number}")
