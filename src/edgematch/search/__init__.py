"""Ways to solve a puzzle, all behind one function.

A new engine is one file here and one line in `_MODULES`.  Engines are imported when
they are asked for, so that nothing heavy loads before it is needed.
"""

from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from edgematch.board import Board
from edgematch.errors import EdgematchError, UnknownName
from edgematch.puzzle import Puzzle
from edgematch.results import STATISTICS, Ended, Limits, Result, Watch
from edgematch.search.interface import Engine

_MODULES = {
    "auto": ("edgematch.techniques.auto.solve", "Auto"),
    "row-scan": ("edgematch.techniques.row_scan.engine", "RowScan"),
    "consistency": ("edgematch.techniques.consistency.engine", "Consistency"),
    "color-pairs": ("edgematch.techniques.color_pairs.engine", "ColorPairs"),
    "sat": ("edgematch.techniques.sat.engine", "Sat"),
    "cp-sat": ("edgematch.techniques.cp_sat.solve", "CpSat"),
    "local-sat": ("edgematch.techniques.local_sat.engine", "LocalSat"),
    "blocks": ("edgematch.techniques.blocks.engine", "BlockEngine"),
}

ENGINES = tuple(_MODULES)
"""The name of every engine.  The command line, the docs and the tests read this."""


def engine_class(name: str) -> type[Engine]:
    """Return the engine called `name`; its options are the fields of the class."""
    if name not in _MODULES:
        raise UnknownName(f"no engine {name!r}; there is {', '.join(ENGINES)}")
    module, attribute = _MODULES[name]
    found: type[Engine] = getattr(import_module(module), attribute)
    return found


def engine_options(name: str) -> dict[str, Any]:
    """Return the options of an engine and their defaults."""
    kind: Any = engine_class(name)
    return {field.name: field.default for field in fields(kind)}


def solve(
    puzzle: Puzzle,
    engine: str = "auto",
    limits: Limits | None = None,
    *,
    threads: int = 1,
    watch: Watch | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: float = 5.0,
    watch_every: float = 0.25,
    resume: Path | None = None,
    **options: Any,
) -> Result:
    """Search a puzzle with the engine called `engine`; other options go to the engine.

    With `checkpoint` the run is kept in that file every so many seconds; `resume` goes
    on from such a file, and comes to the same totals as a run without a break.  `watch`
    is called every `watch_every` seconds, less often where that would slow the search.

    >>> solve(Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])).count
    1
    """
    from edgematch.search import checkpoint as checkpoints
    from edgematch.search.checkpoint_file import PatientSaving
    from edgematch.search.parts import Run
    from edgematch.search.runner import run_to_the_end
    from edgematch.symmetry import all_counts, turns_that_may_look_the_same

    limits = limits or Limits()
    if "all_solutions" in engine_options(engine):
        options = {"all_solutions": limits.solutions != 1, **options}
    if "most_conflicts" in engine_options(engine):
        options = {**options, "most_conflicts": limits.nodes or 0}
    chosen = engine_class(engine)(**options)
    if not chosen.resumable and (checkpoint is not None or resume is not None):
        raise EdgematchError(
            f"engine {engine} keeps no checkpoints: the state of its solver is its own"
        )
    all_options = {name: getattr(chosen, name) for name in engine_options(engine)}
    # Each solution of the search stands for so many turns of the board.
    turns = chosen.boards_for_one(puzzle)
    wanted = limits.solutions
    if limits.nodes is not None:
        threads = 1  # that limit is met to the node
    if wanted is not None:
        limits = replace(limits, solutions=-(-wanted // turns))
    try:
        fresh = chosen.start(puzzle)
        if resume is not None:
            run = checkpoints.load(
                resume, engine, fresh, puzzle, all_options, limits.keep
            )
        else:
            examined = turns_that_may_look_the_same(puzzle)
            run = Run.of(engine, fresh, threads, examined)
        alike = run.parts[0].search.boards_alike
        if alike > 1 and limits.keep:
            raise EdgematchError("one_per_picture is for counting: keep no solutions")
        run.boards_for_one = turns * alike
    except KeyboardInterrupt:  # while kernels were compiled, or a checkpoint read
        nothing = dict.fromkeys(STATISTICS, 0)
        hints = Board(puzzle, puzzle.hints)
        return Result(engine, Ended.INTERRUPTED, 0, (), hints, nothing)
    save, saving = None, None
    if checkpoint is not None:
        saving = PatientSaving(checkpoint)

        def save(now: Run, seconds: float) -> None:
            saving(
                lambda path: checkpoints.save(path, now, seconds, puzzle, all_options)
            )

    try:
        ended, seconds = run_to_the_end(
            run, limits, threads, watch, save, checkpoint_every, watch_every
        )
    finally:
        for part in run.parts:
            part.search.close()
    boards = run.count * run.boards_for_one
    count = boards if wanted is None else min(boards, wanted)
    solutions = _all_turns(run.kept, turns)[: min(limits.keep, count)]
    best = solutions[0] if solutions else run.fullest()
    statistics = {
        "nodes": run.nodes,
        "seconds": seconds,
        "depth": len(best.placements),
        "share": 1.0 if ended == "exhausted" else run.share(),
    }
    counts = None
    if ended == "exhausted":
        # The turns of one board all look the same after the same turns.
        turned_alike = run.turned_alike * run.boards_for_one
        counts = all_counts(puzzle, boards, turned_alike)
    note = run.parts[0].search.note
    unsaved = "" if saving is None else saving.trouble
    return Result(
        engine, ended, count, tuple(solutions), best, statistics, counts, note, unsaved
    )


def _all_turns(boards: list[Any], each: int) -> list[Any]:
    from edgematch.symmetry import board_symmetries, turned_board

    if each == 1:
        return boards
    return [
        turned_board(board, turn)
        for board in boards
        for turn in board_symmetries(board.puzzle)
    ]
