"""What it costs a search to be watched ten times a second, in nodes per second of work.

Watched and not, in turns, one right after the other: the median of the ratios of such
pairs, and the middle half of them.  Processor time is counted, not wall time, so that a
busy machine changes little; its speed still changes from second to second by more than
what is measured.  What a look itself takes of the time is therefore counted as well.
"""

import json
import time
from collections.abc import Callable
from statistics import median, quantiles
from unittest.mock import patch

from edgematch import load, solve
from edgematch.results import Progress
from edgematch.search import launch
from edgematch.search.run import Watcher
from edgematch.web.documents import board_cells

SECONDS = 2.0
ROUNDS = 15


class CountedWatcher(Watcher):
    """A watcher that adds up the time that it takes from the search."""

    taken = 0.0

    def look(self, progress: Callable[[], Progress | None]) -> None:
        """Call the watch, if it is time to."""
        started = time.thread_time()
        super().look(progress)
        CountedWatcher.taken += time.thread_time() - started


def speed(name: str, engine: str, is_watched: bool) -> tuple[float, int]:
    """Return nodes per second of processor time, and the frames that were made."""
    frames = []

    def watch(progress: Progress) -> None:
        # As a job of the studio does it.
        assert progress.current is not None
        frame = [
            board_cells(progress.best),
            board_cells(progress.current),
            progress.share,
        ]
        frames.append(len(json.dumps(frame)))

    puzzle = load(name).puzzle
    started = time.process_time()
    result = solve(
        puzzle,
        engine,
        seconds=SECONDS,
        watch=watch if is_watched else None,
        watch_every=0.1,
    )
    spent = time.process_time() - started
    return result.statistics["nodes"] / spent, len(frames)


def main() -> None:
    """Print a line for each puzzle and engine."""
    for name in ("eternity2", "two-set:9x9:9:4:seed=3"):
        for engine in ("row-scan", "consistency"):
            speed(name, engine, False)  # compiles
            CountedWatcher.taken, frames, ratios = 0.0, 0, []
            for _ in range(ROUNDS):
                alone, _ = speed(name, engine, False)
                watched, seen = speed(name, engine, True)
                ratios.append(watched / alone)
                frames += seen
            low, _, high = quantiles(ratios, n=4)
            seconds = SECONDS * ROUNDS
            part, rate = CountedWatcher.taken / seconds, frames / seconds
            print(
                f"{name:24}{engine:14}{median(ratios):.3f} of its speed"
                f" ({low:.3f} to {high:.3f}), looks take {part:.1%},"
                f" {rate:.1f} frames/s",
                flush=True,
            )


if __name__ == "__main__":
    with patch.object(launch, "Watcher", CountedWatcher):
        main()
