"""The task `solve`: search for solutions with an engine."""

import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

from edgematch.errors import UnsupportedPuzzle
from edgematch.experiments.plan import RunLimits
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import changed_options
from edgematch.puzzle import Puzzle
from edgematch.search import Request, technique, technique_class
from edgematch.search import solve as search_solutions
from edgematch.search.options import defaults
from edgematch.search.technique import Technique

_SMALL = "one-set:4x4:3:seed=1"


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    from edgematch.inputs import load

    known = {**defaults(technique_class(subject)), "seed": 0}
    changed = changed_options(f"engine {subject}", known, options)
    engine = engine_of(subject, changed)
    if engine.resumable and any(isinstance(each, str) for each in changed.values()):
        # Some words are checked only when a search starts.
        with contextlib.suppress(UnsupportedPuzzle):
            engine.start(Request(load(_SMALL).puzzle)).close()
    return changed


def engine_of(subject: str, options: Mapping[str, Any]) -> Technique:
    """Return an engine; the seed is not its own option."""
    own = {name: value for name, value in options.items() if name != "seed"}
    return technique(subject, "solve", **own)


def prepare(
    subject: str, options: Mapping[str, Any], puzzles: Sequence[Puzzle]
) -> None:
    """Import the engine, and compile its kernels for such puzzles."""
    engine, seed = engine_of(subject, options), options.get("seed", 0)
    for puzzle in puzzles:
        with contextlib.suppress(UnsupportedPuzzle):
            engine.prepare(Request(puzzle, seed=seed))


def run(
    puzzle: Puzzle, subject: str, options: Mapping[str, Any], limits: RunLimits
) -> RunRecord:
    """Let the engine search one puzzle."""
    started = time.perf_counter()
    result = search_solutions(
        puzzle,
        subject,
        solutions=limits.solutions,
        keep=limits.keep,
        nodes=limits.nodes,
        seconds=limits.seconds,
        **options,
    )
    spent = time.perf_counter() - started
    seconds = float(result.statistics["seconds"])
    statistics = {
        **result.statistics,
        "preparing": max(0.0, spent - seconds),
        **(result.counts or {}),
    }
    boards = tuple(board.placements for board in result.solutions)
    return RunRecord(
        Status.DONE,
        str(result.ended),
        result.count,
        int(result.statistics["nodes"]),
        seconds,
        boards,
        () if boards else result.best.placements,
        statistics=statistics,
        note=result.note,
    )
