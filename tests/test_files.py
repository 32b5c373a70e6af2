"""Files that are written whole or not at all, and what is no file."""

import os
import threading

import pytest

from edgematch.files import whole_file


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
