"""From a request to a result: check, count, start, compile, run, build the result."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from edgematch.board import Board
from edgematch.errors import EdgematchError, MissingPackage
from edgematch.files import sole_user
from edgematch.findings import findings
from edgematch.results import Ended, Interrupted, OnBetter, Result, Watch
from edgematch.search.board_run import BoardRun
from edgematch.search.request import Count, Optimize, Request, check_start
from edgematch.search.run import Run, Watcher, run_to_the_end
from edgematch.search.solution_run import SolutionRun
from edgematch.search.technique import BoardSearch, Technique, Threads
from edgematch.symmetry import all_counts

_SEED_STEP = 1_000_003
"""Between the seeds of searches that run in threads of their own."""
_NOTHING_DONE = {
    "nodes": 0,
    "seconds": 0.0,
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

    `begin` is called when all is compiled, just before the clock starts.  Ctrl-C saves
    the run and raises `Interrupted`, which has the result so far.  Without
    `counts_first` the technique always searches, so that techniques can be compared.
    """
    check_request(chosen, request, checkpoint is not None or resume is not None)
    known = proof_by_counting(chosen, request) if counts_first else None
    if known is not None:
        if begin is not None:
            begin()
        return known
    with _sole_writer(checkpoint):
        return _search(
            chosen,
            request,
            watch,
            watch_every,
            on_better,
            checkpoint,
            checkpoint_every,
            resume,
            begin,
        )


def _sole_writer(checkpoint: Path | None) -> AbstractContextManager[None]:
    """Return a lock of a checkpoint, which refuses one that another run is writing."""
    if checkpoint is None:
        return nullcontext()
    refusal = (
        f"{checkpoint}: another run is writing this checkpoint; wait for its end, or"
        " choose another file"
    )
    return sole_user(checkpoint, refusal)


def _search(
    chosen: Technique,
    request: Request,
    watch: Watch | None,
    watch_every: float,
    on_better: OnBetter | None,
    checkpoint: Path | None,
    checkpoint_every: float,
    resume: Path | None,
    begin: Callable[[], None] | None,
) -> Result:
    """Answer a request by a search."""
    try:
        with _packages_for(f"engine {chosen.name}"):
            run = _start(chosen, request, on_better, resume, begin)
    except KeyboardInterrupt as stop:  # in the compiler, or reading a checkpoint
        if isinstance(request.goal, Optimize):
            raise
        raise Interrupted(_nothing(chosen, request)) from stop
    save = None
    if checkpoint is not None:
        with _packages_for("a checkpoint"):
            from edgematch.search.checkpoint import Saver

        save = Saver(checkpoint, run)
    watcher = None if watch is None else Watcher(watch, watch_every)
    try:
        ended = run_to_the_end(run, request.limits, watcher, save, checkpoint_every)
    finally:
        run.close()
    if ended is Ended.INTERRUPTED and isinstance(run, BoardRun) and run.best is None:
        raise KeyboardInterrupt
    result = run.result(ended, "" if save is None else save.trouble)
    if ended is Ended.INTERRUPTED:
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
        raise MissingPackage(f"{what} needs {error.name}, which is missing") from None


def check_request(chosen: Technique, request: Request, is_saved: bool = False) -> None:
    """Refuse what a technique cannot do."""
    name, goal = chosen.name, request.goal
    if is_saved and not chosen.resumable:
        raise EdgematchError(
            f"engine {name} has no checkpoints: its solver cannot be saved"
        )
    if isinstance(goal, Count) and not chosen.proves:
        raise EdgematchError(
            f"engine {name} cannot count: it never knows whether it has found all"
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


def _start(
    chosen: Technique,
    request: Request,
    on_better: OnBetter | None,
    resume: Path | None,
    begin: Callable[[], None] | None,
) -> Run:
    """Start the searches, compile what they need, and return a run of them."""
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
    spent = time.perf_counter() - started
    if begin is not None:
        begin()
    run: Run
    if isinstance(request.goal, Optimize):
        boards = [each for each in searches if isinstance(each, BoardSearch)]
        run = BoardRun(chosen, request, boards, on_better)
    else:
        run = SolutionRun(chosen, request, searches[0], split=resume is None)
    run.preparation_seconds = spent
    if resume is not None:
        from edgematch.search.checkpoint import load

        load(resume, run)
    return run


def _nothing(chosen: Technique, request: Request) -> Result:
    """Return the result of a search that was interrupted before it began."""
    best = Board(request.puzzle, request.puzzle.hints)
    ended = Ended.INTERRUPTED
    return Result(chosen.name, ended, False, 0, (), best, _NOTHING_DONE)
