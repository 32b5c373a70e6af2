"""The candidates of every cell, filtered by the placed pieces and what they imply.

A *candidate* of a cell is what it may show: four colors, clockwise from north.  Pieces
that look alike are one *kind* with several copies, so it does not matter which of two
equal pieces is placed.  A domain is an integer with one bit per candidate.

Three rules filter the domains until nothing changes: facing sides may show only colors
that can face each other; a kind whose copies are all placed is removed from all other
cells; a kind with exactly as many possible cells as copies is placed on those cells.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from edgematch.board import Board
from edgematch.geometry import RIM, SIDES, Colors, is_on_rim, neighbor, opposite
from edgematch.puzzle import Placement, Puzzle
from edgematch.symmetry import look


class Ways:
    """Every candidate of a puzzle by its number: the same for all of its boards."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        shown: dict[Colors, int] = {}
        self.copies: list[int] = []
        """How many pieces each kind has."""
        self.kind_of_way: list[int] = []
        self.colors: list[Colors] = []
        """What each candidate shows."""
        kinds: dict[Colors, int] = {}
        self.kind_of_piece: list[int] = []
        for piece, colors in enumerate(puzzle.pieces):
            like = look(colors, puzzle.turnable)
            if like not in kinds:
                kinds[like] = len(kinds)
                self.copies.append(0)
                for turn in puzzle.turns:
                    seen = puzzle.colors_of(piece, turn)
                    if seen not in shown:
                        shown[seen] = len(shown)
                        self.colors.append(seen)
                        self.kind_of_way.append(kinds[like])
            self.kind_of_piece.append(kinds[like])
            self.copies[kinds[like]] += 1
        self.number = shown
        self.of_kind = [0] * len(self.copies)
        """The candidates of each kind."""
        self.showing: list[dict[int, int]] = [{} for _ in SIDES]
        """By side and color: the candidates that show it there."""
        self.needing: list[dict[int, int]] = [{} for _ in SIDES]
        """By side and color: the candidates that may face that color there."""
        for way, colors in enumerate(self.colors):
            self.of_kind[self.kind_of_way[way]] |= 1 << way
            for side, color in enumerate(colors):
                bit = 1 << way
                self.showing[side][color] = self.showing[side].get(color, 0) | bit
                if not (puzzle.framed and color == RIM):
                    faced = puzzle.mate(color)
                    self.needing[side][faced] = self.needing[side].get(faced, 0) | bit
        rows, columns = puzzle.rows, puzzle.columns
        self.beyond = [
            [neighbor(cell, side, rows, columns) for side in SIDES]
            for cell in range(puzzle.cells)
        ]

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The domain of each cell of the empty board: what the rim allows."""
        puzzle = self.puzzle
        everything = (1 << len(self.colors)) - 1
        domains = []
        for cell in range(puzzle.cells):
            domain = everything
            for side in SIDES if puzzle.framed else ():
                rim = self.showing[side].get(RIM, 0)
                is_outer = is_on_rim(cell, side, puzzle.rows, puzzle.columns)
                domain &= rim if is_outer else ~rim
            domains.append(domain)
        return tuple(domains)

    def of_placement(self, placement: Placement) -> int:
        """Return the number of the candidate that a placement is."""
        return self.number[self.puzzle.colors_of(placement.piece, placement.turn)]


@dataclass
class Domains:
    """The domain of each cell, and a cell whose domain is empty, if any."""

    ways: Ways
    cells: list[int]
    used: list[int]
    """The number of cells decided for each kind."""
    settled: list[bool]
    failed: int | None = None
    """A cell without candidates, or None; -1 if a kind has fewer possible cells than
    copies."""
    _queue: dict[int, None] = field(default_factory=dict)

    @classmethod
    def of(cls, ways: Ways, placements: Iterable[Placement] = ()) -> "Domains":
        """Return the domains with these pieces placed, filtered to a fixed point."""
        cells = ways.puzzle.cells
        new = cls(ways, list(ways.first), [0] * len(ways.copies), [False] * cells)
        new._queue = dict.fromkeys(range(cells))
        for placement in placements:
            new._narrow(placement.cell, 1 << ways.of_placement(placement))
        new._filter()
        return new

    def copy(self) -> "Domains":
        """Return an independent copy."""
        return Domains(
            self.ways,
            self.cells.copy(),
            self.used.copy(),
            self.settled.copy(),
            self.failed,
        )

    def place(self, cell: int, way: int) -> bool:
        """Place a candidate on a cell and filter; return False on a contradiction."""
        self._narrow(cell, 1 << way)
        return self._filter()

    def drop(self, cell: int, way: int) -> bool:
        """Remove a candidate of a cell and filter; return False on a contradiction."""
        self._narrow(cell, ~(1 << way))
        return self._filter()

    @property
    def is_contradiction(self) -> bool:
        """Whether some cell has no candidate, or some kind has too few cells."""
        return self.failed is not None

    def count(self, cell: int) -> int:
        """Return how many candidates a cell has."""
        return self.cells[cell].bit_count()

    def candidates(self, cell: int) -> Iterator[int]:
        """Yield the candidates of a cell by number."""
        return ways_of(self.cells[cell])

    def _narrow(self, cell: int, allowed: int) -> None:
        """Remove all but the allowed candidates from a cell."""
        before = self.cells[cell]
        after = before & allowed
        if after == before:
            return
        self.cells[cell] = after
        self._queue[cell] = None
        if not after and self.failed is None:
            self.failed = cell

    def _filter(self) -> bool:
        while self.failed is None:
            while self._queue and self.failed is None:
                cell = next(iter(self._queue))
                del self._queue[cell]
                self._narrow_neighbors(cell)
                self._settle(cell)
            if self.failed is None and not self._place_lonely_kinds():
                break
        self._queue.clear()
        return self.failed is None

    def _narrow_neighbors(self, cell: int) -> None:
        domain, ways = self.cells[cell], self.ways
        for side in SIDES:
            other = ways.beyond[cell][side]
            if other is None:
                continue
            needing = ways.needing[opposite(side)]
            allowed = 0
            for color, showing in ways.showing[side].items():
                if domain & showing:
                    allowed |= needing.get(color, 0)
            self._narrow(other, allowed)

    def _settle(self, cell: int) -> None:
        """If one kind is left for a cell, count it; if used up, remove it elsewhere."""
        if self.settled[cell] or not self.cells[cell]:
            return
        ways, domain = self.ways, self.cells[cell]
        kind = ways.kind_of_way[domain.bit_length() - 1]
        if domain & ~ways.of_kind[kind]:
            return
        self.settled[cell] = True
        self.used[kind] += 1
        if self.used[kind] > ways.copies[kind]:
            self.failed = cell
        elif self.used[kind] == ways.copies[kind]:
            for other in range(len(self.cells)):
                if not self.settled[other] or not self.cells[other]:
                    self._narrow(other, ~ways.of_kind[kind])

    def _place_lonely_kinds(self) -> bool:
        """Place kinds that have only as many cells as copies; return if any changed."""
        has_changed = False
        for kind, mask in enumerate(self.ways.of_kind):
            wanted = self.ways.copies[kind]
            if self.used[kind] == wanted:
                continue
            places = [cell for cell, domain in enumerate(self.cells) if domain & mask]
            if len(places) < wanted:
                self.failed = -1
                return True
            if len(places) == wanted:
                for cell in places:
                    if self.cells[cell] & ~mask:
                        self._narrow(cell, mask)
                        has_changed = True
        return has_changed


def fitting_domains(board: Board, ways: Ways) -> list[int]:
    """Return the domain of each cell by its neighbors and the rim alone; 0 if filled.

    Only pieces that are not on the board are candidates.
    """
    left = 0
    for kind in {ways.kind_of_piece[piece] for piece in board.missing_pieces()}:
        left |= ways.of_kind[kind]
    return [
        0 if board.at(cell) else left & _fitting(board, cell, ways)
        for cell in range(board.puzzle.cells)
    ]


def _fitting(board: Board, cell: int, ways: Ways) -> int:
    allowed = ways.first[cell]
    for side, other in enumerate(ways.beyond[cell]):
        beyond = None if other is None else board.colors_at(other)
        if beyond is not None:
            allowed &= ways.needing[side].get(beyond[opposite(side)], 0)
    return allowed


def fitting_ways(board: Board, cell: int, ways: Ways) -> list[int]:
    """Return the candidates of missing pieces that fit the neighbors and the rim."""
    left = {ways.kind_of_piece[piece] for piece in board.missing_pieces()}
    fitting = ways_of(_fitting(board, cell, ways))
    return [way for way in fitting if ways.kind_of_way[way] in left]


def ways_of(domain: int) -> Iterator[int]:
    """Yield the candidates of a domain by number.

    >>> list(ways_of(0b101))
    [0, 2]
    """
    while domain:
        low = domain & -domain
        yield low.bit_length() - 1
        domain ^= low


def placement_of(board: Board, cell: int, way: int, ways: Ways) -> Placement:
    """Return a candidate as a placement of the first missing piece that looks so."""
    puzzle = board.puzzle
    for hint in puzzle.hints:
        if hint.cell == cell:
            return hint  # exactly this piece and turn, not one that looks like it
    hinted = {hint.piece for hint in puzzle.hints}
    for piece in board.missing_pieces():
        if ways.kind_of_piece[piece] == ways.kind_of_way[way] and piece not in hinted:
            for turn in puzzle.turns:
                if puzzle.colors_of(piece, turn) == ways.colors[way]:
                    return Placement(cell, piece, turn)
    raise ValueError("no piece is left for this candidate")
