"""Ctrl-C is never lost: not in the compiler, nor while it is delayed."""

import os
import shlex
import signal
import sys
import threading
import time

import pytest

from children import child, python
from edgematch.processes.interrupts import delay_interrupts, raise_interrupt

PATIENCE = 60.0


@pytest.fixture
def interrupts():
    before = signal.signal(signal.SIGINT, raise_interrupt)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_is_raised_at_once():
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_waits_until_the_compiler_is_left_and_wakes_the_main_thread():
    done = []
    compiler = {"__name__": "llvmlite.binding.somewhere", "signal": signal}
    exec(
        "def loaded(callback):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    callback()\n",
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


@pytest.mark.usefixtures("interrupts")
def test_a_delayed_interrupt_is_raised_when_the_block_has_ended():
    done = []
    with pytest.raises(KeyboardInterrupt), delay_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("all of the block")
    assert done == ["all of the block"]
    assert signal.getsignal(signal.SIGINT) is raise_interrupt


def test_ctrl_c_on_a_terminal_stops_the_loop_of_a_shell():
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    command = shlex.join([sys.executable, "-m", "edgematch", "optimize", "clue1"])
    loop = f"for i in 1 2; do echo round $i; {command} --no-store --json; done"
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
