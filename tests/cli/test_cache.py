"""What we keep on a machine is shown, and compiled kernels can be removed."""

import json

import pytest

from children import PATIENCE, environment, program, python


@pytest.fixture
def homes(tmp_path, monkeypatch):
    """Let everything be kept in folders of the test; return them."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    folders = {name: tmp_path / name for name in ("CACHE", "DATA", "STATE")}
    for name, folder in folders.items():
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder))
        (folder / "edgematch" / "studio").mkdir(parents=True)
        (folder / "edgematch" / "studio" / "some").write_bytes(b"12345")
    (folders["DATA"] / "edgematch" / "best.sqlite").write_bytes(b"123")
    return folders


def test_all_that_is_kept_is_shown_with_its_size(edgematch, homes):
    facts = json.loads(edgematch("cache", "--json").out)["kept"]
    assert [(each["files"], each["bytes"]) for each in facts] == [
        (1, 5),
        (1, 3),
        (1, 5),
    ]
    assert [each["can_be_rebuilt"] for each in facts] == [True, False, False]
    said = edgematch("cache").out
    for each in facts:
        assert each["path"] in said


def test_only_what_can_be_made_again_is_removed(edgematch, homes):
    said = edgematch("cache", "--clear", "--yes")
    assert said.status == 0
    assert str(homes["CACHE"]) in said.out
    assert not (homes["CACHE"] / "edgematch").exists()
    assert (homes["DATA"] / "edgematch" / "best.sqlite").exists()
    assert (homes["STATE"] / "edgematch" / "studio" / "some").exists()
    assert "nothing to remove" in edgematch("cache", "--clear", "--yes").out


def test_yes_without_clear_is_refused(edgematch, homes):
    assert edgematch("cache", "--yes").status == 2
    assert (homes["CACHE"] / "edgematch").exists()


ONE_ENGINE = """
import sys
from edgematch import search
from edgematch.cli.main import run

(one,) = [entry for entry in search.entries() if entry.name == "tabu"]
search.entries = lambda: [one]
sys.exit(run(["prepare"]))
"""


def said_of_preparation(command):
    with command as process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return out.decode()


@pytest.mark.deep
def test_what_is_compiled_is_said_and_kept(tmp_path):
    variables = environment(XDG_CACHE_HOME=str(tmp_path))
    for what in ("engines compiled", "already"):
        command = python("-c", ONE_ENGINE, stdout=-1, env=variables)
        assert what in said_of_preparation(command)


@pytest.mark.deep
def test_after_prepare_nothing_is_compiled():
    said_of_preparation(program("prepare", stdout=-1))
    assert "already" in said_of_preparation(program("prepare", stdout=-1))
