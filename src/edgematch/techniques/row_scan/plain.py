"""The same search in plain Python: the same tree, node for node, without numpy.

It needs no compiler, and a puzzle of a few thousand nodes is solved before a compiled
loop is loaded.  A node takes about a hundred times as long.
"""

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Self

from edgematch.board import Board
from edgematch.draws import Draws
from edgematch.geometry import RIM, SIDES, Colors, is_on_rim, neighbor, opposite
from edgematch.orders import order
from edgematch.placements.ways import allowed_ways, piece_order
from edgematch.puzzle import Placement, Puzzle
from edgematch.search.request import Count, Request
from edgematch.search.state_checks import array_like, check_names, whole_number
from edgematch.search.technique import Outcome, State, TreeSearch
from edgematch.symmetry import board_symmetries

from .like_pieces import boards_of_chains, chains_of_equal_pieces, one_turn_of_each_look

if TYPE_CHECKING:
    from . import RowScan


class _Candidate(NamedTuple):
    piece: int
    turn: int
    shown: Colors
    """The colors of its sides as it is turned."""


class _Step(NamedTuple):
    """A cell to fill, and the pieces that fit on it."""

    cell: int
    neighbors: tuple[tuple[int, int], ...]
    """Which pieces placed before it touch it, and with which side."""
    candidates: dict[tuple[int, ...], list[_Candidate]]
    """By the colors of those sides, in the order in which they are tried."""


class PlainSearch(TreeSearch):
    """A row scan that runs without compiled code."""

    def __init__(self, options: "RowScan", request: Request) -> None:
        puzzle = self.puzzle = request.puzzle
        draws = Draws(request.seed) if request.seed else None
        pieces = piece_order(puzzle, options.values, draws)
        ways = allowed_ways(puzzle, options.break_symmetry)
        ways.sort(key=lambda way: pieces.index(way[0]))
        if options.break_symmetry:
            self.turns = len(board_symmetries(puzzle))
        self._comes_after: dict[int, int] = {}
        """For each such piece, the equal piece that must be used before it."""
        if isinstance(request.goal, Count):  # one board of each picture
            ways, self.copies = one_turn_of_each_look(puzzle, ways)
            chains = chains_of_equal_pieces(puzzle, ways)
            self.copies *= boards_of_chains(chains)
            self._comes_after = {
                piece: before for chain in chains for before, piece in pairwise(chain)
            }
        self._steps = _steps(puzzle, options.order, ways)
        self._placed = [
            _Candidate(piece, turn, puzzle.colors_of(piece, turn))
            for _, piece, turn in puzzle.hints
        ]
        """The hints, and then the piece on each step that is filled."""
        self._cells = [hint.cell for hint in puzzle.hints]
        self._cells += [step.cell for step in self._steps]
        self._used = {hint.piece for hint in puzzle.hints}
        self._fullest = self._placed[:]
        self._depths = [0] * len(self._steps)
        """Pieces placed on each step."""
        self._choices: list[list[_Candidate]] = []
        """What fits on each open step, given the steps before it."""
        self._tried: list[int] = []
        """How many of them have been tried."""
        self._is_given = False
        """Whether the hints are a solution that has not been reported yet."""
        if Board(puzzle, puzzle.hints).breaks():
            self._fullest = []
        elif self._steps:
            self._open_step()
        else:
            self._is_given = True

    @property
    def nodes(self) -> int:
        """Pieces placed so far."""
        return sum(self._depths)

    @property
    def depths(self) -> Iterable[int]:
        """Pieces placed on each step."""
        return self._depths

    @property
    def note(self) -> str:
        """How the search runs."""
        return "row-scan in plain Python"

    def advance(self, node_budget: int) -> Outcome:
        """Go on for at most `node_budget` nodes, or to the next solution."""
        if self._is_given:
            self._is_given = False
            return Outcome.FOUND
        if self._choices and len(self._placed) == len(self._cells):
            self._take_back()
        budget = node_budget
        while self._choices:
            tried = self._tried[-1]
            if tried == len(self._choices[-1]):
                self._close_step()
            elif budget == 0:
                return Outcome.PAUSED
            else:
                self._tried[-1] += 1
                self._depths[len(self._tried) - 1] += 1
                budget -= 1
                self._place(self._choices[-1][tried])
                if len(self._placed) == len(self._cells):
                    return Outcome.FOUND
                self._open_step()
        return Outcome.EXHAUSTED

    def _place(self, candidate: _Candidate) -> None:
        self._placed.append(candidate)
        self._used.add(candidate.piece)
        if len(self._placed) > len(self._fullest):
            self._fullest = self._placed[:]

    def _take_back(self) -> None:
        self._used.remove(self._placed.pop().piece)

    def _open_step(self) -> None:
        """Look up what fits on the next step."""
        step = self._steps[len(self._choices)]
        facing = tuple([self._placed[n].shown[side] for n, side in step.neighbors])
        gone = self._used
        if self._comes_after:
            order = self._comes_after.items()
            gone = gone | {piece for piece, before in order if before not in gone}
        free = [each for each in step.candidates.get(facing, ()) if each[0] not in gone]
        self._choices.append(free)
        self._tried.append(0)

    def _close_step(self) -> None:
        """Go back to the step before."""
        self._choices.pop()
        self._tried.pop()
        if self._choices:
            self._take_back()

    def board(self) -> Board:
        """Return the present board."""
        return self._board_of(self._placed)

    def fullest(self) -> Board:
        """Return the fullest board without a break so far."""
        return self._board_of(self._fullest)

    def _board_of(self, placed: list[_Candidate]) -> Board:
        placements = [
            Placement(cell, each.piece, each.turn)
            for cell, each in zip(self._cells, placed, strict=False)
        ]
        return Board(self.puzzle, placements)

    def prepare(self) -> None:
        """There is nothing to compile."""

    def share(self) -> float:
        """Return how much of the tree is done, from 0 to 1, by the branching so far."""
        if not self._choices:
            return float(not self._is_given)
        done, weight = 0.0, 1.0
        open_step = len(self._placed) - len(self.puzzle.hints)
        for step, (tried, choices) in enumerate(
            zip(self._tried, self._choices, strict=True)
        ):
            if step == open_step:  # all that was tried here is done with
                return done + weight * (tried / len(choices) if choices else 1)
            weight /= len(choices)
            done += weight * (tried - 1)
        return done

    def split(self, wanted: int) -> list[Self]:
        """Return this search alone: Python runs one thread at a time."""
        return [self]

    def fork(self) -> Self:
        """Return an independent copy."""
        twin = copy(self)
        twin._placed, twin._used = self._placed[:], self._used.copy()
        twin._choices, twin._tried = self._choices[:], self._tried[:]
        twin._depths = self._depths[:]
        return twin

    def state(self) -> State:
        """Return the way from the root of the tree to where the search stands."""
        import numpy as np

        return {
            "tried": np.array(self._tried, np.int64),
            "counts": np.array([len(self._placed), self._is_given], np.int64),
            "depths": np.array(self._depths, np.int64),
            "fullest": np.array([each[:2] for each in self._fullest], np.int64).reshape(
                -1, 2
            ),
        }

    def restore(self, state: State) -> None:
        """Become the search that `state` was taken from."""
        own = self.state()
        check_names(state, own)
        for name, array in own.items():
            any_length = name in ("tried", "fullest")
            array_like(state, name, array, any_length)
        self._choices, self._tried = [], []
        self._placed = self._placed[: len(self.puzzle.hints)]
        self._used = {each.piece for each in self._placed}
        placed, is_given = (int(count) for count in state["counts"])
        self._depths = [
            whole_number(nodes, "depths") for nodes in state["depths"].tolist()
        ]
        self._is_given = bool(is_given)
        for tried in state["tried"].tolist():
            self._open_step()
            self._tried[-1] = whole_number(tried, "tried", len(self._choices[-1]))
            if len(self._placed) < placed:
                if not tried:
                    raise ValueError("tried has 0 for a step with a piece")
                self._place(self._choices[-1][tried - 1])
        if len(self._placed) != placed or len(self._choices) > len(self._steps):
            raise ValueError("tried and counts differ")
        self._fullest = [
            _Candidate(piece, turn, self.puzzle.colors_of(piece, turn))
            for piece, turn in state["fullest"].tolist()
        ]


def _steps(puzzle: Puzzle, name: str, ways: list[tuple[int, int]]) -> list[_Step]:
    """Return the cells without a hint in their order, each with all that fits on it."""
    shown = {way: puzzle.colors_of(*way) for way in ways}
    number_of = {hint.cell: number for number, hint in enumerate(puzzle.hints)}
    steps = []
    for cell in order(name, puzzle.rows, puzzle.columns):
        if cell in number_of:
            continue
        neighbors = {
            side: number_of[beyond]
            for side in SIDES
            if (beyond := neighbor(cell, side, puzzle.rows, puzzle.columns))
            in number_of
        }
        rim = [is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES]
        candidates = defaultdict(list)
        for (piece, turn), colors in shown.items():
            if not puzzle.framed or [color == RIM for color in colors] == rim:
                facing = tuple(puzzle.mate(colors[side]) for side in neighbors)
                candidates[facing].append(_Candidate(piece, turn, colors))
        facing_sides = [(number, opposite(s)) for s, number in neighbors.items()]
        steps.append(_Step(cell, tuple(facing_sides), dict(candidates)))
        number_of[cell] = len(number_of)
    return steps
