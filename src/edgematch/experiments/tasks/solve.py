"""The task `solve`: let an engine look for solutions."""

import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

from edgematch.errors import EdgematchError, UnsupportedPuzzle
from edgematch.experiments.plan import RunLimits
from edgematch.experiments.tasks import Finding, changed_options
from edgematch.puzzle import Puzzle
from edgematch.results import Limits
from edgematch.search import engine_class, engine_options
from edgematch.search import solve as solved

_SMALL = "one-set:4x4:3:seed=1"
_NODES = 20


def checked(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; refuse wrong ones."""
    from edgematch.loading import load

    known = engine_options(subject)
    told = {"most_conflicts", "proof"} & known.keys()
    for name in told & options.keys():
        raise EdgematchError(f"option {name} is not for plans")
    changed = changed_options(f"engine {subject}", known, options)
    engine = engine_class(subject)(**changed)
    if engine.resumable and any(isinstance(each, str) for each in changed.values()):
        # Some words are looked at only when a search is set up.
        with contextlib.suppress(UnsupportedPuzzle):
            engine.start(load(_SMALL).puzzle).close()
    return changed


def prepare(
    subject: str, options: Mapping[str, Any], puzzles: Sequence[Puzzle]
) -> None:
    """Import the engine, and compile its kernels for such puzzles."""
    if not engine_class(subject).resumable:
        _import_solver(subject)
        return
    # By nodes and by time are different paths of the runner, and both may compile.
    for puzzle in puzzles:
        solved(puzzle, subject, Limits(nodes=_NODES, keep=0), **options)
    if puzzles:
        some = Limits(solutions=None, seconds=0.01, keep=0)
        solved(puzzles[0], subject, some, **options)


def _import_solver(subject: str) -> None:
    from edgematch.encoders.optional import imported

    if subject == "sat":
        import edgematch.techniques.sat.job

        imported("pysat.solvers")
        imported("pysat.card")
    elif subject == "cp-sat":
        import edgematch.techniques.cp_sat.solve_job  # noqa: F401

        imported("ortools.sat.python.cp_model")


def run(
    puzzle: Puzzle, subject: str, options: Mapping[str, Any], limits: RunLimits
) -> Finding:
    """Let the engine search one puzzle."""
    wanted = Limits(limits.solutions, limits.nodes, limits.seconds, limits.keep)
    started = time.perf_counter()
    result = solved(puzzle, subject, wanted, **options)
    spent = time.perf_counter() - started
    seconds = float(result.statistics["seconds"])
    statistics = {
        **result.statistics,
        "preparing": max(0.0, spent - seconds),
        **(result.counts or {}),
    }
    boards = tuple(board.placements for board in result.solutions)
    return Finding(
        str(result.ended),
        result.count,
        int(result.statistics["nodes"]),
        seconds,
        boards,
        () if boards else result.best.placements,
        statistics=statistics,
        note=result.note,
    )
