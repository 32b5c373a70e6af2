"""Levels of consistency in plain Python: references for `partial`, `sides`, `colors`.

`partial`, Ansótegui et al., section 4.2: after a placement its cell is followed up,
then those of its neighbors that lost a candidate; what that changes further away is not
followed up.  `sides`, Benoist and Bourreau, section 2.2: a cell keeps the candidates
that match the colors of its decided neighbors, and no piece that another cell needs.
`colors`: full consistency with GAColor, in `plain_color_graphs.py`.
Cells are filled in a static order, those with a single candidate first.
"""

from collections.abc import Sequence
from copy import deepcopy

from edgematch.geometry import NORTH, RIM, SIDES, WEST, is_on_rim, neighbor, opposite
from edgematch.puzzle import Puzzle
from plain_color_graphs import DeadEndError, Way, ways_by_color_graphs


class Domains:
    """What may still lie on each cell, and the colors of each join."""

    def __init__(self, puzzle: Puzzle) -> None:
        hints = {hint.cell: {(hint.piece, hint.turn)} for hint in puzzle.hints}
        hinted = {hint.piece for hint in puzzle.hints}
        self.ways: list[set[Way]] = [
            hints.get(cell)
            or {
                (piece, turn)
                for piece in range(len(puzzle.pieces))
                for turn in puzzle.turns
                if piece not in hinted and _fits(puzzle, cell, piece, turn)
            }
            for cell in range(puzzle.cells)
        ]
        self.colors: dict[tuple[int, int], set[int]] = {}
        for cell in range(puzzle.cells):
            for side in SIDES:
                other = _beyond(puzzle, cell, side)
                if other is not None:
                    every = set(puzzle.colors) | set(map(puzzle.mate, puzzle.colors))
                    end = (other, opposite(side))
                    self.colors[cell, side] = self.colors.get(end, every)
        self.stale: list[set[int]] = [set(SIDES) for _ in range(puzzle.cells)]
        self.taken: set[int] = set()


def solutions_and_nodes(
    puzzle: Puzzle, order: Sequence[int], level: str
) -> tuple[list[tuple[Way, ...]], int]:
    """Return all solutions, as the piece and turn of each cell, and the nodes."""
    solutions: list[tuple[Way, ...]] = []
    start, nodes = Domains(puzzle), 0
    follow = {
        "partial": _look_ahead,
        "sides": _match_decided_sides,
        "colors": _match_colors,
    }[level]
    try:
        follow(puzzle, start, None)
    except DeadEndError:
        return [], 0
    waiting = [start]
    while waiting:
        domains = waiting.pop()
        single = [len(ways) == 1 for ways in domains.ways]
        still = [c for c in order if not (single[c] and c in domains.taken)]
        if not still:
            solutions.append(tuple(min(ways) for ways in domains.ways))
            continue
        cell = next((c for c in still if single[c]), still[0])
        for way in domains.ways[cell]:
            nodes += 1
            below = deepcopy(domains)
            below.ways[cell] = {way}
            try:
                follow(puzzle, below, cell)
            except DeadEndError:
                continue
            waiting.append(below)
    return solutions, nodes


def _look_ahead(puzzle: Puzzle, domains: Domains, cell: int | None) -> None:
    """Follow up a placement; before the first one, follow up everything."""
    if cell is None:
        while any(domains.stale):
            _follow(puzzle, domains, [bool(each) for each in domains.stale].index(True))
        return
    domains.stale[cell] = set(SIDES)
    _follow(puzzle, domains, cell)
    for side in SIDES:
        other = _beyond(puzzle, cell, side)
        if other is not None and domains.stale[other]:
            _visit(puzzle, domains, other)
    domains.stale = [set() for _ in domains.stale]


def _follow(puzzle: Puzzle, domains: Domains, cell: int) -> None:
    """Take the only piece of a cell from all others, then visit the cell."""
    pieces = {piece for piece, _ in domains.ways[cell]}
    if len(pieces) == 1 and cell not in domains.taken:
        domains.taken.add(cell)
        for other, ways in enumerate(domains.ways):
            kept = {way for way in ways if way[0] not in pieces}
            if other not in domains.taken and kept != ways:
                _keep(domains, other, kept, set(SIDES))
    _visit(puzzle, domains, cell)


def _visit(puzzle: Puzzle, domains: Domains, cell: int) -> None:
    """Take the colors that a cell shows no more from its joins and its neighbors."""
    sides, domains.stale[cell] = domains.stale[cell], set()
    for side in sorted(sides):
        other = _beyond(puzzle, cell, side)
        if other is None:
            continue
        colors = domains.colors[cell, side]
        gone = colors - {_shown(puzzle, way, side) for way in domains.ways[cell]}
        if gone == colors:
            raise DeadEndError
        colors -= gone
        there = opposite(side)
        ways = domains.ways[other]
        kept = {way for way in ways if _shown(puzzle, way, there) not in gone}
        if kept != ways:
            _keep(domains, other, kept, set(SIDES) - {there})


def _match_decided_sides(puzzle: Puzzle, domains: Domains, _: int | None) -> None:
    """Match the sides of decided cells, and use no piece twice, until all is quiet."""
    before = None
    while before != domains.ways:
        before = list(domains.ways)
        for cell in range(puzzle.cells):
            pieces = {piece for piece, _ in domains.ways[cell]}
            if len(pieces) == 1:
                domains.taken.add(cell)
                for other in set(range(puzzle.cells)) - {cell}:
                    kept = {w for w in domains.ways[other] if w[0] not in pieces}
                    _keep(domains, other, kept, set())
            for side in SIDES if len(domains.ways[cell]) == 1 else ():
                beyond = _beyond(puzzle, cell, side)
                if beyond is not None:
                    color = _shown(puzzle, min(domains.ways[cell]), side)
                    there, ways = opposite(side), domains.ways[beyond]
                    kept = {way for way in ways if _shown(puzzle, way, there) == color}
                    _keep(domains, beyond, kept, set())


def _match_colors(puzzle: Puzzle, domains: Domains, cell: int | None) -> None:
    """Filter fully, then by the graphs of the colors, until all is quiet."""
    if cell is not None:
        domains.stale[cell] = set(SIDES)
    is_quiet = False
    while not is_quiet:
        while any(domains.stale):
            _follow(puzzle, domains, [bool(each) for each in domains.stale].index(True))
        is_quiet = True
        filters = (_lonely_pieces, ways_by_color_graphs)
        for kept in (each(puzzle, domains.ways) for each in filters):
            for here, ways in enumerate(kept):
                if ways != domains.ways[here]:
                    _keep(domains, here, ways & domains.ways[here], set(SIDES))
                    is_quiet = False


def _lonely_pieces(puzzle: Puzzle, ways: list[set[Way]]) -> list[set[Way]]:
    """Keep only a piece where it has its only cell."""
    kept = list(ways)
    for piece in range(len(puzzle.pieces)):
        cells = [c for c, here in enumerate(ways) if any(piece == w[0] for w in here)]
        if not cells:
            raise DeadEndError
        if len(cells) == 1:
            (cell,) = cells
            kept[cell] = {way for way in kept[cell] if way[0] == piece}
    return kept


def _keep(domains: Domains, cell: int, kept: set[Way], sides: set[int]) -> None:
    if not kept:
        raise DeadEndError
    domains.ways[cell] = kept
    domains.stale[cell] |= sides


def _beyond(puzzle: Puzzle, cell: int, side: int) -> int | None:
    return neighbor(cell, side, puzzle.rows, puzzle.columns)


def _shown(puzzle: Puzzle, way: Way, side: int) -> int:
    """Return the color of a side as the cell north or west of the join names it."""
    color = puzzle.colors_of(*way)[side]
    return puzzle.mate(color) if side in (NORTH, WEST) else color


def _fits(puzzle: Puzzle, cell: int, piece: int, turn: int) -> bool:
    if not puzzle.framed:
        return True
    on_rim = [is_on_rim(cell, side, puzzle.rows, puzzle.columns) for side in SIDES]
    return [color == RIM for color in puzzle.colors_of(piece, turn)] == on_rim
