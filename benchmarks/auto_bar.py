"""Whether `auto` is near the best engine on each class of a plan, in fewer runs.

    python benchmarks/auto_bar.py benchmarks/plans/auto-first.toml RECORDS.jsonl

The bar: the median of `auto` is at most twice the best engine's median and 0.1 s, in
processor time, on classes whose best engine ends within the plan's limit.  `auto` is
run first, with enough time to miss the bar; each other engine is then stopped where it
can no longer matter: at the median of `auto`, and as soon as most puzzles of the class
are lost.  A class on which `auto` takes at most 0.1 s is within the bar whatever the
others do.  Runs in RECORDS.jsonl are not done again.  The page is
benchmarks/notes/auto.md.
"""

import argparse
import json
import math
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import Method, PlannedRun, PuzzleClass
from edgematch.experiments.plan_files import read_plan

_FACTOR: Final = 2.0
_SLACK: Final = 0.1


class Runs:
    """Times of runs, kept in a file."""

    def __init__(self, path: Path, place: LocalPlace) -> None:
        self._path, self._place = path, place
        self._known: dict[tuple[str, str], tuple[float, bool]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                puzzle, engine, seconds, has_ended = json.loads(line)
                self._known[puzzle, engine] = seconds, has_ended

    def median(self, kind: PuzzleClass, method: Method, limit: float) -> float:
        """Return the median of the processor time, infinite if most do not end."""
        lost, times = 0, []
        for source in kind.sources:
            key = source.name, method.subject
            seconds, has_ended = self._known.get(key, (0.0, False))
            if not has_ended and seconds < 0.95 * limit:
                limits = replace(method.limits, seconds=limit)
                run = PlannedRun("run", source, replace(method, limits=limits))
                seconds, has_ended = self._do(run)
                self._known[key] = seconds, has_ended
                with self._path.open("a") as file:
                    print(json.dumps([*key, seconds, has_ended]), file=file)
            times.append(seconds if has_ended and seconds <= limit else math.inf)
            lost += times[-1] == math.inf
            if 2 * lost > len(kind.sources):
                return math.inf
        return sorted(times)[len(times) // 2]

    def _do(self, run: PlannedRun) -> tuple[float, bool]:
        self._place.start(run)
        while not (answers := self._place.records(1.0)):
            pass
        record = answers[0][1]
        if record.error:
            print(f"  {run.source.name} {run.method.subject}: {record.error}")
        has_ended = record.ended in ("found", "exhausted")
        return (
            record.processor_seconds if has_ended else run.method.limits.seconds
        ), has_ended


def main() -> None:
    """Print a line for each class."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plan", type=Path)
    parser.add_argument("records", type=Path)
    given = parser.parse_args()
    plan = read_plan(given.plan)
    auto, *others = plan.methods
    misses = 0
    with closing(LocalPlace(1)) as place:
        first = plan.classes[0].sources[0]
        for error in place.prepare(
            PlannedRun("", first, each) for each in plan.methods
        ):
            if error:
                raise SystemExit(error)
        runs = Runs(given.records, place)
        print("| class | `auto` | best engine | its median | ratio | within the bar |")
        print("|---|---|---|---|---|---|", flush=True)
        for kind in plan.classes:
            most = _FACTOR * auto.limits.seconds + _SLACK
            own = runs.median(kind, auto, most)
            best, name = math.inf, ""
            for method in others:
                if own <= _SLACK:
                    break
                limit = min(auto.limits.seconds, own, best)
                seconds = runs.median(kind, method, limit)
                if seconds < best:
                    best, name = seconds, method.subject
            is_kept = own <= _FACTOR * best + _SLACK
            misses += not is_kept
            ratio = f"{own / best:.1f}" if best < math.inf and own < math.inf else ""
            word = "yes" if is_kept else "NO"
            if own == best == math.inf:
                word = "no engine ends"
            shown = f"{own:.3f}" if own < math.inf else f"> {most:.0f}"
            other = f"`{name}` | {best:.3f}" if name else " | "
            print(
                f"| {kind.label} | {shown} | {other} | {ratio} | {word} |", flush=True
            )
    print(f"\n{misses} of {len(plan.classes)} classes miss the bar")


if __name__ == "__main__":
    main()
