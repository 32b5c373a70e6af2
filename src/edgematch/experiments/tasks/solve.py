"""The task `solve`: search for solutions with an engine."""

import contextlib
import time
from collections.abc import Mapping
from typing import Any

from edgematch.errors import UnsupportedPuzzle
from edgematch.experiments.plan import Method
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import changed_options, search_limits
from edgematch.puzzle import Puzzle
from edgematch.search import (
    Request,
    Solve,
    run_request,
    technique,
    technique_class,
)
from edgematch.search.options import defaults
from edgematch.search.technique import Technique

_SMALL = "one-set:4x4:3:seed=1"


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    from edgematch.inputs import load

    known = {**defaults(technique_class(subject)), "seed": 0}
    changed = changed_options(f"engine {subject}", known, options)
    words = {name: each for name, each in changed.items() if isinstance(each, str)}
    if engine_of(subject, changed).resumable and words:
        # Some words are checked only when a search starts; other options would only
        # compile more kernels.
        with contextlib.suppress(UnsupportedPuzzle):
            engine_of(subject, words).start(Request(load(_SMALL).puzzle)).close()
    return changed


def engine_of(subject: str, options: Mapping[str, Any]) -> Technique:
    """Return an engine; the seed is not its own option."""
    own = {name: value for name, value in options.items() if name != "seed"}
    return technique(subject, "solve", **own)


def prepare(puzzle: Puzzle, method: Method) -> None:
    """Import the engine, and compile its kernels for such puzzles."""
    engine = engine_of(method.subject, method.options)
    with contextlib.suppress(UnsupportedPuzzle):
        engine.prepare(Request(puzzle, seed=method.options.get("seed", 0)))


def run(puzzle: Puzzle, method: Method) -> RunRecord:
    """Let the engine search one puzzle, even if counting proves it unsolvable."""
    started, limits = time.perf_counter(), method.limits
    request = Request(
        puzzle,
        Solve(limits.solutions, limits.keep),
        method.options.get("seed", 0),
        search_limits(limits),
    )
    engine = engine_of(method.subject, method.options)
    result = run_request(engine, request, counts_first=False)
    spent = time.perf_counter() - started
    wall_seconds = float(result.statistics["seconds"])
    of_processor = float(result.statistics["processor_seconds"])
    seconds = wall_seconds if limits.clock == "wall" else of_processor
    statistics = {
        **result.statistics,
        "preparing": max(0.0, spent - wall_seconds),
        **(result.counts or {}),
    }
    boards = tuple(board.placements for board in result.solutions)
    has_best = limits.keep and not boards
    return RunRecord(
        Status.DONE,
        str(result.ended),
        result.count,
        int(result.statistics["nodes"]),
        seconds,
        boards,
        result.best.placements if has_best else (),
        statistics=statistics,
        note=result.note,
    )
