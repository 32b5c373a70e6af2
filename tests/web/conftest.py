"""One studio for all tests that do not end it; the others start their own."""

import pytest

from studio_client import studio


@pytest.fixture(scope="session")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio")
    with studio(folder, store=folder / "best.sqlite") as client:
        yield client


@pytest.fixture(scope="session")
def scramble(client):
    return client.get("/api/catalog/scramble-squares").json["puzzle"]


@pytest.fixture(scope="session")
def eternity(client):
    return client.get("/api/catalog/eternity2-no-hints").json["puzzle"]
