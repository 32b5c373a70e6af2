"""What it costs a search to be watched ten times a second, in nodes per second of work.

Watched and not, in turns; the ratio is that of the medians.  Processor time is counted,
not wall time, so that a busy machine changes little.
"""

import json
import time
from statistics import median

from edgematch import load, solve
from edgematch.results import Limits, Progress
from edgematch.web.documents import ways_of

SECONDS = 4.0
ROUNDS = 5


def speed(name: str, engine: str, is_watched: bool) -> tuple[float, int]:
    """Return nodes per second of processor time, and the frames that were made."""
    frames = []

    def watch(progress: Progress) -> None:
        # As a job of the studio does it.
        assert progress.current is not None
        frame = [ways_of(progress.best), ways_of(progress.current), progress.share]
        frames.append(len(json.dumps(frame)))

    puzzle = load(name).puzzle
    started = time.process_time()
    result = solve(
        puzzle,
        engine,
        Limits(seconds=SECONDS),
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
            alone, watched, frames = [], [], 0
            for _ in range(ROUNDS):
                alone.append(speed(name, engine, False)[0])
                nodes, frames = speed(name, engine, True)
                watched.append(nodes)
            ratio = median(watched) / median(alone)
            rate = frames / SECONDS
            print(f"{name:24}{engine:14}{ratio:.3f} of its speed, {rate:.1f} frames/s")


if __name__ == "__main__":
    main()
