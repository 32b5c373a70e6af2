"""The benchmark of exact search on a GPU, its loops compiled by g++."""

import csv
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from edgematch.techniques.row_scan.device import plan, search
from gxx import Gxx

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PUZZLES = "one-set:3x3:3:seed=1", "one-set:3x3:3:seed=2"


@pytest.fixture
def benchmark(tmp_path, monkeypatch):
    """Run the program; return the lines that it wrote, and its exit status."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    monkeypatch.delitem(sys.modules, "gpu_search", raising=False)
    import gpu_search

    gxx = Gxx(tmp_path)
    monkeypatch.setattr(search, "next_gpu", lambda: gxx)
    monkeypatch.setattr(search, "_SECONDS_PER_SLICE", 0.0)
    monkeypatch.setattr(plan, "BEGINNINGS", 40)
    monkeypatch.setattr(gpu_search, "machine", lambda device: (device, ""))
    monkeypatch.setattr(gpu_search, "SMALL", gpu_search.SMALL[3:4])
    records = tmp_path / "records.csv"

    def run(*words):
        arguments = [*words, "--records", str(records), "--order", "rows"]
        status = CliRunner().invoke(gpu_search.main, arguments).exit_code
        with records.open(newline="") as stream:
            return list(csv.DictReader(stream)), status

    return run


def test_lines_of_the_gpu_are_those_of_the_processor(benchmark):
    benchmark(*PUZZLES, "--device", "cpu")
    lines, status = benchmark(*PUZZLES, "--small")
    assert status == 0
    assert [line["device"] for line in lines] == ["cpu", "cpu", "gpu", "gpu", "gpu"]
    assert {line["ended"] for line in lines} == {"exhausted"}
    for before, after in zip(lines, lines[3:], strict=False):
        assert before["nodes"] == after["nodes"]
        assert before["solutions"] == after["solutions"]


def test_a_tree_that_is_not_what_it_was_ends_with_status_1(benchmark, tmp_path):
    benchmark(PUZZLES[0])
    records = tmp_path / "records.csv"
    lines = records.read_text().replace(",rows,1,exhausted,", ",rows,1,exhausted,9")
    records.write_text(lines)
    assert benchmark(PUZZLES[0])[1] == 1


def test_what_a_limit_ends_goes_on_the_next_time(benchmark, tmp_path):
    folders = ("--checkpoints", str(tmp_path / "runs"), "--boards", str(tmp_path))
    (line,), status = benchmark(PUZZLES[0], *folders, "--seconds", "0")
    assert (line["ended"], status) == ("seconds", 0)
    (checkpoint,) = (tmp_path / "runs").iterdir()
    assert checkpoint.name == "one-set-3x3-3-seed-1-all-rows.npz"
    (_, line), _ = benchmark(PUZZLES[0], *folders, "--seconds", "60")
    assert line["ended"] == "exhausted"
    assert not any((tmp_path / "runs").iterdir())
    assert (tmp_path / "one-set-3x3-3-seed-1-all-rows.json").exists()
    assert benchmark(PUZZLES[0])[0][-1]["nodes"] == line["nodes"]
