"""One studio for all tests that do not end it; the others start their own."""

import pytest


def pytest_pycollect_makemodule():
    """Skip all modules of this folder where the packages of the studio are missing."""
    for package in ("msgspec", "starlette", "uvicorn"):
        pytest.importorskip(package, reason=f"the studio needs {package} (extra `web`)")


@pytest.fixture(scope="session")
def client(tmp_path_factory):
    from studio_client import studio

    folder = tmp_path_factory.mktemp("studio")
    with studio(folder, store=folder / "best.sqlite") as client:
        yield client


@pytest.fixture(scope="session")
def scramble(client):
    return client.get("/api/catalog/scramble-squares").json["puzzle"]


@pytest.fixture(scope="session")
def eternity(client):
    return client.get("/api/catalog/eternity2-no-hints").json["puzzle"]
