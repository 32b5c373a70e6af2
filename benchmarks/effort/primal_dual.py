"""CaDiCaL on the primal-dual encoding of Ansótegui et al., section 4.1, PD1 to PD6.

Primal variables say that a piece lies on a cell in a turn, dual ones that a join has a
color.  Placements against the rim get no variable, which is what PD6 comes to.  Exactly
one is a ladder, linear like the paper's, and the counts of PD3 are sorting networks, as
MiniSat+ has them.  On six 6x6 puzzles, one run each, other ways to count took 4.9 to
9.4 seconds in all, no PD3 8.1 and sorting networks 3.6; a single puzzle goes tenfold
either way, so that says little.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from time import perf_counter

from edgematch.board import Board
from edgematch.geometry import EAST, SIDES, SOUTH, neighbor, opposite
from edgematch.puzzle import Placement, Puzzle
from effort.answers import Answer, flat, peak_memory

Clauses = list[list[int]]


@dataclass(frozen=True)
class Formula:
    """The clauses, and what the primal variables mean."""

    clauses: Clauses
    placements: Mapping[int, Placement]


def encode(puzzle: Puzzle) -> Formula:
    """Return the primal-dual encoding of a framed puzzle without hints."""
    from pysat.card import CardEnc, EncType
    from pysat.formula import IDPool

    pool = IDPool()
    fresh = (pool.id() for _ in count())
    placements = {
        next(fresh): Placement(cell, piece, turn)
        for cell in range(puzzle.cells)
        for piece in range(puzzle.cells)
        for turn in puzzle.turns
        if not puzzle.rim_faults(Placement(cell, piece, turn))
    }
    joins = {
        (cell, side): {color: next(fresh) for color in puzzle.colors}
        for cell in range(puzzle.cells)
        for side in (EAST, SOUTH)
        if neighbor(cell, side, puzzle.rows, puzzle.columns) is not None
    }
    for cell, side in list(joins):
        beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
        assert beyond is not None
        joins[beyond, opposite(side)] = joins[cell, side]

    def exactly(number: int, variables: list[int]) -> Clauses:
        encoding = EncType.ladder if number == 1 else EncType.sortnetwrk
        formula = CardEnc.equals(variables, number, vpool=pool, encoding=encoding)
        return [list(clause) for clause in formula.clauses]

    clauses: Clauses = []
    on_cell, of_piece = defaultdict(list), defaultdict(list)
    showing = defaultdict(list)
    for variable, (cell, piece, turn) in placements.items():
        on_cell[cell].append(variable)
        of_piece[piece].append(variable)
        colors = puzzle.colors_of(piece, turn)
        for side in SIDES:
            if (cell, side) in joins:
                showing[cell, side, colors[side]].append(variable)
                clauses.append([-variable, joins[cell, side][colors[side]]])  # PD4
    for variables in (*on_cell.values(), *of_piece.values()):
        clauses += exactly(1, variables)  # PD1
    for (cell, side), colors_of_join in joins.items():
        if side in (EAST, SOUTH):
            clauses += exactly(1, list(colors_of_join.values()))  # PD2
        for color, variable in colors_of_join.items():
            clauses.append([-variable, *showing[cell, side, color]])  # PD5
    times = Counter(color for piece in puzzle.pieces for color in piece)
    for color in puzzle.colors:
        variables = [
            joins[cell, side][color] for cell, side in joins if side in (EAST, SOUTH)
        ]
        clauses += exactly(times[color] // 2, variables)  # PD3
    return Formula(clauses, placements)


def decode(formula: Formula, model: list[int], puzzle: Puzzle) -> Board:
    """Return the board of a model."""
    return Board(
        puzzle,
        [formula.placements[name] for name in model if name in formula.placements],
    )


def solve(formula: Formula, puzzle: Puzzle) -> Answer:
    """Find one solution; the parent ends it, since the solver takes no time limit."""
    from pysat.solvers import Cadical195

    with Cadical195(bootstrap_with=formula.clauses) as solver:
        started = perf_counter()
        is_found = solver.solve()
        seconds = perf_counter() - started
        boards = [flat(decode(formula, solver.get_model(), puzzle))] if is_found else []
        decisions = int(solver.accum_stats()["decisions"])
    ended = "found" if is_found else "exhausted"
    return Answer(ended, len(boards), decisions, seconds, peak_memory(), boards)
