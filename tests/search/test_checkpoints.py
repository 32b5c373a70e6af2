"""A run can be killed at any moment and goes on as if nothing had happened."""

import json
import time
from dataclasses import replace
from errno import ENOSPC
from random import Random

import pytest

from children import PATIENCE, program, wait_until, without_preparation
from depths import mostly_deep
from edgematch.errors import CheckpointWarning, FormatError
from edgematch.formats import Document, write
from edgematch.inputs import load
from edgematch.search import (
    Limits,
    Request,
    Solve,
    checkpoint,
    count,
    solve,
    technique,
    technique_class,
    technique_names,
)
from edgematch.search.checkpoint_file import read_checkpoint
from edgematch.search.run import run_to_the_end
from edgematch.search.solution_run import SolutionRun
from planted import planted_board

ALL = {"solutions": None}
PUZZLE = planted_board(5, 5, 4, 3).puzzle
RESUMABLE = [
    name
    for name in technique_names("solve")
    if technique_class(name).proves and technique_class(name).resumable
]


def renumbered(puzzle):
    """Return a puzzle with colors numbered otherwise, which is the same to players."""
    other = {color: color % len(puzzle.colors) + 1 for color in puzzle.colors} | {0: 0}
    pieces = [[other[color] for color in piece] for piece in puzzle.pieces]
    same = replace(puzzle, pieces=pieces)
    assert same.fingerprint == puzzle.fingerprint
    return same


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", mostly_deep(2, [1, 777, 0, 50]))
def test_a_run_that_goes_on_comes_to_the_same_totals(tmp_path, nodes, threads, name):
    puzzle = planted_board(4, 4, 3, 7).puzzle
    expected = solve(puzzle, name, **ALL)
    path = tmp_path / "run.npz"
    for step in range(1, 4):  # stopped three times, then to the end
        solve(
            puzzle,
            name,
            solutions=None,
            nodes=nodes * step,
            threads=threads,
            checkpoint=path,
            resume=path if step > 1 else None,
        )
    result = solve(puzzle, name, **ALL, threads=threads, resume=path)
    assert result.count == expected.count
    assert result.solutions == expected.solutions
    assert result.statistics["nodes"] == expected.statistics["nodes"]


@pytest.mark.parametrize(
    ("puzzle", "options", "message"),
    [
        (planted_board(5, 5, 4, 4).puzzle, {}, "a checkpoint with another puzzle"),
        (PUZZLE, {"seed": 5}, "a checkpoint with another seed: 0, not 5$"),
        (renumbered(PUZZLE), {}, "a checkpoint with other colors: "),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(tmp_path, puzzle, options, message):
    path = tmp_path / "run.npz"
    solve(PUZZLE, solutions=None, nodes=100, checkpoint=path)
    with pytest.raises(FormatError, match=message):
        solve(puzzle, **ALL, resume=path, **options)


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("wanted", mostly_deep(1, [2, 1, 3]))
def test_a_run_that_found_enough_goes_on_to_all(tmp_path, name, wanted):
    puzzle, path = load("tetravex:4x4:4:seed=2").puzzle, tmp_path / "run.npz"
    whole = solve(puzzle, name, **ALL)
    assert whole.count == 5
    some = solve(puzzle, name, solutions=wanted, threads=2, checkpoint=path)
    assert some.solutions == whole.solutions[:wanted]
    if name == "auto" and wanted == 1:  # another engine may be chosen for all
        with pytest.raises(FormatError, match="first solution, not all solutions"):
            solve(puzzle, name, **ALL, resume=path)
        return
    for threads in (1, 2):
        rest = solve(puzzle, name, **ALL, threads=threads, resume=path)
        assert (rest.ended, rest.solutions) == ("exhausted", whole.solutions)
        assert rest.counts == whole.counts
        assert rest.statistics["nodes"] == whole.statistics["nodes"]


def half_done(puzzle, name, random):
    """Return a run of many parts of which some are done, some begun, some not."""
    engine, request = technique(name), Request(puzzle, Solve(None), threads=2)
    run = SolutionRun(engine, request, engine.start(request))
    for part in random.sample(run.parts, random.randint(0, len(run.parts))):
        nodes = random.choice([1, 20, 100, 10**9])
        while not part.is_done(10**9, nodes):
            part.run(name, 10**9, nodes, keep=10_000)
    return run


def twin(run, request):
    """Return a copy of a run that goes its own way, for another request."""
    copy = SolutionRun(run.technique, request, run.parts[0].search, split=False)
    copy.parts = [
        replace(part, search=part.search.fork(), kept=[*part.kept])
        for part in run.parts
    ]
    return copy


def ended_run(puzzle, name, goal, limits=None):
    """Return why a run in one thread ended, and the run."""
    engine, request = technique(name), Request(puzzle, goal, limits=limits or Limits())
    run = SolutionRun(engine, request, engine.start(Request(puzzle, Solve(None))))
    return run_to_the_end(run, request.limits), run


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("seed", mostly_deep(2, range(6)))
def test_the_solutions_of_parts_count_in_the_order_of_the_tree(name, seed):
    random = Random(seed)
    puzzle = load(f"tetravex:3x3:3:seed={seed}").puzzle
    _, whole = ended_run(puzzle, name, Solve(None))
    begun = half_done(puzzle, name, random)
    for solutions in [None, *range(1, whole.count + 2)]:
        goal = Solve(solutions)
        ended, alone = ended_run(puzzle, name, goal)
        for threads in (1, 2):
            run = twin(begun, Request(puzzle, goal, threads=threads))
            assert run_to_the_end(run, run.request.limits) == ended
            assert (run.count, run.kept()) == (alone.count, alone.kept())
            if ended == "exhausted":
                assert run.nodes == whole.nodes
            for before, after in zip(begun.parts, run.parts, strict=True):
                # Nothing is thrown away that a later run could want.
                assert after.search.nodes >= before.search.nodes
                assert after.count >= before.count


@pytest.mark.parametrize("name", RESUMABLE)
@pytest.mark.parametrize("seed", range(6))
def test_a_node_limit_is_met_to_the_node_by_a_run_of_many_parts(name, seed):
    random = Random(seed)
    puzzle = load(f"tetravex:3x3:3:seed={seed}").puzzle
    _, whole = ended_run(puzzle, name, Solve(None))
    begun = half_done(puzzle, name, random)
    for nodes in (0, begun.nodes, random.randrange(whole.nodes), whole.nodes + 1):
        limits = Limits(nodes)
        run = twin(begun, Request(puzzle, Solve(None), limits=limits, threads=2))
        ended = run_to_the_end(run, limits)
        if ended == "exhausted":
            assert run.nodes == whole.nodes
            assert run.kept() == whole.kept()
        else:
            assert ended == "nodes"
            assert run.nodes == max(nodes, begun.nodes) <= whole.nodes


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("wanted", range(1, 6))
def test_what_was_found_needs_no_more_time(tmp_path, wanted, threads):
    puzzle, path = load("tetravex:4x4:4:seed=2").puzzle, tmp_path / "run.npz"
    whole = solve(puzzle, "row-scan", **ALL, threads=threads, checkpoint=path)
    alone = solve(puzzle, "row-scan", solutions=wanted)
    limits = {"solutions": wanted, "seconds": 0}
    again = solve(puzzle, "row-scan", **limits, threads=threads, resume=path)
    assert (again.ended, again.solutions) == ("found", alone.solutions)
    assert again.statistics["nodes"] == whole.statistics["nodes"]  # those spent


def test_the_share_is_that_of_the_whole_tree(tmp_path):
    puzzle, path = load("two-set:6x6:5:3:seed=1").puzzle, tmp_path / "run.npz"
    engine, request = technique("row-scan"), Request(puzzle, Solve(None), threads=2)
    checkpoint.save(path, SolutionRun(engine, request, engine.start(request)))
    rest = solve(puzzle, "row-scan", solutions=None, nodes=1_000, resume=path)
    assert 0 < rest.statistics["share"] < 0.1


def test_a_checkpoint_of_a_count_shows_no_solutions(tmp_path):
    path, limits = tmp_path / "run.npz", {"solutions": None, "keep": 0}
    counted = solve(PUZZLE, "row-scan", **limits, checkpoint=path)
    with pytest.raises(
        FormatError, match=r"kept 0 of \d+ solutions; the others can be"
    ):
        solve(PUZZLE, "row-scan", **ALL, resume=path)
    assert solve(PUZZLE, "row-scan", **limits, resume=path).counts == counted.counts


def test_a_checkpoint_of_pictures_is_refused_for_boards(tmp_path):
    path = tmp_path / "run.npz"
    counted = count(PUZZLE, "row-scan", nodes=50, checkpoint=path)
    assert counted.ended == "nodes"
    with pytest.raises(FormatError, match="one board per picture, not every board"):
        solve(PUZZLE, "row-scan", **ALL, resume=path, break_symmetry=True)
    assert count(PUZZLE, "row-scan", resume=path).counts == count(PUZZLE).counts


def test_a_disk_that_fails_does_not_end_the_search(tmp_path, monkeypatch):
    def fails(*_):
        raise OSError(ENOSPC, "No space left on device", str(tmp_path / ".temporary"))

    monkeypatch.setattr(checkpoint, "save", fails)
    path = tmp_path / "run.npz"
    with pytest.warns(CheckpointWarning, match=r"run.npz: no space left") as told:
        result = solve(PUZZLE, "row-scan", **ALL, checkpoint=path, checkpoint_every=0)
    assert len(told) == 1
    assert result.unsaved == f"{path}: no space left on device"
    assert result.solutions == solve(PUZZLE, "row-scan", **ALL).solutions


def test_a_solution_is_shown_though_its_checkpoint_cannot_be_written(
    edgematch, tmp_path, monkeypatch
):
    def fails(*_):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(checkpoint, "save", fails)
    path = tmp_path / "run.npz"
    said = edgematch("count", "scramble-squares", "--checkpoint", path)
    assert said.status == 2
    assert "pictures up to symmetry" in said.out
    first, last = said.err.splitlines()
    assert first == f"edgematch: {path}: no space left on device; the search continues"
    assert last.endswith(
        "run.npz: no space left on device: the last checkpoint was not written"
    )


def test_a_checkpoint_of_another_version_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "run.npz"
    solve(PUZZLE, nodes=100, checkpoint=path)
    monkeypatch.setattr(checkpoint, "__version__", "0.0.0")
    with pytest.raises(FormatError, match="another version"):
        solve(PUZZLE, **ALL, resume=path)


def answer(command):
    out, err = command.communicate(timeout=PATIENCE)
    assert without_preparation(err) == ""
    return json.loads(out)


def time_of(path):
    """Return when a file was written last; 0 if it is missing."""
    return path.stat().st_mtime_ns if path.exists() else 0


@pytest.mark.deep
def test_a_run_killed_again_and_again_loses_and_repeats_nothing(tmp_path):
    puzzle, run = tmp_path / "puzzle.json", tmp_path / "run.npz"
    planted = planted_board(6, 6, 5, 2).puzzle
    puzzle.write_text(write(Document(planted), "record").text)
    arguments = ("count", puzzle, "--json", "--checkpoint", run, "--threads", "2")
    arguments += ("--checkpoint-every", "0.1")
    arguments += ("--engine", "row-scan")  # slow enough to be killed
    whole = count(planted, "row-scan")
    chance = Random(1)
    for _ in range(4):
        resume, before = ("--resume", run) if run.exists() else (), time_of(run)
        with program(*arguments, *resume, stdout=-1, stderr=-1) as command:
            while time_of(run) == before and command.poll() is None:
                time.sleep(0.01)
            time.sleep(chance.random() / 4)
    with program(*arguments, "--resume", run, stdout=-1, stderr=-1) as command:
        facts = answer(command)
    assert facts["boards"] == whole.count
    assert facts["nodes"] == whole.statistics["nodes"]


def test_sigterm_ends_with_what_was_found_and_a_checkpoint(tmp_path):
    puzzle, run = tmp_path / "puzzle.json", tmp_path / "run.npz"
    planted = planted_board(9, 9, 7, 1).puzzle
    puzzle.write_text(write(Document(planted), "record").text)
    words = ("solve", puzzle, "--engine", "row-scan", "--json", "--checkpoint", run)
    often = ("--checkpoint-every", "0.1")
    with program(*words, *often, stdout=-1, stderr=-1) as command:
        wait_until(run.exists, command)  # it saves first when the search has started
        command.terminate()
        facts = answer(command)
    assert (facts["ended"], command.returncode) == ("interrupted", 130)
    _, arrays = read_checkpoint(run)
    assert arrays["0/tree.nodes"].sum() == facts["nodes"]  # the last of the search


def test_a_file_that_is_there_is_not_overwritten_by_a_checkpoint(edgematch, tmp_path):
    path = tmp_path / "precious.txt"
    path.write_text("precious")
    said = edgematch("solve", "scramble-squares", "--checkpoint", path)
    assert said.status == 2
    assert "precious.txt exists" in said.err
    assert path.read_text() == "precious"
    run = tmp_path / "run.npz"
    stopped = ("count", "scramble-squares", "--nodes", "100", "--checkpoint", run)
    assert edgematch(*stopped).status == 3
    assert edgematch(*stopped).status == 2
    assert (
        edgematch(
            "count", "scramble-squares", "--checkpoint", run, "--resume", run
        ).status
        == 0
    )


def test_checkpoints_that_take_long_are_written_less_often():
    puzzle = load("eternity2").puzzle
    engine = technique("row-scan")
    request = Request(puzzle, Solve(), limits=Limits(seconds=0.5))
    search = engine.start(request)
    search.prepare()
    saves = []

    def save():
        saves.append(time.perf_counter())
        time.sleep(0.05)

    run = SolutionRun(engine, request, search, split=False)
    run_to_the_end(run, request.limits, save=save, seconds_between_saves=0)
    assert len(saves) == 2  # at once and at the end: the next one is due after 1 s
