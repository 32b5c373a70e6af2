"""A damaged checkpoint is refused in one line, whatever the damage is.

`python -m torture --kind checkpoints` damages as many as there is time for.
"""

import json
import os
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np
import pytest

from children import program, wait_until
from depths import mostly_deep
from edgematch.errors import EdgematchError, FormatError
from edgematch.files import fcntl, sole_user
from edgematch.inputs import load
from edgematch.results import WrongAnswer
from edgematch.search import (
    Limits,
    Optimize,
    Request,
    Solve,
    checkpoint,
    solve,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.board_run import BoardRun
from edgematch.search.checkpoint_file import FORMAT, read_checkpoint, write_checkpoint
from edgematch.search.run import run_to_the_end
from edgematch.search.solution_run import SolutionRun

PUZZLE = load("two-set:5x5:4:3:seed=2").puzzle
ENGINES = [
    (name, goal)
    for goal in ("solve", "optimize")
    for name in technique_names(goal)
    if technique_class(name, goal).resumable
]


def fresh_run(name, goal):
    """Return a run that has not begun."""
    engine = technique(name, goal)
    wanted = Solve(None) if goal == "solve" else Optimize()
    request = Request(PUZZLE, wanted, limits=Limits(nodes=3_000))
    search = engine.start(request)
    if goal == "solve":
        return SolutionRun(engine, request, search, split=False)
    return BoardRun(engine, request, [search])


@cache
def content(name, goal):
    """Return the bytes of a checkpoint in the middle of a run."""
    run = fresh_run(name, goal)
    run_to_the_end(run, run.request.limits)
    path = Path(os.environ["PYTEST_CHECKPOINTS"]) / f"{name}-{goal}"
    checkpoint.save(path, run)
    return path.read_bytes()


@pytest.fixture(autouse=True)
def folder(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("PYTEST_CHECKPOINTS", str(tmp_path_factory.mktemp("runs")))


def reading(path, name, goal, run=None):
    """Return the run that a file restores, or None where it is refused."""
    run = run or fresh_run(name, goal)
    try:
        checkpoint.load(path, run)
    except FormatError as refusal:
        assert str(refusal).startswith(f"{path}: ")
        assert "\n" not in str(refusal)
        assert len(str(refusal)) < 300 + len(str(path))
        return None
    return run


def damaged(data, random):
    """Return bytes with some of them changed, removed, added or moved."""
    place, other = sorted(random.sample(range(len(data)), 2))
    kind = random.randrange(6)
    if kind == 0:
        return data[:place]
    if kind == 1:
        return data[:place] + data[other:]
    if kind == 2:
        return data[:place] + random.randbytes(random.randint(1, 50)) + data[place:]
    if kind == 3:
        return data[:place] + data[other:] + data[place:other]
    if kind == 4:
        return data + random.randbytes(random.randint(1, 50))
    changed = bytearray(data)
    changed[random.choice((place, random.randrange(100)))] ^= 1 << random.randrange(8)
    return bytes(changed)


def signed(body):
    """Return a file with this content behind its first line, and the right digest."""
    first = f"edgematch checkpoint {FORMAT} {len(body)} {sha256(body).hexdigest()}\n"
    return first.encode() + body


@pytest.mark.parametrize(("name", "goal"), ENGINES)
def test_a_checkpoint_restores_the_same_state(tmp_path, name, goal):
    path, again = tmp_path / "run", tmp_path / "again"
    path.write_bytes(content(name, goal))
    run = reading(path, name, goal)
    assert run is not None
    run.clock.stop()
    checkpoint.save(again, run)
    facts, arrays = read_checkpoint(path)
    new_facts, new_arrays = read_checkpoint(again)
    for each in (facts, new_facts):
        del each["seconds"], each["processor_seconds"]
    assert new_facts == facts
    assert arrays.keys() == new_arrays.keys()
    for key, array in arrays.items():
        if name != "color-pairs" or "sets" not in key:  # entries that are never read
            assert np.array_equal(array, new_arrays[key]), key


@pytest.mark.parametrize(("name", "goal"), ENGINES)
@pytest.mark.parametrize("seed", mostly_deep(5, range(10)))
def test_damage_is_found(tmp_path, name, goal, seed):
    random, data = Random(seed), content(name, goal)
    path, run = tmp_path / "run", fresh_run(name, goal)
    for _ in range(20):
        changed = damaged(data, random)
        path.write_bytes(changed)
        assert changed == data or reading(path, name, goal, run) is None


def altered(data, random):
    """Return a file with the right digest, and one value of it changed."""
    body = data.partition(b"\n")[2]
    if random.random() < 0.3:
        return signed(damaged(body, random))
    description, _, arrays = body.partition(b"\n")
    if random.random() < 0.5:
        changed = bytearray(arrays)
        changed[random.randrange(len(arrays))] = random.randrange(256)
        return signed(description + b"\n" + changed)
    described = json.loads(description)
    place = random.choice([described["facts"], *described["arrays"]])
    key = random.choice([*place] if isinstance(place, dict) else range(len(place)))
    junk = [None, -1, 10**30, 1e999, "x", [], {}, True, [[[]]], "<O8", [-1], [2**62, 4]]
    place[key] = random.choice(junk)
    return signed(json.dumps(described).encode() + b"\n" + arrays)


@pytest.mark.parametrize(("name", "goal"), ENGINES)
@pytest.mark.parametrize("seed", mostly_deep(2, range(10)))
def test_what_is_wrong_behind_a_right_digest_is_refused_or_harmless(
    tmp_path, name, goal, seed
):
    random, data = Random(seed), content(name, goal)
    path = tmp_path / "run"
    for _ in range(10):
        path.write_bytes(altered(data, random))
        run = reading(path, name, goal)
        if run is not None:
            run.progress()
            with suppress(WrongAnswer):
                run_to_the_end(run, replace(run.request.limits, nodes=6_000))


@pytest.mark.parametrize("number", [1, 9, 11])
def test_another_format_is_refused_by_its_number(tmp_path, number):
    path = tmp_path / "run"
    data = content("row-scan", "solve")
    path.write_bytes(data.replace(b" 10 ", f" {number} ".encode(), 1))
    with pytest.raises(FormatError, match=rf"format {number}; this version reads .*10"):
        read_checkpoint(path)


def test_a_checkpoint_of_an_earlier_release_is_refused_by_its_number(tmp_path):
    path = tmp_path / "run.npz"
    about = json.dumps({"version": "0.1.0", "format": 9, "goal": "solutions"})
    np.savez(path, about=np.array(about), **{"0/tree.at": np.zeros(3)})
    with pytest.raises(FormatError, match="a checkpoint of format 9; this version"):
        read_checkpoint(path)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(FormatError, match="not a checkpoint"):
        read_checkpoint(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_file_is_refused(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    wrong = {
        pipe: "a device or a pipe",
        Path("/dev/zero"): "a device or a pipe",
        tmp_path: "is a directory",
        tmp_path / "missing": "no such file",
        tmp_path / ("x" * 300): "file name too long",
    }
    for path, reason in wrong.items():
        with pytest.raises(FormatError, match=reason):
            read_checkpoint(path)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "run"
    path.write_bytes(content("row-scan", "solve"))
    os.truncate(path, 2**40)
    with pytest.raises(FormatError, match=r"damaged checkpoint: it has 1,099,511"):
        read_checkpoint(path)


def test_arrays_of_all_types_come_back(tmp_path):
    path = tmp_path / "run"
    arrays = {
        kind: np.arange(6, dtype=kind).reshape(2, 3)
        for kind in ("u1", "i1", "u2", "<i4", ">i4", "u8", "i8", "f4", "f8")
    }
    arrays |= {"none": np.zeros((0, 5)), "flags": np.array([True, False])}
    with path.open("wb") as stream:
        write_checkpoint(stream, {"text": "ü"}, arrays)
    facts, again = read_checkpoint(path)
    assert facts == {"text": "ü"}
    for name, array in arrays.items():
        assert again[name].shape == array.shape
        assert np.array_equal(again[name], array)


@pytest.mark.skipif(fcntl is None, reason="files cannot be locked here")
def test_two_runs_do_not_write_one_checkpoint(tmp_path):
    path = tmp_path / "run"
    with sole_user(path, ""), pytest.raises(EdgematchError, match="another run is"):
        solve(PUZZLE, "row-scan", checkpoint=path)
    assert not path.exists()
    solve(PUZZLE, "row-scan", nodes=10, checkpoint=path)
    with sole_user(path, ""):
        solve(PUZZLE, "row-scan", resume=path)  # it only reads
    solve(PUZZLE, "row-scan", checkpoint=path, resume=path)
    assert [each.name for each in tmp_path.iterdir()] == ["run"]


@pytest.mark.skipif(fcntl is None, reason="files cannot be locked here")
@pytest.mark.deep
def test_a_killed_run_leaves_a_checkpoint_that_can_be_resumed(edgematch, tmp_path):
    run, puzzle = tmp_path / "run", "two-set:10x10:9:5:seed=1"
    long = ("count", puzzle, "--engine", "row-scan", "--checkpoint", run)
    with program(*long, "--checkpoint-every", "0.01", stderr=-1) as command:
        wait_until(run.exists, command)
        said = edgematch(*long, "--resume", run)
        assert said.status == 2
        assert "another run is writing this checkpoint" in said.err
        command.kill()
        command.wait()
    said = edgematch(*long, "--resume", run, "--seconds", "0")
    assert said.status == 3
    assert [each.name for each in tmp_path.iterdir()] == ["run"]
