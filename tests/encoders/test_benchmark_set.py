"""Sets of puzzles for solver competitions."""

import json

import pytest

from edgematch import count, load
from edgematch.encoders.benchmark_set import MANIFEST, our_list, read_list
from edgematch.errors import FormatError
from edgematch.formats import Source

HEADER = "recipe,verdict,solver,seconds\n"
OURS = read_list(our_list())


def test_a_set_has_three_formats_of_each_puzzle_and_a_manifest(edgematch, tmp_path):
    lines = "two-set:4x4:4:3:seed=1,,MiniSat 2.2,0.5\n", "one-set:3x3:3:random,,,\n"
    (tmp_path / "list.csv").write_text(HEADER + "".join(lines))
    folder = tmp_path / "set"
    said = edgematch("benchmark-set", folder, "--list", tmp_path / "list.csv")
    assert (said.status, said.out) == (0, f"2 puzzles, {folder / MANIFEST}\n")
    manifest = json.loads((folder / MANIFEST).read_text())
    first, second = manifest["puzzles"]
    puzzle = load("two-set:4x4:4:3:seed=1").puzzle
    assert first == {
        "recipe": "two-set:4x4:4:3:seed=1",
        "seed": 1,
        "fingerprint": puzzle.fingerprint,
        "verdict": "solvable",
        "solver": "MiniSat 2.2",
        "seconds": 0.5,
        "files": [f"two-set-4x4-4-3-seed-1.{x}" for x in ("cnf", "xml", "mzn", "dzn")],
    }
    assert second["verdict"] is second["solver"] is second["seconds"] is None
    written = {name for each in manifest["puzzles"] for name in each["files"]}
    assert {path.name for path in folder.iterdir()} == {MANIFEST, *written}


def test_a_set_has_the_files_that_encode_writes(edgematch, tmp_path):
    recipe = "two-set:4x4:4:3:seed=2"
    (tmp_path / "list.csv").write_text(f"{HEADER}{recipe},,,\n")
    edgematch("benchmark-set", tmp_path / "set", "--list", tmp_path / "list.csv")
    options = {".cnf": ["--encoding", "primal-dual", "--no-color-counts"]}
    for suffix in (".cnf", ".xml", ".mzn"):
        path = tmp_path / f"one{suffix}"
        edgematch("encode", recipe, "-o", path, *options.get(suffix, []))
    for suffix in (".cnf", ".xml", ".mzn", ".dzn"):
        expected = (tmp_path / f"one{suffix}").read_bytes()
        name = f"two-set-4x4-4-3-seed-2{suffix}"
        assert (tmp_path / "set" / name).read_bytes() == expected


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("recipe,seconds\n", "list.csv:1: expected the columns"),
        (HEADER, "no recipes"),
        (HEADER + "two-set:4x4:4:3\n", "list.csv:2: expected 4 fields, got 1"),
        (HEADER + "one-set:4x4:4,,,\n\nthree-set:4x4:4,,,\n", "list.csv:4: "),
        (HEADER + "one-set:4x4:4:2,,,\n", "list.csv:2: .*no frame colors"),
        (HEADER + "one-set:4x4:4,sat,,\n", "the verdict is"),
        (HEADER + "one-set:4x4:4,unsolvable,,\n", "planted"),
        (HEADER + "one-set:4x4:4,,minisat,\n", "a solver needs its seconds"),
        (HEADER + "one-set:4x4:4,,,7\n", "seconds their solver"),
        (HEADER + "one-set:4x4:4,,minisat,-1\n", "a positive number, not '-1'"),
        (HEADER + "one-set:4x4:4,,minisat,nan\n", "a positive number, not 'nan'"),
        (HEADER + "one-set:4x4:4,,,\none-set:4x4:4:seed=0,,,\n", "3: .* occurs twice"),
    ],
)
def test_a_list_that_breaks_a_rule_is_refused(text, rule):
    with pytest.raises(FormatError, match=rule):
        read_list(Source("list.csv", text))


def test_a_folder_that_is_not_empty_is_refused(edgematch, tmp_path):
    (tmp_path / "file").write_text("")
    said = edgematch("benchmark-set", tmp_path)
    assert said.status == 2
    assert "is not empty" in said.err


@pytest.mark.parametrize("benchmark", OURS, ids=lambda each: each.recipe.name)
def test_a_benchmark_of_ours_takes_a_named_solver_a_minute_to_an_hour(benchmark):
    assert benchmark.solver
    assert 60 <= benchmark.seconds <= 3000
    assert benchmark.verdict


@pytest.mark.deep
@pytest.mark.parametrize("benchmark", OURS, ids=lambda each: each.recipe.name)
def test_the_verdicts_of_our_benchmarks_are_proved(benchmark):
    if benchmark.verdict == "solvable":
        assert not benchmark.recipe.random
        return
    assert count(load(benchmark.recipe.name)).count == 0
