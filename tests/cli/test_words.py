"""How times, numbers and names are given, and how wide and colorful answers are."""

import os

import click
import pytest

from children import PATIENCE, environment, program
from edgematch.cli import outputs
from edgematch.cli.arguments import SECONDS, NumberType
from edgematch.cli.main import COMMANDS

COUNT = NumberType("N", int, 0, float("inf"))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("1.5", 1.5),
        ("45s", 45),
        ("1m", 60),
        ("2h", 7200),
        ("1h30m", 5400),
        ("1d2h3m4s", 93784),
        (".5h", 1800),
        ("1e3", 1000),
    ],
)
def test_times_have_units(text, seconds):
    assert SECONDS.convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "x", "1x", "m", "30m1h", "-1", "nan", "inf"])
def test_other_times_are_refused(text):
    with pytest.raises(click.BadParameter):
        SECONDS.convert(text, None, None)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("7", 7),
        ("1e6", 1_000_000),
        ("10k", 10_000),
        ("2.5M", 2_500_000),
        ("1_000", 1000),
        ("9223372036854775807", 2**63 - 1),
    ],
)
def test_counts_may_be_short(text, count):
    assert COUNT.convert(text, None, None) == count


@pytest.mark.parametrize("text", ["", "k", "1.5", "1e-3", "x", "-1", "1e999", "nan"])
def test_other_counts_are_refused(text):
    with pytest.raises(click.BadParameter):
        COUNT.convert(text, None, None)


def test_an_unknown_command_is_answered_with_one_that_is_close(edgematch):
    said = edgematch("solv", "clue1")
    assert said.status == 2
    assert "did you mean solve?" in said.err
    assert "did you mean" not in edgematch("xyzzy").err


@pytest.mark.parametrize("columns", [44, 80])
def test_help_keeps_within_the_terminal(edgematch, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in ("", *COMMANDS):
        said = edgematch(*filter(None, [name]), "--help").out
        assert max(map(len, said.splitlines())) <= columns, name


@pytest.mark.parametrize(
    ("variables", "is_colorful"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_a_terminal_gets_colors_unless_it_wants_none(variables, is_colorful):
    pty = pytest.importorskip("pty")
    terminal, other_end = pty.openpty()
    given = {key: text for key, text in environment().items() if key != "NO_COLOR"}
    with program(
        *("solve", "scramble-squares"),
        stdout=other_end,
        stderr=other_end,
        env={**given, "TERM": "xterm", "COLUMNS": "44", **variables},
    ) as command:
        os.close(other_end)
        shown = b""
        with pytest.raises(OSError, match="Input/output"):  # nobody is left to write
            while more := os.read(terminal, 100_000):
                shown += more
        os.close(terminal)
        assert command.wait(PATIENCE) == 0
    assert (b"\x1b[" in shown) == is_colorful


def test_no_color_holds_for_every_stream(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert outputs.wants_color(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not outputs.wants_color(Terminal())
