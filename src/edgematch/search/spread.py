"""One exact search spread over a Dask cluster, with the answer of a single thread.

The tree is split into subtrees, and the states of their searches are sent out.  A
worker continues a subtree for some seconds and returns the state and what it counted.
When workers have nothing to do, those at work are asked to return at once, and what is
left of their subtrees is split again.  The count of a subtree and its state are taken
together or not at all: a worker that is lost, or an answer that comes twice, changes
nothing, because the last state taken is sent out again.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final, NamedTuple

from edgematch.board import Board
from edgematch.cluster.calls import ClusterAnswer, ClusterCalls, SchedulerLost
from edgematch.cluster.connection import connect
from edgematch.errors import EdgematchError
from edgematch.processes.interrupts import Interrupts, hold_interrupts
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Interrupted, Progress, Result
from edgematch.search.launch import proof_by_counting
from edgematch.search.part import Part
from edgematch.search.request import Count, Request
from edgematch.search.technique import State, Technique, Threads, TreeSearch
from edgematch.symmetry import all_counts, turns_that_may_look_the_same

_PARTS_PER_THREAD = 8
_SECONDS_PER_SLICE = 5.0
_SECONDS_OVERDUE = 60.0
"""After so much longer than a slice, the state is sent to another worker too."""
_SECONDS_BETWEEN_LOOKS = 0.1
_SECONDS_BETWEEN_ASKING = 0.3
_MOST = 2**62


class SpreadSearch(NamedTuple):
    """The search: all that a worker needs besides a state."""

    technique: Technique
    request: Request


@dataclass
class Subtree:
    """A part of the tree: the last state received."""

    state: State
    nodes: int
    share: float
    """How much of it was done then, counted from its root."""
    weight: float = 0.0
    """Its estimated share of the whole tree."""
    sent: float = 0.0

    @classmethod
    def of(cls, search: TreeSearch) -> "Subtree":
        """Return what is left to a search."""
        return cls(search.state(), search.nodes, search.share())


@dataclass(frozen=True)
class Slice:
    """What a worker returns: the subtrees left, and what it counted."""

    count: int
    self_symmetries: int
    parts: tuple[Subtree, ...]
    """What is left; the first has the nodes of all of it so far."""
    is_exhausted: bool
    share: float
    """How much of the subtree was done before it was split."""


def count_on_cluster(
    puzzle: Puzzle,
    technique: Technique,
    seed: int,
    address: str,
    seconds: float | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Result:
    """Count all solutions of a puzzle on a cluster."""
    if technique.threads is not Threads.SPLIT or not technique.proves:
        raise EdgematchError(
            f"engine {technique.name} cannot count on a cluster: its searches cannot be"
            " split"
        )
    request = Request(puzzle, Count(), seed)
    known = proof_by_counting(technique, request)
    if known is not None:
        return known
    work: _SpreadCount | None = None
    with hold_interrupts() as interrupts:
        with interrupts.allow():
            client = connect(address)
        try:
            with interrupts.allow():
                work = _SpreadCount(client, SpreadSearch(technique, request))
            return work.run(seconds, watch, interrupts)
        except SchedulerLost as error:
            counted = "" if work is None else f", {work.count_text()}"
            raise EdgematchError(f"{address}: {error}{counted}") from error
        finally:
            client.close()


class _SpreadCount:
    """All subtrees, those under way, and what was counted."""

    def __init__(self, client: Any, kind: SpreadSearch) -> None:
        self._calls, self._kind = ClusterCalls(client, "part"), kind
        self._subtrees: dict[int, Subtree] = {}
        self._waiting: list[int] = []
        self._next = 0
        self._count = self._self_symmetries = self._nodes = 0
        self._done_weight = 0.0
        self._asked = 0.0
        puzzle = kind.request.puzzle
        self._hints = Board(puzzle, puzzle.hints)
        fresh = _fresh(kind)
        parts = fresh.split(self._calls.threads * _PARTS_PER_THREAD)
        # Only now has a search that chooses by itself made its choice.
        self._note = parts[0].note
        self._boards_each = parts[0].turns * parts[0].copies
        self._add([Subtree.of(part) for part in parts], 1.0)

    def _add(self, parts: Sequence[Subtree], weight: float) -> None:
        """Add the parts of a tree, all of the same weight."""
        for part in parts:
            self._subtrees[self._next] = replace(part, weight=weight / len(parts))
            self._waiting.append(self._next)
            self._next += 1

    def run(
        self,
        seconds: float | None,
        watch: Callable[[Progress], None] | None,
        interrupts: Interrupts | None = None,
    ) -> Result:
        """Continue until nothing is left or the time is over.

        Ctrl-C raises `Interrupted`.
        """
        interrupts = interrupts or Interrupts()
        started = time.monotonic()
        ended = Ended.EXHAUSTED
        while self._subtrees:
            self._send_some()
            self._take_some()
            self._send_overdue_again()
            self._request_splits()
            spent = time.monotonic() - started
            if watch is not None:
                watch(self._progress(spent))
            if not self._subtrees:
                break
            if interrupts.is_set:
                ended = Ended.INTERRUPTED
                break
            if seconds is not None and spent >= seconds:
                ended = Ended.SECONDS
                break
        result = self._result(ended, time.monotonic() - started)
        if interrupts.is_set:
            interrupts.mark_raised()
            raise Interrupted(result)
        return result

    def _send_some(self) -> None:
        """Send out waiting subtrees, the largest first: one per thread and one more."""
        under_way = len(self._subtrees) - len(self._waiting)
        room = self._calls.threads + 1 - under_way
        if room <= 0 or not self._waiting:
            return
        self._waiting.sort(key=lambda number: -self._subtrees[number].weight)
        for number in self._waiting[:room]:
            self._send(number)
        del self._waiting[:room]

    def _send(self, number: int) -> None:
        subtree = self._subtrees[number]
        arguments = self._kind, number, dict(subtree.state), _SECONDS_PER_SLICE
        self._calls.submit(number, advance_subtree, *arguments)
        subtree.sent = time.monotonic()

    def _take_some(self) -> None:
        answer = self._calls.receive(_SECONDS_BETWEEN_LOOKS)
        while isinstance(answer, ClusterAnswer):
            self._take(answer.key, answer.value)
            answer = self._calls.receive(0.0)

    def _take(self, number: int, found: Slice) -> None:
        subtree = self._subtrees.pop(number)
        self._count += found.count
        self._self_symmetries += found.self_symmetries
        if found.is_exhausted:
            self._nodes += sum(part.nodes for part in found.parts)
            self._done_weight += subtree.weight
            return
        # Relative to what was left of it.
        gained = max(0.0, found.share - subtree.share) / (1 - subtree.share or 1.0)
        self._done_weight += subtree.weight * gained
        self._add(found.parts, subtree.weight * (1 - gained))

    def _send_overdue_again(self) -> None:
        """Send a subtree that takes too long to another worker as well."""
        now = time.monotonic()
        for number, subtree in self._subtrees.items():
            late = now - subtree.sent - _SECONDS_PER_SLICE > _SECONDS_OVERDUE
            if subtree.sent and late:
                subtree.sent = now
                self._calls.submit_again(number)

    def _request_splits(self) -> None:
        """Ask for subtrees to be split if there are fewer than threads."""
        now = time.monotonic()
        has_idle_threads = len(self._subtrees) < self._calls.threads and self._subtrees
        if has_idle_threads and now - self._asked > _SECONDS_BETWEEN_ASKING:
            self._asked = now
            self._calls.broadcast(request_split, list(self._subtrees))

    @property
    def _all_nodes(self) -> int:
        return self._nodes + sum(each.nodes for each in self._subtrees.values())

    def count_text(self) -> str:
        """Return what was counted so far, in words."""
        boards = self._count * self._boards_each
        return f"with {boards:,} boards counted in {self._all_nodes:,} nodes"

    def _progress(self, seconds: float) -> Progress:
        nodes = self._all_nodes
        under_way = len(self._subtrees) - len(self._waiting)
        note = f"{under_way} subtrees on {self._calls.threads} threads"
        note += f", {len(self._waiting)} waiting"
        count = self._count * self._boards_each
        return Progress(nodes, seconds, self._hints, note, count, self._done_weight)

    def _result(self, ended: Ended, seconds: float) -> Result:
        count = self._count * self._boards_each
        statistics = {"nodes": self._all_nodes, "seconds": seconds, "depth": 0}
        counts, share = None, self._done_weight
        if ended is Ended.EXHAUSTED:
            turned = self._self_symmetries * self._boards_each
            counts, share = all_counts(self._hints.puzzle, count, turned), 1.0
        note = f"{self._calls.threads} threads of a cluster"
        if self._calls.resubmissions:
            note += f", {self._calls.resubmissions} subtrees sent again"
        if self._note:
            note = f"{self._note}; {note}"
        return Result(
            self._kind.technique.name,
            ended,
            ended is Ended.EXHAUSTED,
            count,
            (),
            self._hints,
            {**statistics, "share": share},
            counts,
            note=note,
        )


_searches: Final[dict[SpreadSearch, TreeSearch]] = {}
_asked: Final[set[int]] = set()
_lock: Final = Lock()


def _fresh(kind: SpreadSearch) -> TreeSearch:
    """Return a search that has not started."""
    with _lock:
        if kind not in _searches:
            _searches.clear()
            search = kind.technique.start(kind.request)
            assert isinstance(search, TreeSearch)
            _searches[kind] = search
        return _searches[kind].fork()


async def request_split(numbers: list[int]) -> None:
    """Ask the slices of these subtrees that run on this worker to end and be split."""
    _asked.update(numbers)


def advance_subtree(
    kind: SpreadSearch, number: int, state: State, seconds: float
) -> Slice:
    """Continue a subtree for some seconds, or until it is to be split."""
    search = _fresh(kind)
    search.restore(state)
    part = Part(search, turns_that_may_look_the_same(kind.request.puzzle))
    deadline = time.monotonic() + seconds
    _asked.discard(number)
    while not part.is_exhausted and time.monotonic() < deadline:
        part.run(kind.technique.name, _MOST, _MOST, 0)
        if number in _asked:
            break
    search.finish_slice()
    is_asked = number in _asked
    _asked.discard(number)
    share = 1.0 if part.is_exhausted else search.share()
    parts = [search]
    if is_asked and not part.is_exhausted:
        parts = search.split(_PARTS_PER_THREAD)
    return Slice(
        part.count,
        part.self_symmetries,
        tuple(Subtree.of(each) for each in parts),
        part.is_exhausted,
        share,
    )
