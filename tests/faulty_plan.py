"""Runs a plan of the task `faulty`: `python faulty_plan.py FOLDER RUNS WORKERS`."""

import sys
from contextlib import closing
from pathlib import Path

import faulty  # noqa: F401
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import (
    Method,
    Plan,
    PuzzleClass,
    PuzzleSource,
    RunLimits,
)
from edgematch.experiments.scheduler import carry_out
from edgematch.experiments.store import RecordStore


def plan_of(folder, runs, deed="log", **options):
    """Return a plan with so many runs."""
    sources = [PuzzleSource(f"one-set:2x2:3:seed={seed}") for seed in range(runs)]
    options = {"file": str(folder / "log"), **options}
    method = Method(deed, "faulty", deed, options, RunLimits(1.0, megabytes=100))
    return Plan(
        folder / "plan.toml",
        "faulty",
        (PuzzleClass("all", tuple(sources)),),
        (method,),
        records=folder / "records.sqlite",
    )


def main():
    folder, runs, workers = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    plan = plan_of(folder, runs, seconds=0.01)
    with (
        closing(RecordStore(plan.records)) as store,
        closing(LocalPlace(workers, ["faulty"])) as place,
    ):
        carry_out(plan, store, place, lambda progress: None)


if __name__ == "__main__":
    main()
