"""What the width of a beam is worth: passes at several widths, as a table and a plot.

    python benchmarks/widths.py run --width 256 --width 1024 --passes 8
    python benchmarks/widths.py run --width 33554432 --passes 4 --device gpu --ahead 15
    python benchmarks/widths.py draw

`run` adds a line for each pass to `notes/beam_widths.csv`; `draw` prints the table and
writes the plot of `docs/scores.md`.  Times are processor time, on a GPU wall time.
"""

import csv
import math
import platform
import statistics
import time
from collections import defaultdict
from pathlib import Path

import click

from edgematch.devices.gpu import Gpu
from edgematch.inputs import load
from edgematch.pictures.charts import chart_bytes, new_chart
from edgematch.placements.full_boards import full_board_tables
from edgematch.techniques.beam import Beam
from edgematch.techniques.beam.beam_pass import BeamPass
from edgematch.techniques.beam.course import Course, Courses
from edgematch.techniques.beam.device.device_pass import DevicePass

FOLDER = Path(__file__).parent
RECORDS = FOLDER / "notes" / "beam_widths.csv"
PLOT = FOLDER.parent / "docs" / "pictures" / "beam-widths.svg"
COLUMNS = (
    *("puzzle", "device", "machine", "ahead"),
    *("width", "orientation", "seed", "score", "seconds"),
)


@click.group()
def main() -> None:
    """Measure or draw."""


@main.command()
@click.option("--puzzle", default="eternity2", show_default=True)
@click.option("--width", "widths", type=int, multiple=True, required=True)
@click.option("--passes", default=8, show_default=True, help="Passes of each width.")
@click.option("--ahead", default=8, show_default=True, help="Cells to look ahead.")
@click.option("--device", type=click.Choice(["cpu", "gpu"]), default="cpu")
@click.option("--machine", default=platform.machine(), help="Name of the machine.")
def run(
    puzzle: str,
    widths: tuple[int, ...],
    passes: int,
    ahead: int,
    device: str,
    machine: str,
) -> None:
    """Add a line for each pass to the records."""
    tables = full_board_tables(load(puzzle).puzzle)
    courses = Courses(tables, Beam(look_ahead=ahead))
    gpu = Gpu() if device == "gpu" else None
    clock = time.process_time if gpu is None else time.perf_counter

    def new_pass(course: Course, width: int, seed: int) -> BeamPass | DevicePass:
        if gpu is None:
            return BeamPass(course, width, (seed,))
        return DevicePass(course, width, (seed,), gpu)

    new_pass(courses.number(0), 16, 0).prepare()
    is_new = not RECORDS.exists()
    with RECORDS.open("a", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        if is_new:
            rows.writerow(COLUMNS)
        for width in widths:
            for seed in range(passes):
                start = clock()
                one = new_pass(courses.number(seed), width, seed)
                while not one.is_over:
                    one.advance(1 << 40)
                seconds = clock() - start
                score = tables.puzzle.joins - tables.breaks_of(one.best_ways())
                row = puzzle, device, machine, ahead, width, seed % 8, seed, score
                rows.writerow((*row, f"{seconds:.2f}"))
                stream.flush()
                click.echo(f"{width:>12,} {score} {seconds:.2f} s")


@main.command()
def draw() -> None:
    """Print the table, and draw the plot."""
    found: dict[tuple[str, str, str, str], dict[int, list[tuple[int, float]]]]
    found = defaultdict(lambda: defaultdict(list))
    with RECORDS.open() as stream:
        for row in csv.DictReader(stream):
            kind = row["puzzle"], row["device"], row["ahead"], row["machine"]
            value = int(row["score"]), float(row["seconds"])
            found[kind][int(row["width"])].append(value)
    figure, axes = new_chart()
    click.echo(
        "| puzzle, machine | look ahead | width | passes | mean | best | seconds |"
    )
    click.echo("|---|---|---|---|---|---|---|")
    for number, (kind, of_width) in enumerate(found.items()):
        puzzle, _, ahead, machine = kind
        means = []
        for width, passes in sorted(of_width.items()):
            scores = [score for score, _ in passes]
            means.append(statistics.mean(scores))
            seconds = statistics.median(each for _, each in passes)
            click.echo(
                f"| {puzzle}, {machine} | {ahead} | 2^{math.log2(width):g} |"
                f" {len(scores)} | {means[-1]:.2f} | {max(scores)} | {seconds:.3g} |"
            )
        axes.plot(
            sorted(of_width),
            means,
            marker="osv^D"[number % 5],
            label=f"{puzzle}, {machine}, look ahead {ahead}",
        )
    axes.set_xscale("log", base=2)
    axes.set_xlabel("width")
    axes.set_ylabel("matching joins, mean of the passes")
    axes.set_title("What the width of a beam is worth")
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.legend(fontsize="small")
    PLOT.write_bytes(chart_bytes(figure, "svg"))


if __name__ == "__main__":
    main()
