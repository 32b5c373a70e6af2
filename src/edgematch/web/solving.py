"""A job that looks for solutions with one of the engines."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edgematch.results import Limits, Progress, Result
from edgematch.search import engine_class, solve
from edgematch.web.documents import puzzle_of, ways_of
from edgematch.web.worker import Control

FRAMES_PER_SECOND = 10


def run(job: Mapping[str, Any], control: Control) -> None:
    """Search, from the job's checkpoint if there is one."""
    puzzle = puzzle_of(job["puzzle"])
    engine, options = job["engine"], job["options"]
    is_resumable = engine_class(engine).resumable
    path = Path(job["checkpoint"]) if is_resumable else None
    if is_resumable:
        # One node compiles the loops: a race is not about that.
        solve(puzzle, engine, Limits(nodes=1), **options)
    control.wait_for_start()
    shown: list[list[int]] = [[]]
    found = _Found()

    def watch(progress: Progress) -> None:
        best = ways_of(progress.best)
        frame: dict[str, Any] = {
            "figures": {
                "nodes": progress.nodes,
                "seconds": progress.seconds,
                "solutions": progress.solutions,
                "share": progress.share,
                "depth": progress.depth,
            },
            "note": progress.note,
            "value": progress.depth,
        }
        if progress.current is not None:
            frame["current"] = ways_of(progress.current)
        if best != shown[0]:
            frame["best"] = shown[0] = best
        frame |= found.news(progress)
        control.send({"frame": frame})

    limits = job["limits"]
    result = solve(
        puzzle,
        engine,
        Limits(limits["solutions"], None, limits["seconds"], job["keep"]),
        threads=job["threads"] if is_resumable else 1,
        watch=watch,
        watch_every=1 / FRAMES_PER_SECOND,
        checkpoint=path,
        resume=path if path is not None and path.exists() else None,
        **options,
    )
    if result.unsaved:
        control.send({"message": f"no checkpoint of the end: {result.unsaved}"})
    control.send({"result": _facts(result)})


class _Found:
    """Sends each solution once, as soon as it is seen."""

    def __init__(self) -> None:
        self._boards: set[int] = set()
        self._ways: dict[tuple[int, ...], None] = {}

    def news(self, progress: Progress) -> dict[str, Any]:
        """Return the solutions that were not sent yet, and how many were before."""
        # Boards that are kept stay where they are: most are known without a look.
        new = [each for each in progress.kept if id(each) not in self._boards]
        if not new:
            return {}
        before = len(self._ways)
        self._boards = {id(each) for each in progress.kept}
        for board in new:
            self._ways.setdefault(tuple(ways_of(board)))
        return {"found_before": before, "found": list(self._ways)[before:]}


def _facts(result: Result) -> dict[str, Any]:
    return {
        "ended": result.ended.value,
        "count": result.count,
        "counts": None if result.counts is None else dict(result.counts),
        "solutions": [ways_of(board) for board in result.solutions],
        "best": ways_of(result.best),
        "value": len(result.best.placements),
        "figures": {
            **dict(result.statistics),
            "solutions": result.count,
        },
        "note": result.note,
        "proves_unsolvable": result.proves_unsolvable,
    }
