"""Exact search on a GPU: nodes, solutions and seconds of whole trees, and rates.

    python benchmarks/gpu_search.py one-set:8x8:7:seed={1..25} two-set:7x7:7:3:seed=1
    python benchmarks/gpu_search.py eternity2 --order rows --seconds 5
    python benchmarks/gpu_search.py owen.txt --order rows --count --device cpu

Every run is a line in `results/gpu_search.csv`, with the machine, the driver and the
date.  Compiling and the first start of the GPU are not part of the seconds; they have a
column of their own.  Without `--count` every solution is kept, and checked.
"""

import csv
import datetime
from pathlib import Path
from typing import Any

import click

from edgematch import count, load, solve
from edgematch.devices.gpu import Gpu
from edgematch.version import __version__

RECORDS = Path(__file__).parent / "results" / "gpu_search.csv"
COLUMNS = (
    *("date", "version", "device", "driver", "puzzle", "goal", "order", "threads"),
    *(
        "ended",
        "solutions",
        "nodes",
        "seconds",
        "preparation",
        "nodes a second",
        "note",
    ),
)


def machine(device: str) -> tuple[str, str]:
    """Return the name of the device, and the version of its driver."""
    if device == "cpu":
        return device, ""
    gpu = Gpu()
    version = gpu.arrays.cuda.runtime.driverGetVersion()
    return gpu.name, f"CUDA {version // 1000}.{version % 1000 // 10}"


@click.command()
@click.argument("puzzles", nargs=-1, required=True)
@click.option("--device", type=click.Choice(["gpu", "cpu"]), default="gpu")
@click.option("--order", default="auto", show_default=True, help="Fill order.")
@click.option("--count", "only_count", is_flag=True, help="Keep no solution.")
@click.option("--first", is_flag=True, help="Stop at the first solution.")
@click.option("--seconds", type=float, help="Limit of seconds.")
@click.option("--threads", default=1, show_default=True)
@click.option("--checkpoint", type=Path, help="Save here, and resume what is there.")
def main(
    puzzles: tuple[str, ...],
    device: str,
    order: str,
    only_count: bool,
    first: bool,
    seconds: float | None,
    threads: int,
    checkpoint: Path | None,
) -> None:
    """Search the trees of PUZZLES, one turn of the board each."""
    options: dict[str, Any] = {"device": device, "order": order}
    options |= {"seconds": seconds, "threads": threads}
    if checkpoint is not None:
        options["checkpoint"] = checkpoint
        options["resume"] = checkpoint if checkpoint.exists() else None
    where = machine(device)
    RECORDS.parent.mkdir(exist_ok=True)
    is_new = not RECORDS.exists()
    with RECORDS.open("a", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        if is_new:
            rows.writerow(COLUMNS)
        for name in puzzles:
            if only_count:
                result = count(load(name), "row-scan", **options)
            else:
                result = solve(
                    load(name),
                    "row-scan",
                    solutions=1 if first else None,
                    break_symmetry=True,
                    **options,
                )
            facts = result.statistics
            spent = max(facts["seconds"], 1e-9)
            goal = "count" if only_count else "first" if first else "all"
            rate = facts["nodes"] / spent
            date = datetime.date.today().isoformat()
            found = (
                *(date, __version__, *where, Path(name).name, goal, order, threads),
                *(result.ended.value, result.count, facts["nodes"]),
                *(f"{spent:.3f}", f"{facts['preparation_seconds']:.3f}"),
                *(f"{rate:.4g}", result.note),
            )
            rows.writerow(found)
            stream.flush()
            click.echo("  ".join(map(str, found[4:])))


if __name__ == "__main__":
    main()
