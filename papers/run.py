"""Run the plans in this folder, or small versions of them; write tables and plots.

    python papers/run.py --sample 1 --seconds 1 --workers 2 --into build/papers
    python papers/run.py --only ansotegui/table-3

Without `--into` the results are written where they are committed: beside each plan,
with the records themselves in `records.csv`, from which `--only-write` makes the pages
again.  A run that has a record is not repeated.
"""

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path

from edgematch.experiments.export import as_csv, restore_csv
from edgematch.experiments.local import LocalPlace
from edgematch.experiments.plan import reduce_plan
from edgematch.experiments.plan_files import read_plan
from edgematch.experiments.report import write_report
from edgematch.experiments.scheduler import carry_out
from edgematch.experiments.store import RecordStore

HERE = Path(__file__).parent
RECORDS = "records.csv"
PLANS = {
    path.parent.relative_to(HERE).as_posix(): path
    for path in sorted(HERE.glob("*/*/plan.toml"))
}


def run(name: str, asked: argparse.Namespace) -> None:
    """Run one plan and write its results."""
    target = (asked.into or HERE) / name
    target.mkdir(parents=True, exist_ok=True)
    plan = read_plan(PLANS[name], target / "plan.sqlite")
    plan = reduce_plan(plan, asked.sample, asked.seconds)
    started = time.monotonic()
    kept = target / RECORDS
    with closing(RecordStore(plan.records)) as store:
        if kept.exists():
            restore_csv(plan, store, kept.read_text(encoding="utf-8"), str(kept))
        if not asked.only_write:
            with closing(LocalPlace(asked.workers)) as place:
                carry_out(plan, store, place, lambda progress: None)
        for problem in write_report(plan, store, target):
            print(f"{name}: {problem}", file=sys.stderr)
        kept.write_bytes(as_csv(plan, store, left_out=["on_host"]))
    print(f"{name}: {plan.count} runs, {time.monotonic() - started:.0f} s", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the plans named on the command line, by default all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, help="number of puzzles of each class")
    parser.add_argument("--seconds", type=float, help="upper limit for each run")
    parser.add_argument("--workers", type=int, default=1, help="runs at a time [1]")
    parser.add_argument("--into", type=Path, help="folder for all results")
    parser.add_argument("--only", nargs="+", choices=list(PLANS), default=list(PLANS))
    parser.add_argument(
        "--only-write", action="store_true", help="write from the records, run nothing"
    )
    asked = parser.parse_args(arguments)
    for name in asked.only:
        run(name, asked)


if __name__ == "__main__":
    main()
