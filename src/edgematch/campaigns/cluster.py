"""Many seeds on many machines, their best boards in one store (Dask).

Each seed is a task of its own.  A worker reports every better board at once; only the
process that started the campaign writes to the store.  The seeds of a worker that is
lost are run again elsewhere.
"""

import contextlib
from collections.abc import Callable, Generator
from dataclasses import astuple, dataclass
from typing import Any, Final
from uuid import uuid4

from edgematch.board import Board
from edgematch.campaigns.seeds import Campaign
from edgematch.cluster.calls import ClusterCalls, ClusterEvent
from edgematch.encoders.optional import import_optional
from edgematch.processes.interrupts import hold_interrupts
from edgematch.results import Improvement, Interrupted, Progress, Result
from edgematch.search import Request, Technique, run_request

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

    Every better board is in the store before it is reported; `watch` is called several
    times a second.  Seeds that are under way are stopped when the generator is closed.
    """
    topic = f"edgematch-{uuid4().hex}"
    calls = ClusterCalls(client, "seed")

    def keep(seed: int, board: Board, better: Improvement) -> None:
        try:
            campaign.keep(seed, board, better)
        except KeyboardInterrupt:  # a board that has arrived must not be lost
            campaign.keep(seed, board, better)
            raise

    with hold_interrupts() as interrupts:
        try:
            calls.subscribe(topic)
            for seed in campaign.seeds:
                order = _Order(campaign.technique, campaign.request_of(seed), topic)
                calls.submit(seed, _run_seed, order)
            while calls:
                if interrupts.is_set:
                    interrupts.raise_now()
                calls.check_scheduler()
                if watch is not None:
                    watch()
                item = calls.receive(_SECONDS_BETWEEN_LOOKS)
                if isinstance(item, ClusterEvent):
                    seed, placements, better = item.content
                    board = Board(campaign.request.puzzle, placements)
                    keep(seed, board, Improvement(*better))
                elif item is not None:
                    result: Result = item.value
                    keep(item.key, result.best, result.curve[-1])
                    yield item.key, result
        finally:
            calls.close()
            if calls:  # what is waiting is cancelled, what is running is told to end
                with contextlib.suppress(Exception):  # a scheduler may be lost by now
                    calls.broadcast(_end_campaign, topic, wait=True)


_ended: Final[set[str]] = set()
"""Topics of campaigns whose searches on this worker are to end."""


async def _end_campaign(topic: str) -> None:
    """Let the searches of a campaign on this worker end."""
    _ended.add(topic)


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

    try:
        return run_request(
            order.technique, order.request, watch=watch, on_better=report
        )
    except Interrupted as stop:
        return stop.result
