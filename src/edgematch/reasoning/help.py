"""Help for players: what follows from the board, or what is wrong with it.

In this order: a rule that is broken; why the puzzle has no solution, where counting
proves it; the smallest set of placements that contradict
each other; a placement that propagation proves; one that is proved because every other
candidate of its cell fails; and if nothing is proved, a placement that a short search
has found to lead to a solution.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from edgematch.board import Board
from edgematch.findings import findings
from edgematch.geometry import SIDE_NAMES
from edgematch.puzzle import Placement, Puzzle
from edgematch.reasoning.completions import Undecided, completions, most_constrained
from edgematch.reasoning.conflicts import Conflict, pieces_on, smallest_conflict
from edgematch.reasoning.domains import Domains, Ways, fitting_ways, placement_of

_EFFORT = 200_000
"""Nodes of the search times cells of the board squared, in ninths: 2 or 3 seconds."""
_TESTS = 2_000
"""Sets tested for the smallest conflict, times cells in ninths."""

_MOST_REASONS = 3
"""Findings that a text names."""


class Kind(StrEnum):
    """The kind of help."""

    SOLVED = "solved"
    PROVED = "proved"
    """Only this placement, or one that looks the same, is possible on its cell."""
    SUGGESTED = "suggested"
    """This placement leads to a solution; others may too."""
    CONFLICT = "conflict"
    """These placements contradict each other."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Help:
    """One piece of advice."""

    kind: Kind
    text: str
    placement: Placement | None = None
    culprits: tuple[Placement, ...] = ()
    """The placements of a conflict."""
    cells: tuple[int, ...] = ()
    """Cells that the text mentions."""
    is_smallest: bool = False
    """Whether the same method, propagation or an exhaustive search, refutes no smaller
    set.  Another method might."""


_NO_SOLUTION = Help(Kind.CONFLICT, "This puzzle has no solution.", is_smallest=True)


def help_with(board: Board) -> Help:
    """Return the next thing that the player should know.

    >>> from edgematch.puzzle import Puzzle
    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> help_with(Board(puzzle, [(0, 0, 0)])).placement
    Placement(cell=1, piece=1, turn=2)
    """
    puzzle = board.puzzle
    if board.is_solution():
        return Help(Kind.SOLVED, "Solved: every side matches.")
    broken = _broken_rule(board)
    if broken is not None:
        return broken
    reasons = [finding.message for finding in findings(puzzle)]
    if reasons:
        text = f"This puzzle has no solution: {'; '.join(reasons[:_MOST_REASONS])}."
        return Help(Kind.CONFLICT, text, is_smallest=True)
    ways = Ways(puzzle)
    hinted = {hint.cell for hint in puzzle.hints}
    placed = [each for each in board.placements if each.cell not in hinted]

    def is_refuted(some: Sequence[Placement]) -> bool:
        return Domains.of(ways, [*puzzle.hints, *some]).is_contradiction

    tests = max(40, _TESTS * 9 // puzzle.cells)
    domains = Domains.of(ways, [*puzzle.hints, *placed])
    if domains.is_contradiction:
        conflict = smallest_conflict(placed, is_refuted, tests)
        return _conflict_help(puzzle, conflict, ways)
    return (
        _propagation_help(board, domains)
        or _trial_help(board, domains)
        or _search_help(board, domains, placed)
    )


def _broken_rule(board: Board) -> Help | None:
    """Return the first broken rule: a placement, a piece on two cells, a hint."""
    puzzle = board.puzzle
    for placement in board.placements:
        faults = puzzle.rim_faults(placement)
        if faults:
            sides = " and ".join(SIDE_NAMES[side] for side in faults)
            return _one_culprit(board, placement, f"does not fit the rim ({sides})")
        if placement.turn not in puzzle.turns:
            return _one_culprit(board, placement, "may not be turned")
    for piece in board.repeated_pieces():
        culprits = tuple(each for each in board.placements if each.piece == piece)
        text = f"Piece {piece + 1} is on {len(culprits)} cells."
        return Help(Kind.CONFLICT, text, culprits=culprits, is_smallest=True)
    for hint in board.broken_hints():
        culprits = tuple(
            each
            for each in board.placements
            if each.cell == hint.cell or each.piece == hint.piece
        )
        name = puzzle.cell_name(hint.cell)
        text = f"The hint puts piece {hint.piece + 1} on {name}."
        return Help(Kind.CONFLICT, text, culprits=culprits, is_smallest=True)
    return None


def _one_culprit(board: Board, placement: Placement, words: str) -> Help:
    name = board.puzzle.cell_name(placement.cell)
    text = f"Piece {placement.piece + 1} on {name} {words}."
    return Help(Kind.CONFLICT, text, culprits=(placement,), is_smallest=True)


def _conflict_help(puzzle: Puzzle, conflict: Conflict, ways: Ways) -> Help:
    culprits = conflict.placements
    if not culprits:
        return _NO_SOLUTION
    failed = Domains.of(ways, [*puzzle.hints, *culprits]).failed
    cells = () if failed is None or failed < 0 else (failed,)
    text = f"The {pieces_on(puzzle, culprits)} cannot stay as {_it_is(culprits)}"
    taken = {each.cell for each in culprits}
    if Board(puzzle, culprits).breaks():
        text += ": the sides between them do not match."
    elif Board(puzzle, [*puzzle.hints, *culprits]).breaks():
        text += ": a side does not match the hint beside it."
    elif cells and cells[0] not in taken:
        text += f": nothing would fit on {puzzle.cell_name(cells[0])} any more."
    else:
        text += ": some piece would have no place left."
    return Help(
        Kind.CONFLICT,
        text,
        culprits=culprits,
        cells=tuple(cell for cell in cells if cell not in taken),
        is_smallest=conflict.is_smallest,
    )


def _it_is(some: Sequence[Placement]) -> str:
    return "it is" if len(some) == 1 else "they are"


def _propagation_help(board: Board, domains: Domains) -> Help | None:
    """Return a placement that propagation proves, if there is one."""
    single = [cell for cell in board.empty_cells() if domains.count(cell) == 1]
    if not single:
        return None
    puzzle, ways = board.puzzle, domains.ways

    def neighbors(cell: int) -> int:
        return sum(
            other is not None and board.at(other) is not None
            for other in ways.beyond[cell]
        )

    cell = max(single, key=lambda each: (neighbors(each), -each))
    (way,) = domains.candidates(cell)
    placement = placement_of(board, cell, way, ways)
    name, number = puzzle.cell_name(cell), placement.piece + 1
    if len(_fitting_kinds(board, cell, ways)) == 1:
        why = "no other piece left fits there."
    else:
        why = "that follows from what is placed, over a few steps."
    return Help(Kind.PROVED, f"Piece {number} goes on {name}: {why}", placement)


def _fitting_kinds(board: Board, cell: int, ways: Ways) -> set[int]:
    """Return the kinds of missing pieces that fit the neighbors and the rim."""
    return {ways.kind_of_way[way] for way in fitting_ways(board, cell, ways)}


def _trial_help(board: Board, domains: Domains) -> Help | None:
    """Return a placement that is proved because every alternative fails, if any.

    Cells with few candidates come first.  Refuted candidates are removed from
    `domains`, so a later cell may profit.
    """
    puzzle, ways = board.puzzle, domains.ways
    left = _EFFORT * 9 // puzzle.cells**2 + 200
    cells = sorted(board.empty_cells(), key=domains.count)
    for cell in cells:
        for way in list(domains.candidates(cell)):
            if not left:
                return None
            left -= 1
            if domains.copy().place(cell, way):
                continue
            if not domains.drop(cell, way):
                return None  # a contradiction, which the search explains better
        if domains.count(cell) == 1:
            (way,) = domains.candidates(cell)
            placement = placement_of(board, cell, way, ways)
            return Help(
                Kind.PROVED,
                f"Piece {placement.piece + 1} goes on {puzzle.cell_name(cell)}: every"
                " other piece there leads to a dead end.",
                placement,
            )
    return None


def _search_help(board: Board, domains: Domains, placed: list[Placement]) -> Help:
    """Search for a solution for a limited time, and return what was found."""
    puzzle, ways = board.puzzle, domains.ways
    nodes = max(100, _EFFORT * 9 // puzzle.cells**2)
    is_decided = True

    def is_refuted(some: Sequence[Placement]) -> bool:
        nonlocal is_decided
        try:
            start = Domains.of(ways, [*puzzle.hints, *some])
            return next(completions(start, nodes), None) is None
        except Undecided:
            is_decided = False
            return False

    start = Domains.of(ways, [*puzzle.hints, *placed])
    try:
        solution = next(completions(start, nodes), None)
    except Undecided:
        cell = most_constrained(start)
        if cell is None:  # the board is full and consistent
            return Help(Kind.UNKNOWN, "Nothing is proved.")
        name, count = puzzle.cell_name(cell), start.count(cell)
        return Help(
            Kind.UNKNOWN,
            f"Nothing is proved yet. {name} has the fewest candidates: {count}.",
            cells=(cell,),
        )
    if solution is not None:
        cell = most_constrained(start)
        assert cell is not None  # else it would have been proved
        (way,) = solution.candidates(cell)
        placement = placement_of(board, cell, way, ways)
        return Help(
            Kind.SUGGESTED,
            f"Piece {placement.piece + 1} on {puzzle.cell_name(cell)} leads to a"
            " solution. It is not proved: other pieces may do so too.",
            placement,
        )
    conflict = smallest_conflict(placed, is_refuted, max(20, 2_000 // puzzle.cells))
    if not conflict.placements:
        return _NO_SOLUTION
    return Help(
        Kind.CONFLICT,
        f"The {pieces_on(puzzle, conflict.placements)} cannot stay as"
        f" {_it_is(conflict.placements)}: every way to continue was tried, and all"
        " fail.",
        culprits=conflict.placements,
        is_smallest=conflict.is_smallest and is_decided,
    )
