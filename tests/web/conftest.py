"""One studio for all tests that do not end it; the others start their own.

And the studio without a server, built once.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pytest_pycollect_makemodule():
    """Skip all modules of this folder where the packages of the studio are missing."""
    for package in ("msgspec", "starlette", "uvicorn"):
        pytest.importorskip(package, reason=f"the studio needs {package} (extra `web`)")


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    return tmp_path_factory.mktemp("store") / "best.sqlite"


@pytest.fixture(autouse=True)
def _no_boards_of_earlier_tests(store):
    store.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def client(tmp_path_factory, store):
    from studio_client import studio

    with studio(tmp_path_factory.mktemp("studio"), store=store) as client:
        yield client


@pytest.fixture(scope="session")
def scramble(client):
    return client.get("/api/catalog/scramble-squares").json["puzzle"]


@pytest.fixture(scope="session")
def eternity(client):
    return client.get("/api/catalog/eternity2-no-hints").json["puzzle"]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Return the folder that `make static` builds."""
    from children import PATIENCE, environment

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
