"""The harness of experiments: overhead of a run, and a summary of 100,000 records.

    python benchmarks/experiments.py [--against FOLDER]

With the `src` folder of another version the overhead of both is measured in turns.
Overhead is the wall time from asking for a run to having its outcome, without what the
task itself takes, one run after the other; the baseline is a bare fork of the same
process.  The page is benchmarks/notes/experiments.md.
"""

import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from edgematch.experiments.local import LocalPlace, prepare_run
from edgematch.experiments.plan import Method, PlannedRun, PuzzleSource, RunLimits
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.records import RunRecord, Status, row_of
from edgematch.experiments.store import INSERT, RecordStore

_RUNS: Final = 40
_TURNS: Final = 5
_RECORDS: Final = 100_000
_PAGE: Final = Path(__file__).parent / "notes" / "experiments.md"
_PLAN: Final = """
[limits]
seconds = 10
[[puzzles]]
recipe = "two-set:5x5:2-6:3-6"
seeds = "1-500"
[[engines]]
engine = "row-scan"
seeds = "1-10"
"""


def overheads() -> tuple[list[float], list[float]]:
    """Return the overhead of runs, and the time of bare forks, in milliseconds."""
    method = Method("", "solve", "row-scan", {}, RunLimits(10.0))
    run = PlannedRun("", PuzzleSource("two-set:5x5:4:2:seed=1"), method)
    found = []
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(RecordStore(Path(folder) / "records.sqlite")) as store,
        closing(LocalPlace(1)) as place,
    ):
        list(place.prepare([run]))
        for number in range(_RUNS):
            each = replace(run, identity=str(number))
            started = time.perf_counter()
            store.claim(each.identity)
            place.start(each)
            while not (answers := place.records(1.0)):
                pass
            record = answers[0][1]
            store.record(each, record)
            spent = time.perf_counter() - started
            own = record.seconds + record.statistics["preparing"]
            found.append(1000 * (spent - own))
    prepare_run(run)
    forks = []
    for _ in range(_RUNS):
        started = time.perf_counter()
        process = os.fork()
        if process == 0:
            os._exit(0)
        os.waitpid(process, 0)
        forks.append(1000 * (time.perf_counter() - started))
    return found, forks


def summary_seconds() -> tuple[int, float, float]:
    """Return how many records were summarised, by the clock and by the processor."""
    from edgematch.experiments.result_tables import TableSettings, table
    from edgematch.experiments.summary import summarize

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plan.toml"
        path.write_text(_PLAN)
        plan = read_plan(path)
        with closing(RecordStore(plan.records)):
            pass
        rows = []
        for number, run in enumerate(plan.runs()):
            is_cut = number % 7 == 0
            nodes = number * 7919 % 100_003
            record = RunRecord(
                Status.DONE,
                "seconds" if is_cut else "found",
                int(not is_cut),
                nodes,
                10.0 if is_cut else nodes / 20_000,
                statistics={"nodes": nodes, "preparing": 0.01},
                environment={"host": "here"},
            )
            rows.append(row_of(run, record))
        assert len(rows) == _RECORDS, len(rows)
        with closing(sqlite3.connect(plan.records)) as database, database:
            database.executemany(INSERT, rows)
        started, idle = time.perf_counter(), time.process_time()
        plan = read_plan(path)
        with closing(RecordStore(plan.records, read_only=True)) as store:
            summary = summarize(plan, store, "seconds")
        table(summary, TableSettings(interval=True))
        at_work = time.process_time() - idle
        return len(rows), time.perf_counter() - started, at_work


def measured_with(source: Path) -> tuple[list[float], list[float]]:
    """Return the overheads of the version of the package in a folder."""
    said = subprocess.run(
        [sys.executable, __file__, "--only-overheads"],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        check=True,
    )
    runs, forks = json.loads(said.stdout)
    return runs, forks


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--against", type=Path, help="the src folder of another version"
    )
    parser.add_argument("--only-overheads", action="store_true", help="print them")
    given = parser.parse_args()
    if given.only_overheads:
        print(json.dumps(overheads()))
        return
    here = Path(__file__).parents[1] / "src"
    runs: list[float] = []
    forks: list[float] = []
    others: list[float] = []
    for _ in range(_TURNS):
        if given.against is not None:
            others += measured_with(given.against)[0]
        more = measured_with(here)
        runs, forks = runs + more[0], forks + more[1]
    other = ""
    if others:
        other = f"\n| the same of the version before, in turns, ms | {_three(others)} |"
    records, seconds, at_work = summary_seconds()
    load = os.getloadavg()[0]
    kind = f"{len(runs)} runs of `row-scan`, 5 × 5"
    text = f"""# The harness of experiments

Written by `benchmarks/experiments.py`, on {len(os.sched_getaffinity(0))} of
{os.cpu_count()} cores with a load of {load:.1f} while it ran.

| | median | 90% | most |
|---|---|---|---|
| overhead of a run, ms ({kind}) | {_three(runs)} |{other}
| a bare fork of the same process, ms | {_three(forks)} |

{records:,} records were read and summarised in {seconds:.2f} s, {at_work:.2f} s of the
processor: medians with intervals, every seventh run censored, 20 classes.
"""
    _PAGE.write_text(text)
    print(json.dumps({"overhead": statistics.median(runs), "seconds": seconds}))


def _three(values: list[float]) -> str:
    ordered = sorted(values)
    figures = (statistics.median(ordered), ordered[9 * len(ordered) // 10], ordered[-1])
    return " | ".join(f"{figure:.1f}" for figure in figures)


if __name__ == "__main__":
    main()
