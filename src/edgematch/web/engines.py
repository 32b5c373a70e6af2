"""The engines as the studio sees them: one list, one check of options, one search.

This is the only module of the studio that knows how engines are found and called.
"""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from edgematch.board import Board
from edgematch.errors import EdgematchError, UnknownName
from edgematch.puzzle import Puzzle
from edgematch.results import Better, Limits, Progress, ScoreLimits, ScoreProgress
from edgematch.search import ENGINES, engine_class, engine_options, solve
from edgematch.search.options import options_of, summary_of
from edgematch.search.scores import OPTIMIZERS, check_start, optimize, optimizer_class
from edgematch.web.job_data import JobSpec

_FRAMES_PER_SECOND = 10
_OPTIONS_OF_COUNT = ("break_symmetry", "one_per_picture")
"""Options that only save work when solutions are counted and not kept."""


class OptionEntry(Struct, frozen=True):
    """One option of an engine."""

    name: str
    default: bool | int | float | str
    choices: tuple[str, ...]
    """The values it takes; empty where it is a number, a boolean or a text."""
    meaning: str


class EngineEntry(Struct, frozen=True):
    """One engine, for one or several goals."""

    name: str
    goals: tuple[str, ...]
    summary: str
    complete: bool
    """Whether it can prove that there is no other solution, or no better board."""
    resumable: bool
    threaded: bool
    options: tuple[OptionEntry, ...]


@cache
def engine_entries() -> tuple[EngineEntry, ...]:
    """Return every engine with the options that clients may set."""
    found = []
    for name in ENGINES:
        engine = engine_class(name)
        goals = ("solve", "count") if engine.complete else ("solve",)
        flags = engine.complete, engine.resumable, engine.resumable
        found.append(_entry(name, goals, engine, *flags))
    for name in OPTIMIZERS:
        optimizer = optimizer_class(name)
        flags = optimizer.proves, optimizer.resumable, optimizer.takes_threads
        found.append(_entry(name, ("optimize",), optimizer, *flags))
    return tuple(found)


def _entry(
    name: str,
    goals: tuple[str, ...],
    kind: type,
    complete: bool,
    resumable: bool,
    threaded: bool,
) -> EngineEntry:
    options = tuple(
        OptionEntry(each.name, each.default, each.choices, each.about)
        for each in options_of(kind)
        if each.name != "seed"  # a field of the request, for all goals
    )
    summary = summary_of(kind)
    return EngineEntry(name, goals, summary, complete, resumable, threaded, options)


def engine_entry(name: str, goal: str) -> EngineEntry:
    """Return the engine of that name for a goal."""
    entries = {each.name: each for each in engine_entries() if goal in each.goals}
    if name not in entries:
        known = ", ".join(entries)
        raise UnknownName(f"no engine {name[:40]!r} for goal {goal}; there are {known}")
    return entries[name]


def check_options(entry: EngineEntry, given: Mapping[str, Any]) -> None:
    """Raise an error unless an engine takes these options from a client."""
    known = {option.name: option for option in entry.options}
    for name, value in given.items():
        if name not in known:
            raise UnknownName(f"engine {entry.name} has no option {name[:40]!r}")
        option = known[name]
        wanted = type(option.default)
        if type(value) is not wanted and (wanted, type(value)) != (float, int):
            raise EdgematchError(
                f"option {name} of engine {entry.name}: expected {wanted.__name__},"
                f" not {str(value)[:40]!r}"
            )
        if option.choices and value not in option.choices:
            raise EdgematchError(
                f"option {name} of engine {entry.name}: expected one of"
                f" {', '.join(option.choices)}, not {value[:40]!r}"
            )
    find = optimizer_class if "optimize" in entry.goals else engine_class
    try:
        find(entry.name)(**given)
    except (TypeError, ValueError, OverflowError) as error:
        raise EdgematchError(
            f"engine {entry.name} does not take these options"
        ) from error


def check_start_board(puzzle: Puzzle, start: Board) -> None:
    """Raise an error unless a search for the best board can start from this one."""
    check_start(puzzle, start)


@dataclass(frozen=True)
class Snapshot:
    """Where a search stands, or how it ended, for any goal."""

    nodes: int
    seconds: float
    best: Board
    solutions: int
    note: str = ""
    share: float | None = None
    current: Board | None = None
    kept: tuple[Board, ...] = ()
    curve: tuple[tuple[float, int], ...] = ()
    """The value against time, where the search keeps such a curve."""
    bound: int | None = None
    ended: str = ""
    """Why it ended; empty while it runs."""
    is_proved: bool = False
    counts: Mapping[str, int] | None = None
    unsaved: str = ""
    """Why the last checkpoint could not be written, if it could not."""


Watch = Callable[[Snapshot], None]
OnBetter = Callable[[Board, float, int], None]
"""Called with a better board, and the seconds and nodes that it took."""


def prepare(spec: JobSpec, puzzle: Puzzle) -> None:
    """Compile the loops of a search, so that a race is not about compiling."""
    if not spec.can_pause:
        return  # an outside solver has nothing to compile
    if spec.goal == "optimize":
        with contextlib.suppress(EdgematchError):  # no full board within one node
            limits, options = ScoreLimits(nodes=1), dict[str, Any](spec.options)
            optimize(puzzle, spec.engine, limits, goal=spec.measure, **options)
    else:
        limits_of_one_node = replace(_limits(spec), nodes=1)
        solve(puzzle, spec.engine, limits_of_one_node, **_solve_options(spec))


def search(
    spec: JobSpec,
    puzzle: Puzzle,
    start: Board | None,
    checkpoint: Path,
    watch: Watch,
    on_better: OnBetter,
) -> Snapshot:
    """Search from the checkpoint if there is one; return how the search ended."""
    files = {}
    if spec.can_pause:
        files = {
            "checkpoint": checkpoint,
            "resume": checkpoint if checkpoint.exists() else None,
        }
    if spec.goal == "optimize":
        return _optimize(spec, puzzle, start, files, watch, on_better)
    return _solve(spec, puzzle, files, watch)


def _limits(spec: JobSpec) -> Limits:
    return Limits(spec.limits.solutions, None, spec.limits.seconds, spec.keep)


def _solve_options(spec: JobSpec) -> dict[str, Any]:
    known = engine_options(spec.engine)
    options: dict[str, Any] = {}
    if spec.goal == "count":
        options |= {name: True for name in _OPTIONS_OF_COUNT if name in known}
    if "seed" in known:
        options["seed"] = spec.seed
    return options | spec.options


def _solve(
    spec: JobSpec, puzzle: Puzzle, files: Mapping[str, Any], watch: Watch
) -> Snapshot:
    def show(progress: Progress) -> None:
        watch(
            Snapshot(
                progress.nodes,
                progress.seconds,
                progress.best,
                progress.solutions,
                progress.note,
                progress.share,
                progress.current,
                progress.kept,
            )
        )

    result = solve(
        puzzle,
        spec.engine,
        _limits(spec),
        threads=spec.threads,
        watch=show,
        watch_every=1 / _FRAMES_PER_SECOND,
        **files,
        **_solve_options(spec),
    )
    return Snapshot(
        int(result.statistics["nodes"]),
        result.statistics["seconds"],
        result.best,
        result.count,
        result.note,
        result.statistics["share"],
        kept=result.solutions,
        ended=result.ended.value,
        is_proved=result.ended == "exhausted",
        counts=result.counts,
        unsaved=result.unsaved,
    )


def _optimize(
    spec: JobSpec,
    puzzle: Puzzle,
    start: Board | None,
    files: Mapping[str, Any],
    watch: Watch,
    on_better: OnBetter,
) -> Snapshot:
    note = ""
    options: dict[str, Any] = {**files, **spec.options}

    def show(progress: ScoreProgress) -> None:
        nonlocal note
        note = progress.note
        facts = progress.nodes, progress.seconds, progress.best
        watch(_board_snapshot(*facts, note, curve=_points(progress.curve)))

    def better_board(board: Board, better: Better) -> None:
        on_better(board, better.seconds, better.nodes)
        watch(_board_snapshot(better.nodes, better.seconds, board, note))

    result = optimize(
        puzzle,
        spec.engine,
        ScoreLimits(None, spec.limits.seconds, spec.limits.target),
        seed=spec.seed,
        start=start,
        goal=spec.measure,
        threads=spec.threads,
        watch=show,
        on_better=better_board,
        **options,
    )
    numbers = result.statistics
    is_joins = spec.measure == "joins"
    return _board_snapshot(
        int(numbers["nodes"]),
        numbers["seconds"],
        result.best,
        result.note,
        curve=_points(result.curve),
        bound=puzzle.joins - int(numbers["at_least"]) if is_joins else None,
        ended=result.ended.value,
        is_proved=result.is_proved,
        unsaved=result.unsaved,
    )


def _board_snapshot(
    nodes: int, seconds: float, best: Board, note: str, **others: Any
) -> Snapshot:
    kept = (best,) if best.is_solution() else ()
    return Snapshot(nodes, seconds, best, len(kept), note, kept=kept, **others)


def _points(curve: tuple[Better, ...]) -> tuple[tuple[float, int], ...]:
    return tuple((round(better.seconds, 3), better.score) for better in curve)
