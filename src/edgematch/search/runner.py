"""Runs a search in slices: limits, threads, progress and Ctrl-C, for all engines alike.

With several threads the tree is split into subtrees, and the answer is still that of
one thread (`parts.py`).
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from queue import Empty, SimpleQueue
from threading import Barrier

from edgematch.results import Ended, Limits, Watch
from edgematch.search.parts import Part, Run, or_all
from edgematch.search.watching import Look

_SECONDS_PER_ROUND = 0.1
"""Between two looks at limits and signals, with all threads standing still."""
SECONDS_BETWEEN_WATCHES = 0.25


def run_to_the_end(
    run: Run,
    limits: Limits,
    threads: int = 1,
    watch: Watch | None = None,
    save: Callable[[Run, float], None] | None = None,
    seconds_between_saves: float = 5.0,
    seconds_between_watches: float = SECONDS_BETWEEN_WATCHES,
) -> tuple[Ended, float]:
    """Advance a run until a limit is met, nothing is left, or Ctrl-C is pressed.

    Returns why it ended and the seconds it took in all.  `save` is called every few
    seconds and at the end, when no part is moving.
    """
    started = time.perf_counter() - run.seconds_before
    saved = time.perf_counter()
    look = None if watch is None else Look(watch, seconds_between_watches)
    with ThreadPoolExecutor(threads) as pool:
        try:
            _start_all(pool, threads)
            while (ended := run.ended_in_order(limits)) is None:
                now = time.perf_counter()
                if limits.seconds is not None and now - started >= limits.seconds:
                    ended = Ended.SECONDS
                    break
                if save is not None and now - saved >= seconds_between_saves:
                    save(run, now - started)
                    saved = now
                _one_round(run, limits, threads, pool)
                now = time.perf_counter()
                if look is not None:
                    look.at(run, now - started)
        except KeyboardInterrupt:
            ended = Ended.INTERRUPTED
    seconds = time.perf_counter() - started
    if save is not None:
        save(run, seconds)
    return ended, seconds


def _start_all(pool: ThreadPoolExecutor, threads: int) -> None:
    """Start the threads of a pool before there is any work.

    The pool forgets a thread if Ctrl-C comes while it is being started; with work to do
    that one would go on while the run is saved.
    """
    everyone = Barrier(threads)
    try:
        for future in [pool.submit(everyone.wait) for _ in range(threads)]:
            future.result()
    except BaseException:
        everyone.abort()
        raise


def _one_round(
    run: Run, limits: Limits, threads: int, pool: ThreadPoolExecutor
) -> None:
    """Let every thread take parts, in order, until the round is over."""
    solutions, nodes = or_all(limits.solutions), or_all(limits.nodes)
    under_way = run.parts
    if run.again is not None:
        (solutions, nodes), under_way = run.again_to, [run.again]
    elif threads == 1:
        # It comes to the parts in their order, and need not run past a limit.
        before = list(takewhile(lambda part: part.is_exhausted, run.parts))
        solutions -= sum(part.count for part in before)
        nodes -= sum(part.search.nodes for part in before)
        under_way = run.parts[len(before) :][:1]
    parts: SimpleQueue[Part] = SimpleQueue()
    for part in under_way:
        if not part.is_done(solutions, nodes):
            parts.put(part)
    deadline = time.perf_counter() + _SECONDS_PER_ROUND
    if limits.seconds is not None:
        deadline = min(deadline, time.perf_counter() + limits.seconds)

    def work() -> None:
        while True:
            try:
                part = parts.get_nowait()
            except Empty:
                return
            while not part.is_done(solutions, nodes):
                part.run(run.name, solutions, nodes, limits.keep)
                if time.perf_counter() >= deadline:
                    return

    # Never in this thread, where Ctrl-C arrives: it would come between a solution and
    # its count, and a run taken up again from there would be one short.
    for future in [pool.submit(work) for _ in range(threads)]:
        future.result()
