"""Many seeds on many machines, their best boards in one store (Dask).

Each seed is a task of its own.  A worker that is lost costs the time it spent: its
seeds are run again elsewhere.  Only the process that asks writes to the store.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from edgematch.encoders.optional import imported
from edgematch.optimizers import optimize
from edgematch.optimizers.store import Store
from edgematch.puzzle import Puzzle
from edgematch.results import ScoreLimits, ScoreResult

_RETRIES = 10
"""Times that a seed whose worker was lost is run again."""


def optimize_seeds(
    client: Any,
    puzzle: Puzzle,
    seeds: Iterable[int],
    engine: str = "auto",
    limits: ScoreLimits | None = None,
    *,
    store: Store | None = None,
    **options: Any,
) -> Iterator[tuple[int, ScoreResult]]:
    """Run every seed on the workers of a `distributed.Client`; yield as they end.

    Each best board is in the store before it is yielded.
    """
    as_completed = imported("distributed").as_completed
    seed_of = {
        client.submit(
            _one_seed,
            puzzle,
            engine,
            limits,
            seed,
            options,
            pure=False,
            retries=_RETRIES,
        ): seed
        for seed in seeds
    }
    for task, result in as_completed(list(seed_of), with_results=True):
        seed = seed_of[task]
        if store is not None:
            last = result.curve[-1]
            store.add(result.best, engine, seed, last.seconds, last.nodes, options)
        yield seed, result


def _one_seed(
    puzzle: Puzzle,
    engine: str,
    limits: ScoreLimits | None,
    seed: int,
    options: dict[str, Any],
) -> ScoreResult:
    """Run a search on a worker."""
    return optimize(puzzle, engine, limits, seed=seed, **options)
