"""Every stored board before the referee again, and every stored puzzle made again."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from edgematch.board import Board
from edgematch.errors import EdgematchError
from edgematch.experiments.plan import Plan, PuzzleSource
from edgematch.experiments.store import RecordStore
from edgematch.generators import Recipe, generate
from edgematch.puzzle import Placement, Puzzle


@dataclass(frozen=True)
class Verdict:
    """What the referee says."""

    records: int
    solutions: int
    """Boards that are solutions, as they should be."""
    partial: int
    """Best boards without a break, where there was no solution."""
    problems: tuple[str, ...]


def verify_records(
    plan: Plan, store: RecordStore, watch: Callable[[int], None] = lambda _: None
) -> Verdict:
    """Judge all records of a plan."""
    names = ("fingerprint", "solutions", "boards", "best", "score")
    found = {row[0]: row[1:] for row in store.columns(names)}
    records = solutions = partial = 0
    problems: list[str] = []
    for run in plan.runs():
        record = found.pop(run.identity, None)
        if record is None:
            continue
        records += 1
        watch(records)
        fingerprint, count, boards, best, score = record
        where = f"{run.source.name} by {run.method.label}"
        puzzle = _puzzle(run.source)
        if fingerprint and fingerprint != puzzle.fingerprint:
            problems.append(f"{where}: another puzzle than the plan has")
            continue
        kept = _boards(boards)
        if kept is None:
            problems.append(f"{where}: boards that cannot be read")
            continue
        if count and not kept and run.method.limits.keep:
            problems.append(f"{where}: {count} solutions, and no board kept")
        for placements in kept:
            if _is_solution(puzzle, placements):
                solutions += 1
            else:
                problems.append(f"{where}: a board that is no solution")
        if len({json.dumps(sorted(each)) for each in kept}) < len(kept):
            problems.append(f"{where}: the same board twice")
        if best:
            partial += 1
            problems += [f"{where}: {each}" for each in _faults(puzzle, best, score)]
    return Verdict(records, solutions, partial, tuple(problems))


@lru_cache(maxsize=64)
def _puzzle(source: PuzzleSource) -> Puzzle:
    if source.puzzle is not None:
        return source.puzzle
    return generate(Recipe.read(source.name)).puzzle


def _boards(text: str | None) -> list[list[Placement]] | None:
    """Return the boards of a record; None if it holds something else."""
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
    """Return what is wrong with a best board.

    It has the score that the run says, or where it says none, no break.
    """
    boards = _boards(f"[{best}]")
    if boards is None:
        return ["a best board that cannot be read"]
    try:
        board = Board(puzzle, boards[0])  # refuses a cell twice, a wrong turn
    except (EdgematchError, TypeError) as error:
        return [str(error)]
    if score is not None and board.score() != score:
        return [f"a board of score {board.score()}, not {score}"]
    if score is None and board.breaks():
        return ["a best board with a break"]
    return []
