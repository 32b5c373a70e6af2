"""Time a SAT solver on the DIMACS files of `edgematch benchmark-set`.

    python benchmarks/time_set.py FOLDER OUTPUT.csv --limit 3000 -- cadical -q -n

The name of the file is added to the command.  A line has recipe, verdict (empty where
the limit of processor time cut the solver off) and seconds of the processor.  Recipes
that OUTPUT has already are left out, so that a killed run can be continued.
"""

import csv
import json
import os
import resource
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import click

VERDICTS = {10: "solvable", 20: "unsolvable"}
"""By the exit status of SAT solvers."""


def run(words: list[str], limit: int) -> tuple[str, float]:
    """Run a solver; return its verdict and its processor seconds."""
    solver = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    resource.prlimit(solver.pid, resource.RLIMIT_CPU, (limit, limit))
    _, status, used = os.wait4(solver.pid, 0)
    solver.returncode = os.waitstatus_to_exitcode(status)
    return VERDICTS.get(solver.returncode, ""), used.ru_utime + used.ru_stime


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--limit", default=3000, help="Seconds of processor time for each file.")
@click.option("--workers", default=1, help="Solvers that run at a time.")
@click.argument("command", nargs=-1, required=True)
def main(
    folder: Path, output: Path, limit: int, workers: int, command: tuple[str, ...]
) -> None:
    """Time a solver on every puzzle of a set."""
    if shutil.which(command[0]) is None:
        raise click.UsageError(f"there is no program {command[0]}")
    manifest = folder / "manifest.json"
    if not manifest.exists():
        raise click.UsageError(f"{folder} is not a folder of `edgematch benchmark-set`")
    known = set()
    if output.exists():
        known = {line.partition(",")[0] for line in output.read_text().splitlines()}
    puzzles = json.loads(manifest.read_text())["puzzles"]
    left = [each for each in puzzles if each["recipe"] not in known]
    with ThreadPoolExecutor(workers) as pool, output.open("a", newline="") as file:
        runs = {}
        for each in left:
            words = [*command, str(folder / each["files"][0])]
            runs[pool.submit(run, words, limit)] = each["recipe"]
        done = len(puzzles) - len(left)
        for number, ended in enumerate(as_completed(runs), done + 1):
            verdict, seconds = ended.result()
            row = runs[ended], verdict, f"{seconds:.1f}"
            csv.writer(file).writerow(row)
            file.flush()
            click.echo(f"{number} of {len(puzzles)}: {', '.join(row)}", err=True)


if __name__ == "__main__":
    main()
