"""Files that are written whole or not at all, and what is no file."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from edgematch import files
from edgematch.errors import EdgematchError, FormatError
from edgematch.files import read_bytes, read_lines, sole_user, whole_file, whole_folder


def test_a_file_stays_as_it_was_when_writing_fails(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), whole_file(path) as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    with whole_file(path) as stream:
        stream.write(b"new")
    reader.join(10)
    assert read == [b"new"]
    assert path.is_fifo()


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError), whole_file(tmp_path):
        raise AssertionError


def kill_while_writing(writer, statement, path):
    """Let a process write half of a file or folder and be killed."""
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        f"from edgematch.files import {writer}\n"
        f"with {writer}(Path(sys.argv[1])) as new:\n"
        f"    {statement}\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, path], timeout=60, check=False)


def test_a_killed_process_leaves_nothing_for_long(tmp_path):
    path = tmp_path / "run.checkpoint"
    kill_while_writing("whole_file", "new.write(b'half'); new.flush()", path)
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".run.checkpoint.")
    (tmp_path / ".other.tmp").touch()
    with whole_file(path) as stream:
        stream.write(b"new")
    assert {each.name for each in tmp_path.iterdir()} == {path.name, ".other.tmp"}


@pytest.mark.skipif(files.fcntl is None, reason="files cannot be locked here")
def test_a_killed_process_leaves_no_folder_for_long(tmp_path, monkeypatch):
    path = tmp_path / "pictures"
    kill_while_writing("whole_folder", "(new / '1.txt').write_text('half')", path)
    (left,) = tmp_path.iterdir()
    assert (left / "1.txt").exists()
    with whole_folder(path) as slow:
        monkeypatch.setattr(files, "_cleaned", set())
        with whole_folder(tmp_path / "pictures"):
            assert slow.is_dir()  # its writer lives
        (tmp_path / "pictures").rmdir()
    assert [each.name for each in tmp_path.iterdir()] == ["pictures"]


@pytest.mark.skipif(files.fcntl is None, reason="files cannot be locked here")
def test_the_temporary_file_of_a_living_process_stays(tmp_path, monkeypatch):
    path = tmp_path / "file"
    with whole_file(path) as slow:
        slow.write(b"slow")
        monkeypatch.setattr(files, "_cleaned", set())
        with whole_file(path) as fast:
            fast.write(b"fast")
        assert path.read_bytes() == b"fast"
    assert path.read_bytes() == b"slow"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(files.fcntl is None, reason="files cannot be locked here")
def test_a_file_has_one_user_at_a_time(tmp_path):
    path, link = tmp_path / "run", tmp_path / "link"
    link.symlink_to(path)
    with (
        sole_user(path, "in use"),
        pytest.raises(EdgematchError, match=r"^in use$"),
        sole_user(link, "in use"),
    ):
        raise AssertionError
    with sole_user(link, "in use"):
        assert (tmp_path / ".run.lock").exists()
    assert not (tmp_path / ".run.lock").exists()


@pytest.mark.skipif(files.fcntl is None, reason="files cannot be locked here")
def test_a_killed_process_locks_nothing(tmp_path):
    path = tmp_path / "run"
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from edgematch.files import sole_user\n"
        "with sole_user(Path(sys.argv[1]), 'in use'):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, path], timeout=60, check=False)
    assert (tmp_path / ".run.lock").exists()
    with sole_user(path, "in use"):
        pass
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_locked_nothing_is_refused(tmp_path, monkeypatch):
    missing = tmp_path / "no folder" / "run"
    with sole_user(missing, "in use"), sole_user(missing, "in use"):
        pass
    monkeypatch.setattr(files, "fcntl", None)
    path = tmp_path / "file"
    with sole_user(path, "in use"), sole_user(path, "in use"), whole_file(path) as out:
        out.write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end_is_refused(monkeypatch):
    monkeypatch.setattr(files, "TEXT_BYTES", 1000)
    with pytest.raises(FormatError, match=r"^/dev/zero: larger than"):
        read_bytes(Path("/dev/zero"))
    with pytest.raises(FormatError, match=r"^/dev/zero: a line that is too long"):
        list(read_lines(Path("/dev/zero")))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
@pytest.mark.parametrize(
    "command",
    ["solve ZERO", "decode ZERO ZERO", "decode GOOD ZERO", "experiment run ZERO"],
)
def test_a_command_refuses_an_input_without_an_end(edgematch, tmp_path, command):
    good = tmp_path / "formula.cnf"
    if "GOOD" in command:
        assert edgematch("encode", "scramble-squares", "-o", good).status == 0
    paths = {"ZERO": "/dev/zero", "GOOD": good}
    said = edgematch(*(paths.get(word, word) for word in command.split()))
    assert (said.status, said.out) == (2, "")
    (line,) = said.err.splitlines()
    assert "/dev/zero: " in line


def test_lines_without_an_end_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "formula.cnf"
    path.write_text("c a line\n" * 100)
    assert len(list(read_lines(path))) == 100
    monkeypatch.setattr(files, "_LISTING_BYTES", 500)
    with pytest.raises(FormatError, match="larger than"):
        list(read_lines(path))


def test_a_folder_or_a_missing_file_is_refused_by_its_name(tmp_path):
    for path, reason in ((tmp_path, "is a directory"), (tmp_path / "x", "no such")):
        for read in (read_bytes, lambda path: list(read_lines(path))):
            with pytest.raises(FormatError, match=reason) as refused:
                read(path)
            assert str(refused.value).startswith(f"{path}: ")
