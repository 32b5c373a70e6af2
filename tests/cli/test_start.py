"""The command line starts light: nothing heavy is imported before it is needed."""

import json
import subprocess
import sys

import pytest

from children import PATIENCE, environment

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
COMMANDS = [
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
]
PROBE = """
import json, sys
from edgematch.cli.main import run

before, added = set(), []
for arguments in json.load(sys.stdin):
    run(arguments)
    added.append(sorted(set(sys.modules) - before))
    before = set(sys.modules)
print(json.dumps(added), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def added_modules():
    """Return the modules that each command imports when the earlier ones have run."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        input=json.dumps(COMMANDS),
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    added = json.loads(done.stderr.splitlines()[-1])
    return dict(zip(COMMANDS, map(set, added), strict=True))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_commands_start_without_heavy_packages(arguments, added_modules):
    assert added_modules[arguments].isdisjoint(HEAVY)


def test_help_loads_neither_the_formats_nor_yaml(added_modules):
    loaded = added_modules[("--help",)]
    assert loaded.isdisjoint({"yaml", "edgematch.formats", "edgematch.search"})
    assert "edgematch.cli.main" in loaded
