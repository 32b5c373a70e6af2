"""Nodes per second of the row-scan kernels against plain C++ walking the same tree.

Both walk the same nodes of the same puzzles, one after the other on one core, several
times; the table gives medians and their ratio.  Writes benchmarks/notes/row_scan.md.
"""

import datetime
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numba

from edgematch import load, solve
from edgematch.puzzle import Puzzle
from edgematch.version import __version__

FOLDER = Path(__file__).parent
CASES = {
    "Eternity II pieces, no hint": ["eternity2-no-hints"],
    "one-set 8x8, c=7": [f"one-set:8x8:7:seed={seed}" for seed in range(5)],
    "two-set 7x7, 7:3": [f"two-set:7x7:7:3:seed={seed}" for seed in range(5)],
}
NODES = 40_000_000
REPEATS = 5


def peer_rate(program: Path, puzzle: Puzzle) -> float:
    """Return the nodes per second of the C++ program."""
    numbers = [puzzle.rows, puzzle.columns, NODES]
    numbers += [color for piece in puzzle.pieces for color in piece]
    text = " ".join(map(str, numbers))
    done = subprocess.run(
        [program], input=text, capture_output=True, text=True, check=True
    )
    nodes, _, seconds = done.stdout.split()
    return int(nodes) / float(seconds)


def our_rate(puzzle: Puzzle) -> float:
    """Return the nodes per second of the engine, solutions included."""
    result = solve(puzzle, "row-scan", solutions=None, nodes=NODES, keep=0)
    return result.statistics["nodes"] / result.statistics["seconds"]


def measured(program: Path) -> list[str]:
    """Return the rows of the table."""
    rows = []
    for name, puzzles in CASES.items():
        ours, theirs = [], []
        for recipe in puzzles:
            puzzle = load(recipe).puzzle
            our_rate(puzzle)
            for _ in range(REPEATS):
                ours.append(our_rate(puzzle))
                theirs.append(peer_rate(program, puzzle))
        us, them = statistics.median(ours) / 1e6, statistics.median(theirs) / 1e6
        rows.append(f"| {name} | {us:.1f} | {them:.1f} | {us / them:.2f} |")
        print(rows[-1], file=sys.stderr)
    return rows


def main() -> None:
    """Measure and write the table."""
    compiler = shutil.which("g++")
    if compiler is None:
        sys.exit("the baseline needs g++, which is not here")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "row_scan"
        source = FOLDER / "peers" / "row_scan.cpp"
        flags = ["-O3", "-march=native"]
        subprocess.run([compiler, *flags, "-o", program, source], check=True)
        rows = measured(program)
    table = "\n".join(
        [
            "# Row scan against plain C++",
            "",
            f"`make bench`, {datetime.date.today()}, {platform.machine()},"
            f" Python {platform.python_version()}, numba {numba.__version__},"
            f" edgematch {__version__}. Million nodes a second, one core, medians of"
            f" {REPEATS} runs of {NODES // 10**6} million nodes a puzzle, interleaved.",
            "",
            "| class | ours | C++ -O3 -march=native | ratio |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )
    note = FOLDER / "notes" / "row_scan.md"
    _, *others = note.read_text().split("\n## ")  # written by hand
    note.write_text("\n## ".join([table, *others]))
    print(table)


if __name__ == "__main__":
    main()
