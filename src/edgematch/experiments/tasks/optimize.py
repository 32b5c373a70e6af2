"""The task `optimize`: let a score engine look for the best board."""

from collections.abc import Mapping, Sequence
from typing import Any

from edgematch.experiments.plan import RunLimits
from edgematch.experiments.tasks import Finding, changed_options
from edgematch.puzzle import Puzzle
from edgematch.results import ScoreLimits
from edgematch.search.scores import optimize, optimizer_class, optimizer_options

_OPTIONS = {"seed": 0, "goal": "joins", "target": 0}
"""Beside those of the engine; a target of 0 is none."""
_NODES = 20_000
_MADE_OF = {"auto": ("exact", "beam", "repair")}


def checked(subject: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults; refuse wrong ones."""
    known = {**optimizer_options(subject), **_OPTIONS}
    known.pop("most_conflicts", None)  # said by the limit of nodes
    changed = changed_options(f"score engine {subject}", known, options)
    if changed.get("goal", "joins") not in ("joins", "pieces"):
        raise ValueError(f"no goal {changed['goal']!r}; there is joins, pieces")
    if changed.get("target", 0) < 0:
        raise ValueError(f"option target is a score, not {changed['target']}")
    own = {key: value for key, value in changed.items() if key not in _OPTIONS}
    optimizer_class(subject)(**own)
    return changed


def prepare(
    subject: str, options: Mapping[str, Any], puzzles: Sequence[Puzzle]
) -> None:
    """Compile the kernels for such puzzles."""
    if not optimizer_class(subject).resumable:
        return
    for puzzle in puzzles:
        # A short run of `auto` does not come to all that it is made of.
        for engine in _MADE_OF.get(subject, ()):
            _found(puzzle, engine, {}, ScoreLimits(_NODES))
        _found(puzzle, subject, options, ScoreLimits(_NODES))


def run(
    puzzle: Puzzle, subject: str, options: Mapping[str, Any], limits: RunLimits
) -> Finding:
    """Look for the best board of one puzzle."""
    target = options.get("target") or None
    wanted = ScoreLimits(limits.nodes, limits.seconds, target)
    result = _found(puzzle, subject, options, wanted)
    board = result.best
    return Finding(
        str(result.ended),
        int(board.is_solution()),
        int(result.statistics["nodes"]),
        float(result.statistics["seconds"]),
        (board.placements,) if board.is_solution() else (),
        () if board.is_solution() else board.placements,
        board.score(),
        tuple((better.seconds, better.score) for better in result.curve),
        result.statistics,
        result.note,
    )


def _found(
    puzzle: Puzzle, subject: str, options: Mapping[str, Any], limits: ScoreLimits
) -> Any:
    given = {key: value for key, value in options.items() if key != "target"}
    return optimize(puzzle, subject, limits, **given)
