"""Time a SAT solver on the DIMACS files of `edgematch benchmark-set`, one at a time.

    python benchmarks/time_set.py FOLDER OUTPUT.csv --limit 3000 -- cadical -q -n

The name of the file is added to the command.  A line has recipe, verdict (empty where
the limit of processor time cut the solver off) and seconds of the processor.  Recipes
that OUTPUT has already are left out, so that a killed run can be continued.
"""

import csv
import json
import resource
import subprocess
from pathlib import Path

import click

VERDICTS = {10: "solvable", 20: "unsolvable"}
"""By the exit status of SAT solvers."""


def processor_seconds() -> float:
    """Return the processor time of the children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--limit", default=3000, help="Seconds of processor time for each file.")
@click.argument("command", nargs=-1, required=True)
def main(folder: Path, output: Path, limit: int, command: tuple[str, ...]) -> None:
    """Time a solver on every puzzle of a set."""
    known = set()
    if output.exists():
        known = {line.partition(",")[0] for line in output.read_text().splitlines()}
    puzzles = json.loads((folder / "manifest.json").read_text())["puzzles"]
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle["recipe"] in known:
            continue
        words = [*command, str(folder / puzzle["files"][0])]
        before = processor_seconds()
        status = subprocess.run(
            words,
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
        ).returncode
        seconds = processor_seconds() - before
        row = puzzle["recipe"], VERDICTS.get(status, ""), f"{seconds:.1f}"
        with output.open("a", newline="") as file:
            csv.writer(file).writerow(row)
        click.echo(f"{number} of {len(puzzles)}: {', '.join(row)}", err=True)


if __name__ == "__main__":
    main()
