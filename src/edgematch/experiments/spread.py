"""One exact search spread over a Dask cluster, with the answer of a single thread.

The tree is cut into subtrees, and the states of their searches are sent out.  A worker
goes on with a subtree for some seconds and sends back the state and what it counted.
When workers have nothing to do, those at work are asked to come back at once, and what
is left of their subtrees is cut again.  The count of a subtree and its state are taken
together or not at all: a worker that is lost, or an answer that comes twice, changes
nothing, because the last state taken is sent out again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.experiments.cluster import connected, lost_errors
from edgematch.puzzle import Puzzle
from edgematch.results import Ended, Progress, Result
from edgematch.search.interface import State, TreeSearch
from edgematch.search.request import Count, Request
from edgematch.search.solution_run import Part
from edgematch.search.technique import Technique, Threads
from edgematch.symmetry import all_counts, turns_that_may_look_the_same
from edgematch.version import __version__

_PARTS_PER_THREAD = 8
_SECONDS_PER_SLICE = 5.0
_SECONDS_OVERDUE = 60.0
"""After so much longer than a slice, the state is sent to somebody else too."""
_SECONDS_BETWEEN_LOOKS = 0.1
_SECONDS_BETWEEN_ASKING = 0.3
_MOST_FAILURES = 5
"""Of one part of the tree before it is given up: workers are lost, but less often."""
_MOST = 2**62


@dataclass(frozen=True)
class Kind:
    """Which search it is: all that a worker needs to know beside a state."""

    technique: Technique
    request: Request

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle searched."""
        return self.request.puzzle


@dataclass(frozen=True)
class Slice:
    """What a worker sends back: the subtrees left, and what was counted on the way."""

    count: int
    self_symmetries: int
    states: tuple[State, ...]
    """What is left, cut into parts; the first has the nodes of all of it so far."""
    nodes: tuple[int, ...]
    shares: tuple[float, ...]
    """How much of each is done, seen from its own root."""
    is_exhausted: bool
    share: float
    """How much of the subtree is done, before it was cut."""


@dataclass
class Subtree:
    """A part of the tree, as far as it is known here."""

    state: State
    nodes: int
    weight: float
    """How much of the whole tree it is taken to be."""
    share: float
    """How much of it was done when it came here: its search counts from its root."""
    sent: float = 0.0
    futures: list[Any] = field(default_factory=list)
    failures: int = 0


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
    client = connected(address)
    work: _Work | None = None
    try:
        work = _Work(client, Kind(technique, Request(puzzle, Count(), seed)))
        return work.done(seconds, watch)
    except lost_errors() as error:
        told = "" if work is None else f", {work.told()}"
        raise EdgematchError(f"{address}: the scheduler is lost{told}") from error
    finally:
        client.close()


class _Work:
    """All subtrees, those under way, and what was counted."""

    def __init__(self, client: Any, kind: Kind) -> None:
        self._client, self._kind = client, kind
        self._answers: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self._subtrees: dict[int, Subtree] = {}
        self._waiting: list[int] = []
        self._next = 0
        self._count = self._self_symmetries = self._nodes = 0
        self._done_weight = 0.0
        self._asked = 0.0
        self._sent_again = 0
        self._threads, self._threads_counted = 1, 0.0
        fresh = _fresh(kind)
        self._note = fresh.note
        self._boards_each = fresh.turns * fresh.copies
        wanted = self._thread_count() * _PARTS_PER_THREAD
        parts = fresh.split(wanted)
        for part in parts:
            self._add(part.state(), part.nodes, 1 / len(parts), part.share())

    def _thread_count(self) -> int:
        now = time.monotonic()
        if now - self._threads_counted > 1.0:
            self._threads = sum(self._client.nthreads().values())
            self._threads_counted = now
        return max(1, self._threads)

    def _add(self, state: State, nodes: int, weight: float, share: float) -> None:
        self._subtrees[self._next] = Subtree(state, nodes, weight, share)
        self._waiting.append(self._next)
        self._next += 1

    def done(
        self, seconds: float | None, watch: Callable[[Progress], None] | None
    ) -> Result:
        """Go on until nothing is left, the time is over, or Ctrl-C is pressed."""
        started = time.monotonic()
        ended = Ended.EXHAUSTED
        try:
            while self._subtrees:
                self._send_some()
                self._take_some()
                self._send_overdue_again()
                self._ask_if_hungry()
                spent = time.monotonic() - started
                if watch is not None:
                    watch(self._progress(spent))
                if seconds is not None and spent >= seconds and self._subtrees:
                    ended = Ended.SECONDS
                    break
        except KeyboardInterrupt:
            ended = Ended.INTERRUPTED
        return self._result(ended, time.monotonic() - started)

    def _send_some(self) -> None:
        """Send out waiting subtrees, the largest first, one for each thread and one."""
        under_way = len(self._subtrees) - len(self._waiting)
        room = self._thread_count() + 1 - under_way
        if room <= 0 or not self._waiting:
            return
        self._waiting.sort(key=lambda number: -self._subtrees[number].weight)
        for number in self._waiting[:room]:
            self._send(number)
        del self._waiting[:room]

    def _send(self, number: int) -> None:
        subtree = self._subtrees[number]
        future = self._client.submit(
            advance_there,
            self._kind,
            number,
            dict(subtree.state),
            _SECONDS_PER_SLICE,
            pure=False,
        )
        subtree.sent = time.monotonic()
        subtree.futures.append(future)
        future.add_done_callback(lambda done: self._answers.put((number, done)))

    def _take_some(self) -> None:
        try:
            answer = self._answers.get(timeout=_SECONDS_BETWEEN_LOOKS)
            while True:
                self._take(*answer)
                answer = self._answers.get_nowait()
        except Empty:
            return

    def _take(self, number: int, future: Any) -> None:
        subtree = self._subtrees.get(number)
        if subtree is None:
            return  # a late answer to what somebody else has answered: counted once
        if future.status != "finished":
            if future.status == "error":
                error = future.exception()
                if isinstance(error, EdgematchError):
                    raise error
                subtree.failures += 1
                if subtree.failures == _MOST_FAILURES:
                    raise EdgematchError(
                        f"workers failed {_MOST_FAILURES} times at one part of the tree"
                        f" ({type(error).__name__}: {error}); do all of them have"
                        f" edgematch {__version__}?"
                    ) from error
            # Lost with its worker: the last state known goes out again.
            subtree.futures.remove(future)
            if not subtree.futures:
                self._sent_again += 1
                self._send(number)
            return
        found: Slice = future.result()
        self._count += found.count
        self._self_symmetries += found.self_symmetries
        del self._subtrees[number]
        if found.is_exhausted:
            self._nodes += sum(found.nodes)
            self._done_weight += subtree.weight
            return
        # Of what was left of it, so much was done since.
        gained = max(0.0, found.share - subtree.share) / (1 - subtree.share or 1.0)
        left = subtree.weight * (1 - gained) / len(found.states)
        self._done_weight += subtree.weight * gained
        parts = zip(found.states, found.nodes, found.shares, strict=True)
        for state, nodes, share in parts:
            self._add(state, nodes, left, share)

    def _send_overdue_again(self) -> None:
        """Send what nobody has answered for long to another worker as well."""
        now = time.monotonic()
        for number, subtree in self._subtrees.items():
            late = now - subtree.sent - _SECONDS_PER_SLICE > _SECONDS_OVERDUE
            if subtree.futures and late:
                self._sent_again += 1
                self._send(number)

    def _ask_if_hungry(self) -> None:
        """Ask for subtrees to be cut if there are fewer than could be worked on."""
        now = time.monotonic()
        is_hungry = len(self._subtrees) < self._thread_count() and self._subtrees
        if is_hungry and now - self._asked > _SECONDS_BETWEEN_ASKING:
            self._asked = now
            # A worker that is just being lost does not answer, and need not.
            self._client.run(
                come_back, list(self._subtrees), wait=False, on_error="ignore"
            )

    @property
    def _all_nodes(self) -> int:
        return self._nodes + sum(each.nodes for each in self._subtrees.values())

    def told(self) -> str:
        """Return what was counted so far, in words."""
        boards = self._count * self._boards_each
        return f"with {boards:,} boards counted in {self._all_nodes:,} nodes"

    def _progress(self, seconds: float) -> Progress:
        nodes = self._all_nodes
        under_way = len(self._subtrees) - len(self._waiting)
        note = f"{under_way} subtrees on {self._thread_count()} threads"
        note += f", {len(self._waiting)} waiting"
        best = Board(self._kind.puzzle, self._kind.puzzle.hints)
        count = self._count * self._boards_each
        return Progress(nodes, seconds, best, note, count, self._done_weight)

    def _result(self, ended: Ended, seconds: float) -> Result:
        puzzle, turns = self._kind.puzzle, self._boards_each
        nodes = self._all_nodes
        counts = None
        if ended is Ended.EXHAUSTED:
            counts = all_counts(
                puzzle, self._count * turns, self._self_symmetries * turns
            )
        share = 1.0 if ended is Ended.EXHAUSTED else self._done_weight
        statistics = {"nodes": nodes, "seconds": seconds, "depth": 0, "share": share}
        note = f"{self._thread_count()} threads of a cluster"
        if self._sent_again:
            note += f", {self._sent_again} subtrees sent again"
        if self._note:
            note = f"{self._note}; {note}"
        best = Board(puzzle, puzzle.hints)
        return Result(
            self._kind.technique.name,
            ended,
            ended is Ended.EXHAUSTED,
            self._count * turns,
            (),
            best,
            statistics,
            counts,
            note=note,
        )


_searches: Final[dict[Kind, TreeSearch]] = {}
_asked: Final[set[int]] = set()
_lock: Final = Lock()


def _fresh(kind: Kind) -> TreeSearch:
    """Return a search that has placed nothing yet, to be copied."""
    with _lock:
        if kind not in _searches:
            _searches.clear()
            search = kind.technique.start(kind.request)
            assert isinstance(search, TreeSearch)
            _searches[kind] = search
        return _searches[kind].fork()


async def come_back(numbers: list[int]) -> None:
    """Ask the slices of these subtrees, as far as they run here, to end and be cut."""
    _asked.update(numbers)


def advance_there(kind: Kind, number: int, state: State, seconds: float) -> Slice:
    """Go on with a subtree for some seconds, or until it is asked for."""
    search = _fresh(kind)
    search.restore(state)
    part = Part(search, turns_that_may_look_the_same(kind.puzzle))
    deadline = time.monotonic() + seconds
    _asked.discard(number)
    while not part.is_exhausted and time.monotonic() < deadline:
        part.run(kind.technique.name, _MOST, _MOST, 0)
        if number in _asked:
            break
    is_asked = number in _asked
    _asked.discard(number)
    share = 1.0 if part.is_exhausted else search.share()
    parts = [search]
    if is_asked and not part.is_exhausted:
        parts = search.split(_PARTS_PER_THREAD)
    return Slice(
        part.count,
        part.self_symmetries,
        tuple(each.state() for each in parts),
        tuple(each.nodes for each in parts),
        tuple(each.share() for each in parts),
        part.is_exhausted,
        share,
    )
