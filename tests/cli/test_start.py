"""The command line starts light: nothing heavy is imported before it is needed."""

import subprocess
import sys

import pytest

from children import PATIENCE

HEAVY = {
    "PIL",
    "dask",
    "distributed",
    "fpdf",
    "matplotlib",
    "numba",
    "numpy",
    "ortools",
    "pyarrow",
    "resvg_py",
    "rich",
    "scipy",
    "starlette",
    "uvicorn",
}
PROBE = """
import sys
from edgematch.cli.main import run
status = run(sys.argv[1:])
print("loaded:", *sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""


def modules_loaded_by(*arguments):
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return set(done.stderr.split("loaded:")[1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("solve", "--help"),
        ("experiment", "run", "--help"),
        ("serve", "--help"),
        ("optimize", "--help"),
        ("best", "clue1"),
        ("catalog",),
        ("info", "eternity2"),
        ("convert", "clue1"),
        ("draw", "clue1"),
        ("solve", "scramble-squares"),
        ("count", "scramble-squares"),
    ],
)
def test_commands_start_without_heavy_packages(arguments):
    assert modules_loaded_by(*arguments).isdisjoint(HEAVY)


def test_help_loads_neither_the_formats_nor_yaml():
    loaded = modules_loaded_by("--help")
    assert loaded.isdisjoint({"yaml", "edgematch.formats", "edgematch.search"})
