"""A job that looks for the best board with one of the score engines."""

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.errors import EdgematchError
from edgematch.results import Better, ScoreLimits, ScoreProgress, ScoreResult
from edgematch.search.scores import optimize, optimizer_class
from edgematch.web.documents import board_of, check_of, puzzle_of, ways_of
from edgematch.web.worker import Control


def run(job: Mapping[str, Any], control: Control) -> None:
    """Search, from the job's checkpoint if there is one."""
    puzzle = puzzle_of(job["puzzle"])
    engine, limits = job["engine"], job["limits"]
    kind = optimizer_class(engine)
    path = Path(job["checkpoint"]) if kind.resumable else None
    start = board_of({**job, "board": job["start"]}) if job["start"] else None
    goal = job.get("goal", "joins")
    if path is not None:
        # One node compiles the loops: a race is not about that.
        with contextlib.suppress(EdgematchError):  # no full board within one node
            optimize(puzzle, engine, ScoreLimits(nodes=1), goal=goal, **job["options"])
    control.wait_for_start()
    shown = _Shown(control, job)
    result = optimize(
        puzzle,
        engine,
        ScoreLimits(None, limits["seconds"], limits["target"]),
        seed=job["seed"],
        start=start,
        goal=goal,
        threads=job["threads"] if kind.takes_threads else 1,
        watch=shown.watch,
        on_better=shown.on_better,
        checkpoint=path,
        resume=path if path is not None and path.exists() else None,
        **job["options"],
    )
    if result.unsaved:
        control.send({"message": f"no checkpoint of the end: {result.unsaved}"})
    control.send({"result": _facts(result, goal)})


class _Shown:
    """Sends how it stands: a better board at once, the rest when it is looked at."""

    def __init__(self, control: Control, job: Mapping[str, Any]) -> None:
        self._control, self._job = control, job
        self._goal = job.get("goal", "joins")
        path = job.get("store")
        self._store = None if path is None else Store(Path(path))
        self._best: Board | None = None
        self._note = ""
        self._has_curve = False

    def on_better(self, board: Board, better: Better) -> None:
        self._keep(board, better)
        frame = _figures(board, better.nodes, better.seconds, better, self._goal)
        self._send(frame, board, self._note)

    def _keep(self, board: Board, better: Better) -> None:
        """Add a better board to the store; without one, the search goes on."""
        if self._store is None:
            return
        job = self._job
        facts = job["seed"], better.seconds, better.nodes, job["options"]
        try:
            self._store.add(board, job["engine"], *facts)
        except EdgematchError:
            self._store = None
            self._control.send({"message": "its boards cannot be kept in the store"})

    def watch(self, progress: ScoreProgress) -> None:
        last = progress.curve[-1]
        frame = _figures(
            progress.best, progress.nodes, progress.seconds, last, self._goal
        )
        self._note = progress.note
        if not self._has_curve:  # a checkpoint knows more of it than the server
            self._has_curve = True
            frame["curve"] = _points(progress.curve)
        self._send(frame, progress.best, progress.note)

    def _send(self, frame: dict[str, Any], best: Board, note: str) -> None:
        if best is not self._best:
            self._best = best
            frame |= {"best": ways_of(best), "check": check_of(best)}
        self._control.send({"frame": {**frame, "note": note}})


def _points(curve: tuple[Better, ...]) -> list[tuple[float, int]]:
    return [(round(better.seconds, 3), better.score) for better in curve]


def _figures(
    best: Board, nodes: int, seconds: float, last: Better | None, goal: str
) -> dict[str, Any]:
    score, pieces = best.score(), len(best.placements)
    figures = {
        "nodes": nodes,
        "seconds": seconds,
        "score": score,
        "pieces": pieces,
        "joins": best.puzzle.joins,
        "improved": None if last is None else last.seconds,
    }
    return {"figures": figures, "value": pieces if goal == "pieces" else score}


def _facts(result: ScoreResult, goal: str) -> dict[str, Any]:
    best, numbers = result.best, result.statistics
    last = result.curve[-1] if result.curve else None
    facts = _figures(best, int(numbers["nodes"]), numbers["seconds"], last, goal)
    facts["figures"]["at_least"] = numbers["at_least"]
    solutions = [ways_of(best)] if best.is_solution() else []
    return {
        **facts,
        "curve": _points(result.curve),
        "ended": result.ended.value,
        "count": len(solutions),
        "counts": None,
        "solutions": solutions,
        "best": ways_of(best),
        "check": check_of(best),
        "note": result.note,
        "proves_unsolvable": goal == "joins" and result.is_proved and not solutions,
    }
