"""Messages: one line, shortened in the middle, without control characters."""

import pytest

from edgematch.errors import (
    EdgematchError,
    FormatError,
    PuzzleError,
    nearest_names,
    one_line,
    shorten,
)

LONG = "x" * 10_000


@pytest.mark.parametrize(
    "error",
    [
        EdgematchError(f"{LONG}: is a folder"),
        EdgematchError(f"no engine {LONG!r}; choose another"),
        PuzzleError(f"name {LONG}"),
        FormatError(LONG, 3, "expected 4 colors"),
        FormatError("a folder/" * 50, None, f"got {LONG!r}"),
        EdgematchError("many words " * 1_000),
        EdgematchError("two\nlines\r\n\x1b[2J\x00\udcff"),
    ],
)
def test_every_message_is_one_short_line_of_characters_that_can_be_shown(error):
    text = str(error)
    assert text.isprintable()
    assert len(text) <= 300
    assert all(len(word) <= 80 for word in text.split(" "))


def test_a_long_value_loses_its_middle_and_what_is_said_about_it_stays():
    text = one_line(f"Invalid value for '--seconds': '{LONG}' is not a time")
    assert text.startswith("Invalid value for '--seconds': 'xxx")
    assert text.endswith("xxx' is not a time")
    assert len(text) == len("Invalid value for '--seconds':  is not a time") + 80


def test_a_shortened_text_keeps_both_ends():
    assert shorten("0123456789", 10) == "0123456789"
    assert shorten("0123456789", 7) == "012…789"


def test_of_many_names_the_five_nearest_are_listed_those_alike_first():
    names = ["rows", "columns", "spiral-in", "spiral-out", "diagonal", "frame-first"]
    assert nearest_names("spirals", names).startswith("spiral-in, spiral-out, rows, ")
    assert nearest_names("spirals", names).count(",") == 5
    assert nearest_names("spirals", names[:2]) == "rows, columns"
    assert nearest_names("spirals", ()) == "none"


def test_the_commands_shorten_what_they_quote(edgematch):
    for words in (
        ("solve", LONG),
        ("solve", "clue1", "--engine", LONG),
        ("solve", "clue1", "--seconds", LONG),
        ("solve", "clue1", f"--{LONG}"),
        ("convert", "clue1", "--to", LONG),
        ("check", "clue1", "-o", LONG),
        ("draw", "clue1", "-o", f"{LONG}.svg"),
        (LONG,),
    ):
        said = edgematch(*words)
        assert (said.status, said.out) == (2, "")
        assert said.err.startswith("edgematch: ")
        assert len(said.err) <= 312
        assert said.err.count("\n") == 1
        assert "x" * 80 not in said.err


def test_a_file_of_control_characters_is_refused_without_them(edgematch, tmp_path):
    model = tmp_path / "model.txt"
    model.write_bytes(b"v 1 2 \x1b[31m" + b"3" * 2_000 + b"\x07 0\n")
    said = edgematch("decode", "scramble-squares", model)
    assert said.status == 2
    assert len(said.err) <= 312
    assert said.err.removesuffix("\n").isprintable()
