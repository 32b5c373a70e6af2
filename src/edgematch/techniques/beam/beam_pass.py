"""One pass of a beam: from the hints to full boards, cell by cell.

For every cell the children of all boards are counted by bins of their keys, the last
bin with a place in the next layer is found, and the children up to it are made again
and written to the next layer.  The next layer depends on the boards of this one, but
not on their order: threads share the rows and come to the same layer.
"""

from collections.abc import Generator, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.completion import fill_holes
from edgematch.placements.full_boards import BoardWays
from edgematch.search.state_checks import array_like
from edgematch.search.technique import State

from .counting import ALL_BINS, MARGIN, choice_of, count_children, key_of_step
from .course import Course, hashes_of
from .history import History, check_children, layers_of
from .kernel.chains import look_ahead
from .kernel.children import Children, Visit, visit_children
from .kernel.layers import make_layer
from .kernel.rows import worth_of_row
from .kernel.steps import Key
from .row_threads import RowThreads
from .space import (
    Buffer,
    Desk,
    Notes,
    copy_to,
    drop_doubles,
    empty_children,
    first_of,
    keep_lowest,
    table_size,
)

_MOMENTS = 8
"""Such moments before it is paused: some tenths of a second where layers are wide."""


class _Step(NamedTuple):
    """A cell that is being filled."""

    number: int
    key: Key
    notes: Notes
    ahead: NDArray[np.int8]
    most: int
    """The most breaks of a board of the layer."""


class BeamPass:
    """One pass, which can be advanced bit by bit."""

    def __init__(
        self, course: Course, width: int, seeds: tuple[int, ...], threads: int = 1
    ) -> None:
        plan = course.plan
        self._course, self._plan, self._width = course, plan, width
        pieces, types = plan.puzzle.cells, plan.sides.count
        self._hashes, self._seed = hashes_of(plan, seeds)
        ahead = course.types_ahead
        self._buffer, self._other = (Buffer(plan, width, ahead) for _ in range(2))
        self._layer = self._buffer.layer
        for slot, wanted in plan.start:
            self._layer.demand[0, slot] = wanted
        for hint in plan.puzzle.hints:
            self._layer.used[0, hint.piece // 64] |= np.uint64(1 << hint.piece % 64)
        self._room = width
        self._rows = 1
        self._best_row = 0
        self._history = History(len(plan.steps), width)
        self._parents = np.empty(width, np.uint32)
        self._ways = np.empty(width, np.uint16)
        """Of the next layer, while it is made."""
        self._desks = [Desk(types, pieces) for _ in range(threads)]
        self._threads = RowThreads(self._desks)
        self._is_ahead_known = True
        """Whether the look ahead of the present cell is done."""
        self.filled = 0
        """The number of cells filled, hints not counted."""
        self.nodes = 0
        """The number of pieces placed."""
        self._nodes_before = 0
        """That number when the present cell was begun."""
        self._work = self._fill()

    @property
    def is_over(self) -> bool:
        """Whether all cells are filled."""
        return self.filled == len(self._plan.steps)

    def advance(self, node_budget: int) -> int:
        """Fill cells until about `node_budget` pieces are placed or all cells are full.

        Returns the number of pieces placed.  May return earlier, so that the search can
        be paused: where layers are wide, most of the time no piece is placed.
        """
        nodes = 0
        for _ in range(_MOMENTS):
            if nodes >= node_budget or self.is_over:
                break
            placed = next(self._work)
            nodes += placed
            self.nodes += placed
        return nodes

    @property
    def width(self) -> int:
        """The number of boards kept after each cell."""
        return self._width

    def narrow(self, width: int) -> None:
        """Keep no more than so many boards from here on."""
        self._width = min(self._width, max(width, 1))

    def state(self) -> State:
        """Return the pass as it was before the present cell.

        The boards themselves are not needed: they follow from the history.
        """
        numbers = self._room, self._width, self.filled, self._nodes_before
        return {
            "numbers": np.array([*numbers, self._best_row], np.int64),
            **self._history.state(),
        }

    def restore(self, state: State) -> None:
        """Become the pass that `state` was taken from; this one has just begun."""
        room, width, filled, nodes, best_row = _numbers_of(state)
        if not 0 < width <= room == self._room:
            raise ValueError("numbers has another width")
        if not 0 <= filled <= len(self._plan.steps) or not 0 <= nodes < 2**62:
            raise ValueError("numbers has an impossible number of cells or nodes")
        for number, layer in enumerate(layers_of(state, filled, room)):
            check_children(self._course, self._layer, number, *layer)
            make_layer(
                self._plan.arrays,
                self._layer,
                self._other.layer,
                *layer,
                number,
                0,
                len(layer[0]),
            )
            self._history.add(*layer)
            self._turn_to(len(layer[0]))
        if not 0 <= best_row < self._rows:
            raise ValueError("numbers has an impossible best row")
        self._width, self.filled, self._best_row = width, filled, best_row
        self.nodes = self._nodes_before = nodes

    def prepare(self) -> None:
        """Compile the loops: fill two cells."""
        while self.filled < 2 and not self.is_over:
            self.advance(1)

    def best_ways(self) -> BoardWays:
        """Return the best board of the pass, its holes filled."""
        plan = self._plan
        ways = plan.sides.tables.ways_of(plan.puzzle.hints)
        best = self._history.ways_to(self._best_row)
        for step, way in zip(plan.steps, best, strict=True):
            ways[step.cell] = way
        return fill_holes(plan.sides.tables, ways, 0)

    def _fill(self) -> Iterator[int]:
        """Fill cell by cell; yield now and then how many pieces were placed."""
        for number in range(self.filled, len(self._plan.steps)):
            self._step = step = self._begin_step(number)
            self._is_ahead_known = not step.key.ahead_weight
            key, visit = yield from count_children(
                self, self._course, number, step.key, step.most, self._rows, self._width
            )
            step = step._replace(key=key)
            chosen = yield from self._emit(step, visit)
            self._make_layer(step, chosen)
            self.filled += 1
            self._nodes_before = self.nodes
        yield 0

    def _begin_step(self, number: int) -> _Step:
        layer, breaks = self._layer, self._layer.breaks[: self._rows]
        is_full = self._rows >= self._width // 4
        key = key_of_step(self._course, number, is_full, int(breaks.min()))
        arrays, counts = self._plan.arrays, self._desks[0].counts
        worth = worth_of_row(arrays, layer, self._hashes, key, self._best_row, counts)
        for desk in self._desks:
            desk.histogram[:] = 0
            desk.totals[:] = 0, -ALL_BINS
        notes = self._other.notes
        notes.best_of_row[: self._rows] = np.iinfo(np.uint16).max
        ahead = notes.ahead if key.ahead_weight else notes.ahead[:0]
        key = key._replace(best=worth + MARGIN)
        return _Step(number, key, notes, ahead, int(breaks.max()))

    def _look_ahead(self, step: _Step, desk: Desk, start: int, end: int) -> None:
        """Look ahead for some rows."""
        look_ahead(
            self._plan.arrays,
            self._layer,
            self._hashes,
            self._course.chains,
            step.key.stride,
            step.number,
            start,
            end,
            step.ahead,
            desk.counts,
            desk.shares,
            desk.numbers,
            desk.bits,
        )

    def _visit(
        self, step: _Step, visit: Visit, desk: Desk, row: int, children: Children
    ) -> int:
        """Count or emit the children of some rows; return the row reached."""
        reached: int = visit_children(
            self._plan.arrays,
            self._layer,
            self._hashes,
            step.key,
            visit,
            row,
            step.ahead,
            step.notes.best_of_row,
            desk.histogram,
            children,
            self._seed,
            desk.counts,
            desk.demands,
            desk.totals,
        )
        return reached

    def count(self, key: Key, visit: Visit) -> Iterator[int]:
        """Count some of the children of the layer; yield how many now and then.

        The first of a step looks ahead, too: its rows are at hand then.
        """
        step, nothing = self._step._replace(key=key), empty_children(0)
        looks, self._is_ahead_known = not self._is_ahead_known, True

        def count(desk: Desk, start: int, end: int) -> None:
            if looks:
                self._look_ahead(step, desk, start, end)
            self._visit(step, visit._replace(end_row=end), desk, start, nothing)

        before = self.counted
        for _ in self._threads.spread(count, self._rows):
            yield self.counted - before
            before = self.counted

    @property
    def counted(self) -> int:
        """The number of children counted."""
        return sum(int(desk.totals[0]) for desk in self._desks)

    def histogram(self) -> NDArray[np.uint32]:
        """Return the number of children of each bin."""
        return sum(
            (desk.histogram for desk in self._desks[1:]), self._desks[0].histogram
        )

    def best_gain(self) -> int:
        """Return the best gain of a child over its parent."""
        return max(int(desk.totals[1]) for desk in self._desks)

    def _emit(self, step: _Step, visit: Visit) -> Generator[int, None, int]:
        """Write the best children to the notes; return how many."""
        chosen, room, count = step.notes.children, len(step.notes.children.parent), 0
        visit, left = choice_of(self.histogram(), self._width, visit)

        def emit(desk: Desk, row: int, end: int) -> list[Children]:
            visit_here, parts = visit._replace(end_row=end), []
            while row < end:
                desk.totals[0] = 0
                row = self._visit(step, visit_here, desk, row, desk.children)
                parts.append(first_of(desk.children, int(desk.totals[0])))
            return parts

        def take(parts: list[Children]) -> None:
            nonlocal count
            for part in parts:
                if count + len(part.parent) > room:
                    table = np.empty(table_size(room), np.uint32)
                    count = keep_lowest(chosen, count, table, visit.last_bin, left)
                count = copy_to(part, chosen, count)

        for _ in self._threads.spread(emit, self._rows, take):
            yield 0
        return keep_lowest(chosen, count, step.notes.table, visit.last_bin, left)

    def _make_layer(self, step: _Step, chosen: int) -> None:
        """Write the boards of the chosen children over the notes."""
        notes, arrays, number = step.notes, self._plan.arrays, step.number
        rows = drop_doubles(notes.children, chosen, notes.table)
        best_row = int(notes.children.rank[:rows].argmin())
        children = self._parents[:rows], self._ways[:rows]
        children[0][:] = notes.children.parent[:rows]
        children[1][:] = notes.children.way[:rows]
        following = self._other.layer

        def make(_: Desk, start: int, end: int) -> None:
            make_layer(arrays, self._layer, following, *children, number, start, end)

        self._threads.spread_at_once(make, rows, lambda: self._history.add(*children))
        self._best_row = best_row
        self._turn_to(rows)

    def _turn_to(self, rows: int) -> None:
        """Go on with the layer in the other buffer."""
        self._rows, self._layer = rows, self._other.layer
        self._buffer, self._other = self._other, self._buffer


def _numbers_of(state: State) -> list[int]:
    numbers: list[int] = array_like(state, "numbers", np.zeros(5, np.int64)).tolist()
    return numbers


def room_of(state: State) -> int:
    """Return the width for which the pass of a state was begun."""
    return _numbers_of(state)[0]
