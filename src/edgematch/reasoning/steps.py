"""A search node by node, from a board of pieces that stay, with the domains at each.

A step says where the search stands, so that it can be continued from any step: only
the steps that are asked for are kept, and a search of any length takes no more memory.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from math import inf

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.orders import order
from edgematch.puzzle import Placement, Puzzle
from edgematch.reasoning.domains import (
    Domains,
    Ways,
    fitting_domains,
    placement_of,
    ways_of,
)

MOST_CELLS = 256
CELL_ORDERS = ("fewest", "rows")


class Event(StrEnum):
    """What happened at a step."""

    START = "start"
    PLACED = "placed"
    FAILED = "failed"
    """A piece was placed, and it follows that the board cannot be completed."""
    BACK = "back"
    """All candidates of a cell have failed: the piece placed before is removed."""
    SOLUTION = "solution"
    OVER = "over"
    """The whole tree is searched."""


@dataclass(frozen=True)
class Step:
    """One step of a search."""

    event: Event
    nodes: int
    """Pieces placed up to here."""
    placed: tuple[Placement, ...] = ()
    """The placements chosen, in that order, without those that stay."""
    cell: int | None = None
    """The cell that the event concerns."""
    path: tuple[Placement, ...] = ()
    """The placements chosen, with the one that the event is about: what the search
    goes on from."""
    counts: tuple[int, ...] = ()
    """The number of candidates of each cell; -1 if it is filled."""


@dataclass(frozen=True)
class _Position:
    """The board at a node, and what its cells may show."""

    board: Board
    domains: Domains | None
    """None where consequences are not followed."""
    cells: list[int]
    """The domain of each cell."""
    next_cell: int | None
    """The cell that is filled next; None if all of them are, or are implied."""

    @property
    def is_contradiction(self) -> bool:
        """Whether the board is known to have no completion."""
        return self.domains is not None and self.domains.is_contradiction

    def counts(self) -> tuple[int, ...]:
        """Return the number of candidates of each cell; -1 if it is filled."""
        return tuple(
            -1 if self.board.at(cell) is not None else domain.bit_count()
            for cell, domain in enumerate(self.cells)
        )


class Trace:
    """The steps of a backtracking search.

    With `follows` the consequences of every placement are propagated; without, a piece
    is only compared with its neighbors.  The pieces of `placed` stay where they are, as
    hints do.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> [step.event.value for step in Trace(puzzle).steps(9)]
    ['start', 'solution', 'over']
    """

    def __init__(
        self,
        puzzle: Puzzle,
        follows: bool = True,
        cells: str = "fewest",
        placed: Iterable[tuple[int, int, int]] = (),
    ) -> None:
        if puzzle.cells > MOST_CELLS:
            raise EdgematchError(
                f"step by step needs a board of at most {MOST_CELLS} cells, but this"
                f" one has {puzzle.cells}"
            )
        if cells not in CELL_ORDERS:
            known = ", ".join(CELL_ORDERS)
            raise EdgematchError(f"cells must be one of {known}, not {cells!r}")
        self.puzzle, self.follows, self.order = puzzle, follows, cells
        self.start = complete_hints(Board(puzzle, placed))
        """The pieces that stay."""
        self.ways = Ways(puzzle)
        self._rows = order("rows", puzzle.rows, puzzle.columns)

    def steps(
        self, count: int, after: Step | None = None, seconds: float = inf
    ) -> list[Step]:
        """Return the first steps, or those after a step of this search.

        After so many seconds it returns those that it has, at least one.
        """
        end = time.monotonic() + seconds
        found = []
        for each in islice(self._events(after), count):
            found.append(_counted(*each))
            if time.monotonic() > end:
                break
        return found

    def to_solution(
        self, count: int, after: Step | None = None, seconds: float = 5.0
    ) -> tuple[int, list[Step]]:
        """Search up to the next solution, or for so long.

        Returns the last steps, and the number of steps before them.
        """
        end = time.monotonic() + seconds
        kept: deque[tuple[Step, _Position]] = deque(maxlen=count)
        number = 0
        for each in self._events(after):
            number += 1
            kept.append(each)
            if each[0].event is Event.SOLUTION or time.monotonic() > end:
                break
        return number - len(kept), [_counted(*each) for each in kept]

    def _events(self, after: Step | None) -> Iterator[tuple[Step, _Position]]:
        """Yield the steps after a step, each with its position."""
        if after is None:
            after = Step(Event.START, 0)
            yield after, self._position(())
        if after.event is Event.START:
            root = self._position(())
            if self.start.breaks() or root.is_contradiction:
                after = Step(Event.FAILED, 0, (), _failed_cell(root))
                yield after, root
        if after.event is not Event.OVER:
            yield from self._go_on(after)

    def _go_on(self, after: Step) -> Iterator[tuple[Step, _Position]]:
        path, nodes = list(after.path), after.nodes
        for problem in Board(self.puzzle, (*self.start.placements, *path)).problems():
            raise EdgematchError(f"the search has no such step: {problem}")
        goes_down = after.event in (Event.START, Event.PLACED)
        if self.start.breaks():
            path, goes_down = [], False  # nothing to search
        # The positions along the path, each computed when it is first needed.
        known: dict[int, _Position] = {}

        def position() -> _Position:
            depth = len(path)
            for deeper in [each for each in known if each > depth]:
                del known[deeper]
            if depth not in known:
                known[depth] = self._position(tuple(path))
            return known[depth]

        while goes_down or path:
            last = None if goes_down else path.pop()
            here = position()
            tried = 0 if last is None else self._number(here, last) + 1
            if here.is_contradiction:
                goes_down = False
                continue
            cell = here.next_cell
            if cell is None:
                found = self._complete(here)
                yield Step(Event.SOLUTION, nodes, found, None, tuple(path)), here
                goes_down = False
                continue
            way = next(islice(ways_of(here.cells[cell]), tried, None), None)
            if way is None:
                placed = tuple(path)
                above = known.get(len(path) - 1) or self._position(placed[:-1])
                known[max(0, len(path) - 1)] = above
                yield Step(Event.BACK, nodes, placed[:-1], cell, placed), above
                goes_down = False
                continue
            nodes += 1
            path.append(placement_of(here.board, cell, way, self.ways))
            placed, child = tuple(path), self._child(here, path[-1], way)
            known[len(path)] = child
            goes_down = not child.is_contradiction
            event = Event.PLACED if goes_down else Event.FAILED
            yield Step(event, nodes, placed, cell, placed), child
        yield Step(Event.OVER, nodes), self._position(())

    def _number(self, here: _Position, last: Placement) -> int:
        """Return which of the candidates of its cell a placement was."""
        way = self.ways.number.get(self.puzzle.colors_of(last.piece, last.turn), -1)
        if last.cell != here.next_cell or not here.cells[last.cell] >> max(way, 0) & 1:
            raise EdgematchError("the search has no such step")
        return (here.cells[last.cell] & ((1 << way) - 1)).bit_count()

    def _position(self, path: tuple[Placement, ...]) -> _Position:
        board = Board(self.puzzle, (*self.start.placements, *path))
        return self._position_of(board, None)

    def _child(self, here: _Position, placement: Placement, way: int) -> _Position:
        board = Board(self.puzzle, (*here.board.placements, placement))
        domains = None if here.domains is None else here.domains.copy()
        if domains is not None:
            domains.place(placement.cell, way)
        return self._position_of(board, domains)

    def _position_of(self, board: Board, domains: Domains | None) -> _Position:
        if self.follows:
            domains = domains or Domains.of(self.ways, board.placements)
            cells = domains.cells
        else:
            cells = fitting_domains(board, self.ways)
        return _Position(board, domains, cells, self._next_cell(board, cells))

    def _next_cell(self, board: Board, cells: list[int]) -> int | None:
        def is_open(cell: int) -> bool:
            is_implied = self.follows and cells[cell].bit_count() == 1
            return board.at(cell) is None and not is_implied

        empty = [cell for cell in self._rows if is_open(cell)]
        if self.order == "rows":
            return next(iter(empty), None)
        return min(empty, key=lambda cell: cells[cell].bit_count(), default=None)

    def _complete(self, here: _Position) -> tuple[Placement, ...]:
        """Return all placements of a solution, those chosen and those implied."""
        board = here.board
        for cell in board.empty_cells():
            (way,) = ways_of(here.cells[cell])
            placement = placement_of(board, cell, way, self.ways)
            board = Board(self.puzzle, (*board.placements, placement))
        start = set(self.start.placements)
        return tuple(each for each in board.placements if each not in start)


def complete_hints(board: Board) -> Board:
    """Return a legal board with the hints that are missing; raise if it is not legal.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)], hints=[(0, 0, 0)])
    >>> complete_hints(Board(puzzle, [])).placements
    (Placement(cell=0, piece=0, turn=0),)
    """
    for problem in board.problems():
        raise EdgematchError(f"the board: {problem}")
    return Board(board.puzzle, {*board.puzzle.hints, *board.placements})


def _failed_cell(position: _Position) -> int | None:
    """Return a cell without candidates, if there is one."""
    failed = None if position.domains is None else position.domains.failed
    return None if failed == -1 else failed


def _counted(step: Step, position: _Position) -> Step:
    is_full = step.event is Event.SOLUTION  # with the pieces that are implied
    counts = (-1,) * len(position.cells) if is_full else position.counts()
    return replace(step, counts=counts)
