"""A run for solutions: the parts of one tree, and what was found in each.

With several threads the tree is split into subtrees.  They count in their order in the
tree, so that the first N solutions are those of one thread; nodes are those spent.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from queue import Empty, SimpleQueue
from typing import Any

from edgematch.board import Board
from edgematch.errors import FormatError
from edgematch.processes.here import thread_seconds
from edgematch.results import Ended, Progress, Result
from edgematch.search.part import Part, self_symmetries
from edgematch.search.request import Request
from edgematch.search.run import Allowance, Run
from edgematch.search.state_checks import (
    check_no_breaks,
    flag,
    solutions_of,
    whole_number,
)
from edgematch.search.technique import (
    ResumableSearch,
    Search,
    State,
    Technique,
    Threads,
    TreeSearch,
)
from edgematch.symmetry import (
    all_counts,
    board_symmetries,
    turn_board,
    turns_that_may_look_the_same,
)

_PARTS_PER_THREAD = 32
_MOST_SHARED = 0.005
"""The share of the tree takes longest to find out, and need not be quite up to date."""


class SolutionRun(Run):
    """A search for solutions under way: its parts in the order of the tree."""

    def __init__(
        self, technique: Technique, request: Request, search: Search, split: bool = True
    ) -> None:
        threads = request.threads if technique.threads is Threads.SPLIT else 1
        if request.limits.nodes is not None:
            threads = 1  # so that the limit is met to the node
        super().__init__(technique, request, threads)
        self.turns_each = search.turns
        wanted = request.solve.solutions
        self._enough = sys.maxsize if wanted is None else -(-wanted // self.turns_each)
        """How many solutions of the searches are enough."""
        # If one is enough, all are known only if there is none: nothing to examine.
        self._turns: tuple[int, ...] = (0,)
        if self._enough > 1:
            self._turns = turns_that_may_look_the_same(request.puzzle)
        searches: Sequence[Search] = [search]
        if split and threads > 1 and isinstance(search, TreeSearch):
            searches = search.split(threads * _PARTS_PER_THREAD)
        self.parts = [Part(each, self._turns) for each in searches]
        self._queue: SimpleQueue[tuple[Part, int, int]] = SimpleQueue()
        self._share = 0.0
        self._share_allowance = Allowance(_MOST_SHARED)

    @property
    def searches(self) -> list[Search]:
        """The searches of all parts."""
        return [part.search for part in self.parts]

    @property
    def boards_each(self) -> int:
        """How many boards each solution of a search stands for.

        A search that chooses by itself may know only when it reports the first one.
        """
        return self.turns_each * self.parts[0].search.copies

    @property
    def count(self) -> int:
        """Solutions found, no more than are wanted."""
        return min(sum(part.count for part in self.parts), self._enough)

    def kept(self) -> list[Board]:
        """Return the solutions kept, in the order of the tree."""
        boards = [board for part in self.parts for board in part.kept]
        return boards[: self._enough]

    def begin_round(self) -> None:
        """Queue the parts that are not done; one thread takes one after the other."""
        self._queue = SimpleQueue()
        before = list(takewhile(lambda part: part.is_exhausted, self.parts))
        solutions = self._enough - sum(part.count for part in before)
        limit = self.request.limits.nodes
        left = sys.maxsize if limit is None else limit - self.nodes
        under_way = [part for part in self.parts if not part.is_exhausted]
        for part in under_way[:1] if self.workers == 1 else under_way:
            self._queue.put((part, solutions, part.search.nodes + left))

    def work(self, worker: int, deadline: float) -> None:
        """Take parts from the queue until the deadline."""
        name, keep = self.technique.name, self.request.solve.keep
        while True:
            try:
                part, solutions, nodes = self._queue.get_nowait()
            except Empty:
                return
            while not part.is_done(solutions, nodes):
                part.run(name, solutions, nodes, keep)
                if time.perf_counter() >= deadline:
                    return

    def ended(self) -> Ended | None:
        """Return why the run is over; solutions count in the order of the tree."""
        missing = self._enough
        for part in self.parts:
            missing -= part.count
            if missing <= 0:
                return Ended.FOUND
            if not part.is_exhausted:
                break
        else:
            return Ended.EXHAUSTED
        limit = self.request.limits.nodes
        return Ended.NODES if limit is not None and self.nodes >= limit else None

    def fullest(self) -> Board:
        """Return the fullest board without a break of all parts."""
        boards = (part.fullest(self.request.puzzle) for part in self.parts)
        return max(boards, key=lambda board: len(board.placements))

    def share(self) -> float:
        """Return the share of the tree that is done."""
        return sum(part.share() for part in self.parts) / len(self.parts)

    def depths(self) -> tuple[int, ...]:
        """Return the nodes of all parts at each depth; empty if not counted."""
        each = [
            part.search.depths
            for part in self.parts
            if isinstance(part.search, TreeSearch)
        ]
        if len(each) < 2:  # without numpy, if need be
            return tuple(int(nodes) for depths in each for nodes in depths)
        import numpy as np

        return tuple(np.sum([np.asarray(depths) for depths in each], axis=0).tolist())

    def progress(self) -> Progress:
        """Return how far the run has come."""
        if self._share_allowance.is_due:
            started = thread_seconds()
            self._share = self.share()
            self._share_allowance.spend(thread_seconds() - started)
        moving = next(
            (part for part in self.parts if not part.is_exhausted), self.parts[-1]
        )
        return Progress(
            self.nodes,
            self.clock.seconds,
            self.fullest(),
            self.parts[0].search.note,
            self.count * self.boards_each,
            self._share,
            moving.search.board(),
            tuple(self.kept()),
            depths=self.depths(),
        )

    def result(self, ended: Ended, unsaved: str = "") -> Result:
        """Return the outcome."""
        puzzle, wanted = self.request.puzzle, self.request.solve.solutions
        boards = self.count * self.boards_each
        count = boards if wanted is None else min(boards, wanted)
        kept = min(self.request.solve.keep, count)
        solutions = list(islice(self._all_turns(), kept))
        best = solutions[0] if solutions else self.fullest()
        is_exhausted = ended is Ended.EXHAUSTED
        counts = None
        if is_exhausted:
            # All turns of a board look the same after the same turns.
            pairs = sum(part.self_symmetries for part in self.parts)
            counts = all_counts(puzzle, boards, pairs * self.boards_each)
        statistics = {
            "nodes": self.nodes,
            "seconds": self.clock.seconds,
            "processor_seconds": self.clock.processor_seconds,
            "preparation_seconds": self.preparation_seconds,
            "depth": len(best.placements),
            "share": 1.0 if is_exhausted else self.share(),
            **self.parts[0].search.statistics,
        }
        return Result(
            self.technique.name,
            ended,
            is_exhausted,
            count,
            tuple(solutions),
            best,
            statistics,
            counts,
            note=self.parts[0].search.note,
            solver=self.parts[0].search.solver,
            unsaved=unsaved,
            depths=self.depths(),
        )

    def _all_turns(self) -> Iterator[Board]:
        """Yield the solutions kept, in all turns of the board they stand for."""
        for board in self.kept():
            yield board
            if self.turns_each > 1:
                turns = board_symmetries(board.puzzle)[1:]
                yield from (turn_board(board, turn) for turn in turns)

    def save(self) -> tuple[dict[str, Any], dict[str, State]]:
        """Return the counts of every part, and the arrays of its search."""
        import numpy as np

        facts: list[dict[str, Any]] = []
        arrays: dict[str, State] = {}
        for number, part in enumerate(self.parts):
            assert isinstance(part.search, ResumableSearch)
            facts.append(
                {
                    "count": part.count,
                    "self_symmetries": part.self_symmetries
                    if self._enough > 1
                    else None,  # not examined
                    "is_exhausted": part.is_exhausted,
                }
            )
            placements = [board.placements for board in part.kept]
            shape = (len(placements), self.request.puzzle.cells, 3)
            kept = np.array(placements, np.int32).reshape(shape)
            arrays[f"{number}"] = {**part.search.state(), "kept": kept}
        return {"parts": facts}, arrays

    def load(
        self, facts: Mapping[str, Any], arrays: Callable[[str], State], where: str
    ) -> None:
        """Take over the parts of a checkpoint."""
        (fresh,) = self.searches
        assert isinstance(fresh, ResumableSearch)
        keep = self.request.solve.keep
        parts = []
        for number, each in enumerate(facts["parts"]):
            state = dict(arrays(f"{number}"))
            kept: Any = state.pop("kept")
            search = fresh.fork() if isinstance(fresh, TreeSearch) else fresh
            search.restore(state)
            part = self._restored_part(search, each, kept)
            if each["self_symmetries"] is None:
                keep = max(keep, part.count)
            if len(part.kept) < min(part.count, keep):
                raise FormatError(
                    where,
                    None,
                    f"a checkpoint that kept {len(part.kept)} of {part.count}"
                    " solutions; the others can be counted, but not shown",
                )
            parts.append(part)
        kept_boards = [board.placements for part in parts for board in part.kept]
        if not parts or len(set(kept_boards)) < len(kept_boards):
            raise ValueError("there is no part, or a solution is there twice")
        self.parts = parts

    def _restored_part(
        self, search: Search, facts: Mapping[str, Any], kept: Any
    ) -> Part:
        """Return a part of a checkpoint; raise a `ValueError` if it is impossible."""
        boards = solutions_of(self.request.puzzle, kept)
        count = whole_number(facts["count"], "count")
        if facts["self_symmetries"] is None:
            pairs = sum(self_symmetries(board, self._turns) for board in boards)
        else:
            most = count * (len(self._turns) - 1)
            pairs = whole_number(facts["self_symmetries"], "self_symmetries", most)
        if len(boards) > count:
            raise ValueError(f"{len(boards)} solutions of {count} are there")
        is_exhausted = flag(facts["is_exhausted"], "is_exhausted")
        part = Part(search, self._turns, count, pairs, boards, is_exhausted)
        if isinstance(search, TreeSearch):
            check_no_breaks(search.fullest(), "the fullest board")
            if not is_exhausted <= search.share() <= 1:
                raise ValueError("the share of the tree that is done is wrong")
        # Whatever a progress report needs must be there.
        whole_number(search.nodes, "nodes")
        search.board()
        part.fullest(self.request.puzzle)
        return part
