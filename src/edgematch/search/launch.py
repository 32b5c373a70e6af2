"""From a request to a result: check, count, start, compile, run, build the result."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from edgematch.board import Board
from edgematch.errors import EdgematchError, MissingPackage
from edgematch.files import sole_user
from edgematch.findings import findings
from edgematch.processes.interrupts import Interrupts, hold_interrupts
from edgematch.results import Ended, Interrupted, OnBetter, Result, Watch
from edgematch.search.board_run import BoardRun
from edgematch.search.request import Count, Optimize, Request, check_start
from edgematch.search.run import Run, Watcher, run_to_the_end
from edgematch.search.solution_run import SolutionRun
from edgematch.search.technique import BoardSearch, Search, Technique, Threads
from edgematch.symmetry import all_counts

if TYPE_CHECKING:
    from edgematch.search.checkpoint import Saver

_SEED_STEP = 1_000_003
"""Between the seeds of searches that run in threads of their own."""
_NOTHING_DONE = {
    "nodes": 0,
    "seconds": 0.0,
    "processor_seconds": 0.0,
    "preparation_seconds": 0.0,
    "depth": 0,
    "share": 0.0,
}


def run_request(
    chosen: Technique,
    request: Request,
    *,
    watch: Watch | None = None,
    watch_every: float = 0.25,
    on_better: OnBetter | None = None,
    checkpoint: Path | None = None,
    checkpoint_every: float = 5.0,
    resume: Path | None = None,
    begin: Callable[[], None] | None = None,
    counts_first: bool = True,
) -> Result:
    """Answer a request: by counting where that is enough, else by a search.

    `begin` is called when all is compiled, just before the clock starts.  Ctrl-C ends
    the run after the present step, saves it and raises `Interrupted`, which has the
    result so far; KeyboardInterrupt if there is none yet.  Without `counts_first` the
    technique always searches, so that techniques can be compared.
    """
    with hold_interrupts() as interrupts, _sole_writer(checkpoint):
        try:
            with interrupts.allow(), _packages_for(f"engine {chosen.name}"):
                check_request(chosen, request, bool(checkpoint or resume))
                known = proof_by_counting(chosen, request) if counts_first else None
                searches: list[Search] = []
                spent = 0.0
                if known is None:
                    searches, spent = _prepared_searches(chosen, request)
            if begin is not None:
                begin()
        except KeyboardInterrupt as stop:
            if isinstance(request.goal, Optimize) or resume is not None:
                raise  # nobody has looked at what is known so far
            raise Interrupted(_nothing(chosen, request)) from stop
        if known is not None:
            return known
        run = _run_of(chosen, request, searches, on_better, resume)
        run.preparation_seconds = spent
        save = None
        if checkpoint is not None:
            with _packages_for("a checkpoint"):
                from edgematch.search.checkpoint import Saver

            save = Saver(checkpoint, run)
        watcher = None if watch is None else Watcher(watch, watch_every)
        return _result(run, watcher, save, checkpoint_every, interrupts)


def _sole_writer(checkpoint: Path | None) -> AbstractContextManager[None]:
    """Return a lock of a checkpoint, which refuses one that another run is writing."""
    if checkpoint is None:
        return nullcontext()
    refusal = (
        f"{checkpoint}: another run is writing this checkpoint; wait for its end, or"
        " choose another file"
    )
    return sole_user(checkpoint, refusal)


def _result(
    run: Run,
    watcher: Watcher | None,
    save: "Saver | None",
    checkpoint_every: float,
    interrupts: Interrupts,
) -> Result:
    """Advance a run until it has ended, and return its result."""
    try:
        limits = run.request.limits
        ended = run_to_the_end(run, limits, watcher, save, checkpoint_every, interrupts)
    finally:
        run.close()
    if ended is Ended.INTERRUPTED and isinstance(run, BoardRun) and run.best is None:
        interrupts.raise_now()
    result = run.result(ended, "" if save is None else save.trouble)
    if ended is Ended.INTERRUPTED or interrupts.is_set:
        interrupts.mark_raised()
        raise Interrupted(result)
    return result


def proof_by_counting(chosen: Technique, request: Request) -> Result | None:
    """Return the result for a puzzle that is unsolvable by its counts alone.

    None where counting proves nothing, or a proof is to be written: that takes a
    solver.
    """
    goal, puzzle = request.goal, request.puzzle
    if isinstance(goal, Optimize) or goal.proof is not None:
        return None
    reasons = tuple(finding.message for finding in findings(puzzle))
    if not reasons:
        return None
    statistics = {**_NOTHING_DONE, "share": 1.0}
    return Result(
        chosen.name,
        Ended.EXHAUSTED,
        True,
        0,
        (),
        Board(puzzle, ()),
        statistics,
        all_counts(puzzle, 0, 0),
        note=f"no search is needed: {'; '.join(reasons)}",
        findings=reasons,
    )


@contextmanager
def _packages_for(what: str) -> Iterator[None]:
    """Say in one line which package is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingPackage(
            f"{what} needs {error.name}, which is not installed"
        ) from None


def check_request(chosen: Technique, request: Request, is_saved: bool = False) -> None:
    """Refuse what a technique cannot do."""
    name, goal = chosen.name, request.goal
    if is_saved and not chosen.resumable:
        raise EdgematchError(
            f"engine {name} has no checkpoints: the state of its solver cannot be saved"
        )
    if isinstance(goal, Count) and not chosen.proves:
        raise EdgematchError(
            f"engine {name} cannot count: it cannot tell whether it has found all"
            " solutions"
        )
    if request.limits.nodes is not None and not chosen.counts_nodes:
        raise EdgematchError(
            f"engine {name} does not report its nodes; limit the seconds instead"
        )
    if request.threads < 1:
        raise EdgematchError(f"threads must be at least 1, not {request.threads}")
    if request.threads > 1 and chosen.threads is Threads.ONE:
        raise EdgematchError(f"engine {name} runs in one thread")
    if isinstance(goal, Optimize) and goal.start is not None:
        check_start(request.puzzle, goal.start)


def _prepared_searches(
    chosen: Technique, request: Request
) -> tuple[list[Search], float]:
    """Start the searches and compile what they need; return the seconds it took."""
    started = time.perf_counter()
    threads = request.threads if chosen.threads is Threads.SEEDS else 1
    if request.limits.nodes is not None:
        threads = 1  # the limit holds for one search
    searches = [
        chosen.start(replace(request, seed=request.seed + _SEED_STEP * number))
        for number in range(threads)
    ]
    for search in searches:
        search.prepare()
    return searches, time.perf_counter() - started


def _run_of(
    chosen: Technique,
    request: Request,
    searches: Sequence[Search],
    on_better: OnBetter | None,
    resume: Path | None,
) -> Run:
    """Return a run of these searches, at its beginning or as a checkpoint left it."""
    run: Run
    if isinstance(request.goal, Optimize):
        boards = [each for each in searches if isinstance(each, BoardSearch)]
        run = BoardRun(chosen, request, boards, on_better)
    else:
        run = SolutionRun(chosen, request, searches[0], split=resume is None)
    if resume is not None:
        from edgematch.search.checkpoint import load

        load(resume, run)
    return run


def _nothing(chosen: Technique, request: Request) -> Result:
    """Return the result of a search that was interrupted before it began."""
    best = Board(request.puzzle, request.puzzle.hints)
    ended = Ended.INTERRUPTED
    return Result(chosen.name, ended, False, 0, (), best, _NOTHING_DONE)
