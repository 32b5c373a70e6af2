"""Many seeds on many machines, their best boards in one store (Dask).

Each seed is a task of its own.  A worker tells every better board at once, and only the
process that asks writes to the store.  A worker that is lost costs the time since then:
its seeds are run again elsewhere.
"""

import contextlib
from collections.abc import Callable, Generator
from dataclasses import astuple, dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final
from uuid import uuid4

from edgematch.board import Board
from edgematch.campaigns.seeds import Campaign
from edgematch.encoders.optional import import_optional
from edgematch.errors import EdgematchError
from edgematch.results import Improvement, Progress, Result
from edgematch.search import Request, Technique, run_request

_MOST_TRIES = 5
"""A seed that failed so often, or was lost with its worker, is taken for the cause."""
_SECONDS_BETWEEN_LOOKS = 0.25


@dataclass(frozen=True)
class _Order:
    """What a worker is asked for."""

    technique: Technique
    request: Request
    topic: str


def optimize_seeds(
    client: Any, campaign: Campaign, watch: Callable[[], None] | None = None
) -> Generator[tuple[int, Result], None, None]:
    """Run every seed on the workers of a `distributed.Client`; yield as they end.

    Every better board is in the store before anything else is told of it; `watch` is
    called now and then.  Seeds that are under way are stopped when the caller asks for
    no more.
    """
    lost = (OSError, import_optional("distributed.client").ClosedClientError)
    topic = f"edgematch-{uuid4().hex}"
    news: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    tries: dict[int, int] = {}
    under_way: dict[Any, int] = {}

    def send(seed: int) -> None:
        tries[seed] = tries.get(seed, 0) + 1
        try:
            order = _Order(campaign.technique, campaign.request_of(seed), topic)
            task = client.submit(_run_seed, order, pure=False)
        except lost as error:
            raise EdgematchError("the scheduler is lost") from error
        under_way[task] = seed
        task.add_done_callback(lambda done: news.put(("done", done)))

    def keep(seed: int, board: Board, better: Improvement) -> None:
        try:
            campaign.keep(seed, board, better)
        except KeyboardInterrupt:  # a board that has arrived is not lost by it
            campaign.keep(seed, board, better)
            raise

    client.subscribe_topic(topic, lambda event: news.put(("better", event[1])))
    try:
        for seed in campaign.seeds:
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
                keep(
                    seed,
                    Board(campaign.request.puzzle, placements),
                    Improvement(*better),
                )
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
            client.unsubscribe_topic(topic)
            if under_way:
                # What waits is taken back, what runs is told to end.
                client.cancel(list(under_way))
                client.run(_end_there, topic, on_error="ignore")


def _result(task: Any, seed: int, tries: int) -> Result | None:
    """Return what a seed came to; None if it was lost with its worker."""
    if task.status == "finished":
        result: Result = task.result()
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


def _run_seed(order: _Order) -> Result:
    """Run a search on a worker."""
    worker = import_optional("distributed").get_worker()

    def report(board: Board, better: Improvement) -> None:
        placements = [list(each) for each in board.placements]
        news = [order.request.seed, placements, list(astuple(better))]
        worker.log_event(order.topic, news)

    def watch(_: Progress) -> None:
        if order.topic in _ended:
            raise KeyboardInterrupt  # the search ends as it would by Ctrl-C

    return run_request(order.technique, order.request, watch=watch, on_better=report)
