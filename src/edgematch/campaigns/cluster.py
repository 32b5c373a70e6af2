"""Many seeds on many machines, their best boards in one store (Dask).

Each seed is a task of its own.  A worker tells every better board at once, and only the
process that asks writes to the store.  A worker that is lost costs the time since then:
its seeds are run again elsewhere.
"""

import contextlib
from collections.abc import Callable, Generator, Iterable
from dataclasses import astuple, dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final
from uuid import uuid4

from edgematch.board import Board
from edgematch.campaigns.store import Store
from edgematch.encoders.optional import imported
from edgematch.errors import EdgematchError
from edgematch.puzzle import Puzzle
from edgematch.results import Better, ScoreLimits, ScoreProgress, ScoreResult
from edgematch.search.scores import optimize

_MOST_TRIES = 5
"""A seed that failed so often, or was lost with its worker, is taken for the cause."""
_SECONDS_BETWEEN_LOOKS = 0.25

OnBetterOfSeed = Callable[[int, Board, Better], None]
"""Called with the seed and every better board that it comes to."""


@dataclass(frozen=True)
class _Asked:
    """What every seed is asked for."""

    puzzle: Puzzle
    engine: str
    limits: ScoreLimits | None
    others: dict[str, Any]
    campaign: str = field(default_factory=lambda: f"edgematch-{uuid4().hex}")


def optimize_seeds(
    client: Any,
    puzzle: Puzzle,
    seeds: Iterable[int],
    engine: str = "auto",
    limits: ScoreLimits | None = None,
    *,
    store: Store | None = None,
    start: Board | None = None,
    goal: str = "joins",
    on_better: OnBetterOfSeed | None = None,
    watch: Callable[[], None] | None = None,
    **options: Any,
) -> Generator[tuple[int, ScoreResult], None, None]:
    """Run every seed on the workers of a `distributed.Client`; yield as they end.

    Every better board is in the store before anything else is told of it; `watch` is
    called now and then.  Seeds that are under way are stopped when the caller looks for
    no more.
    """
    lost = (OSError, imported("distributed.client").ClosedClientError)
    asked = _Asked(puzzle, engine, limits, {"start": start, "goal": goal, **options})
    news: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    tries: dict[int, int] = {}
    under_way: dict[Any, int] = {}

    def send(seed: int) -> None:
        tries[seed] = tries.get(seed, 0) + 1
        try:
            task = client.submit(_one_seed, asked, seed, pure=False)
        except lost as error:
            raise EdgematchError("the scheduler is lost") from error
        under_way[task] = seed
        task.add_done_callback(lambda done: news.put(("done", done)))

    def keep_now(seed: int, board: Board, better: Better) -> None:
        if store is not None:
            store.add(board, engine, seed, better.seconds, better.nodes, options)
        if on_better is not None:
            on_better(seed, board, better)

    def keep(seed: int, board: Board, better: Better) -> None:
        try:
            keep_now(seed, board, better)
        except KeyboardInterrupt:  # a board that has come is not lost by it
            keep_now(seed, board, better)
            raise

    client.subscribe_topic(asked.campaign, lambda event: news.put(("better", event[1])))
    try:
        for seed in seeds:
            send(seed)
        while under_way:
            if client.status in ("closing", "closed"):
                raise EdgematchError("the scheduler is lost")
            if watch is not None:
                watch()
            try:
                kind, what = news.get(timeout=_SECONDS_BETWEEN_LOOKS)
            except Empty:
                continue
            if kind == "better":
                seed, placements, better = what
                keep(seed, Board(puzzle, placements), Better(*better))
                continue
            seed = under_way.pop(what)
            result = _result(what, seed, tries[seed])
            if result is None:
                send(seed)
                continue
            keep(seed, result.best, result.curve[-1])
            yield seed, result
    finally:
        with contextlib.suppress(Exception):  # a scheduler may be lost by now
            client.unsubscribe_topic(asked.campaign)
            if under_way:
                # What waits is taken back, what runs is told to end.
                client.cancel(list(under_way))
                client.run(_end_there, asked.campaign, on_error="ignore")


def _result(task: Any, seed: int, tries: int) -> ScoreResult | None:
    """Return what a seed came to; None if it was lost with its worker."""
    if task.status == "finished":
        result: ScoreResult = task.result()
        return result
    reason = "cancelled"
    if task.status == "error":
        error = task.exception()
        if isinstance(error, EdgematchError):
            raise error
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
    if tries >= _MOST_TRIES:
        raise EdgematchError(f"seed {seed} failed on {tries} workers: {reason}")
    return None


_ended: Final[set[str]] = set()
"""Campaigns that nobody waits for any more; on a worker."""


async def _end_there(campaign: str) -> None:
    """Let the searches of a campaign end that run on this worker."""
    _ended.add(campaign)


def _one_seed(asked: _Asked, seed: int) -> ScoreResult:
    """Run a search on a worker."""
    worker = imported("distributed").get_worker()

    def tell(board: Board, better: Better) -> None:
        placements = [list(each) for each in board.placements]
        worker.log_event(asked.campaign, [seed, placements, list(astuple(better))])

    def watch(_: ScoreProgress) -> None:
        if asked.campaign in _ended:
            raise KeyboardInterrupt  # the search ends as it would by Ctrl-C

    return optimize(
        asked.puzzle,
        asked.engine,
        asked.limits,
        seed=seed,
        watch=watch,
        on_better=tell,
        **asked.others,
    )
