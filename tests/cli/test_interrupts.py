"""Ctrl-C is never lost, and interrupts nothing that must be whole.

Signals are sent from inside, at the places where they hurt.
"""

import contextlib
import json
import os
import shlex
import signal
import sys
import threading
import time

import pytest

from children import child, python
from edgematch.processes.interrupts import Interrupts, hold_interrupts
from edgematch.results import Ended, Interrupted
from edgematch.search import Count, Limits, Optimize, Request, run_request, technique
from planted import planted_board

PATIENCE = 60.0
SOLVABLE = planted_board(4, 4, 3, 1).puzzle
"""It has many solutions, and all are found in a moment."""


def press():
    signal.raise_signal(signal.SIGINT)


def press_around(action):
    """Return a function that is interrupted before and after its first call."""
    times = iter([press, press])

    def interrupted(*arguments, **options):
        next(times, int)()
        value = action(*arguments, **options)
        next(times, int)()
        return value

    return interrupted


@pytest.fixture
def program():
    """Raise interrupts as in a program."""
    caught = Interrupts(raises=True)
    caught.catch("SIGINT")
    yield caught
    caught.release()


@pytest.mark.usefixtures("program")
def test_an_interrupt_is_raised_at_once():
    with pytest.raises(KeyboardInterrupt):
        press()


@pytest.mark.usefixtures("program")
def test_an_interrupt_waits_until_the_compiler_is_left_and_wakes_the_main_thread():
    done = []
    compiler = {"__name__": "llvmlite.binding.somewhere", "press": press}
    exec(
        "def loaded(callback):\n    press()\n    callback()\n",
        compiler,
    )
    too_late = threading.Event()
    give_up = threading.Timer(PATIENCE, too_late.set)

    def callback():
        time.sleep(0.2)  # the interrupt is tried again in vain
        done.append("called back")

    def command():
        compiler["loaded"](callback)
        done.append("compiled")
        too_late.wait()

    give_up.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            command()
    finally:
        give_up.cancel()
    assert done == ["called back", "compiled"]
    assert not too_late.is_set()


def test_the_second_interrupt_lets_the_program_clean_up_and_the_third_does_not(program):
    done = []
    with pytest.raises(KeyboardInterrupt):
        try:
            press()
        finally:
            press()
            done.append("cleaned up")
            with pytest.raises(KeyboardInterrupt):  # by the handler that was there
                press()
    assert done == ["cleaned up"]


def test_a_held_interrupt_is_raised_when_the_block_has_ended():
    before = signal.getsignal(signal.SIGINT)
    done = []
    with pytest.raises(KeyboardInterrupt), hold_interrupts() as held:
        press()
        assert held.is_set
        done.append("all of the block")
    assert done == ["all of the block"]
    assert signal.getsignal(signal.SIGINT) is before


def test_blocks_that_hold_and_allow_interrupts_can_be_nested():
    done = []
    with pytest.raises(KeyboardInterrupt), hold_interrupts():
        with hold_interrupts() as held:
            press()
            done.append("held")
        done.append("still held")
        with held.allow():
            done.append("never")
    assert done == ["held", "still held"]


def test_an_interrupt_that_somebody_caught_is_raised_again():
    caught = contextlib.suppress(KeyboardInterrupt)
    held = hold_interrupts()
    with pytest.raises(KeyboardInterrupt), held as now, now.allow(), caught:
        press()


def test_handlers_of_the_caller_are_left_alone():
    came = []

    def note(number, frame):
        came.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        with hold_interrupts() as held:
            press()
            assert not held.is_set
        assert signal.getsignal(signal.SIGINT) is note
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == [signal.SIGINT]


def test_other_threads_install_no_handlers():
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def look():
        with hold_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]


def test_what_nohup_ignores_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    caught = Interrupts()
    caught.catch("SIGHUP", "SIGTERM")
    try:
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    finally:
        caught.release()
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("every", [0.0, 1000.0])
def test_two_interrupts_in_a_save_leave_it_whole_and_lose_nothing(
    every, tmp_path, monkeypatch
):
    from edgematch.search import checkpoint

    path, before = tmp_path / "run.npz", signal.getsignal(signal.SIGINT)
    row_scan, request = technique("row-scan"), Request(SOLVABLE, Count())
    monkeypatch.setattr(checkpoint, "save", press_around(checkpoint.save))
    with pytest.raises(Interrupted) as stop:
        run_request(row_scan, request, checkpoint=path, checkpoint_every=every)
    assert stop.value.result.count > 0
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGINT) is before
    resumed = run_request(row_scan, request, resume=path)
    assert resumed.count == run_request(row_scan, request).count


@pytest.mark.parametrize("step", ["close", "result"])
def test_a_search_that_is_interrupted_at_its_end_still_has_its_answer(
    step, monkeypatch
):
    from edgematch.search.solution_run import SolutionRun

    request = Request(SOLVABLE, Count())
    monkeypatch.setattr(SolutionRun, step, press_around(getattr(SolutionRun, step)))
    with pytest.raises(Interrupted) as stop:
        run_request(technique("row-scan"), request)
    assert stop.value.result.ended is Ended.EXHAUSTED
    assert stop.value.result.count > 0


@pytest.mark.parametrize("goal", [Count(), Optimize()])
def test_an_interrupt_while_a_checkpoint_is_read_reports_what_was_in_it(
    goal, tmp_path, monkeypatch
):
    from edgematch.search import checkpoint

    path = tmp_path / "run.npz"
    name = "breaks" if isinstance(goal, Optimize) else "row-scan"
    kind = technique(name, "optimize" if isinstance(goal, Optimize) else "solve")
    puzzle = planted_board(6, 6, 4, 1).puzzle
    first = run_request(
        kind, Request(puzzle, goal, limits=Limits(20_000)), checkpoint=path
    )
    data = path.read_bytes()
    monkeypatch.setattr(checkpoint, "load", press_around(checkpoint.load))
    with pytest.raises(Interrupted) as stop:
        run_request(kind, Request(puzzle, goal), resume=path, checkpoint=path)
    found = stop.value.result
    assert found.ended is Ended.INTERRUPTED
    if isinstance(goal, Count):  # the best board is searched for in whole stages
        assert found.statistics["nodes"] == 20_000
    assert (found.count, found.best) == (first.count, first.best)
    assert path.read_bytes() == data


def test_an_interrupt_before_a_checkpoint_is_read_reports_nothing(
    edgematch, tmp_path, monkeypatch
):
    from edgematch.search.array_search import ArraySearch

    path = tmp_path / "run.npz"
    words = ("count", "clue1", "--engine", "row-scan")
    assert edgematch(*words, "--nodes", 1000, "--checkpoint", path).status == 3
    data = path.read_bytes()
    monkeypatch.setattr(ArraySearch, "prepare", lambda search: press())
    said = edgematch(*words, "--resume", path, "--checkpoint", path)
    assert said == (130, "", "")
    assert path.read_bytes() == data


@pytest.mark.parametrize("form", ["--json", "--no-json"])
def test_what_was_found_is_printed_whole(edgematch, tmp_path, monkeypatch, form):
    from edgematch.cli import outputs

    out = tmp_path / "solved.json"
    words = ["solve", "scramble-squares", "-o", out, *(["--json"] * (form == "--json"))]
    printer = "print_json" if form == "--json" else "print_board"
    monkeypatch.setattr(outputs, printer, press_around(getattr(outputs, printer)))
    said = edgematch(*words)
    assert (said.status, said.err) == (130, "")
    if form == "--json":
        assert json.loads(said.out)["solutions"] == 1
    else:
        assert "1 solution;" in said.out
    assert edgematch("check", out).status == 0


IN_A_PROGRAM = """
import _signal, sys
from edgematch.__main__ import main

for name in ("SIGHUP", "SIGTERM"):  # whoever started the tests may ignore them
    _signal.signal(getattr(_signal, name), _signal.SIG_DFL)

def send(*names):
    for name in names:
        _signal.raise_signal(getattr(_signal, name))

{}
sys.argv = ["edgematch", *sys.argv[1:]]
main()
"""


def run_program(code, *arguments):
    """Run the command line after some code, which may send signals from inside."""
    with python(
        *("-c", IN_A_PROGRAM.format(code), *arguments),
        stdout=-1,
        stderr=-1,
        start_new_session=True,
    ) as command:
        out, err = command.communicate(timeout=PATIENCE)
    return command.returncode, out.decode(), err.decode()


@pytest.mark.parametrize(
    "name", ["threading", "click", "edgematch.cli.solve", "edgematch.search"]
)
def test_an_interrupt_while_the_program_starts_prints_nothing(name):
    code = f"""
class Finder:
    def find_spec(name, *rest):
        if name == {name!r}:
            send("SIGINT")

sys.meta_path.insert(0, Finder)
sys.modules.pop("threading", None)
"""
    assert run_program(code, "solve", "scramble-squares") == (130, "", "")


def test_an_interrupt_in_code_that_is_made_at_run_time_has_the_same_status(tmp_path):
    code = """
import edgematch.cli.outputs as outputs
outputs.check_writable = lambda *each: exec("send('SIGINT')", globals())
"""
    module = IN_A_PROGRAM.format(code)
    (tmp_path / "program.py").write_text(module)
    words = ("-m", "program", "solve", "scramble-squares")
    options = {"cwd": tmp_path, "stdout": -1, "stderr": -1, "start_new_session": True}
    with python(*words, **options) as command:  # Python treats -m and -c differently
        assert command.communicate(timeout=PATIENCE) == (b"", b"")
    assert command.returncode == 130


def test_signals_while_the_program_exits_change_nothing():
    code = """
import atexit
atexit.register(send, "SIGTERM", "SIGINT", "SIGHUP", "SIGTERM")

class Late:
    def __del__(self, send=send):
        send("SIGTERM", "SIGHUP")

sys.late = Late()
"""
    assert run_program(code, "--version")[0] == 0


def test_an_interrupt_in_a_destructor_is_not_lost():
    code = """
class Gone:
    def __del__(self):
        send("SIGINT")

import edgematch.cli.outputs as outputs
outputs.check_writable = lambda *each: Gone() and None
"""
    words = ("optimize", "clue1", "--no-store")
    assert run_program(code, *words) == (130, "", "")


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (("SIGTERM",), 130),
        (("SIGTERM", "SIGHUP"), 130),
        (("SIGINT", "SIGINT", "SIGINT"), -signal.SIGINT),
        (("SIGINT", "SIGHUP", "SIGTERM"), -signal.SIGTERM),
    ],
)
def test_the_third_signal_kills_and_those_before_let_the_answer_be_printed(
    names, status
):
    code = f"""
import click
echo = click.echo

def slow_echo(text, **options):
    echo(text[:100], nl=False)
    send(*{names!r})
    click.echo = echo
    echo(text[100:])

click.echo = slow_echo
"""
    words = ("solve", "scramble-squares", "--all", "--json")
    ended, out, err = run_program(code, *words)
    assert (ended, err) == (status, "")
    if status == 130:
        assert json.loads(out)["ended"] == "exhausted"
    else:
        assert len(out) == 100


@pytest.mark.deep
def test_ctrl_c_on_a_terminal_stops_the_loop_of_a_shell():
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    words = [sys.executable, "-m", "edgematch", "optimize", "eternity2", "--no-store"]
    loop = f"for i in 1 2; do echo round $i; {shlex.join(words)} --json; done"
    terminal, other_end = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), other_end)

    def take_terminal():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    with child(
        "bash", "-c", loop, **streams, start_new_session=True, preexec_fn=take_terminal
    ) as shell:
        os.close(other_end)
        shown = b""
        while b"joins" not in shown:  # the progress of the search
            shown += os.read(terminal, 100_000)
        os.write(terminal, b"\x03")
        with pytest.raises(OSError, match="Input/output"):  # nobody is left to write
            while more := os.read(terminal, 100_000):
                shown += more
        os.close(terminal)
        assert shell.wait(PATIENCE) == -signal.SIGINT
    assert b"round 2" not in shown
    assert b'"ended": "interrupted"' in shown


def test_without_a_terminal_an_interrupt_has_the_status_130():
    code = (
        "import signal\n"
        "from edgematch.cli import main\n"
        "main.run = lambda: main.INTERRUPTED\n"
        "main.main()\n"
    )
    with python("-c", code, start_new_session=True) as command:
        assert command.wait(PATIENCE) == 130


def test_an_interrupt_that_python_wraps_ends_the_command(monkeypatch, capsys):
    class Interrupting:
        def __set_name__(self, owner, name):
            raise KeyboardInterrupt

    def create_class(*arguments, **settings):
        try:
            type("Owner", (), {"field": Interrupting()})
        except KeyboardInterrupt as stop:  # Python 3.12 and later do not wrap it
            raise RuntimeError("Error calling __set_name__") from stop

    from edgematch.cli import main

    monkeypatch.setattr(main.cli, "main", create_class)
    assert main.run(["catalog"]) == 130
    assert capsys.readouterr() == ("", "")


def test_an_interrupt_as_the_search_ends_has_the_status_130_and_the_answer():
    code = """
from edgematch.search.solution_run import SolutionRun
result = SolutionRun.result

def late(self, *facts):
    send("SIGINT")
    return result(self, *facts)

SolutionRun.result = late
"""
    words = ("solve", "scramble-squares", "--all", "--json")
    ended, out, err = run_program(code, *words)
    assert (ended, err, json.loads(out)["ended"]) == (130, "", "exhausted")
