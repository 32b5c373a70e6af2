"""Exact search on a GPU: nodes, solutions and seconds of whole trees, and rates.

    python benchmarks/gpu_search.py --small
    python benchmarks/gpu_search.py one-set:8x8:7:seed={1..25} two-set:7x7:7:3:seed=1
    python benchmarks/gpu_search.py eternity2 --order rows --seconds 5
    python benchmarks/gpu_search.py owen.txt --seconds 540 --checkpoints runs

Every run is a line in `results/gpu_search.csv`, written as soon as it is over, with the
machine, the driver and the date.  Compiling and the first start of the GPU are not part
of the seconds; they have a column of their own.  Without `--count` every solution is
kept, and checked.

A whole tree must have the solutions and the nodes of the lines before it that have the
same puzzle, goal and order.  The trees of `--small` are there from a processor.

With `--checkpoints` a run that a limit, Ctrl-C or a kill has ended goes on when the
same command is given again.  Its line has the seconds of all parts.
"""

import csv
import datetime
import re
from pathlib import Path
from typing import Any, NamedTuple

import click

from edgematch import count, load, solve, write
from edgematch.devices.gpu import Gpu
from edgematch.errors import EdgematchError
from edgematch.results import Ended, Interrupted, Progress, Result
from edgematch.search.checkpoint_file import read_checkpoint
from edgematch.techniques.row_scan import RowScan
from edgematch.version import __version__

RECORDS = Path(__file__).parent / "results" / "gpu_search.csv"
COLUMNS = (
    *("date", "version", "device", "driver", "puzzle", "goal", "order", "threads"),
    *("ended", "solutions", "nodes", "share", "seconds", "preparation"),
    *("nodes a second", "note"),
)
SECONDS_BETWEEN_LOOKS = 30.0


class Tree(NamedTuple):
    """What is searched, and how."""

    puzzle: str
    """A recipe, a name of the catalog, or a file."""
    goal: str
    """`all`, `count` or `first`."""
    order: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What the lines of this tree have in common."""
        return Path(self.puzzle).name, self.goal, self.order

    def file_in(self, folder: Path, ending: str) -> Path:
        """Return a file of this tree."""
        folder.mkdir(parents=True, exist_ok=True)
        return folder / (re.sub(r"[^\w.]+", "-", "-".join(self.key)) + ending)


SMALL = (
    Tree("one-set:7x7:6:seed=1", "all", "spiral-in"),
    Tree("one-set:9x9:10:seed=1", "all", "rows"),  # two words of used pieces
    Tree("one-set:9x9:10:seed=1", "all", "spiral-in"),
    Tree("one-set:4x4:4:seed=1:hints=2", "all", "chess"),
    Tree("one-set:5x7:5:seed=1", "all", "frame-first"),
    Tree("one-set:5x5:3:seed=1", "count", "spiral-out"),  # equal pieces
    Tree("two-set:6x6:5:3:seed=1", "count", "rows"),
    Tree("gemp:4x4:9:seed=1", "all", "rows-up"),
    Tree("scramble:4x4:6:seed=1", "all", "spiral-out"),
    Tree("tetravex:6x6:9:seed=1", "all", "columns"),
    Tree("scramble:5x5:9:seed=1", "all", "rows"),  # from here on by lists
    Tree("tetravex:10x10:16:seed=1", "all", "spiral-out"),
    Tree("one-set:11x11:16:seed=1", "all", "spiral-in"),
    Tree("one-set:12x12:18:seed=1", "all", "rows"),
)
"""All rules and orders, by masks and by lists."""


class Records:
    """The lines of a file, and the whole trees that are known."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str, str], dict[str, str]] = {}
        for each in (RECORDS, path):
            if each.exists():
                with each.open(newline="") as stream:
                    for line in csv.DictReader(stream):
                        self._differs(line)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(list(COLUMNS))

    def add(self, line: dict[str, str]) -> bool:
        """Write a line, and print it; return whether it agrees with those before it."""
        values = list(line.values())
        self._append(values)
        click.echo("  ".join(values[4:]))
        before = self._differs(line)
        if before is not None:
            click.echo(f"DIFFERS from {'  '.join(before.values())}")
        return before is None

    def _differs(self, line: dict[str, str]) -> dict[str, str] | None:
        """Return the first line of the same tree if it is another one."""
        if line["ended"] != Ended.EXHAUSTED:
            return None
        key = line["puzzle"], line["goal"], line["order"]
        before = self._known.setdefault(key, line)
        names = "solutions", "nodes"
        return before if any(line[name] != before[name] for name in names) else None

    def _append(self, values: list[str]) -> None:
        with self._path.open("a", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerow(values)


def machine(device: str) -> tuple[str, str]:
    """Return the name of the device, and the version of its driver."""
    if device == "cpu":
        return device, ""
    try:
        gpu = Gpu()
    except EdgematchError as error:
        raise click.ClickException(str(error)) from error
    version = gpu.arrays.cuda.runtime.driverGetVersion()
    return gpu.name, f"CUDA {version // 1000}.{version % 1000 // 10}"


def search(
    tree: Tree, checkpoint: Path | None, seconds: float | None, **options: Any
) -> Result:
    """Search a tree for some seconds more; what Ctrl-C leaves is a result, too."""
    if checkpoint is not None:
        options["checkpoint"] = checkpoint
        if checkpoint.exists():
            options["resume"] = checkpoint
            if seconds is not None:
                seconds += read_checkpoint(checkpoint)[0]["seconds"]
    options |= {"order": tree.order, "seconds": seconds}

    def look(seen: Progress) -> None:
        if seen.seconds > 1:
            done = f"{seen.share:.3%} done, {seen.solutions:,} solutions"
            click.echo(f"{tree.puzzle}  {seen.seconds:.0f} s  {done}", err=True)

    options |= {"watch": look, "watch_every": SECONDS_BETWEEN_LOOKS}
    puzzle = load(tree.puzzle)
    try:
        if tree.goal == "count":
            return count(puzzle, "row-scan", **options)
        wanted = 1 if tree.goal == "first" else None
        return solve(
            puzzle, "row-scan", solutions=wanted, break_symmetry=True, **options
        )
    except Interrupted as stop:
        return stop.result


def line_of(tree: Tree, where: tuple[str, str], result: Result, threads: int) -> Any:
    """Return the line of a run."""
    facts = result.statistics
    spent = max(facts["seconds"], 1e-9)
    date = datetime.date.today().isoformat()
    found = (
        *(date, __version__, *where, *tree.key, threads, result.ended, result.count),
        *(facts["nodes"], f"{facts['share']:.4g}", f"{spent:.3f}"),
        *(f"{facts['preparation_seconds']:.3f}", f"{facts['nodes'] / spent:.4g}"),
        result.note,
    )
    return dict(zip(COLUMNS, map(str, found), strict=True))


@click.command()
@click.argument("puzzles", nargs=-1)
@click.option("--small", is_flag=True, help="Search small trees of all kinds.")
@click.option("--device", type=click.Choice(["gpu", "cpu"]), default="gpu")
@click.option("--order", default="auto", show_default=True, help="Fill order.")
@click.option("--count", "only_count", is_flag=True, help="Keep no solution.")
@click.option("--first", is_flag=True, help="Stop at the first solution.")
@click.option("--seconds", type=float, help="Limit of seconds of each run.")
@click.option("--threads", default=1, show_default=True)
@click.option("--checkpoints", type=Path, help="Save here, and resume what is there.")
@click.option("--boards", type=Path, help="Write a solution of each puzzle here.")
@click.option("--records", type=Path, default=RECORDS, help="Add the lines here.")
def main(
    puzzles: tuple[str, ...],
    small: bool,
    device: str,
    order: str,
    only_count: bool,
    first: bool,
    seconds: float | None,
    threads: int,
    checkpoints: Path | None,
    boards: Path | None,
    records: Path,
) -> None:
    """Search the trees of PUZZLES, one turn of the board each."""
    goal = "count" if only_count else "first" if first else "all"
    technique = RowScan(order=order, device=device)
    trees = list(SMALL) if small else []
    trees += [
        Tree(name, goal, technique.order_for(load(name).puzzle)) for name in puzzles
    ]
    where, lines, agree = machine(device), Records(records), True
    for tree in trees:
        checkpoint = checkpoints and tree.file_in(checkpoints, ".npz")
        result = search(tree, checkpoint, seconds, device=device, threads=threads)
        agree &= lines.add(line_of(tree, where, result, threads))
        if boards is not None and result.solutions:
            write(result.solutions[0], tree.file_in(boards, ".json"))
        if result.ended is Ended.INTERRUPTED:
            raise click.Abort
        if checkpoint is not None and result.ended in (Ended.EXHAUSTED, Ended.FOUND):
            checkpoint.unlink()
    if not agree:
        raise click.ClickException("a tree is not what it was before")


if __name__ == "__main__":
    main()
