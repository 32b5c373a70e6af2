"""Checks stored records: the referee judges every board, puzzles are regenerated."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Plan, PuzzleSource
from edgematch.experiments.store import RecordStore
from edgematch.puzzle import Placement, Puzzle


@dataclass(frozen=True)
class Verdict:
    """The verdict of the referee."""

    records: int
    solutions: int
    """Number of stored solutions that are correct."""
    partial: int
    """Number of stored best boards, of runs without a solution."""
    problems: tuple[str, ...]


def verify_records(
    plan: Plan, store: RecordStore, watch: Callable[[int], None] = lambda _: None
) -> Verdict:
    """Check all records of a plan."""
    names = ("fingerprint", "solutions", "boards", "best", "score")
    found = {row[0]: row[1:] for row in store.columns(names)}
    records = solutions = partial = 0
    problems: list[str] = []
    load = lru_cache(maxsize=64)(PuzzleSource.load)
    for run in plan.runs():
        record = found.pop(run.identity, None)
        if record is None:
            continue
        records += 1
        watch(records)
        fingerprint, count, boards, best, score = record
        where = f"{run.source.name} by {run.method.label}"
        puzzle = load(run.source)
        if fingerprint and fingerprint != puzzle.fingerprint:
            problems.append(f"{where}: the puzzle differs from that of the plan")
            continue
        kept = _boards(boards)
        if kept is None:
            problems.append(f"{where}: boards are unreadable")
            continue
        if count and not kept and run.method.limits.keep:
            problems.append(f"{where}: {count} solutions but no board")
        for placements in kept:
            if _is_solution(puzzle, placements):
                solutions += 1
            else:
                problems.append(f"{where}: a board is not a solution")
        if len({json.dumps(sorted(each)) for each in kept}) < len(kept):
            problems.append(f"{where}: a board is stored twice")
        if best:
            partial += 1
            problems += [f"{where}: {each}" for each in _faults(puzzle, best, score)]
    return Verdict(records, solutions, partial, tuple(problems))


def _boards(text: str | None) -> list[list[Placement]] | None:
    """Return the boards of a record; None if they are unreadable."""
    try:
        boards = json.loads(text) if text else []
        return [[Placement(*each) for each in placements] for placements in boards]
    except (TypeError, ValueError):
        return None


def _is_solution(puzzle: Puzzle, placements: list[Placement]) -> bool:
    try:
        return Board(puzzle, placements).is_solution()
    except (EdgematchError, TypeError):
        return False


def _faults(puzzle: Puzzle, best: str, score: int | None) -> list[str]:
    """Return the problems of a best board.

    It must have the recorded score or, without one, no break.
    """
    boards = _boards(f"[{best}]")
    if boards is None:
        return ["the best board is unreadable"]
    try:
        board = Board(puzzle, boards[0])  # raises on a cell used twice or a bad turn
    except (EdgematchError, TypeError) as error:
        return [str(error)]
    if score is not None and board.score() != score:
        return [f"the best board has score {board.score()}, not {score}"]
    if score is None and board.breaks():
        return ["the best board has a break"]
    return []
