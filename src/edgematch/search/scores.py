"""Ways to find the best board when no solution can be found, all behind one function.

A new score engine is one file here and one line in `_MODULES`.
"""

from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edgematch.board import Board
from edgematch.errors import EdgematchError, PuzzleError, UnknownName
from edgematch.puzzle import Puzzle
from edgematch.results import ScoreLimits, ScoreResult, ScoreWatch

if TYPE_CHECKING:
    from edgematch.search.score_interface import Optimizer
    from edgematch.search.score_runner import OnBetter, ScoreRun

_MODULES = {
    "auto": ("edgematch.techniques.auto.optimize", "Auto"),
    "beam": ("edgematch.techniques.beam.engine", "Beam"),
    "breaks": ("edgematch.techniques.breaks.engine", "Breaks"),
    "repair": ("edgematch.techniques.repair.engine", "Repair"),
    "anneal": ("edgematch.techniques.swaps.anneal", "Anneal"),
    "tabu": ("edgematch.techniques.swaps.tabu", "Tabu"),
    "exact": ("edgematch.techniques.exact.engine", "Exact"),
    "max-sat": ("edgematch.techniques.max_sat.engine", "MaxSat"),
    "cp-sat": ("edgematch.techniques.cp_sat.optimize", "CpSat"),
}

OPTIMIZERS = tuple(_MODULES)
"""The name of every score engine.  The command line, the docs and the tests read it."""


def optimizer_class(name: str) -> "type[Optimizer]":
    """Return the score engine called `name`; its options are the fields."""
    if name not in _MODULES:
        raise UnknownName(f"no score engine {name!r}; there is {', '.join(OPTIMIZERS)}")
    module, attribute = _MODULES[name]
    found: type[Optimizer] = getattr(import_module(module), attribute)
    return found


def optimizer_options(name: str) -> dict[str, Any]:
    """Return the options of a score engine and their defaults."""
    kind: Any = optimizer_class(name)
    return {field.name: field.default for field in fields(kind)}


def optimize(
    puzzle: Puzzle,
    engine: str = "auto",
    limits: ScoreLimits | None = None,
    *,
    seed: int = 0,
    start: Board | None = None,
    goal: str = "joins",
    threads: int = 1,
    watch: ScoreWatch | None = None,
    on_better: "OnBetter | None" = None,
    checkpoint: Path | None = None,
    checkpoint_every: float = 5.0,
    resume: Path | None = None,
    **options: Any,
) -> ScoreResult:
    """Look for the best board of a puzzle; other options go to the score engine.

    With the goal `joins` the board is full and as many joins match as possible, with
    `pieces` it has no break and as many pieces as possible.  `start` is a board to
    better.  The same seed, start and node limit give the same board.

    >>> puzzle = Puzzle(1, 2, [(0, 1, 0, 0), (0, 1, 0, 0)])
    >>> optimize(puzzle, "exact").score
    1
    """
    from edgematch.search import score_checkpoint as checkpoints
    from edgematch.search.checkpoint_file import PatientSaving
    from edgematch.search.score_runner import ScoreRun, run_to_the_end

    limits = limits or ScoreLimits()
    if goal not in ("joins", "pieces"):
        raise UnknownName(f"no goal {goal!r}; there is joins, pieces")
    if "most_conflicts" in optimizer_options(engine):
        options = {**options, "most_conflicts": limits.nodes or 0}
    chosen = optimizer_class(engine)(**options)
    if limits.nodes is not None and not chosen.counts_nodes:
        raise EdgematchError(
            f"engine {engine} does not say how many nodes it has searched: limit its"
            " seconds"
        )
    if not chosen.resumable and (checkpoint is not None or resume is not None):
        raise EdgematchError(
            f"engine {engine} keeps no checkpoints: the state of its solver is its own"
        )
    if start is not None:
        check_start(puzzle, start)
    all_options = {
        "seed": seed,
        "goal": goal,
        **{name: getattr(chosen, name) for name in optimizer_options(engine)},
    }
    if threads > 1 and not chosen.takes_threads:
        has_own = "workers" in optimizer_options(engine)
        advice = "; its option workers gives it more" if has_own else ""
        raise EdgematchError(f"engine {engine} is one search, in one thread{advice}")
    if limits.nodes is not None:
        threads = 1  # that limit is met by one search
    searches = [
        chosen.start(puzzle, seed + 1_000_003 * number, start)
        for number in range(threads)
    ]
    for search in searches:
        search.ends_when_proved = goal == "joins"
    run = ScoreRun(engine, searches, goal)
    if resume is not None:
        checkpoints.load(resume, run, puzzle, all_options)
    save, saving = None, None
    if checkpoint is not None:
        saving = PatientSaving(checkpoint)

        def save(now: "ScoreRun", spent: tuple[float, float]) -> None:
            saving(lambda path: checkpoints.save(path, now, spent, puzzle, all_options))

    try:
        ended, seconds, processor_seconds = run_to_the_end(
            run, limits, watch, on_better, save, checkpoint_every
        )
    finally:
        for search in searches:
            search.close()
    if run.best is None:
        raise EdgematchError(
            f"engine {engine} found no full board within the limits; give it more"
        )
    statistics = {
        "nodes": run.nodes,
        "seconds": seconds,
        "processor_seconds": processor_seconds,
        "score": run.best.score(),
        "breaks": len(run.best.breaks()),
        "pieces": len(run.best.placements),
        "at_least": run.at_least,
    }
    curve = tuple(run.curve)
    return ScoreResult(
        engine,
        ended,
        run.best,
        curve,
        statistics,
        searches[0].note,
        run.is_proved(),
        "" if saving is None else saving.trouble,
    )


def check_start(puzzle: Puzzle, start: Board) -> None:
    """Refuse a board to start from that is of another puzzle, or not legal."""
    if start.puzzle.fingerprint != puzzle.fingerprint:
        raise PuzzleError("the board to start from is of another puzzle", "board")
    for problem in start.problems():
        raise PuzzleError(f"the board to start from: {problem}", "board")
