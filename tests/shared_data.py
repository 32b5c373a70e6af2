"""Other people's instances: read where the folder is there, skipped where it is not."""

from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "shared" / "data"


def data_file(name: str) -> Path:
    """Return a file of the data folder, or skip the test."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the data folder beside the project is not there ({name})")
    return path
