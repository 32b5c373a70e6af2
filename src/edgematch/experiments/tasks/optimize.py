"""The task `optimize`: search for the best board with a score engine."""

from collections.abc import Mapping
from typing import Any

from edgematch.errors import UnknownName
from edgematch.experiments.plan import Method
from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import changed_options, search_limits
from edgematch.puzzle import Puzzle
from edgematch.search import (
    Optimize,
    Request,
    run_request,
    technique,
    technique_class,
)
from edgematch.search.measures import measure_named
from edgematch.search.options import OptionError, defaults

_OPTIONS = {"seed": 0, "goal": "joins", "target": 0, "threads": 1}
"""Options in addition to those of the engine; a target of 0 is none."""


def check_options(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; raise on bad ones."""
    known = {**defaults(technique_class(subject, "optimize")), **_OPTIONS}
    changed = changed_options(f"score engine {subject}", known, options)
    try:
        measure_named(changed.get("goal", "joins"))
    except UnknownName as error:
        raise OptionError(str(error), "goal") from error
    if changed.get("target", 0) < 0:
        text = f"option target must be a score, not {changed['target']}"
        raise OptionError(text, "target")
    if changed.get("threads", 1) < 1:
        text = f"option threads must be at least 1, not {changed['threads']}"
        raise OptionError(text, "threads")
    technique(subject, "optimize", **_own(changed))
    return changed


def _own(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the engine itself."""
    return {key: value for key, value in options.items() if key not in _OPTIONS}


def prepare(puzzle: Puzzle, method: Method) -> None:
    """Compile the kernels for such puzzles."""
    engine = technique(method.subject, "optimize", **_own(method.options))
    engine.prepare(Request(puzzle, Optimize()))


def run(puzzle: Puzzle, method: Method) -> RunRecord:
    """Search for the best board of one puzzle."""
    given = {**_OPTIONS, **method.options}
    request = Request(
        puzzle,
        Optimize(measure_named(given["goal"]), given["target"] or None),
        given["seed"],
        search_limits(method.limits),
        given["threads"],
    )
    engine = technique(method.subject, "optimize", **_own(method.options))
    result = run_request(engine, request)
    board = result.best
    clock = "seconds" if method.limits.clock == "wall" else "processor_seconds"
    return RunRecord(
        Status.DONE,
        str(result.ended),
        int(board.is_solution()),
        int(result.statistics["nodes"]),
        float(result.statistics[clock]),
        (board.placements,) if board.is_solution() else (),
        () if board.is_solution() else board.placements,
        board.score(),
        tuple((getattr(better, clock), better.score) for better in result.curve),
        result.statistics,
        result.note,
    )
