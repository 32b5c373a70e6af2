"""Scores on a GPU: the best board of `beam` after so many seconds, for several seeds.

    python benchmarks/gpu_scores.py eternity2 --seconds 1 --width 262144
    python benchmarks/gpu_scores.py eternity2 --goal pieces --width 33554432

Every run is a line in `results/gpu_scores.csv`, with the GPU and the date.  Each board
has passed the referee.  Compiling is not part of the seconds.
"""

import csv
import datetime
from pathlib import Path
from typing import Any

import click

from edgematch import load, optimize, write
from edgematch.devices.gpu import Gpu
from edgematch.errors import EdgematchError
from edgematch.version import __version__

RECORDS = Path(__file__).parent / "results" / "gpu_scores.csv"
COLUMNS = (
    *("date", "version", "device", "puzzle", "goal", "width", "look ahead", "seed"),
    *("limit", "value", "found after", "seconds", "preparation", "nodes", "values"),
)


@click.command()
@click.argument("puzzles", nargs=-1, required=True)
@click.option("--seconds", default=10.0, show_default=True)
@click.option("--width", type=int, required=True)
@click.option("--ahead", default=15, show_default=True, help="Cells to look ahead.")
@click.option("--seed", "seeds", type=int, multiple=True, default=(1, 2, 3))
@click.option("--goal", default="joins", show_default=True)
@click.option("--boards", type=Path, help="Folder for the boards.")
def main(
    puzzles: tuple[str, ...],
    seconds: float,
    width: int,
    ahead: int,
    seeds: tuple[int, ...],
    goal: str,
    boards: Path | None,
) -> None:
    """Search for good boards of PUZZLES, with seeds 1, 2 and 3 unless told."""
    options: dict[str, Any] = {"device": "gpu", "width": width, "look_ahead": ahead}
    try:
        gpu = Gpu().name
    except EdgematchError as error:
        raise click.ClickException(str(error)) from None
    RECORDS.parent.mkdir(exist_ok=True)
    is_new = not RECORDS.exists()
    with RECORDS.open("a", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        if is_new:
            rows.writerow(COLUMNS)
        for name in puzzles:
            for seed in seeds:
                result = optimize(
                    load(name), "beam", goal=goal, seed=seed, seconds=seconds, **options
                )
                facts, last = result.statistics, result.curve[-1]
                values = [each.score for each in result.curve]
                date = datetime.date.today().isoformat()
                found = (
                    *(date, __version__, gpu, Path(name).name, goal, width, ahead),
                    *(seed, seconds, last.score, f"{last.seconds:.2f}"),
                    *(f"{facts['seconds']:.2f}", f"{facts['preparation_seconds']:.2f}"),
                    *(facts["nodes"], " ".join(map(str, values))),
                )
                rows.writerow(found)
                stream.flush()
                click.echo("  ".join(map(str, found[3:])))
                if boards is not None:
                    boards.mkdir(parents=True, exist_ok=True)
                    file = f"{Path(name).stem}-{goal}-{last.score}-{width}-{seed}.json"
                    write(result.best, boards / file)


if __name__ == "__main__":
    main()
