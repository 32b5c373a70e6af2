"""The studio built for any web host, once for all tests."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from children import PATIENCE, environment

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("static") / "built"
    done = subprocess.run(
        [sys.executable, ROOT / "static/build_static.py", folder],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if "use --fetch" in done.stderr:
        pytest.skip("Pyodide is not there; `make page` fetches it")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def node():
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed")
    return program
