"""Many seeds on many machines, their best boards in one store (Dask).

Each seed is a task of its own.  A worker reports every better board at once, and only
the process that asked writes to the store.  The seeds of a worker that is lost are run
again elsewhere.
"""

import contextlib
from collections.abc import Callable, Generator, Iterable
from dataclasses import astuple, dataclass, field
from typing import Any, Final
from uuid import uuid4

from edgematch.board import Board
from edgematch.cluster.calls import ClusterCalls, ClusterEvent
from edgematch.encoders.optional import imported
from edgematch.optimizers import optimize
from edgematch.optimizers.store import Store
from edgematch.puzzle import Puzzle
from edgematch.results import Better, ScoreLimits, ScoreProgress, ScoreResult

_SECONDS_BETWEEN_LOOKS = 0.25

OnBetterOfSeed = Callable[[int, Board, Better], None]
"""Called with the seed and every better board that it comes to."""


@dataclass(frozen=True)
class _Asked:
    """What is the same for every seed."""

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

    Every better board is in the store before it is reported; `watch` is called several
    times a second.  Seeds that are under way are stopped when the generator is closed.
    """
    asked = _Asked(puzzle, engine, limits, {"start": start, "goal": goal, **options})
    calls = ClusterCalls(client, "seed")

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

    try:
        calls.subscribe(asked.campaign)
        for seed in seeds:
            calls.submit(seed, _one_seed, asked, seed)
        while calls:
            calls.check_scheduler()
            if watch is not None:
                watch()
            item = calls.receive(_SECONDS_BETWEEN_LOOKS)
            if isinstance(item, ClusterEvent):
                seed, placements, numbers = item.content
                keep(seed, Board(puzzle, placements), Better(*numbers))
            elif item is not None:
                result: ScoreResult = item.value
                keep(item.key, result.best, result.curve[-1])
                yield item.key, result
    finally:
        calls.close()
        if calls:  # what is waiting is cancelled, what is running is told to end
            with contextlib.suppress(Exception):  # a scheduler may be lost by now
                calls.broadcast(_end_campaign, asked.campaign, wait=True)


_ended: Final[set[str]] = set()
"""Campaigns whose searches on this worker are to end."""


async def _end_campaign(campaign: str) -> None:
    """Let the searches of a campaign on this worker end."""
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
