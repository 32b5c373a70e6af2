"""A search node by node, forward and back, with the domains at each node.

Only the placements are kept; the domains of a step are computed when it is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.orders import order
from edgematch.puzzle import Placement, Puzzle
from edgematch.reasoning.domains import Domains, Ways, fitting_ways, placement_of

MOST_CELLS = 64
MOST_STEPS = 20_000
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
    placed: tuple[Placement, ...]
    """The placements chosen, in that order, without the hints."""
    cell: int | None = None
    """The cell that the event concerns."""


@dataclass(frozen=True)
class StepView:
    """The board and the domains at a step."""

    board: Board
    """The placements and the hints."""
    implied: tuple[Placement, ...]
    """Implied placements: on the cells with one candidate left."""
    candidates: tuple[tuple[Placement, ...], ...]
    """What each empty cell may show; empty on filled cells."""
    failed: int | None
    """A cell without candidates; -1 if a piece fits nowhere."""


class Trace:
    """The steps of a backtracking search.

    With `follows` the consequences of every placement are propagated; without, a piece
    is only compared with its neighbors.
    """

    def __init__(
        self, puzzle: Puzzle, follows: bool = True, cells: str = "fewest"
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
        self.ways = Ways(puzzle)
        self._rows = order("rows", puzzle.rows, puzzle.columns)
        self._nodes = 0
        self._steps: list[Step] = []
        self._more = self._all_steps()

    def steps(self, start: int, count: int) -> list[Step]:
        """Return up to `count` steps from number `start` on."""
        while len(self._steps) < min(start + count, MOST_STEPS):
            step = next(self._more, None)
            if step is None:
                break
            self._steps.append(step)
        return self._steps[start : start + count]

    def look(self, step: Step) -> StepView:
        """Return the board and the domains at a step."""
        board = Board(self.puzzle, (*self.puzzle.hints, *step.placed))
        domains, counted = self._domains(step.placed)
        candidates: list[tuple[Placement, ...]] = []
        implied: list[Placement] = []
        for cell in range(self.puzzle.cells):
            if board.at(cell) is not None:
                candidates.append(())
                continue
            some = tuple(self._placement(board, cell, way) for way in counted[cell])
            candidates.append(some)
            if self.follows and len(some) == 1:
                implied.append(some[0])
        failed = None if domains is None else domains.failed
        if domains is None:
            failed = next(
                (c for c in board.empty_cells() if not counted[c]), None
            )  # the search itself does not look ahead and does not see it yet
        return StepView(board, tuple(implied), tuple(candidates), failed)

    def counts(self, step: Step) -> list[int]:
        """Return the number of candidates of each cell; -1 if it is filled."""
        board = Board(self.puzzle, (*self.puzzle.hints, *step.placed))
        _, ways = self._domains(step.placed)
        return [
            -1 if board.at(cell) is not None else len(ways[cell])
            for cell in range(self.puzzle.cells)
        ]

    def _placement(self, board: Board, cell: int, way: int) -> Placement:
        try:
            return placement_of(board, cell, way, self.ways)
        except ValueError:  # its piece is on the board: only on failed boards
            kind = self.ways.kind_of_way[way]
            piece = self.ways.kind_of_piece.index(kind)
            turn = next(
                turn
                for turn in self.puzzle.turns
                if self.puzzle.colors_of(piece, turn) == self.ways.colors[way]
            )
            return Placement(cell, piece, turn)

    def _domains(
        self, placed: tuple[Placement, ...]
    ) -> tuple[Domains | None, list[list[int]]]:
        cells = range(self.puzzle.cells)
        if self.follows:
            domains = self._implied_domains(placed)
            return domains, [list(domains.candidates(cell)) for cell in cells]
        board = Board(self.puzzle, (*self.puzzle.hints, *placed))
        return None, [
            [] if board.at(cell) else fitting_ways(board, cell, self.ways)
            for cell in cells
        ]

    def _implied_domains(self, placed: tuple[Placement, ...]) -> Domains:
        return Domains.of(self.ways, (*self.puzzle.hints, *placed))

    def _all_steps(self) -> Iterator[Step]:
        yield Step(Event.START, 0, ())
        hints = Board(self.puzzle, self.puzzle.hints)
        domains, _ = self._domains(())
        if hints.breaks() or (domains is not None and domains.is_contradiction):
            cell = None if domains is None else domains.failed
            yield Step(Event.FAILED, 0, (), None if cell == -1 else cell)
        else:
            yield from self._subtree(())
        yield Step(Event.OVER, self._nodes, ())

    def _subtree(self, placed: tuple[Placement, ...]) -> Iterator[Step]:
        _, candidates = self._domains(placed)
        board = Board(self.puzzle, (*self.puzzle.hints, *placed))
        cell = self._next_cell(board, candidates)
        if cell is None:
            yield Step(Event.SOLUTION, self._nodes, self._complete(board, candidates))
            return
        for way in candidates[cell]:
            self._nodes += 1
            tried = (*placed, placement_of(board, cell, way, self.ways))
            if self.follows and self._implied_domains(tried).is_contradiction:
                yield Step(Event.FAILED, self._nodes, tried, cell)
                continue
            yield Step(Event.PLACED, self._nodes, tried, cell)
            yield from self._subtree(tried)
        yield Step(Event.BACK, self._nodes, placed[:-1], cell)

    def _next_cell(self, board: Board, candidates: list[list[int]]) -> int | None:
        def is_open(cell: int) -> bool:
            is_implied = self.follows and len(candidates[cell]) == 1
            return board.at(cell) is None and not is_implied

        empty = [cell for cell in self._rows if is_open(cell)]
        if self.order == "rows":
            return next(iter(empty), None)
        return min(empty, key=lambda cell: len(candidates[cell]), default=None)

    def _complete(
        self, board: Board, candidates: list[list[int]]
    ) -> tuple[Placement, ...]:
        """Return all placements of a solution, including the implied ones."""
        for cell in board.empty_cells():
            (way,) = candidates[cell]
            placement = placement_of(board, cell, way, self.ways)
            board = Board(self.puzzle, (*board.placements, placement))
        hints = set(self.puzzle.hints)
        return tuple(each for each in board.placements if each not in hints)
