"""Progress keeps to the terminal, leaves it clean, and is silent elsewhere."""

import os
import re
import signal
import sys
import time
from contextlib import suppress
from io import StringIO

import pytest

from children import (
    PATIENCE,
    environment,
    program,
    wait_until,
    without_preparation,
)
from depths import mostly_deep
from edgematch.formats import Document, write
from edgematch.pictures import board_text, small_board_text
from edgematch.pictures import live as live_module
from edgematch.pictures.live import LiveDisplay, progress_text
from edgematch.results import Interrupted, Progress
from edgematch.search import solve
from pictures.samples import solved, without
from planted import planted_board

HIDE_CURSOR, SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"
ESCAPES = re.compile("\x1b\\[[0-9;]*m")
FACTS = "7 s  1,234,567 nodes  176,367/s  11 of 12 placed  3 solutions  25.00% done"


def standing(board=None, share=0.25):
    board = without(solved(3, 4), [5]) if board is None else board
    return Progress(1_234_567, 7.0, board, solutions=3, share=share)


class Screen:
    """As much of a terminal as the progress needs."""

    def __init__(self, *lines):
        self.lines = [*lines, ""]
        self.row, self.column = len(lines), 0

    def write(self, text):
        for code in re.findall("\x1b\\[[0-9;?]*[A-Za-z]|.", text, re.DOTALL):
            line = self.lines[self.row]
            if code == "\r":
                self.column = 0
            elif code == "\n":
                self.row, self.column = self.row + 1, 0
                self.lines += [""] * (self.row == len(self.lines))
            elif code == "\x1b[2K":
                self.lines[self.row] = ""
            elif code.startswith("\x1b") and code.endswith("A"):
                self.row -= int(code[2:-1])
            elif not code.startswith("\x1b"):
                before = line[: self.column].ljust(self.column)
                self.lines[self.row] = before + code + line[self.column + 1 :]
                self.column += 1

    @property
    def text(self):
        """What can be seen."""
        return "\n".join(line.rstrip() for line in self.lines).rstrip("\n")


def test_facts_and_the_board_as_it_is_drawn_where_both_fit():
    shown = progress_text(standing(), 100, 40)
    facts, board = shown.split("\n", 1)
    assert facts == f"{FACTS}  21 s left"
    assert board == board_text(standing().best, color=True)


def test_a_lower_terminal_gets_the_small_board():
    shown = progress_text(standing(), 100, 10)
    assert shown == f"{FACTS}  21 s left\n{small_board_text(standing().best)}"


def test_a_terminal_without_room_gets_the_facts_alone():
    assert progress_text(standing(), 100, 4) == f"{FACTS}  21 s left"


def test_a_narrow_terminal_gets_the_facts_on_several_lines():
    assert progress_text(standing(), 30, 5).splitlines() == [
        "7 s  1,234,567 nodes",
        "176,367/s  11 of 12 placed",
        "3 solutions  25.00% done",
        "21 s left",
    ]


def test_nothing_is_said_about_the_time_left_before_anything_is_done():
    assert progress_text(standing(share=0.0), 100, 4).endswith("0.00% done")


def test_next_to_nothing_is_told_by_its_size():
    shown = progress_text(standing(share=3e-20), 110, 4)
    assert shown.endswith("3e-18% done  7e+12 years left")


@pytest.mark.parametrize("rows", [1, 2, 5, 9, 24, 80])
@pytest.mark.parametrize("columns", [1, 2, 20, 49, 80, 200])
@pytest.mark.parametrize("size", [(3, 4), (16, 16), (1, 32)])
def test_a_row_and_a_column_always_stay_free(columns, rows, size):
    lines = progress_text(standing(solved(*size)), columns, rows).splitlines()
    assert 1 <= len(lines) <= max(rows - 1, 1)
    assert max(len(ESCAPES.sub("", line)) for line in lines) <= max(columns - 1, 1)


class Terminal(StringIO):
    """A standard error that is a terminal."""

    def isatty(self):
        return True

    def read_new(self):
        """Return what was written since the last call."""
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


def open_terminal(monkeypatch):
    """Show everything on a terminal from now on, and at once."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(live_module, "_QUIET_SECONDS", 0)
    monkeypatch.setattr(live_module, "_SECONDS_BETWEEN", 0)
    return terminal


def test_what_is_shown_is_written_over_in_place_and_leaves_nothing(monkeypatch):
    terminal, display = open_terminal(monkeypatch), LiveDisplay()
    screen = Screen("> edgematch solve")
    for text in ("one\ntwo\nthree", "a long line", "1\n2"):
        display.show(text)
        screen.write(terminal.read_new())
        assert screen.text == f"> edgematch solve\n{text}"
    display.clear()
    screen.write(terminal.read_new())
    assert screen.text == "> edgematch solve"
    assert (screen.row, screen.column) == (1, 0)


def test_a_board_is_shown_below_the_facts_and_taken_away_at_the_end(monkeypatch):
    terminal, display = open_terminal(monkeypatch), LiveDisplay()
    display.watch(standing())
    screen = Screen("before")
    screen.write(terminal.read_new())
    expected = ESCAPES.sub("", progress_text(standing(), 80, 25)).splitlines()
    shown = screen.text.splitlines()
    assert shown == ["before", *(line.rstrip() for line in expected)]
    assert len(shown) > 12
    display.clear()
    screen.write(terminal.read_new())
    assert screen.text == "before"
    display.clear()
    assert terminal.read_new() == ""


def test_short_work_shows_nothing(monkeypatch):
    terminal, display = open_terminal(monkeypatch), LiveDisplay()
    monkeypatch.setattr(live_module, "_QUIET_SECONDS", 1000)
    display.show("never seen")
    display.clear()
    assert terminal.read_new() == ""


def test_after_a_while_it_says_that_a_search_is_being_prepared(monkeypatch):
    terminal = open_terminal(monkeypatch)
    monkeypatch.setattr(live_module, "_SECONDS_TO_NOTICE", 0)
    monkeypatch.setattr(live_module, "_SECONDS_BETWEEN_NOTICES", 0.01)
    for is_compiling in (True, False):
        with LiveDisplay(lambda answer=is_compiling: answer) as display:
            wait_until(lambda shown=display: shown.is_shown)
            display.clear_notice()
            said = terminal.read_new()
        assert "preparing" in said
        assert ("once per installation" in said) == is_compiling
        terminal.read_new()
    monkeypatch.setattr(live_module, "_SECONDS_TO_NOTICE", 1000)
    with LiveDisplay(lambda: True) as display:
        display.clear_notice()
    assert terminal.read_new() == ""


def test_an_interrupt_does_not_leave_lines_half_written(monkeypatch):
    terminal, display = open_terminal(monkeypatch), LiveDisplay()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def text(columns, rows):
        signal.raise_signal(signal.SIGINT)
        return "all of it"

    try:
        with pytest.raises(KeyboardInterrupt):
            display.show(text)
    finally:
        signal.signal(signal.SIGINT, before)
    assert "all of it" in terminal.read_new()


def test_nothing_is_written_where_there_is_no_terminal(monkeypatch, edgematch, capsys):
    monkeypatch.setattr(live_module, "_QUIET_SECONDS", 0)
    monkeypatch.setattr(live_module, "_SECONDS_BETWEEN", 0)
    said = edgematch("solve", "eternity2", "--seconds", "0.5")
    assert without_preparation(said.err) == ""
    with LiveDisplay(lambda: True) as display:
        display.show("never seen")
    assert capsys.readouterr().err == ""


def test_without_a_terminal_one_line_says_that_kernels_are_compiled(
    monkeypatch, capsys
):
    monkeypatch.setattr(live_module, "_SECONDS_TO_NOTICE", 0)
    monkeypatch.setattr(live_module, "_SECONDS_BETWEEN_NOTICES", 0.01)
    asked = []
    for is_compiling in (False, True):

        def answer(answer=is_compiling):
            asked.append(answer)
            return answer

        with LiveDisplay(answer):
            wait_until(lambda: len(asked) >= 3)
        said = capsys.readouterr().err
        assert bool(said) == is_compiling
        asked.clear()
    assert re.fullmatch(r"edgematch: preparing kernels, .*: \d+ s\n", said)


def test_nothing_is_shown_where_the_standard_error_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    with LiveDisplay(lambda: True) as display:
        display.show("never seen")
    assert not display.is_shown


@pytest.mark.deep
def test_a_watch_is_told_the_best_board_of_all_parts():
    puzzle = planted_board(9, 9, 7, 1).puzzle
    for threads in (1, 2):
        told = []

        def watch(progress, told=told):
            told.append(progress)
            if len(told) == 5:
                raise KeyboardInterrupt

        with pytest.raises(Interrupted) as stop:
            solve(puzzle, threads=threads, watch=watch, watch_every=0.1)
        result = stop.value.result
        depths = [each.depth for each in told]
        assert 0 < depths[-1] <= result.statistics["depth"]
        assert depths == sorted(depths)
        assert all(each.best.is_legal() for each in told)
        assert not any(each.best.breaks() for each in told)


@pytest.mark.parametrize("threads", mostly_deep(1, [2, 1]))
def test_ctrl_c_leaves_a_clean_terminal(tmp_path, threads):
    pty = pytest.importorskip("pty")
    path = tmp_path / "puzzle.json"
    path.write_text(write(Document(planted_board(9, 9, 7, 1).puzzle), "record").text)
    terminal, other_end = pty.openpty()
    arguments = ("solve", path, "--engine", "row-scan", "--threads", threads)
    variables = environment(TERM="xterm")
    with program(*arguments, stdout=-1, stderr=other_end, env=variables) as command:
        os.close(other_end)
        shown = b""
        while shown.count("▀".encode()) < 76:
            shown += os.read(terminal, 100_000)
        time.sleep(0.6)  # a slow terminal: the next lines are stuck half written
        command.send_signal(signal.SIGINT)
        # On Linux an error says that nobody writes to the terminal any more.
        with suppress(OSError):
            while more := os.read(terminal, 100_000):
                shown += more
        os.close(terminal)
        out, _ = command.communicate(timeout=PATIENCE)
    assert b"stopped by: interrupted" in out
    screen = Screen("before")
    screen.write(shown.decode())
    assert screen.text == "before"
    assert (screen.row, screen.column) == (1, 0)
    assert shown.rindex(SHOW_CURSOR) > shown.rindex(HIDE_CURSOR)
