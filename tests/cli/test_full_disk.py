"""A found solution is never lost: it is printed even if it cannot be written."""

import json
import os
from pathlib import Path

import pytest

from children import PATIENCE, program
from edgematch.cli import outputs
from edgematch.errors import EdgematchError

FULL_DISK = Path("/dev/full")
needs_a_full_disk = pytest.mark.skipif(
    not FULL_DISK.exists(), reason="this system has no /dev/full"
)


@pytest.fixture
def full_disk(monkeypatch):
    """Let every file fail when it is complete, as on a full disk."""

    def fail(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.setattr(Path, "write_bytes", fail)


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("solve", "scramble-squares"), "-o"),
        (("solve", "scramble-squares"), "--pictures"),
        (("optimize", "scramble-squares", "--no-store", "--nodes", 1000), "-o"),
    ],
)
@pytest.mark.parametrize("as_json", [True, False])
def test_the_answer_is_printed_before_a_file_fails(
    edgematch, tmp_path, words, option, as_json
):
    target = tmp_path / "found"
    said = edgematch(*words, option, target, *(["--json"] * as_json))
    assert said.status == 2
    last = said.err.splitlines()[-1]
    assert last == f"edgematch: {target}: no space left on device"
    if as_json:
        assert json.loads(said.out)["nodes"] > 0
    else:
        assert "nodes in" in said.out
    assert list(tmp_path.iterdir()) == []


@needs_a_full_disk
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "scramble-squares", "--json"),
        ("solve", "scramble-squares"),
        ("optimize", "scramble-squares", "--no-store", "--nodes", 1000),
    ],
)
@pytest.mark.deep
def test_the_file_is_written_where_printing_fails(edgematch, tmp_path, words):
    target = tmp_path / "found.json"
    with (
        FULL_DISK.open("wb") as full,
        program(*words, "-o", target, stdout=full, stderr=-1) as command,
    ):
        assert b"no space left on device\n" in command.stderr.read()
        assert command.wait(PATIENCE) == 2
    assert edgematch("check", target).status == 0


def test_the_first_of_several_errors_is_raised_after_all_steps():
    done = []

    def fail():
        done.append("fail")
        raise EdgematchError(f"number {len(done)}")

    with pytest.raises(EdgematchError, match="number 1"):
        outputs.run_all(fail, None, lambda: done.append("write"), fail)
    assert done == ["fail", "write", "fail"]


def test_a_proof_that_cannot_be_written_names_its_file_and_tells_the_answer(
    tmp_path, monkeypatch
):
    from edgematch.techniques.sat import proof

    def fail(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(proof, "write_cnf", fail)
    path = tmp_path / "none.drat"
    with pytest.raises(EdgematchError) as refused:
        proof.write_proof(path, None, None, None)
    assert f"{path.name}: no space left on device" in str(refused.value)
    assert "no solution" in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_optimize_goes_on_without_the_store_of_a_home_that_cannot_be_written(
    edgematch, tmp_path, monkeypatch
):
    blocked = tmp_path / "home"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    words = ("optimize", "scramble-squares", "--nodes", 1000)
    said = edgematch(*words)
    assert said.status == 0
    assert "joins match" in said.out
    assert said.err.startswith("note: boards are not kept in the store: ")
    assert said.err.count("\n") == 1
    assert edgematch(*words, "--continue").status == 2
    assert edgematch(*words, "--store", blocked / "best.sqlite").status == 2


@pytest.mark.parametrize(
    "option", ["--resume", "--checkpoint", "-o", "--pictures", "--proof"]
)
def test_an_empty_name_is_refused(edgematch, option):
    said = edgematch("solve", "scramble-squares", "--engine", "sat", option, "")
    assert (said.status, said.out) == (2, "")
    assert "''" in said.err


@pytest.mark.parametrize("cause", [MemoryError, ValueError])
def test_running_out_of_memory_is_said_in_one_line(edgematch, monkeypatch, cause):
    from edgematch.search.solution_run import SolutionRun

    def fail(*arguments):
        try:
            raise MemoryError("Unable to allocate 7.45 GiB for an array")
        except MemoryError as error:
            raise cause("the compiler gives up") from error

    monkeypatch.setattr(SolutionRun, "work", fail)
    said = edgematch("solve", "scramble-squares")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("edgematch: out of memory: ")
    assert said.err.count("\n") == 1


def test_threads_that_cannot_be_started_are_said_in_one_line(edgematch, monkeypatch):
    import threading

    start = threading.Thread.start

    def refuse(thread):
        if "ThreadPoolExecutor" in thread.name:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    said = edgematch("count", "scramble-squares", "--engine", "row-scan")
    assert (said.status, said.out) == (2, "")
    assert "threads" in said.err
    assert said.err.count("\n") == 1
