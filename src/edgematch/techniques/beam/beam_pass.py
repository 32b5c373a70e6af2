"""One pass of a beam: from the hints to full boards, cell by cell.

For every cell the children of all boards are counted by bins of their keys, the last
bin with a place in the next layer is found, and the children up to it are made again
and written to the next layer.  The next layer depends on the boards of this one, but
not on their order: threads share the rows and come to the same layer.
"""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from edgematch.placements.full_boards import BoardWays

from .course import Course
from .kernel.chains import look_ahead
from .kernel.children import Children, Visit, visit_children
from .kernel.layers import choose_bins, drop_doubles, make_layer
from .kernel.rows import worth_of_row
from .kernel.steps import BINS, Hashes, Key
from .key import NAT
from .space import (
    STRETCH,
    Buffer,
    Desk,
    History,
    Notes,
    copy_to,
    empty_children,
    those,
    together,
)

_AHEAD_WEIGHT = int(0.9 * NAT)
_AT_A_TIME = 16
"""Stretches between two moments at which the search can be paused."""
_LAYERS_BETWEEN_TIDYINGS = 4
_MARGIN = 12 * NAT
"""No child is better than the best board by more than this."""
_BREAK_GAIN = 2 * NAT
"""Children with a break gain at most so much more than the best child without; those
that gain more are lost if their parent is far from the best."""
_ALL_BINS = 1 << 30
_ALL_TIES = 1 << 32


class _Step(NamedTuple):
    """A cell that is being filled."""

    number: int
    key: Key
    notes: Notes
    ahead: NDArray[np.int8]
    most: int
    """The most breaks of a board of the layer."""


Result = TypeVar("Result")


class BeamPass:
    """One pass, which can be advanced bit by bit."""

    def __init__(
        self, course: Course, width: int, seeds: tuple[int, ...], threads: int = 1
    ) -> None:
        plan = course.plan
        self._course, self._plan, self._width = course, plan, width
        pieces, types = plan.puzzle.cells, plan.sides.count
        words = np.random.default_rng(seeds).integers(
            0, 2**64, pieces + plan.slots * types + 1, np.uint64
        )
        demands = words[pieces:-1].reshape(plan.slots, types)
        self._hashes = Hashes(words[:pieces], demands)
        self._seed = words[-1]
        types_ahead = types if len(course.chains.group) else 0
        self._buffer, self._other = (Buffer(plan, width, types_ahead) for _ in range(2))
        self._layer = self._buffer.layer
        for slot, wanted in plan.start:
            self._layer.demand[0, slot] = wanted
        for hint in plan.puzzle.hints:
            self._layer.used[0, hint.piece // 64] |= np.uint64(1 << hint.piece % 64)
        self._rows = 1
        self._best_row = 0
        self._history = History()
        self._desks = [Desk(types, pieces) for _ in range(threads)]
        self._free_desks: SimpleQueue[Desk] = SimpleQueue()
        for desk in self._desks:
            self._free_desks.put(desk)
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        self.filled = 0
        """The number of cells filled, hints not counted."""
        self._work = self._fill()

    @property
    def is_over(self) -> bool:
        """Whether all cells are filled."""
        return self.filled == len(self._plan.steps)

    def advance(self, node_budget: int) -> int:
        """Fill cells until about `node_budget` pieces are placed or all cells are full.

        Returns the number of pieces placed.
        """
        nodes = 0
        while nodes < node_budget and not self.is_over:
            nodes += next(self._work)
        return nodes

    def prepare(self) -> None:
        """Compile the loops: fill two cells."""
        while self.filled < 2 and not self.is_over:
            self.advance(1)

    def best_ways(self) -> BoardWays:
        """Return the best full board of the pass."""
        plan = self._plan
        ways = plan.sides.tables.ways_of(plan.puzzle.hints)
        row = int(self._layer.breaks[: self._rows].argmin())
        for step, way in zip(plan.steps, self._history.ways_to(row), strict=True):
            ways[step.cell] = way
        return ways

    def _fill(self) -> Iterator[int]:
        """Fill cell by cell; yield now and then how many pieces were placed."""
        for number in range(len(self._plan.steps)):
            step = self._step(number)
            if step.key.ahead_weight:
                yield from self._look_ahead(step)
            step, visit = yield from self._count(step)
            chosen = yield from self._emit(step, visit)
            yield from self._make_layer(step, chosen)
            if number % _LAYERS_BETWEEN_TIDYINGS == 0:
                self._history.tidy()
            self.filled += 1
        yield 0

    def _spread(
        self, work: Callable[[Desk, int, int], Result], rows: int
    ) -> Iterator[list[Result]]:
        """Do something with all rows; yield the results of some stretches at a time.

        The stretches do not depend on the number of threads.
        """

        def at_a_desk(start: int) -> Result:
            desk = self._free_desks.get()
            try:
                return work(desk, start, min(start + STRETCH, rows))
            finally:
                self._free_desks.put(desk)

        do_all = map if self._workers is None else self._workers.map
        for first in range(0, rows, STRETCH * _AT_A_TIME):
            end = min(first + STRETCH * _AT_A_TIME, rows)
            yield list(do_all(at_a_desk, range(first, end, STRETCH)))

    def _step(self, number: int) -> _Step:
        course, layer = self._course, self._layer
        keys, chains = course.keys, course.chains
        breaks = layer.breaks[: self._rows]
        is_graded = number >= keys.graded_from and self._rows >= self._width // 4
        has_chain = bool(chains.first[number + 1] > chains.first[number])
        key = Key(
            worth=keys.worth(number),
            rest=keys.rest,
            joint=keys.joint(number),
            stride=keys.stride,
            ahead_weight=_AHEAD_WEIGHT * has_chain,
            noise=course.noise,
            best=0,
            break_bins=keys.break_bins(number) if is_graded else BINS,
            gain=_ALL_BINS,
            fewest=int(breaks.min()),
        )
        arrays, counts = self._plan.arrays, self._desks[0].counts
        worth = worth_of_row(arrays, layer, self._hashes, key, self._best_row, counts)
        notes = self._other.notes
        notes.best_of_row[: self._rows] = np.iinfo(np.uint16).max
        ahead = notes.ahead if has_chain else notes.ahead[:0]
        key = key._replace(best=worth + _MARGIN)
        return _Step(number, key, notes, ahead, int(breaks.max()))

    def _look_ahead(self, step: _Step) -> Iterator[int]:
        chains, arrays = self._course.chains, self._plan.arrays

        def look(desk: Desk, start: int, end: int) -> None:
            look_ahead(
                arrays,
                self._layer,
                self._hashes,
                chains,
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

        for _ in self._spread(look, self._rows):
            yield 0

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

    def _count_part(self, step: _Step, visit: Visit) -> Iterator[int]:
        """Add some of the children to the histograms."""
        nothing = empty_children(0)

        def count(desk: Desk, start: int, end: int) -> None:
            self._visit(step, visit._replace(end_row=end), desk, start, nothing)

        before = self._counted
        for _ in self._spread(count, self._rows):
            yield self._counted - before
            before = self._counted

    @property
    def _counted(self) -> int:
        return sum(int(desk.totals[0]) for desk in self._desks)

    def _histogram(self) -> NDArray[np.uint32]:
        return sum(
            (desk.histogram for desk in self._desks[1:]), self._desks[0].histogram
        )

    def _count(self, step: _Step) -> Generator[int, None, tuple[_Step, Visit]]:
        """Count the children by bins; return how to emit the best of them."""
        for desk in self._desks:
            desk.histogram[:] = 0
            desk.totals[:] = 0, -_ALL_BINS
        fewest, most, key = step.key.fewest, step.most, step.key
        colors = self._plan.sides.tables.colors
        every = _ALL_BINS
        visit = Visit(step.number, colors, 0, fewest, most + 4, 0, 4, every, every, 0)
        steps_left = len(self._plan.steps) - step.number
        if steps_left <= self._plan.puzzle.columns:
            yield from self._count_part(step, visit)
        elif key.break_bins < BINS:
            visit = visit._replace(most=most + 1, most_more=1)
            yield from self._count_part(step, visit._replace(most_more=0))
            if self._counted >= self._width:
                last = choose_bins(self._histogram(), self._width)[0]
                gain = max(int(desk.totals[1]) for desk in self._desks) + _BREAK_GAIN
                step = step._replace(key=key._replace(gain=gain))
                visit = visit._replace(break_bin=last)
            yield from self._count_part(step, visit._replace(least_more=1))
        else:
            # Level by level, but not while the first rows have not filled the width.
            enough = min(self._width, 2 * self._rows)
            visit = visit._replace(most_more=1)
            for level in range(fewest, most + 2):
                if level > fewest and self._counted >= enough:
                    break
                visit = visit._replace(most=level)
                now = visit._replace(least=level)
                yield from self._count_part(step, now._replace(most_more=0))
                if level > fewest:
                    yield from self._count_part(step, now._replace(least_more=1))
        if self._counted == 0:
            visit = visit._replace(most=most + 4, most_more=4)
            yield from self._count_part(step, visit)
        return step, visit

    def _emit(self, step: _Step, visit: Visit) -> Generator[int, None, int]:
        """Write the best children to the notes; return how many."""
        histogram, chosen = self._histogram(), step.notes.children
        last, left = choose_bins(histogram, self._width)
        # Of the last bin, those with the lowest hashes: a few too many at first.
        share = (left + 8 * left**0.5 + 64) / max(int(histogram[last]), 1)
        tie = min(int(share * _ALL_TIES), _ALL_TIES)
        visit = visit._replace(last_bin=last, tie=tie)

        def emit(desk: Desk, row: int, end: int) -> Children:
            visit_here, parts = visit._replace(end_row=end), []
            while row < end:
                desk.totals[0] = 0
                row = self._visit(step, visit_here, desk, row, desk.children)
                parts.append(those(desk.children, np.arange(desk.totals[0])))
            return together(parts)

        count, ties = 0, []
        for results in self._spread(emit, self._rows):
            emitted = together(results)
            is_tied = emitted.rank >> np.uint64(48) == last
            ties.append(those(emitted, is_tied))
            count = copy_to(those(emitted, ~is_tied), chosen, count)
            yield 0
        tied = together(ties)
        _, lowest = np.unique(tied.hash, return_index=True)
        return copy_to(those(tied, lowest[:left]), chosen, count)

    def _make_layer(self, step: _Step, chosen: int) -> Iterator[int]:
        """Write the boards of the chosen children over the notes."""
        notes, arrays, number = step.notes, self._plan.arrays, step.number
        rows = drop_doubles(notes.children, chosen, notes.table)
        self._best_row = int(notes.children.rank[:rows].argmin())
        children = self._history.add(notes.children, rows)
        following = self._other.layer

        def make(_: Desk, start: int, end: int) -> None:
            make_layer(arrays, self._layer, following, *children, number, start, end)

        for _ in self._spread(make, rows):
            yield 0
        self._rows, self._layer = rows, following
        self._buffer, self._other = self._other, self._buffer
