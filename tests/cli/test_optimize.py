"""`edgematch optimize` and `edgematch best`, by hand."""

import json
import subprocess
import sys

import pytest

from children import PATIENCE, without_preparation
from edgematch.board import Board
from edgematch.campaigns.seeds import Campaign
from edgematch.formats import Document, write
from edgematch.results import Improvement
from edgematch.search import Optimize, Request, technique, technique_names
from edgematch.version import __version__
from planted import planted_board

BOARD = planted_board(4, 4, 4, 3)


@pytest.fixture
def puzzle(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "puzzle.json"
    path.write_text(write(Document(BOARD.puzzle), "record").text)
    return path


def test_the_best_board_is_written_kept_and_listed(edgematch, puzzle, tmp_path):
    out = tmp_path / "best.json"
    said = edgematch("optimize", puzzle, "--nodes", 200_000, "-o", out)
    assert said.status == 0
    assert "24 of 24 joins match: proved, no board is better" in said.out
    assert edgematch("check", out, "--solution").status == 0
    listed = edgematch("best", puzzle)
    lines = listed.out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "joins",
        "pieces",
        "prefix",
    ]
    assert lines[1].startswith("  1. 24 of 24 joins match, by auto with seed 0 after ")
    assert lines[1].endswith(f", edgematch {__version__}")
    assert "  1. 16 of 16 pieces in a clean prefix, by auto with seed 0" in listed.out
    assert "https://" not in listed.out
    one = edgematch("best", puzzle, "--goal", "joins")
    assert one.out.startswith("1. 24 of 24 joins match, by auto with seed 0")
    assert "https://" in one.out
    folder = tmp_path / "boards"
    edgematch("best", puzzle, "--number", 1, "--pictures", folder)
    assert (folder / "1.png").read_bytes().startswith(b"\x89PNG")
    facts = json.loads(edgematch("best", puzzle, "--json").out)
    assert list(facts) == ["joins", "pieces", "prefix"]
    best = facts["joins"][0]
    assert (best["score"], best["pieces"], best["prefix"]) == (24, 16, 16)
    assert (best["version"], best["options"]) == (__version__, {})
    alone = json.loads(edgematch("best", puzzle, "--goal", "prefix", "--json").out)
    assert alone == facts["prefix"]
    again = edgematch("best", puzzle, "-o", "-")
    assert json.loads(again.out)["board"]


def test_json_has_the_curve_and_the_same_seed_gives_the_same_board(edgematch, puzzle):
    call = ("optimize", puzzle, "--engine", "repair", "--nodes", 3000, "--json")
    first = json.loads(edgematch(*call, "--no-store", "--seed", 2).out)
    second = json.loads(edgematch(*call, "--no-store", "--seed", 2).out)
    assert first["board"] == second["board"]
    assert [point["score"] for point in first["curve"]][-1] == first["score"]
    assert edgematch("best", puzzle).out.startswith("no board of this puzzle")


def test_prove_pieces_start_continue_and_dropped_hints(edgematch, puzzle, tmp_path):
    proved = json.loads(edgematch("optimize", puzzle, "--prove", "--json").out)
    assert (proved["engine"], proved["proved"]) == ("exact", True)
    pieces = edgematch("optimize", puzzle, "--goal", "pieces", "--nodes", 2000)
    assert "of 16 pieces without a break" in pieces.out
    prefix = edgematch("optimize", puzzle, "--goal", "prefix", "--nodes", 2000)
    assert "of 16 pieces in a clean prefix" in prefix.out
    goes_on = edgematch("optimize", puzzle, "--continue", "--nodes", 10, "--json")
    assert json.loads(goes_on.out)["score"] == proved["score"]
    out = tmp_path / "best.json"
    edgematch("best", puzzle, "-o", out)
    started = edgematch(
        "optimize", puzzle, "--start", out, "--nodes", 10, "--hints", "drop", "--json"
    )
    assert json.loads(started.out)["score"] == proved["score"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--engine", "magic"), "no engine 'magic' to optimize with"),
        (
            ("--prove", "--goal", "pieces"),
            "--prove cannot be combined with --goal pieces",
        ),
        (("--goal", "corners"), "'corners' is not one of 'joins', 'pieces', 'prefix'"),
        (("--prove", "--engine", "beam"), "engine beam proves nothing"),
        (("--option", "width=3"), "engine auto has no option 'width'"),
        (("--start", "nowhere.json"), "no such file"),
        (("--start", "clue1", "--continue"), "either --start or --continue, not both"),
        (("--continue", "--no-store"), "--continue needs a store"),
        (("--resume", "nowhere.npz"), "no such file"),
        (("-o", "no/such/folder/x.json"), "there is no folder"),
        (("--engine", "cp-sat", "--checkpoint", "x.npz"), "has no checkpoints"),
        (("--cluster", "tcp://x:1"), "--cluster needs --seeds"),
        (("--seeds", "1-3", "--seed", 0), "either --seeds or --seed, not both"),
        (
            ("--seeds", "1-3", "--resume", "x.npz"),
            "--seeds cannot be combined with checkpoints",
        ),
        (("--seeds", "3-1"), "expected seeds such as 1-20 or 1,5,9, got '3-1'"),
        (("--seeds", "1,1"), "a seed is given twice: 1,1"),
        (("--seeds", "1-999999"), "more than 100,000 seeds"),
        (
            ("--seeds", "1", "--cluster", "x", "--threads", 2),
            "cannot be combined with --threads",
        ),
        (("--seeds", "1", "--cluster", "nonsense://x"), "such as tcp://host:8786"),
        (("--seed", 2**63), "is out of range"),
        (("--target", 25), "--target 25: at most 24 joins match"),
        (("--goal", "pieces", "--target", 17), "at most 16 pieces without a break"),
        (("--goal", "prefix", "--target", 17), "at most 16 pieces in a clean prefix"),
        (("--store", "x", "--no-store"), "use either --store or --no-store, not both"),
        (("--store", "x", "-o", "./x"), "--store and --output name the same file: ./x"),
        (
            ("--store", "x", "--checkpoint", "x"),
            "--checkpoint and --store name the same",
        ),
        (
            ("--checkpoint", "x", "-o", "x"),
            "--checkpoint and --output name the same file",
        ),
        (
            ("--resume", "x.npz", "--start", "x"),
            "--resume cannot be combined with --start",
        ),
        (
            ("--resume", "x.npz", "--continue"),
            "--resume cannot be combined with --start",
        ),
        (("--start", "eternity2"), "eternity2 is the name of a puzzle, not a board"),
        (("-o", "board.svg"), "board.svg: use edgematch draw to draw a picture"),
        (("--option", "narrowest=many"), "option narrowest must be a whole number"),
        (("--engine", "max-sat"), "max-sat does not report its nodes"),
    ],
)
def test_bad_input_is_one_line(edgematch, puzzle, arguments, message):
    said = edgematch("optimize", puzzle, "--nodes", 10, *arguments)
    assert said.status == 2
    assert message in said.err
    assert len(said.err.strip().splitlines()) == 1


def test_many_seeds_one_after_another(edgematch, puzzle, tmp_path):
    out = tmp_path / "best.json"
    words = ("optimize", puzzle, "--engine", "repair", "--nodes", 300)
    said = edgematch(*words, "--seeds", "1-3,7", "-o", out)
    alone = {
        seed: json.loads(edgematch(*words, "--seed", seed, "--json").out)["score"]
        for seed in (1, 2, 3, 7)
    }
    best = max(alone.values())
    assert f"{best} of 24 joins match, seed" in said.out
    assert "4 of 4 seeds, median" in said.out
    for score in alone.values():
        seeds = [str(seed) for seed in alone if alone[seed] == score]
        assert f"  {score}: seed{'s' * (len(seeds) > 1)} {', '.join(seeds)}" in said.out
    assert json.loads(edgematch("check", out, "--json").out)["score"] == best
    assert len(json.loads(edgematch("best", puzzle, "--json").out)) >= 1
    facts = json.loads(edgematch(*words, "--seeds", "1-3,7", "--json").out)
    assert {run["seed"]: run["score"] for run in facts["runs"]} == alone
    enough = edgematch(*words, "--seeds", "1-9", "--target", 1, "--json")
    facts = json.loads(enough.out)
    assert (facts["ended"], len(facts["runs"])) == ("found", 1)
    proved = edgematch("optimize", puzzle, "--seeds", "5-8", "--prove")
    assert "24 of 24 joins match, seed 5: proved, no board is better" in proved.out
    endless = edgematch("optimize", puzzle, "--seeds", "5-8")
    assert (endless.status, endless.err.count("\n")) == (2, 1)
    assert "--seeds needs --seconds, --nodes or --prove" in endless.err


def test_a_store_that_is_none_is_refused(edgematch, puzzle, tmp_path):
    bad = tmp_path / "bad.sqlite"
    bad.write_text("not a database, and long enough to be looked at " * 50)
    for command in (("optimize", puzzle, "--nodes", 10), ("best", puzzle)):
        said = edgematch(*command, "--store", bad)
        assert said.status == 2
        assert "bad.sqlite: not a store" in said.err
    said = edgematch("best", puzzle, "--store", tmp_path / "none.sqlite")
    assert "no such file" in said.err


def test_the_help_names_every_engine(edgematch):
    for command in ("solve", "optimize"):
        # Lines are broken at hyphens too.
        text = "".join(edgematch(command, "--help").out.split())
        assert f"Enginetouse:{','.join(technique_names(command))}." in text


def test_a_store_that_fails_does_not_end_the_search(
    edgematch, puzzle, tmp_path, monkeypatch
):
    from edgematch.campaigns.store import Store
    from edgematch.errors import EdgematchError

    calls = []

    def add(*facts):
        calls.append(facts)
        if len(calls) == 1:
            raise EdgematchError("best.sqlite: database or disk is full")
        kept(*facts)

    kept = Store.add
    monkeypatch.setattr(Store, "add", add)
    out = tmp_path / "best.json"
    words = ("optimize", puzzle, "--engine", "repair", "--nodes", 3000, "--seed", 2)
    said = edgematch(*words, "-o", out)
    assert said.status == 0
    assert said.err == (
        "edgematch: best.sqlite: database or disk is full; the search continues\n"
    )
    score = json.loads(edgematch("check", out, "--json").out)["score"]
    assert f"{score} of 24 joins match" in said.out
    found = json.loads(edgematch("best", puzzle, "--json").out)
    assert found["joins"][0]["score"] == score
    assert len(calls) == 2  # it is not held up by every better board


@pytest.mark.parametrize("how", [("--seed", 2), ("--seeds", "2-3")])
def test_a_best_board_that_cannot_be_written_is_shown_and_status_2(
    edgematch, puzzle, tmp_path, monkeypatch, how
):
    def fail(*_):
        raise OSError(28, "No space left on device", "best.json")

    monkeypatch.setattr("edgematch.cli.outputs.write_board", fail)
    words = ("optimize", puzzle, "--engine", "repair", "--nodes", 3000, *how)
    said = edgematch(*words, "-o", tmp_path / "best.json")
    assert said.status == 2
    assert " of 24 joins" in said.out
    assert said.err.splitlines() == [
        "edgematch: best.json: no space left on device; the search continues",
        "edgematch: best.json: no space left on device",
    ]
    # The store is none the worse for it.
    assert json.loads(edgematch("best", puzzle, "--json").out)


def test_the_board_of_a_checkpoint_comes_into_the_store(edgematch, puzzle, tmp_path):
    path = tmp_path / "run.npz"
    words = ("optimize", puzzle, "--engine", "repair")
    edgematch(*words, "--nodes", 3000, "--checkpoint", path, "--no-store")
    assert edgematch("best", puzzle).out.startswith("no board")
    same = tmp_path / "." / "run.npz"
    goes_on = ("--resume", path, "--checkpoint", f"{tmp_path}/./{same.name}")
    said = edgematch(*words, "--nodes", 3001, *goes_on, "--json")
    score = json.loads(said.out)["score"]
    found = json.loads(edgematch("best", puzzle, "--json").out)
    assert found["joins"][0]["score"] == score


def test_a_board_to_start_from_may_come_by_the_standard_input(edgematch, puzzle):
    board = write(Document(BOARD.puzzle, BOARD), "record").text
    words = ("optimize", puzzle, "--engine", "repair", "--nodes", 1, "--no-store")
    said = edgematch(*words, "--start", "-", stdin=board)
    assert "24 of 24 joins match" in said.out


def test_it_is_said_that_there_is_nothing_to_continue(edgematch, puzzle):
    said = edgematch("optimize", puzzle, "--continue", "--nodes", 10)
    assert said.status == 0
    assert "has no board of this puzzle" in said.err


def test_pieces_of_many_seeds_are_told_and_never_proved(edgematch, tmp_path):
    words = ("optimize", "tetravex:3x3:4:seed=4:random", "--no-store")
    words += ("--goal", "pieces")
    words += ("--engine", "exact", "--nodes", 10**6)
    facts = json.loads(edgematch(*words, "--seeds", "1-3", "--json").out)
    assert (facts["ended"], len(facts["runs"])) == ("seeds", 3)
    assert facts["pieces"] == max(run["pieces"] for run in facts["runs"])
    said = edgematch(*words, "--seeds", "1-2")
    assert "of 9 pieces without a break, seed 1\n" in said.out
    assert "proved" not in said.out + edgematch(*words).out


@pytest.mark.deep
def test_a_closed_standard_output_is_no_bug(tmp_path):
    words = (
        f"-m edgematch optimize one-set:4x4:3:seed=1 --nodes 100 --store {tmp_path}/s"
    )
    done = subprocess.run(
        f"{sys.executable} {words} >&-",
        shell=True,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, without_preparation(done.stderr)) == (0, "")


def test_ctrl_c_while_the_file_of_many_seeds_is_written_loses_no_board():
    boards = [planted_board(3, 3, 3, 1), Board(planted_board(3, 3, 3, 1).puzzle, ())]
    written = []

    def write(board, facts):
        written.append(board)
        if len(written) == 2:
            raise KeyboardInterrupt

    campaign = Campaign(
        technique("beam", "optimize"),
        Request(boards[0].puzzle, Optimize()),
        (1,),
        write,
    )
    better = Improvement(1.0, 1.0, 1, 0)
    campaign.take(1, boards[1], better)
    with pytest.raises(KeyboardInterrupt):
        campaign.take(1, boards[0], better)
    campaign.take(1, boards[0], better)  # the runner tells it again
    assert written[-1] == boards[0]
    assert len(written) == 3
