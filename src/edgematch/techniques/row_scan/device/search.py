"""Row scan on a GPU: the tree and the nodes of the processor, many boards at a time.

The beginnings of all boards are searched in *slices*, some thousands at a time: a slice
is over when nothing below its beginnings is left.  Only slices that are over count when
the search is saved; the one under way is searched again after that.
"""

import time
from copy import copy
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from edgematch.board import Board
from edgematch.devices.gpu import next_gpu
from edgematch.devices.machine import Machine
from edgematch.search.request import Request
from edgematch.search.state_checks import array_like, check_below, check_names
from edgematch.search.technique import Outcome, State, TreeSearch
from edgematch.symmetry import turns_that_may_look_the_same

from ..engine import RowScanSearch
from .lanes import ALL_KEPT, SOME_KEPT, Lanes
from .plan import DevicePlan

_SLICES_AT_FIRST = 4096
"""The first slice has one of so many parts of the beginnings."""
_MOST_GROWTH = 64
"""A slice has at most so many times the beginnings of the one before,"""
_MOST_BOARDS = 1 << 15
"""and fewer where more solutions than this would be kept: a checkpoint has them all."""
_SECONDS_PER_SLICE = 10.0
_FIRST, _NEXT, _END, _SIZE, _UNCOUNTED = range(5)
"""What `at` says: the first beginning of this part of the tree, the first one that is
not searched yet, the end, how many the next slice has, and how many solutions were
found but neither kept nor reported."""
_NOT_BEGUN = -1


class DeviceSearch(TreeSearch):
    """A search of the beginnings from one number to another."""

    def __init__(self, host: RowScanSearch, request: Request) -> None:
        self.host = host
        self.turns, self.copies = host.turns, host.copies
        goal = request.solve
        self._stops_at_first = not goal.wants_all
        self._looks_at_all = len(turns_that_may_look_the_same(request.puzzle)) > 1
        self._most_kept = goal.keep
        self._plan = DevicePlan(host.puzzle, host.tables)
        """What all parts of the search share."""
        self._machine: Machine | None = None
        self._lanes: Lanes | None = None
        self._work: _Slice | None = None
        """The slice under way."""
        self._at = np.array([0, 0, 0, _NOT_BEGUN, 0], np.int64)
        self._nodes = self._nodes_of_slice = 0
        """Those of the slices that are over, and of the one begun last."""
        self._fullest: NDArray[np.uint32] = np.zeros(0, np.uint32)
        self._waiting: list[NDArray[np.uint32]] = []
        """Solutions found and not reported, the last one first."""
        self._shown: NDArray[np.uint32] | None = None
        """The solution reported last."""
        self._is_over = host.is_hopeless
        self._is_given = host.is_given
        self._note = ""

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        return self._nodes + self._nodes_of_slice

    @property
    def note(self) -> str:
        """How the search runs, and where."""
        return self._note

    def advance(self, node_budget: int) -> Outcome:
        """Search for a moment, or to the next solution; no budget is that small."""
        if self._report():
            return Outcome.FOUND
        if self._is_over:
            return Outcome.EXHAUSTED
        if self._is_given:
            self._is_given, self._is_over = False, True
            self._shown = self._fullest
            return Outcome.FOUND
        with self._current_machine().current():
            self._search()
        if self._report():
            return Outcome.FOUND
        return Outcome.EXHAUSTED if self._is_over else Outcome.PAUSED

    def finish_slice(self) -> None:
        """Search to the end of the slice under way."""
        while self._work is not None:
            with self._current_machine().current():
                self._search()

    def _report(self) -> bool:
        """Take the next solution; with the last one, those that were only counted."""
        if not self._waiting:
            return False
        self._shown, self.found_together = self._waiting.pop(), 1
        if not self._waiting:
            self.found_together += int(self._at[_UNCOUNTED])
            self._at[_UNCOUNTED] = 0
        return True

    def _search(self) -> None:
        """Go on with the slice under way, or begin one."""
        work = self._work or self._new_slice()
        if work is None:
            self._is_over, self._lanes = True, None
            return
        self._work, lanes = work, work.lanes
        keeps_all = self._looks_at_all or len(work.kept) < self._most_kept
        boards = list(lanes.advance(ALL_KEPT if keeps_all else SOME_KEPT))
        self._nodes_of_slice = lanes.nodes
        if lanes.deepest > len(self._fullest):
            self._fullest = lanes.fullest()
        if self._stops_at_first:
            self._waiting = boards[::-1] + self._waiting
        elif keeps_all:
            work.kept += boards
            if not self._looks_at_all:
                del work.kept[self._most_kept :]
        elif not work.kept:
            work.kept = boards[:1]
        if lanes.is_over:
            self._end_slice(work)

    def _new_slice(self) -> "_Slice | None":
        self._begin()
        _, first, end, size, _ = self._at.tolist()
        if first == end:
            return None
        size = min(size, end - first)
        if self._lanes is None:
            self._lanes = Lanes(self._current_machine(), self._plan.tables)
        self._lanes.give(*self._plan.items(first, first + size), len(self._fullest))
        return _Slice(self._lanes, size)

    def _end_slice(self, work: "_Slice") -> None:
        """Count what the slice has found, and choose the size of the next."""
        if not self._stops_at_first:
            self._waiting = work.kept[::-1]
            self._at[_UNCOUNTED] = work.lanes.found - len(work.kept)
        self._nodes, self._nodes_of_slice = self.nodes, 0
        factor = _SECONDS_PER_SLICE / max(time.perf_counter() - work.began, 1e-6)
        factor = min(factor, _MOST_BOARDS / (len(work.kept) + 1))
        self._at[_NEXT] += work.size
        self._at[_SIZE] = max(1, int(work.size * min(factor, _MOST_GROWTH)))
        self._work = None

    def _begin(self) -> None:
        """Take all beginnings as this part of the tree, and count their nodes."""
        if self._at[_SIZE] == _NOT_BEGUN:
            beginnings = self._plan.beginnings
            count = len(beginnings.ways)
            self._at[:] = 0, 0, count, -(-count // _SLICES_AT_FIRST), 0
            self._nodes, self._fullest = beginnings.nodes, beginnings.fullest

    def _current_machine(self) -> Machine:
        if self._machine is None:
            self._machine = next_gpu()
            kind = self._plan.tables.name
            self._note = f"{kind} on {self._machine.name}"
        return self._machine

    def prepare(self) -> None:
        """Compile the loops, and let the lanes find nothing to do."""
        if self.host.has_branches:
            with self._current_machine().current():
                lanes = Lanes(self._current_machine(), self._plan.tables)
                lanes.give(*self._plan.items(0, 0), 0)
                lanes.advance(ALL_KEPT)

    def board(self) -> Board:
        """Return the solution reported last, the fullest board before there is one."""
        shown = self._fullest if self._shown is None else self._shown
        return self.host.board_of(shown.tolist())

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        if self.host.is_hopeless:
            return self.host.fullest()
        return self.host.board_of(self._fullest.tolist())

    def share(self) -> float:
        """Return the share of this part that is done, slice by slice."""
        if self._is_over or self._at[_SIZE] == _NOT_BEGUN:
            return float(self._is_over)
        below = self._plan.weight_below
        first, at, end = below[self._at[: _END + 1]].tolist()
        return (at - first) / (end - first) if end > first else 1.0

    def split(self, wanted: int) -> list[Self]:
        """Return about so many parts that make up this one, in its order.

        A slice under way is searched again.
        """
        if self._is_over or self._is_given:
            return [self]
        self._begin()
        below = self._plan.weight_below
        _, first, end, _, _ = self._at.tolist()
        cuts = np.linspace(below[first], below[end], max(wanted, 1) + 1)[1:-1]
        inner = np.searchsorted(below[first : end + 1], cuts) + first
        bounds = sorted({first, *inner.tolist(), end})
        parts = []
        for begin, stop in pairwise(bounds):
            part = self.fork()
            size = -(-(stop - begin) // _SLICES_AT_FIRST)
            part._at[:] = begin, begin, stop, size, 0
            parts.append(part)
        if not parts:
            return [self]
        for part in parts[1:]:
            part._nodes, part._waiting = 0, []
        parts[0]._at[_UNCOUNTED] = self._at[_UNCOUNTED]
        return parts

    def fork(self) -> Self:
        """Return a copy that shares nothing; it searches the slice under way again."""
        twin = copy(self)
        twin._at, twin._waiting = self._at.copy(), self._waiting[:]
        twin._machine = twin._lanes = twin._work = None
        twin._nodes_of_slice = 0
        return twin

    def close(self) -> None:
        """Release the memory of the machine."""
        self._lanes = self._work = None

    def state(self) -> State:
        """Return what is over and found; the slice under way is not part of it."""
        steps = len(self.host.tables.cells)
        waiting = np.array(self._waiting, np.uint32).reshape(len(self._waiting), steps)
        return {
            "at": self._at.copy(),
            "nodes": np.array([self._nodes], np.int64),
            "fullest": self._fullest.copy(),
            "waiting": waiting,
            "flags": np.array([self._is_over, self._is_given]),
        }

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        own = self.state()
        check_names(state, own)
        at = array_like(state, "at", own["at"])
        nodes = array_like(state, "nodes", own["nodes"])
        flags = array_like(state, "flags", own["flags"])
        fullest = array_like(state, "fullest", own["fullest"], any_length=True)
        waiting = array_like(state, "waiting", own["waiting"], any_length=True)
        check_below("nodes", nodes, 2**62)
        for name, ways in (("fullest", fullest), ("waiting", waiting)):
            check_below(name, ways, 16 * len(self.host.puzzle.pieces))
        first, done, end, size, uncounted = at.tolist()
        if size != _NOT_BEGUN:
            count = len(self._plan.beginnings.ways)
            if not (0 <= first <= done <= end <= count and size > 0 <= uncounted):
                raise ValueError("at is not a part of the tree")
        if len(fullest) > len(self.host.tables.cells):
            raise ValueError("fullest has too many pieces")
        self._at[:], self._nodes = at, int(nodes[0])
        self._fullest, self._waiting = fullest.copy(), list(waiting)
        self._is_over, self._is_given = flags.tolist()
        self._work = self._lanes = None
        self._nodes_of_slice = 0


class _Slice:
    """The slice under way."""

    def __init__(self, lanes: Lanes, size: int) -> None:
        self.lanes, self.size = lanes, size
        self.began = time.perf_counter()
        self.kept: list[Any] = []
        """The ways of its solutions; the rest are counted."""
