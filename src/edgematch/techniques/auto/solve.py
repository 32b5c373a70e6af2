"""Choose an engine and its order by estimates from the pieces, and by a short race.

A puzzle that row scan solves in a few thousand nodes needs no compiled code.  If row
scan is expected to finish in a moment, it is chosen.  Otherwise a propagating search
starts where fewer fillings are expected, inside or along the frame; for a first
solution it races with row scan for some rounds, and the one that is expected to finish
sooner continues from where it is.

Everything is measured in nodes, never by the clock, so that the choice and the nodes
are the same every time.
"""

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from edgematch.board import Board
from edgematch.errors import UnsupportedPuzzle
from edgematch.geometry import RIM, SIDES, is_on_rim
from edgematch.puzzle import Puzzle
from edgematch.search.request import Count, Request
from edgematch.search.technique import Outcome, State, TreeSearch, has_compiler
from edgematch.symmetry import board_symmetries, boards_per_picture
from edgematch.techniques.consistency import Consistency
from edgematch.techniques.row_scan import RowScan

if TYPE_CHECKING:
    from edgematch.theory.estimate import Estimate

_PLAIN_CELLS = 16
_PLAIN_NODES = 50_000
"""What plain Python places in a tenth of a second, while a compiled loop is loaded in
half a second and compiled in eight."""
_PLAIN = RowScan(values="rare", break_symmetry=True, compiled=False)
_LOG10_MOMENT = 6.5
"""Row scan places this many pieces in less than a tenth of a second."""
_LOG10_NODES_PER_FILLING = 2.6
"""Row scan is chosen if it places fewer pieces for each filling of the inside, which
costs a propagating search a node at least, and a hundred times the time.  Medians of 15
seeds: two-set 7x7 7:4 1.9; 7:3 3.3, 6x6 6:2 3.8, 7x7 7:2 5.2 and 8:2 5.7."""
_LOG10_RATE = {"row-scan": 7.6, "consistency": 5.5}
"""Nodes a second, about; on any machine the two are some 150 times apart."""
_ROUNDS = 6
_FIRST_SLICE = {"row-scan": 50_000, "consistency": 400}
"""Nodes of the first round, about a millisecond; each round has twice as many."""
_HEAD_START = {"row-scan": 0, "consistency": 8_000}
"""Nodes before the race: what propagation solves in a moment needs no race."""
_SLOWER = 128
"""How much more a node of the propagating search costs, about."""
_PROBE = 20_000
"""Nodes of the propagating search that are examined if all solutions are wanted."""
_LOG10_DOUBT = 1.5
"""A tree is estimated from its beginning: row scan must be better by this factor."""


def start(request: Request) -> TreeSearch:
    """Return a search that has placed nothing yet."""
    if not has_compiler() or _is_small(request):
        return _PLAIN.start(request)
    from edgematch.theory.estimate import estimate

    puzzle, goal = request.puzzle, request.solve
    expected = estimate(puzzle)
    if isinstance(goal, Count):  # row scan searches one board of each picture
        fewer = expected.log10_nodes - math.log10(boards_per_picture(puzzle))
        expected = replace(expected, log10_nodes=fewer)
    row_scan = replace(_PLAIN, compiled=True)
    if expected.log10_nodes < _LOG10_MOMENT:
        why = f"about {_power(expected.log10_nodes)} nodes are expected"
        return AutoSearch(request, [row_scan], why)
    propagating, inside, why = propagating_technique(puzzle)
    if expected.log10_nodes - inside < _LOG10_NODES_PER_FILLING:
        why = f"about {_power(expected.log10_nodes)} nodes are expected; {why}"
        return AutoSearch(request, [row_scan], why)
    try:
        search = AutoSearch(request, [propagating, row_scan], why, expected)
    except UnsupportedPuzzle as refusal:
        return AutoSearch(request, [row_scan], str(refusal))
    if goal.wants_all:
        search.choose_for_all()
    return search


def _is_small(request: Request) -> bool:
    """Return whether plain Python is done with a puzzle in a moment."""
    if request.puzzle.cells > _PLAIN_CELLS:
        return False
    probe = _PLAIN.start(request)
    while probe.nodes < _PLAIN_NODES:
        outcome = probe.advance(_PLAIN_NODES - probe.nodes)
        if outcome is Outcome.EXHAUSTED:
            return True
        if outcome is Outcome.FOUND and not request.solve.wants_all:
            return True
    return False


def propagating_technique(puzzle: Puzzle) -> tuple[Consistency, float, str]:
    """Return the propagating search for a puzzle, and why it is this one.

    The second value is the logarithm of the ways to fill what it fills first, if that
    says anything about the effort, else minus infinity.
    """
    if not puzzle.framed or min(puzzle.rows, puzzle.columns) < 4:
        return Consistency(cells="joins", color_count="regions"), -math.inf, ""
    inside = _log10_fillings(puzzle, "spiral-out", on_frame=False)
    frame = _log10_fillings(puzzle, "frame-first", on_frame=True)
    fillings = (
        f"about {_power(inside)} ways to fill the inside alone and {_power(frame)} the"
        " frame are expected"
    )
    if inside < frame:
        # Pieces with rare colors are as likely right as others, and sooner found wrong.
        engine = Consistency(inner_first=True, color_count="regions", values="rare")
        return engine, inside, f"inner cells first: {fillings}"
    if _has_two_sets(puzzle):
        engine = Consistency(cells="joins", color_count="regions")
    else:  # colors occur everywhere: counting them costs time and excludes little
        engine = Consistency()
    return engine, -math.inf, f"frame and inside together: {fillings}"


def _log10_fillings(puzzle: Puzzle, order: str, on_frame: bool) -> float:
    """Return the expected number of ways to fill the frame, or all but the frame."""
    from edgematch.theory.estimate import estimate

    filled = [
        depth.log10_nodes
        for depth in estimate(puzzle, order).depths
        if on_frame
        == any(is_on_rim(depth.cell, s, puzzle.rows, puzzle.columns) for s in SIDES)
    ]
    return filled[-1] if filled else 0.0


def _has_two_sets(puzzle: Puzzle) -> bool:
    """Return whether no color occurs both along the frame and inside."""
    along, inside = set(), set()
    for piece in puzzle.pieces:
        for side, color in enumerate(piece):
            if RIM in (piece[side - 1], piece[side - 3]) and color != RIM:
                along.add(color)
            elif color != RIM:
                inside.add(color)
    return not along & inside


def _power(log10: float) -> str:
    """Write a large number for people.

    >>> _power(2.0), _power(8.31)
    ('100', '2e8')
    """
    if log10 < 4:
        return f"{10**log10:.0f}"
    return f"{10 ** (log10 % 1):.0f}e{int(log10 // 1)}"


class AutoSearch(TreeSearch):
    """One search, or two in turns until one of them is chosen."""

    def __init__(
        self,
        request: Request,
        contenders: Sequence[RowScan | Consistency],
        why: str,
        expected: "Estimate | None" = None,
    ) -> None:
        self.request, self.why, self.expected = request, why, expected
        self.contenders = tuple(contenders)
        self.names = tuple(technique.name for technique in contenders)
        self.turns = len(board_symmetries(request.puzzle))
        # The second is started when its turn comes: often it never does.
        self.searches: list[TreeSearch] = [self.contenders[0].start(request)]
        self.round = 0
        self.turn = 0
        self.chosen = 0 if len(self.names) == 1 else -1
        """The number of the search that goes on alone, -1 while they race."""

    def _search(self, number: int) -> TreeSearch:
        """Return a contender's search, started if it is not yet."""
        for technique in self.contenders[len(self.searches) : number + 1]:
            self.searches.append(technique.start(self.request))
        return self.searches[number]

    def prepare(self) -> None:
        """Compile the loops of all contenders that may still run."""
        for number, technique in enumerate(self.contenders):
            if self.chosen in (-1, number):
                started = number < len(self.searches)
                search = self.searches[number] if started else None
                (search or technique.start(self.request)).prepare()

    def choose_for_all(self) -> None:
        """Choose at once, by the beginning of the propagating tree."""
        probe = self.searches[0].fork()
        while probe.nodes < _PROBE:
            if probe.advance(_PROBE - probe.nodes) is Outcome.EXHAUSTED:
                self.chosen = 0
                return
        self.chosen = self._more_promising(probe, doubt=0.0, for_all=True)

    def _more_promising(
        self, propagating: TreeSearch, doubt: float, for_all: bool = False
    ) -> int:
        """Compare the expected seconds of row scan with an estimate for the other."""
        assert self.expected is not None
        turns = math.log10(len(board_symmetries(self.request.puzzle)))
        scan = self.expected.log10_nodes - turns - _LOG10_RATE["row-scan"]
        share = max(propagating.share(), 1e-300)
        guess = math.log10(max(propagating.nodes, 1)) - math.log10(share)
        if for_all:  # every solution takes at least one node
            guess = max(guess, self.expected.log10_solutions - turns)
        return int(scan < guess - _LOG10_RATE["consistency"] - doubt)

    @property
    def copies(self) -> int:  # type: ignore[override]
        """How many boards that look the same each solution stands for."""
        return self._search(max(self.chosen, 0)).copies

    @property
    def note(self) -> str:
        """What the search did and why."""
        if self.chosen < 0:
            return f"{' and '.join(self.names)} in turns; {self.why}"
        name = self.names[self.chosen]
        raced = f" after a race of {self.round} rounds" if self.round else ""
        return f"{name}{raced}" + (f"; {self.why}" if self.why else "")

    @property
    def nodes(self) -> int:
        """Pieces placed so far, by all searches."""
        return sum(search.nodes for search in self.searches)

    def advance(self, node_budget: int) -> Outcome:
        """Continue for at most `node_budget` nodes, or to the next solution."""
        number = self.turn if self.chosen < 0 else self.chosen
        search, name = self._search(number), self.names[number]
        budget = node_budget
        if name == "consistency" and len(self.names) > 1:
            # The budget may be meant for nodes that cost a hundredth as much.
            budget = max(1, node_budget // _SLOWER)
        if self.chosen >= 0:
            return search.advance(budget)
        # A round ends when a search has placed this many pieces in total.
        goal = _HEAD_START[name] + _FIRST_SLICE[name] * (2 ** (self.round + 1) - 1)
        outcome = search.advance(min(budget, goal - search.nodes))
        if outcome is not Outcome.PAUSED:
            self.chosen = number
        elif search.nodes >= goal:
            self._next_turn()
        return outcome

    def _next_turn(self) -> None:
        self.turn = (self.turn + 1) % len(self.names)
        if self.turn == 0:
            self.round += 1
            if self.round == _ROUNDS:
                self.chosen = self._more_promising(self.searches[0], _LOG10_DOUBT)

    def board(self) -> Board:
        """Return the present board."""
        return self.searches[max(self.chosen, 0)].board()

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        boards = [search.fullest() for search in self.searches]
        return max(boards, key=lambda board: len(board.placements))

    def share(self) -> float:
        """Return the share of the tree that is done, estimated from the branching."""
        return self._search(max(self.chosen, 0)).share()

    def split(self, wanted: int) -> list[Self]:
        """Return about so many subtrees that make up this one, in its order.

        The race is finished first, and the rest of the chosen tree is split.
        """
        raced = self.fork()
        while raced.chosen < 0:
            if raced.advance(_FIRST_SLICE["row-scan"]) is not Outcome.PAUSED:
                return [self]  # the answer is so close that splitting is not worth it
        number = raced.chosen
        parts: list[Self] = []
        for search in raced._search(number).split(wanted):
            part = raced.fork() if not parts else self.fork()
            part._search(number)
            part.searches[number] = search
            part.round, part.turn, part.chosen = raced.round, raced.turn, number
            parts.append(part)
        return parts

    def fork(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin.searches = [search.fork() for search in self.searches]
        return twin

    def state(self) -> State:
        """Return a copy of the arrays that this search is."""
        import numpy as np

        arrays = {
            f"{name}.{key}": array
            for name, search in zip(self.names, self.searches, strict=False)
            for key, array in search.state().items()
        }
        return {**arrays, "race": np.array([self.round, self.turn, self.chosen])}

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        import numpy as np

        from edgematch.search.state_checks import array_like, check_below

        for number, name in enumerate(self.names):
            own = {
                key.removeprefix(f"{name}."): array
                for key, array in state.items()
                if key.startswith(f"{name}.")
            }
            if own:
                self._search(number).restore(own)
            else:  # not started when the state was taken
                del self.searches[number:]
        numbers = array_like(state, "race", np.zeros(3, np.int64))
        check_below("race", numbers, _ROUNDS + 1, least=-1)
        self.round, self.turn, self.chosen = numbers.tolist()
        if min(self.round, self.turn) < 0 or max(self.turn, self.chosen) >= number + 1:
            raise ValueError("race names an engine that does not take part")
