"""Calls in a process of their own: limits, crashes, interrupts, the parent's death."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from children import is_alive, wait_for_end
from edgematch.processes import child, child_process
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.handle import PythonProcess
from edgematch.processes.messages import CallEnd, ProcessError, ProcessLimits

TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def functions(monkeypatch):
    """Let child processes import the functions of the tests; end them afterwards."""
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    )
    child_process.kill_all()  # a waiting process has another path
    yield
    child_process.kill_all()


def call(function, *arguments, **others):
    return ChildProcess(f"process_functions:{function}", *arguments, **others)


def finish(process):
    while process.result is None:
        process.receive(1.0)
    return process.result


def value(function, *arguments, **others):
    return finish(call(function, *arguments, **others)).value


def error(function, *arguments, **others):
    with pytest.raises(ProcessError) as caught:
        value(function, *arguments, **others)
    return caught.value


def test_a_function_is_called_with_its_arguments_and_its_value_comes_back():
    assert value("add", 1, 2, 3) == 6


def test_messages_come_in_order_however_far_the_function_is_ahead():
    process = call("count_to", 1000)
    found = []
    while process.result is None:
        if (message := process.receive(1.0)) is not None:
            found.append(message)
    assert found == list(range(1000))


def test_a_process_that_has_answered_answers_the_next_call():
    first, group = value("pid_and_group")
    assert first == group  # it leads a group of its own: Ctrl-C is not for it
    assert group != os.getpgrp()
    assert value("pid_and_group") == (first, group)
    assert child_process.running_pids() == []


def test_a_waiting_process_that_was_killed_is_replaced():
    first, _ = value("pid_and_group")
    os.kill(first, signal.SIGKILL)
    assert wait_for_end(first)
    assert value("pid_and_group")[0] != first


@pytest.mark.deep
def test_a_process_killed_while_its_call_ends_gets_no_other_call(monkeypatch):
    value("add")  # a process that is ready
    kill = PythonProcess.kill

    def kill_late(process):
        ended.wait(2.0)
        kill(process)

    process = call("add_late", 1)
    ended = process._has_ended
    monkeypatch.setattr(PythonProcess, "kill", kill_late)
    process.close()
    monkeypatch.undo()
    assert process.pid not in child_process.idle_pids()


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("refuse", "these pieces do not fit"),
        ("fail", "ZeroDivisionError: a bug"),
        ("return_what_cannot_be_sent", "cannot be sent"),
    ],
)
def test_an_exception_is_told_and_the_process_goes_on(function, text):
    first, _ = value("pid_and_group")
    found = error(function)
    assert (found.end, text in str(found)) == (CallEnd.RAISED, True)
    assert value("pid_and_group")[0] == first


def test_a_crash_is_one_line_with_the_signal_and_the_last_lines_of_stderr():
    found = error("abort")
    assert found.end is CallEnd.CRASHED
    for text in ("SIGABRT", "assertion failed", "(trail is empty)"):
        assert text in str(found)
    assert "\n" not in str(found)


def test_what_a_function_prints_does_not_come_between_its_messages():
    assert value("print_to_stdout") == "printed"


def test_a_time_limit_kills_a_process_that_ignores_sigterm():
    process = call("ignore_sigterm", limits=ProcessLimits(seconds=1.5))
    pid = process.receive(60)
    with pytest.raises(ProcessError, match=r"after 1\.5 s") as caught:
        finish(process)
    assert caught.value.end is CallEnd.TIMEOUT
    assert not is_alive(pid)


def test_closing_kills_a_process_that_ignores_sigterm_and_holds_the_lock():
    for function in ("ignore_sigterm", "hold_the_lock"):
        process = call(function)
        pid = process.receive(60)
        process.close()
        assert not is_alive(pid)


def test_an_allocation_far_beyond_the_limit_raises_before_it_happens():
    found = error("allocate_at_once", limits=ProcessLimits(megabytes=200))
    assert found.end is CallEnd.MEMORY


def test_a_memory_limit_counts_the_whole_group_and_kills_all_of_it():
    limits = ProcessLimits(megabytes=250)  # each process alone has about 160
    process = call("allocate_in_grandchildren", limits=limits)
    child_of_child = process.receive(60)
    with pytest.raises(ProcessError, match="250 megabytes") as caught:
        finish(process)
    assert caught.value.end is CallEnd.MEMORY
    assert wait_for_end(child_of_child)


def test_limits_hold_for_one_call_and_not_for_the_next():
    first, _ = value("pid_and_group", limits=ProcessLimits(seconds=60, megabytes=100))
    assert value("pid_and_group")[0] == first
    assert value("add", 1, limits=ProcessLimits(megabytes=2000)) == 1


def test_a_process_started_by_a_child_stays_in_its_group():
    outer, (inner, group) = value("nest")
    assert outer == group != inner


def test_an_interrupt_lets_a_call_save_its_work(tmp_path):
    process = call("work_until_interrupted", str(tmp_path), is_interruptible=True)
    pid = process.receive(60)
    process.interrupt()
    assert finish(process).value == "saved"
    assert (tmp_path / "saved").read_text() == "all of it"
    assert wait_for_end(pid)


def test_a_call_that_does_not_heed_an_interrupt_is_killed():
    process = call("ignore_interrupts", is_interruptible=True)
    pid = process.receive(60)
    process.interrupt(0.5)
    with pytest.raises(ProcessError, match="SIGKILL"):
        finish(process)
    assert not is_alive(pid)


def test_an_interruptible_call_can_be_sent_messages():
    process = call("echo", is_interruptible=True)
    process.send({"go": True})
    assert finish(process).value == {"go": True}


def test_a_listener_is_handed_every_message_and_the_result():
    found = []
    process = call("count_to", 3, listener=found.append)
    deadline = time.monotonic() + 60
    while len(found) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert found[:3] == [0, 1, 2]
    assert found[3].end is CallEnd.RETURNED
    process.close()


def child_of_a_killed_parent(*words):
    """Start a process that calls a function in another, kill it; return the other."""
    parent = subprocess.Popen(
        [sys.executable, str(TESTS / "process_functions.py"), *words],
        stdout=subprocess.PIPE,
    )
    try:
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
    finally:
        parent.kill()
        parent.communicate()
    return pid


@pytest.mark.skipif(sys.platform != "linux", reason="needs a signal of Linux pipes")
@pytest.mark.parametrize("function", ["ignore_sigterm", "hold_the_lock"])
def test_a_child_does_not_outlive_a_parent_that_was_killed(function):
    assert wait_for_end(child_of_a_killed_parent(function))


def test_a_child_saves_its_work_when_its_parent_was_killed(tmp_path):
    assert wait_for_end(
        child_of_a_killed_parent("work_until_interrupted", str(tmp_path))
    )
    assert (tmp_path / "saved").read_text() == "all of it"


def test_an_orphan_that_takes_too_long_to_save_ends(monkeypatch, tmp_path):
    site = tmp_path / "sitecustomize.py"
    assert child.SECONDS_TO_SAVE > 1
    site.write_text(
        "import edgematch.processes.child as child; child.SECONDS_TO_SAVE = 0.5\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    monkeypatch.setenv("PYTHONPATH", path)
    assert wait_for_end(child_of_a_killed_parent("ignore_interrupts"))
