"""A job that looks for the best board with one of the score engines."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.optimizers import optimize, optimizer_class
from edgematch.results import Better, ScoreLimits, ScoreProgress, ScoreResult
from edgematch.web.documents import board_of, check_of, puzzle_of, ways_of
from edgematch.web.worker import Control


def run(job: Mapping[str, Any], control: Control) -> None:
    """Search, from the job's checkpoint if there is one."""
    puzzle = puzzle_of(job["puzzle"])
    engine, limits = job["engine"], job["limits"]
    path = Path(job["checkpoint"]) if optimizer_class(engine).resumable else None
    start = board_of({**job, "board": job["start"]}) if job["start"] else None
    control.wait_for_start()
    shown = _Shown(control)
    result = optimize(
        puzzle,
        engine,
        ScoreLimits(None, limits["seconds"], limits["target"]),
        seed=job["seed"],
        start=start,
        threads=job["threads"],
        watch=shown.watch,
        on_better=shown.on_better,
        checkpoint=path,
        resume=path if path is not None and path.exists() else None,
        **job["options"],
    )
    control.send({"result": _facts(result)})


class _Shown:
    """Sends how it stands: a better board at once, the rest when it is looked at."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._best: Board | None = None
        # The first look comes after the first round, which may have to compile.
        self._note = "getting the loops of the search ready"
        self._has_curve = False

    def on_better(self, board: Board, better: Better) -> None:
        frame = _figures(board, better.nodes, better.seconds, better)
        self._send(frame, board, self._note)

    def watch(self, progress: ScoreProgress) -> None:
        last = progress.curve[-1]
        frame = _figures(progress.best, progress.nodes, progress.seconds, last)
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
    best: Board, nodes: int, seconds: float, last: Better | None
) -> dict[str, Any]:
    score = best.score()
    figures = {
        "nodes": nodes,
        "seconds": seconds,
        "score": score,
        "joins": best.puzzle.joins,
        "improved": None if last is None else last.seconds,
    }
    return {"figures": figures, "value": score}


def _facts(result: ScoreResult) -> dict[str, Any]:
    best, numbers = result.best, result.statistics
    last = result.curve[-1] if result.curve else None
    facts = _figures(best, int(numbers["nodes"]), numbers["seconds"], last)
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
        "proves_unsolvable": result.is_proved and not solutions,
    }
