"""CP-SAT with a variable for the color of every join.

A cell has a piece and a turn, and one table says which of them go with which colors of
its joins; all pieces are different.  One worker, all else as it comes.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from edgematch.board import Board
from edgematch.geometry import EAST, SIDES, SOUTH, neighbor, opposite
from edgematch.puzzle import Placement, Puzzle
from effort.answers import Answer, flat, peak_memory


@dataclass(frozen=True)
class Model:
    """The model, and its variables by cell."""

    model: Any
    pieces: list[Any]
    turns: list[Any]


def encode(puzzle: Puzzle) -> Model:
    """Return the model of a framed puzzle without hints."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = range(puzzle.cells)
    last = max(puzzle.colors)
    pieces = [model.new_int_var(0, puzzle.cells - 1, f"piece {cell}") for cell in cells]
    turns = [model.new_int_var(0, 3, f"turn {cell}") for cell in cells]
    joins = {}
    for cell in cells:
        for side in (EAST, SOUTH):
            beyond = neighbor(cell, side, puzzle.rows, puzzle.columns)
            if beyond is not None:
                join = model.new_int_var(1, last, f"join {cell} {side}")
                joins[cell, side] = joins[beyond, opposite(side)] = join
    for cell in cells:
        inside = [side for side in SIDES if (cell, side) in joins]
        rows = []
        for piece in cells:
            for turn in puzzle.turns:
                if not puzzle.rim_faults(Placement(cell, piece, turn)):
                    colors = puzzle.colors_of(piece, turn)
                    rows.append((piece, turn, *(colors[side] for side in inside)))
        columns = [pieces[cell], turns[cell], *(joins[cell, side] for side in inside)]
        model.add_allowed_assignments(columns, rows)
    model.add_all_different(pieces)
    return Model(model, pieces, turns)


def solve(model: Model, puzzle: Puzzle, limit: float) -> Answer:
    """Find one solution; presolve counts as search."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    started = perf_counter()
    status = solver.solve(model.model)
    seconds = perf_counter() - started
    boards = []
    ended = "exhausted" if status == cp_model.INFEASIBLE else "seconds"
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        ended = "found"
        placements = [
            (cell, solver.value(model.pieces[cell]), solver.value(model.turns[cell]))
            for cell in range(puzzle.cells)
        ]
        boards.append(flat(Board(puzzle, placements)))
    branches = int(solver.num_branches)
    return Answer(ended, len(boards), branches, seconds, peak_memory(), boards)
