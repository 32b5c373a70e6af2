"""`edgematch new`: tiles from a pipe, at a terminal, interrupted and continued."""

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import time
from dataclasses import replace

import pytest

from children import PATIENCE, environment, program
from edgematch import load
from edgematch.formats import Document, write
from nine_tiles import NINE

TEXT = "\n".join(NINE) + "\n"


def assert_is_scramble_squares(path):
    assert load(path).puzzle == load("scramble-squares").puzzle


@pytest.mark.parametrize("name", ["tiles.json", "tiles.yaml", "tiles"])
def test_nine_lines_from_a_pipe_are_a_puzzle(tmp_path, edgematch, name):
    path = tmp_path / name
    said = edgematch("new", path, stdin=TEXT)
    assert said.status == 0
    assert_is_scramble_squares(path)
    assert "tile 1 of" not in said.out + said.err
    assert "|g+ 1 y+|y- 2 b-|b+ 3 r-|" in said.out
    assert "red+ 3  red- 6" in said.out
    assert "taken as 3x3 halves" in said.err
    assert f"edgematch solve {path}" in said.err


def test_commands_in_a_pipe_are_no_tiles(tmp_path, edgematch):
    path = tmp_path / "tiles.json"
    text = "red red red red\nundo\nshow\n" + TEXT + "tile 9\n" + NINE[8] + "\n"
    assert edgematch("new", path, stdin=text).status == 0
    assert_is_scramble_squares(path)


def test_without_a_file_the_record_goes_to_the_standard_output(edgematch):
    said = edgematch("new", stdin=TEXT)
    assert said.status == 0
    assert edgematch("info", "-", stdin=said.out).status == 0
    puzzle = replace(load("scramble-squares").puzzle, name="")
    assert said.out == write(Document(puzzle), "record").text


@pytest.mark.parametrize("by_option", [True, False])
def test_the_kind_is_an_option_or_the_first_line(tmp_path, edgematch, by_option):
    path = tmp_path / "tiles.json"
    kind, lines = "1x2 colors framed", "# mine\n- red - -\n\n- - - red\n"
    if by_option:
        said = edgematch("new", path, "--kind", kind, stdin=lines)
    else:
        said = edgematch("new", path, stdin=f"{kind}\n{lines}")
    assert said.status == 0
    assert "note" not in said.err
    puzzle = load(path).puzzle
    assert (puzzle.rows, puzzle.columns, puzzle.framed) == (1, 2, True)
    assert puzzle.pieces == ((0, 1, 0, 0), (0, 0, 0, 1))


def test_lines_of_a_pipe_may_correct_and_undo(tmp_path, edgematch):
    path = tmp_path / "tiles.json"
    lines = ["3x3 halves", NINE[1], "undo", NINE[5], *NINE[1:], "tile 1", NINE[0]]
    assert edgematch("new", path, stdin="\n".join(lines)).status == 0
    assert_is_scramble_squares(path)


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        ("3x3 halves\na+ b- c+\n", ":2: ", "4 sides"),
        ("3x3 halves\n\n# two\na+ b- c+ d\nRed b c d\n", ":5: ", "which half"),
        ("3x3 sides\n", ":1: ", "sides"),
        ("2x2 colors\n1234\n5678\ntile 9\n", ":4: ", "no tile 9"),
        ("1x1 colors\n1234\n5678\n", ":3: ", "all 1"),
        ("a b c d\na b c d\n", ": ", "2 tiles"),
        ("- a b -\n", ":1: ", "framed"),
        ("", ": ", "empty"),
        (b"a b c d\n\xff b c d\n", ":2: ", "UTF-8"),
        (b"a b c \x00\n", ":1: ", "text"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_written(
    tmp_path, edgematch, lines, place, reason
):
    path = tmp_path / "tiles.json"
    said = edgematch("new", path, stdin=lines)
    assert said.status == 2
    assert said.out == ""
    (line,) = [each for each in said.err.splitlines() if "note:" not in each]
    assert line.startswith(f"edgematch: standard input{place}")
    assert reason in line
    assert list(tmp_path.iterdir()) == []


def test_capital_letters_without_a_kind_are_mentioned(tmp_path, edgematch):
    said = edgematch("new", tmp_path / "tiles.json", stdin="A b B a\n")
    assert said.status == 0
    assert "1x1 colors" in said.err
    assert "halves" in said.err


@pytest.mark.parametrize("name", ["tiles.json", "tiles.yaml"])
def test_a_pipe_that_ends_early_is_continued_by_the_next(tmp_path, edgematch, name):
    path = tmp_path / name
    some = edgematch("new", path, "--kind", "3x3 halves", stdin="\n".join(NINE[:4]))
    assert some.status == 2
    assert "4 of 9 tiles" in some.err
    assert re.search(rf"continue with edgematch new \S*{path.name}\n", some.err)
    assert edgematch("solve", path).status == 2
    text = path.read_bytes()
    wrong = edgematch("new", path, stdin="\n".join([*NINE[4:], "too many words"]))
    assert wrong.status == 2
    other = edgematch("new", path, "--kind", "4x4 halves", stdin=NINE[5])
    assert other.status == 2
    assert "3x3 halves" in other.err
    assert path.read_bytes() == text
    assert edgematch("new", path, stdin="\n".join(NINE[4:])).status == 0
    assert_is_scramble_squares(path)
    full = edgematch("new", path, stdin=TEXT)
    assert full.status == 2
    assert "all 9 tiles" in full.err
    assert_is_scramble_squares(path)


def test_warnings_refuse_nothing(tmp_path, edgematch):
    path = tmp_path / "tiles.json"
    said = edgematch("new", path, stdin="1 2 3 4\n1 2 3 4\n5 6 7 8\n4 1 2 3\n")
    assert said.status == 0
    assert "warning: tiles 1, 2 and 4 are equal\n" in said.err
    assert load(path).puzzle.cells == 4


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("tiles.csv", "2x2 colors", "json"),
        ("tiles.svg", "2x2 colors", "draw"),
        ("tiles.yaml", "2x2 colors framed", "frame"),
        ("tiles.yaml", "2x3 colors", "square"),
        ("tiles.yaml", "2x2 tetravex", "turned"),
        ("no/tiles.json", "2x2 colors", "folder"),
        ("", "2x2 colors", "folder"),
        ("tiles.json", "2x2", "halves"),
    ],
)
def test_a_file_that_cannot_hold_the_puzzle_is_refused_first(
    tmp_path, edgematch, name, kind, reason
):
    said = edgematch("new", tmp_path / name, "--kind", kind, stdin="1 2 3 4\n")
    assert said.status == 2
    assert reason in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_something_else_is_left_alone(tmp_path, edgematch):
    path = tmp_path / "tiles.json"
    path.write_text("dear diary\n")
    assert edgematch("new", path, stdin=TEXT).status == 2
    assert path.read_text() == "dear diary\n"


@pytest.mark.parametrize("size", ["6x6", "2x9", "12x3"])
@pytest.mark.parametrize("columns", [44, 80])
def test_pictures_keep_to_the_width(tmp_path, edgematch, monkeypatch, size, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    rows, across = map(int, size.split("x"))
    names = ["orange", "purple", "black", "white"]
    count = rows * across
    tiles = [f"{names[n % 4]} blue {names[n // 4 % 4]} red" for n in range(count)]
    lines = "\n".join([f"{size} colors", *tiles])
    said = edgematch("new", tmp_path / "tiles.json", stdin=lines)
    assert said.status == 0
    assert max(map(len, said.out.splitlines())) <= columns
    assert f" {count - 1} " in said.out


class Conversation:
    """A session of `edgematch new` at a terminal of 44 columns."""

    def __init__(self, terminal, process):
        self.terminal, self.process = terminal, process
        self.text = ""

    def answer(self, *lines):
        """Wait for a prompt before each line, and type it."""
        for line in lines:
            self.wait_for_prompt()
            os.write(self.terminal, line.encode() + b"\n")

    def wait_for_prompt(self):
        start = len(self.text)
        deadline = time.monotonic() + PATIENCE
        while not self.text[start:].endswith(": "):
            assert time.monotonic() < deadline, self.text
            assert self.read(), self.text

    def read(self):
        """Read what is printed; return whether the program may print more."""
        select.select([self.terminal], [], [], PATIENCE)
        with contextlib.suppress(OSError):  # on Linux: nobody writes any more
            if more := os.read(self.terminal, 100_000):
                self.text += more.decode(errors="replace").replace("\r", "")
                return True
        return False

    def end(self):
        """Read to the end and return the exit status."""
        while self.read():
            pass
        return self.process.wait(PATIENCE)


@pytest.fixture
def at_terminal(tmp_path):
    """Start `edgematch new` at a terminal."""
    pty = pytest.importorskip("pty")
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")

    @contextlib.contextmanager
    def start(*arguments, **variables):
        terminal, other_end = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 44, 0, 0))
        names = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "", **variables}
        ends = dict.fromkeys(("stdin", "stdout", "stderr"), other_end)
        try:
            with program(
                "new", *arguments, env=environment(**names), cwd=tmp_path, **ends
            ) as process:
                os.close(other_end)
                yield Conversation(terminal, process)
        finally:
            os.close(terminal)

    return start


def test_a_puzzle_is_asked_for_tile_by_tile(tmp_path, at_terminal):
    with at_terminal() as talk:
        talk.answer("3x3", "3x3 halves", NINE[0], "red+ red+", NINE[5], "undo", NINE[1])
        talk.answer(NINE[7], *NINE[3:], "tile 3", NINE[2], "show", "help", "")
        assert talk.end() == 0
    assert_is_scramble_squares(tmp_path / "tiles.json")
    assert "2 right" in talk.text
    assert "a tile needs 4 sides" in talk.text
    assert "g+[1]y+" in talk.text
    assert "|y- 2 b-|b+[3]r-|" in talk.text
    assert "edgematch solve tiles.json" in talk.text.replace("\n", " ")
    assert "\x1b[48" not in talk.text
    printed = [line for line in talk.text.splitlines() if ": " not in line]
    assert max(map(len, printed)) <= 44


def test_colors_are_shown_unless_they_are_not_wanted(tmp_path, at_terminal):
    for number, (variables, is_colored) in enumerate(
        [({"NO_COLOR": ""}, True), ({"NO_COLOR": "", "TERM": "dumb"}, False)]
    ):
        kind = ("--kind", "1x1 colors")
        with at_terminal(f"{number}.json", *kind, **variables) as talk:
            talk.answer("red blue red blue", "")
            assert talk.end() == 0
        assert ("\x1b[48;2" in talk.text) is is_colored


def test_lines_may_be_pasted_many_at_once(tmp_path, at_terminal):
    with at_terminal("tiles.yaml", "--kind", "3x3 halves") as talk:
        talk.answer("\n".join([*NINE[:4], "nonsense", *NINE[4:]]))
        while "Enter to finish: " not in talk.text:
            assert talk.read(), talk.text
        os.write(talk.terminal, b"\n")
        assert talk.end() == 0
    assert_is_scramble_squares(tmp_path / "tiles.yaml")
    assert "got 1" in talk.text


@pytest.mark.parametrize("name", ["tiles.json", "tiles.yaml"])
def test_a_killed_session_is_continued(tmp_path, at_terminal, name):
    with at_terminal(name) as talk:
        talk.answer("", *NINE[:5])
        talk.wait_for_prompt()
        talk.process.kill()
        assert talk.end() == -signal.SIGKILL
    with at_terminal(name) as talk:
        talk.answer(*NINE[5:], "")
        assert talk.end() == 0
    assert "5 of 9 tiles" in talk.text
    assert_is_scramble_squares(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_ctrl_c_keeps_the_tiles_and_says_how_to_continue(tmp_path, at_terminal):
    with at_terminal("tiles.json") as talk:
        talk.answer("", *NINE[:2])
        talk.wait_for_prompt()
        while talk.process.poll() is None:  # one that comes too early is not seen
            talk.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                talk.process.wait(3)
        assert talk.end() == 130
    assert "edgematch new tiles.json" in talk.text.replace("\n", " ")
    with at_terminal("tiles.json") as talk:
        talk.answer("undo", "undo", "quit")
        assert talk.end() == 0
    assert "nothing saved" in talk.text
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_stops_without_an_error(tmp_path, at_terminal):
    for lines in ([], ["", NINE[0]]):
        with at_terminal("tiles.json") as talk:
            talk.answer(*lines)
            talk.wait_for_prompt()
            os.write(talk.terminal, b"\x04")
            assert talk.end() == 0
    assert "1 of 9 tiles saved" in talk.text.replace("\n", " ")


def test_garbage_at_a_terminal_is_refused_and_asked_again(tmp_path, at_terminal):
    with at_terminal("tiles.json", "--kind", "1x1 colors", LC_ALL="C.UTF-8") as talk:
        talk.wait_for_prompt()
        os.write(talk.terminal, b"\xff\xfe \xc3 a b\n")
        talk.answer("tile 99", "1: ", "1: a b", "a b c d", "")
        assert talk.end() == 0
    assert load(tmp_path / "tiles.json").puzzle.cells == 1


def test_a_session_needs_a_file(at_terminal):
    with at_terminal("-") as talk:
        assert talk.end() == 2


def test_the_help_says_how_halves_are_written():
    with program("new", "--help", stdout=subprocess.PIPE) as command:
        text = command.communicate(timeout=PATIENCE)[0].decode()
    assert "bear+" in text
    assert "BEAR" in text
