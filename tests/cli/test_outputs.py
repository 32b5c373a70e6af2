"""The suffix chooses the format, and options without effect are refused."""

import json
import os
import subprocess
import sys
import zipfile

import pytest

from children import PATIENCE, child, program
from edgematch import catalog, formats
from edgematch.board import Board
from edgematch.puzzle import Puzzle

GENERATED = ("--model", "two-set", "--rows", 4, "--inner-colors", 3)
COMMANDS = {
    "convert": ("convert", "scramble-squares"),
    "solve": ("solve", "scramble-squares"),
    "generate": ("generate", *GENERATED, "--frame-colors", 2),
    "optimize": ("optimize", "scramble-squares", "--no-store", "--nodes", 1000),
    "best": ("best", "scramble-squares", "--store", "{folder}/none.sqlite"),
}


@pytest.fixture
def command(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return [str(word).format(folder=tmp_path) for word in COMMANDS[request.param]]


@pytest.mark.parametrize("command", COMMANDS, indirect=True)
@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("board.exe", "board.exe: no format has the suffix .exe; use one of .json,"),
        ("board.PNG", "board.PNG: use edgematch draw to draw a picture"),
        ("folder/", "'folder/' is not the name of a file"),
        ("", "'' is not the name of a file"),
    ],
)
def test_an_ending_that_names_no_format_is_refused(
    edgematch, tmp_path, command, output, message
):
    said = edgematch(*command, "-o", output)
    assert said.status == 2
    assert message in said.err
    assert said.err.count("\n") == 1
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "command", ["convert", "solve", "generate", "optimize"], indirect=True
)
@pytest.mark.parametrize("output", ["board", "board.json"])
def test_without_an_ending_it_is_a_record(edgematch, tmp_path, command, output):
    assert edgematch(*command, "-o", output).status in (0, 10)
    assert json.loads((tmp_path / output).read_text())["format"] == "edgematch"


@pytest.mark.parametrize(
    "wrong",
    [
        ("--keep-solution", "--to", "list"),
        ("--tries", 5),
        ("--to", "nothing"),
        ("--signed", "--to", "list"),
        ("--rows", 2, "--no-equal", "--inner-colors", 1, "--frame-colors", 1),
        ("--seed", 999999999999999999),
    ],
)
def test_a_folder_is_not_made_for_what_is_refused(edgematch, tmp_path, wrong):
    many = (*COMMANDS["generate"], "--count", 3, "-o", tmp_path / "puzzles")
    assert edgematch(*many, *wrong).status == 2
    assert not [*tmp_path.iterdir()]
    assert edgematch(*many).status == 0
    assert len([*(tmp_path / "puzzles").iterdir()]) == 3


def test_the_standard_output_takes_a_record(edgematch):
    assert (
        json.loads(edgematch("convert", "clue1", "-o", "-").out)["format"]
        == "edgematch"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "scramble-squares", "-o", "-"),
        ("optimize", "scramble-squares", "--no-store", "--nodes", 1000, "-o", "-"),
        ("best", "scramble-squares", "-o", "-"),
        ("decode", "f.cnf", "model.txt", "-o", "-"),
        ("encode", "clue1", "-o", "-"),
        ("encode", "clue1"),
    ],
)
def test_one_thing_at_a_time_goes_to_the_standard_output(edgematch, arguments):
    said = edgematch(*arguments, "--json")
    assert (said.status, said.out) == (2, "")
    assert "--json and --output - both go to the standard output" in said.err


def test_counts_are_json_beside_a_formula_in_a_file(edgematch, tmp_path):
    said = edgematch("encode", "clue1", "--json", "-o", tmp_path / "f.cnf")
    counts = json.loads(said.out)
    head = next(
        line
        for line in (tmp_path / "f.cnf").read_text().splitlines()
        if line.startswith("p cnf")
    )
    assert head == f"p cnf {counts['variables']} {counts['clauses']}"


@pytest.mark.parametrize("option", ["f.cnf", "model.txt"])
def test_decode_keeps_what_it_reads(edgematch, tmp_path, monkeypatch, option):
    monkeypatch.chdir(tmp_path)
    for name in ("f.cnf", "model.txt"):
        (tmp_path / name).write_text(name)
    said = edgematch("decode", "f.cnf", "model.txt", "-o", option)
    assert said.status == 2
    assert f"the input and --output name the same file: {option}" in said.err


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("text", ("--cell-size", 40), "--cell-size is for svg and png, not for"),
        ("pdf", ("--no-numbers",), "--numbers is for svg and png, not for pdf"),
        ("pdf", ("--labels",), "--labels is for svg and png, not for pdf"),
        ("svg", ("--paper", "a4"), "--paper is for pdf, not for svg"),
        ("png", ("--piece-size", 30), "--piece-size is for pdf, not for png"),
        ("svg", ("--color",), "--color is for text, not for svg"),
        ("svg", ("--labels",), "--labels is for boards, but this draws pieces"),
    ],
)
def test_draw_refuses_what_its_picture_does_not_show(edgematch, kind, options, message):
    said = edgematch("draw", "clue1", "--as", kind, *options)
    assert (said.status, said.out) == (2, "")
    assert message in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "clue1"), "--checkpoint-every needs --checkpoint"),
        (("optimize", "clue1", "--no-store"), "--checkpoint-every needs --checkpoint"),
        (
            ("count", "clue1", "--cluster", "tcp://x:1"),
            "--checkpoint-every needs --checkpoint",
        ),
    ],
)
def test_how_often_to_keep_needs_something_to_keep(edgematch, arguments, message):
    said = edgematch(*arguments, "--nodes", 10, "--checkpoint-every", 1)
    assert (said.status, said.out) == (2, "")
    assert message in said.err


@pytest.fixture
def tiles(edgematch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert edgematch("convert", "scramble-squares", "-o", "t.yaml").status == 0
    said = edgematch("convert", "t.yaml", "--to", "scramble-squares", "-o", "tiles")
    assert said.status == 0
    with zipfile.ZipFile("tiles.zip", "w") as archive:
        for path in (tmp_path / "tiles").iterdir():
            archive.write(path, f"tiles/{path.name}")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", "board.board", "--puzzle", "pieces.txt", "-o", "pieces.txt"),
        ("convert", "board.board", "--puzzle", "pieces.txt", "-o", "pieces.txt"),
        ("draw", "tiles", "-o", "tiles/1.png"),
        ("draw", "tiles", "-o", "tiles/./9.png"),
    ],
)
def test_nothing_is_written_over_what_is_read(edgematch, tiles, arguments):
    assert edgematch("convert", "clue1", "-o", "pieces.txt").status == 0
    before = {path: path.read_bytes() for path in tiles.rglob("*") if path.is_file()}
    said = edgematch(*arguments, *("--to", "board-text") * (arguments[0] == "convert"))
    assert said.status == 2
    assert "the input" in said.err
    assert "name the same file: " in said.err
    after = {path: path.read_bytes() for path in tiles.rglob("*") if path.is_file()}
    assert after == before


def test_a_picture_may_go_beside_the_tiles(edgematch, tiles):
    assert edgematch("draw", "tiles", "-o", "tiles/all.png").status == 0


def test_a_zip_of_tiles_is_told_no_more_than_its_folder(edgematch, tiles):
    for options, message in (
        (("--columns", "nswe"), "format scramble-squares itself says in which order"),
        (
            ("--from", "record"),
            "tiles.zip: a zip file must be a folder of tiles, not format rec",
        ),
    ):
        said = edgematch("info", "tiles.zip", *options)
        assert said.status == 2
        assert message in said.err
    said = edgematch("draw", "tiles.zip", "--puzzle", "clue1", "-o", "t.svg")
    assert "a puzzle (format scramble-squares), not a board" in said.err
    assert edgematch("info", "tiles.zip", "--from", "scramble-squares").status == 0


@pytest.mark.deep
def test_a_long_link_is_drawn(edgematch, tmp_path):
    link = edgematch("convert", "gemp:30x30:20:seed=1", "--to", "link").out.strip()
    assert edgematch("draw", link, "-o", tmp_path / "board.svg").status == 0
    smaller = edgematch("convert", "gemp:12x12:9:seed=1", "--to", "link").out.strip()
    assert len(smaller) > 255  # no name of a file is that long
    assert edgematch("encode", smaller, "--count-only").status == 0


@pytest.mark.parametrize("command", ["solve", "optimize"], indirect=True)
def test_a_solution_file_needs_no_hints(edgematch, tmp_path, command):
    assert edgematch(*command, "-o", "board.sol").status in (0, 10)
    said = edgematch("check", "board.sol", "--puzzle", "scramble-squares")
    assert "9 of 9 cells filled" in said.out


@pytest.mark.parametrize("is_file", [False, True])
def test_a_puzzle_is_built_once_and_written_as_it_is(
    edgematch, tmp_path, monkeypatch, is_file
):
    text = formats.write(catalog.load("scramble-squares"), "record").text
    (tmp_path / "puzzle.json").write_text(text)
    catalog.load.cache_clear()
    built = []
    build = Puzzle.__post_init__
    monkeypatch.setattr(
        Puzzle, "__post_init__", lambda self: (built.append(self), build(self))
    )
    puzzle = tmp_path / "puzzle.json" if is_file else "scramble-squares"
    assert edgematch("solve", puzzle, "-o", tmp_path / "board.json").status == 0
    assert len(built) == 1


@pytest.mark.parametrize("command", ["solve", "optimize", "best"])
def test_a_format_that_cannot_show_the_board_is_refused_before_the_search(
    edgematch, tmp_path, monkeypatch, command
):
    # The link has letters for the hint, but not for all of the other pieces.
    pieces = [(1, 2, 1, 2), (30, 2, 30, 2)]
    puzzle = Puzzle(1, 2, pieces, [(0, 0, 0)], framed=False)
    (tmp_path / "puzzle.json").write_text(
        formats.write(formats.Document(puzzle), "record").text
    )
    monkeypatch.setattr("edgematch.search.run_request", None)
    monkeypatch.setattr("edgematch.campaigns.store.Store.best", None)
    said = edgematch(command, tmp_path / "puzzle.json", "-o", tmp_path / "board.url")
    assert said.status == 2
    assert "room for colors up to 25" in said.err
    assert not (tmp_path / "board.url").exists()


def test_generated_tiles_have_pictures(edgematch, tmp_path):
    scramble = ("generate", "--model", "scramble", "--rows", 2, "--inner-colors", 4)
    scramble += ("--to", "scramble-squares")
    assert edgematch(*scramble, "-o", tmp_path / "one").status == 0
    names = {path.name for path in (tmp_path / "one").iterdir()}
    assert names == {"tile_dict.yaml", "1.png", "2.png", "3.png", "4.png"}
    assert edgematch(*scramble, "--count", 2, "-o", tmp_path / "some.v2").status == 0
    assert len([*(tmp_path / "some.v2").glob("*/4.png")]) == 2
    said = edgematch(*scramble, "--count", 2, "-o", tmp_path / "two.yaml")
    assert "two.yaml is a file name" in said.err


def test_an_ending_counts_in_capitals_too(edgematch, tmp_path):
    path = tmp_path / "TILES.YAML"
    assert edgematch("convert", "scramble-squares", "-o", path).status == 0
    assert path.is_file()


def test_a_loss_is_offered_only_where_it_helps(edgematch):
    said = edgematch("convert", "scramble-squares", "--to", "list")
    assert "no room for signed colors" in said.err
    assert "--allow-loss" not in said.err


def test_columns_that_nobody_would_guess_are_told(edgematch, tmp_path):
    path = tmp_path / "clue1.puz"
    written = edgematch("convert", "clue1", "-o", path, "--write-columns", "nswe")
    assert "note: to read it back, name the order of its sides (--columns nswe)" in (
        written.err
    )
    fingerprints = [
        json.loads(edgematch("info", *what, "--json").out)["fingerprint"]
        for what in (["clue1"], [path, "--columns", "nswe"])
    ]
    assert len(set(fingerprints)) == 1
    plain = edgematch("convert", "clue1", "-o", path, "--write-columns", "nesw")
    assert "name the order" not in plain.err


def test_a_terminal_without_dashes_gets_something_else():
    command = [sys.executable, "-m", "edgematch", "check", "-", "--puzzle", "clue1"]
    board = Board(catalog.load("clue1").puzzle, [(0, 0, 0), (1, 1, 0)])
    text = formats.write(formats.Document(board.puzzle, board), "board-text").text
    done = subprocess.run(
        command,
        input=text.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=False,
        timeout=PATIENCE,
    )
    assert b"A1?A2" in done.stdout
    assert b"Traceback" not in done.stderr


def test_json_is_whole_on_any_terminal_and_none_at_all(tmp_path):
    tiny = tmp_path / "tiny.json"
    puzzle = Puzzle(1, 1, [(0, 0, 0, 0)], name="a–b")
    tiny.write_text(formats.write(formats.Document(puzzle), "record").text)
    command = [sys.executable, "-m", "edgematch", "info", str(tiny), "--json"]
    plain = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        command, capture_output=True, env=plain, check=True, timeout=PATIENCE
    )
    assert json.loads(done.stdout)["name"] == "a–b"
    closed = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *command],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert b"Traceback" not in closed.stderr


def test_a_closed_standard_error_is_no_reason_to_fail():
    command = [sys.executable, "-m", "edgematch", "solve", "scramble-squares"]
    done = subprocess.run(
        ["sh", "-c", '"$@" 2>&-', "sh", *command],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert b"solution" in done.stdout


@pytest.mark.parametrize(
    "cache", ["", pytest.param("XDG_CACHE_HOME=cache", marks=pytest.mark.deep)]
)
def test_a_full_disk_for_all_that_is_saved_leaves_the_answer(tmp_path, cache):
    command = f"{cache} {sys.executable} -m edgematch count scramble-squares"
    (tmp_path / "log.txt").write_bytes(b"x" * 1024)
    command += " --engine row-scan --checkpoint run.npz"
    script = f"ulimit -f 1; {command} >out.txt 2>>log.txt"
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, check=False, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert "pictures up to symmetry" in (tmp_path / "out.txt").read_text()


def test_tiles_are_generated_into_an_empty_folder(edgematch, tmp_path):
    (tmp_path / "tiles").mkdir()
    recipe = ("--model", "scramble", "--rows", 2, "--inner-colors", 4)
    said = edgematch(
        "generate", *recipe, "--to", "scramble-squares", "-o", tmp_path / "tiles"
    )
    assert said.status == 0, said.err
    assert (tmp_path / "tiles" / "1.png").exists()


def test_an_empty_board_is_read_back_from_any_file(edgematch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = ("solve", "scramble-squares", "--engine", "row-scan", "--nodes", 0)
    assert edgematch(*command, "-o", "e.json").status == 3
    assert edgematch("convert", "e.json", "--to", "sol", "-o", "e.txt").status == 0
    assert edgematch("check", "e.txt", "--puzzle", "scramble-squares").status == 0


@pytest.mark.parametrize("command", ["solve", "optimize"])
def test_what_a_limit_says_is_no_option(edgematch, command):
    said = edgematch(
        command,
        *("scramble-squares", "--engine", "cp-sat", "--seconds", 1),
        *("--option", "most_conflicts=1"),
    )
    assert said.status == 2
    assert "has no option 'most_conflicts'" in said.err
    assert "most_conflicts" not in said.err.partition("keys:")[2]


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
@pytest.mark.parametrize("command", ["solve", "optimize"])
@pytest.mark.deep
def test_the_names_of_the_standard_output_are_a_dash(edgematch, command, name):
    words = (command, "scramble-squares", "--nodes", "5000")
    words += ("--no-store", "--target", "12") if command == "optimize" else ()
    expected = edgematch(*words, "-o", "-")
    with program(*words, "-o", name, stdout=-1) as process:
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == expected.status == 0
    assert json.loads(out)["board"] == json.loads(expected.out)["board"]


@pytest.mark.parametrize("command", ["solve", "optimize"])
def test_a_named_pipe_and_the_pipe_of_a_shell_get_one_board(
    edgematch, tmp_path, command
):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = (command, "scramble-squares", "--nodes", "5000")
    words += ("--no-store", "--target", "12") if command == "optimize" else ()
    with child("cat", pipe, stdout=-1) as reader:
        said = edgematch(*words, "-o", pipe)
        board, _ = reader.communicate(timeout=PATIENCE)
    assert said.status == 0
    assert said.out  # what is said for people
    assert json.loads(board)["board"]
    assert pipe.is_fifo()
    there, back = os.pipe()
    try:
        assert edgematch(*words, "-o", f"/dev/fd/{back}").status == 0
    finally:
        os.close(back)
    with os.fdopen(there, "rb") as stream:
        assert json.load(stream)["board"] == json.loads(board)["board"]
