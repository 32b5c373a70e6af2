"""One run of a Python contestant in a process of its own: `python -m effort.child`.

Takes the recipe, the contestant, `all` or `first`, and the limit in seconds.  What is
imported and compiled comes before `ready`, and counts for nobody.
"""

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from edgematch import load, solve
from edgematch.puzzle import Puzzle
from edgematch.results import Limits
from edgematch.search import engine_class
from effort.answers import KEPT, READY, Answer, flat, peak_memory
from effort.contestants import Contestant

_LATEST = 60
"""Seconds of processor time past the limit after which the system ends a run."""


def engine_run(
    contestant: Contestant, puzzle: Puzzle, wants_all: bool, limit: float
) -> Callable[[], Answer]:
    """Compile the kernels; return the search."""
    options: dict[str, Any] = dict(contestant.options)
    wanted = None if wants_all else 1

    def search(limits: Limits) -> Answer:
        result = solve(puzzle, contestant.kind, limits, **options)
        nodes, seconds = result.statistics["nodes"], result.statistics["seconds"]
        boards = [flat(board) for board in result.solutions]
        return Answer(
            str(result.ended), result.count, int(nodes), seconds, peak_memory(), boards
        )

    if engine_class(contestant.kind).resumable:
        # By node and by time are different paths of the runner, and both may compile.
        search(Limits(solutions=wanted, nodes=10, keep=0))
        search(Limits(solutions=wanted, seconds=0.01, keep=0))
    else:
        # Leaves a process of the solver behind that has all imported it needs.
        solve(load("scramble-squares").puzzle, contestant.kind, **options)
    return lambda: search(Limits(solutions=wanted, seconds=limit, keep=KEPT))


def prepared(
    contestant: Contestant, puzzle: Puzzle, wants_all: bool, limit: float
) -> Callable[[], Answer]:
    """Do all that does not count; return what does."""
    if contestant.is_ours:
        return engine_run(contestant, puzzle, wants_all, limit)
    raise ValueError(f"{contestant.name} does not run in Python")


def end_after(limit: float) -> None:
    """See to it that this process ends even if nobody is left to end it."""
    used = time.process_time()
    most = int(used + limit) + _LATEST
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def main() -> None:
    """Run and print the answer."""
    recipe, name, wanted, limit = sys.argv[1:]
    contestant, puzzle = Contestant.read(name), load(recipe).puzzle
    search = prepared(contestant, puzzle, wanted == "all", float(limit))
    end_after(float(limit))
    print(READY, flush=True)
    print(search().written(), flush=True)


if __name__ == "__main__":
    main()
