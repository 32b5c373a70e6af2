"""What is written goes by its ending, and options that say nothing are refused."""

import json

import pytest

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
        ("board.exe", "board.exe: no format goes by the ending .exe; there are .json,"),
        ("board.PNG", "board.PNG: this writes data; pictures are drawn by"),
        ("folder/", "'folder/' is no name of a file"),
        ("", "'' is no name of a file"),
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
    "wrong", [("--keep-solution", "--to", "list"), ("--tries", 5), ("--to", "nothing")]
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
    assert f"the input and --output name one file: {option}" in said.err


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("text", ("--cell-size", 40), "--cell-size is about svg and png, not about"),
        ("pdf", ("--no-numbers",), "--numbers is about svg and png, not about pdf"),
        ("pdf", ("--labels",), "--labels is about svg and png, not about pdf"),
        ("svg", ("--paper", "a4"), "--paper is about pdf, not about svg"),
        ("png", ("--piece-size", 30), "--piece-size is about pdf, not about png"),
        ("svg", ("--color",), "--color is about text, not about svg"),
        ("svg", ("--labels",), "--labels is about boards: this draws pieces"),
    ],
)
def test_draw_refuses_what_its_picture_does_not_show(edgematch, kind, options, message):
    said = edgematch("draw", "clue1", "--as", kind, *options)
    assert (said.status, said.out) == (2, "")
    assert message in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "clue1"), "--checkpoint-every is about --checkpoint, not given"),
        (("optimize", "clue1", "--no-store"), "--checkpoint-every is about"),
        (("count", "clue1", "--cluster", "tcp://x:1"), "--cluster goes without"),
    ],
)
def test_how_often_to_keep_needs_something_to_keep(edgematch, arguments, message):
    said = edgematch(*arguments, "--nodes", 10, "--checkpoint-every", 1)
    assert (said.status, said.out) == (2, "")
    assert message in said.err
