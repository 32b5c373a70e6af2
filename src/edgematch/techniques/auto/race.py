"""A race: the contenders take turns until it is clear which one finishes first.

Effort is measured in nodes weighted by what a node costs, never by the clock, so that
the choice and the nodes are the same in every run.  In each round every contender gets
the same effort, a quarter more than in all rounds before; after it, the shares of the
trees that are done tell who is ahead.

A row scan on a GPU does not run in the race: it is chosen instead of the winner if by
its expected nodes it takes less than half the time.

If one solution is enough, whoever finds it wins.  If more are wanted, solutions found
during the race are not reported: the two trees have the same solutions in different
orders.  The winner starts again if it found any.
"""

import sys
from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Self

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.search.request import Request
from edgematch.search.technique import Outcome, State, TreeSearch
from edgematch.symmetry import board_symmetries
from edgematch.techniques.consistency import Consistency
from edgematch.techniques.row_scan import RowScan

from .costs import SOLUTION_COST, node_cost, seconds_of, seconds_on_gpu

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_GOAL = 50_000
"""Effort of each contender in the first round: row scan takes a millisecond."""
_LAST_GOAL = 12_500_000
"""Effort of each contender in the whole race: row scan takes a quarter of a second."""
_FAIR_GOAL = 2_500_000
"""Effort from which on the shares are compared."""
_CLEAR_LEAD = 10.0
"""One contender has done this many times the share of the other: the race is over."""
_ENOUGH = 0.25
"""One contender has done this share of its tree: the race is over."""
_DOUBT = 3.0
"""Row scan has done at most this many times the share that its expected nodes say: they
are seldom off by more."""
_BIAS = 1.5
"""Row scan has done so much less than its share says: it tries pieces with rare colors
first, and their branches are smaller."""


def _name(technique: RowScan | Consistency) -> str:
    """Return the name of a contender."""
    is_on_gpu = isinstance(technique, RowScan) and technique.device == "gpu"
    return f"{technique.name} on a GPU" if is_on_gpu else technique.name


class Race(TreeSearch):
    """One search, or two that take turns until one of them is chosen.

    Row scan is the second of two; `scan_nodes` is how many nodes it is expected to take
    for its whole tree.  With `gpu_nodes`, those of a row scan on a GPU, that is a third
    contender, which does not race.
    """

    def __init__(
        self,
        request: Request,
        contenders: Sequence[RowScan | Consistency],
        why: str,
        scan_nodes: float = 1.0,
        gpu_nodes: float | None = None,
    ) -> None:
        self.request, self.why = request, why
        self.scan_nodes = max(1.0, scan_nodes)
        self.gpu_nodes = gpu_nodes
        self.racers = len(contenders)
        """How many of the contenders race."""
        if gpu_nodes is not None:
            on_gpu = RowScan(break_symmetry=True, device="gpu")
            contenders = (*contenders, on_gpu)
        self.contenders = tuple(contenders)
        self.names = tuple(map(_name, contenders))
        self.costs = tuple(
            node_cost(technique, request.puzzle.cells) for technique in contenders
        )
        self.turns = len(board_symmetries(request.puzzle))
        # The second is started when its turn comes: often it never does.
        self.searches: dict[int, TreeSearch] = {0: self.contenders[0].start(request)}
        self.prepared: dict[int, TreeSearch] = {}
        """Searches that were started to compile their loops and have not run."""
        self.found = [0] * self.racers
        """Solutions that each of them found and that were not reported."""
        self.goal = _FIRST_GOAL
        """The effort of each contender at the end of the round."""
        self.turn = 0
        self.discarded = 0
        """Nodes of a search that was started again."""
        self.chosen = 0 if len(self.contenders) == 1 else -1
        """The number of the search that continues alone, -1 during the race."""

    def _search(self, number: int) -> TreeSearch:
        """Return a contender's search, started if it is not yet."""
        if number not in self.searches:
            search = self.prepared.pop(number, None)
            self.searches[number] = search or self._start(number)
        return self.searches[number]

    def _start(self, number: int) -> TreeSearch:
        return self.contenders[number].start(self.request)

    @property
    def _shown(self) -> TreeSearch:
        """The search that stands for all of them."""
        return self.searches[max(self.chosen, 0)]

    def prepare(self) -> None:
        """Compile the loops of all contenders that may still run."""
        for number in range(self.racers) if self.chosen < 0 else [self.chosen]:
            if number not in self.searches and number not in self.prepared:
                self.prepared[number] = self._start(number)
            (self.searches.get(number) or self.prepared[number]).prepare()

    @property
    def copies(self) -> int:  # type: ignore[override]  # it depends on the race
        """How many boards that look the same each solution stands for."""
        return self._shown.copies

    @property
    def found_together(self) -> int:  # type: ignore[override]  # it depends on the race
        """How many solutions the last FOUND reported."""
        return self._shown.found_together

    @property
    def note(self) -> str:
        """What the search did and why."""
        if self.chosen < 0:
            what = f"{' and '.join(self.names[: self.racers])} in turns"
            return "; ".join(filter(None, (what, self.why)))
        raced = " after a race" if self.racers > 1 else ""
        what = f"{self.names[self.chosen]}{raced}"
        return "; ".join(filter(None, (what, self._shown.note, self.why)))

    @property
    def nodes(self) -> int:
        """Pieces placed so far, by all searches."""
        return self.discarded + sum(each.nodes for each in self.searches.values())

    def advance(self, node_budget: int) -> Outcome:
        """Continue for at most `node_budget` nodes, or to the next solution.

        Between searches that race, the budget may be meant for nodes of row scan: the
        other gets fewer.
        """
        if len(self.contenders) == 1:
            return self.searches[0].advance(node_budget)
        if self.chosen >= 0:
            budget = max(1, node_budget // self.costs[self.chosen])
            return self.searches[self.chosen].advance(budget)
        left = node_budget
        while self.chosen < 0 and left > 0:
            spent, outcome = self._advance_turn(left)
            if outcome is not Outcome.PAUSED:
                return outcome
            left -= spent
        return Outcome.PAUSED

    def _effort(self, number: int) -> int:
        """Return the effort of a contender so far."""
        nodes = self._search(number).nodes * self.costs[number]
        return nodes + self.found[number] * SOLUTION_COST

    def _advance_turn(self, effort: int) -> tuple[int, Outcome]:
        """Advance the contender whose turn it is; return its effort and the outcome."""
        number, search = self.turn, self._search(self.turn)
        cost, before = self.costs[number], self._effort(number)
        left = self.goal - before
        if left < cost:
            self._end_turn()
            return 0, Outcome.PAUSED
        outcome = search.advance(max(1, min(effort, left) // cost))
        if outcome is Outcome.FOUND and self.request.solve.wants_all:
            self.found[number] += 1
            outcome = Outcome.PAUSED
        spent = self._effort(number) - before
        if outcome is Outcome.EXHAUSTED and self.found[number]:
            self._choose(number)
            outcome = Outcome.PAUSED
        elif outcome is not Outcome.PAUSED:
            self.chosen = number
        return spent, outcome

    def _end_turn(self) -> None:
        """Let the next contender have its turn; after the last one, compare them."""
        self.turn = (self.turn + 1) % self.racers
        if self.turn:
            return
        if self.goal >= _FAIR_GOAL:
            self._compare_shares()
        self.goal += self.goal // 4

    def _compare_shares(self) -> None:
        """Choose the contender that has done more of its tree, if that is clear."""
        shares = [self.searches[n].share() for n in range(self.racers)]
        done = self.searches[1].nodes / self.scan_nodes
        shares[1] = min(shares[1], _DOUBT * done) / _BIAS
        leader = shares.index(max(shares))
        others = max(share for n, share in enumerate(shares) if n != leader)
        if (
            shares[leader] >= _ENOUGH
            or self.goal >= _LAST_GOAL
            or shares[leader] >= _CLEAR_LEAD * others
        ):
            self._choose(self._faster_on_gpu(leader, shares[leader]))

    def _faster_on_gpu(self, leader: int, share: float) -> int:
        """Return the winner of the race, or the GPU if it takes half as long."""
        if self.gpu_nodes is None:
            return leader
        done = max(share, sys.float_info.min)
        left = self._effort(leader) * (1 - done) / done / self.request.threads
        if seconds_on_gpu(self.gpu_nodes) >= seconds_of(left) / 2:
            return leader
        try:
            self._search(self.racers).prepare()
        except EdgematchError as error:  # it is there, but cannot be used
            self.searches.pop(self.racers, None)
            self.why = f"{self.why}; {error}".removeprefix("; ")
            return leader
        return self.racers

    def _choose(self, number: int) -> None:
        """End the race; a search whose solutions were not reported starts again."""
        self.chosen = number
        if number < self.racers and self.found[number]:
            self.discarded += self.searches.pop(number).nodes
        self._search(number)

    def board(self) -> Board:
        """Return the present board."""
        return self._shown.board()

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        boards = [search.fullest() for search in self.searches.values()]
        return max(boards, key=lambda board: len(board.placements))

    def share(self) -> float:
        """Return the share of the tree that is done, estimated from the branching."""
        return self._shown.share()

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order.

        The race is finished first, and the rest of the chosen tree is split.
        """
        raced = self.fork()
        while raced.chosen < 0:
            outcome = raced.advance(_FIRST_GOAL)
            if outcome is Outcome.EXHAUSTED:
                return [raced]
            if outcome is Outcome.FOUND:
                return [self]  # the answer is so close that splitting is not worth it
        parts: list[Self] = []
        for search in raced.searches[raced.chosen].split(wanted):
            part = copy(raced)
            if parts:  # the nodes of the race are counted once
                part.discarded, part.searches = 0, {raced.chosen: search}
            else:
                part.searches = {**raced.searches, raced.chosen: search}
            parts.append(part)
        return parts

    def finish_slice(self) -> None:
        """Go on to a moment at which nothing is lost when the search is saved."""
        self._shown.finish_slice()

    def close(self) -> None:
        """Release what the searches hold."""
        for search in (*self.searches.values(), *self.prepared.values()):
            search.close()

    def fork(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin.searches = {n: search.fork() for n, search in self.searches.items()}
        twin.found = list(self.found)
        twin.prepared = {}
        return twin

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        arrays = {
            f"{self.names[number]}.{key}": array
            for number, search in self.searches.items()
            for key, array in search.state().items()
        }
        return {**arrays, "race": self._race()}

    def _race(self) -> "NDArray[np.int64]":
        """Return where the race stands."""
        import numpy as np

        race = [self.goal, self.turn, self.chosen, self.discarded, *self.found]
        return np.array(race, np.int64)

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        from edgematch.search.state_checks import array_like

        for number, name in enumerate(self.names):
            own = {
                key.removeprefix(f"{name}."): array
                for key, array in state.items()
                if key.startswith(f"{name}.")
            }
            if own:
                self._search(number).restore(own)
            else:  # not started when the state was taken
                self.searches.pop(number, None)
        race = array_like(state, "race", self._race(), any_length=True).tolist()
        if len(race) != self.racers + 4:
            # Where there is a GPU, row scan races though it is hopeless without one.
            if len(race) not in (5, 6) or race[2] != 0:
                raise ValueError("race is that of a machine with a GPU, or without one")
            race = [*race[:5], *[0] * (self.racers - 1)]
        self.goal, self.turn, self.chosen, self.discarded, *self.found = race
        count = len(self.contenders)
        if self.chosen == self.racers == count > 1:
            raise ValueError("this search went on on a GPU, and here is none to use")
        if (
            not _FIRST_GOAL <= self.goal <= 2 * _LAST_GOAL
            or self.turn not in range(self.racers)
            or self.chosen not in range(0 if count == 1 else -1, count)
            or max(self.chosen, 0) not in self.searches
            or min(self.discarded, *self.found) < 0
        ):
            raise ValueError("race has impossible values")
