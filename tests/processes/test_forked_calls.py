"""Calls in forks of a warm server."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from children import wait_for_end
from edgematch.processes.forked_calls import ForkedCalls, ServerLost
from edgematch.processes.messages import CallEnd, ProcessLimits

TESTS = Path(__file__).parents[1]
LIMITS = ProcessLimits(seconds=60, megabytes=500)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")


@pytest.fixture(scope="module")
def path():
    with pytest.MonkeyPatch.context() as patch:
        before = os.environ.get("PYTHONPATH", "")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), before]))
        yield


@pytest.fixture(scope="module")
def calls(path):
    with closing(ForkedCalls(["process_functions"])) as calls:
        yield calls


def result(calls, function, *arguments, limits=LIMITS):
    calls.start(function, f"process_functions:{function}", *arguments, limits=limits)
    while True:
        for identity, result in calls.results(1.0):
            assert identity == function
            return result


def text_of(file):
    deadline = time.monotonic() + 60
    while not (file.exists() and file.read_text()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return file.read_text()


def test_every_call_has_a_process_and_a_group_of_its_own(calls):
    first, second = (result(calls, "pid_and_group").value for _ in range(2))
    assert first[0] == first[1] != second[0] == second[1]


def test_what_was_prepared_is_there_in_every_later_call(path):
    with closing(ForkedCalls()) as calls:
        assert result(calls, "what_is_prepared").value == []
        assert calls.prepare("process_functions:prepare", "x").end is CallEnd.RETURNED
        assert result(calls, "what_is_prepared").value == ["x"]
        failed = calls.prepare("process_functions:prepare")
        assert failed.end is CallEnd.RAISED
        assert "TypeError" in failed.error


@pytest.mark.parametrize(
    ("function", "end", "text"),
    [
        ("fail", CallEnd.RAISED, "ZeroDivisionError: a bug"),
        ("abort", CallEnd.CRASHED, "assertion failed"),
        ("allocate_at_once", CallEnd.MEMORY, "memory"),
    ],
)
def test_a_call_that_fails_is_told_and_the_next_one_is_not(calls, function, end, text):
    found = result(calls, function)
    assert (found.end, text in found.error) == (end, True)
    assert result(calls, "add", 1, 2).value == 3


def test_limits_on_time_and_on_the_memory_of_the_group(calls):
    late = result(calls, "ignore_sigterm", limits=ProcessLimits(seconds=0.3))
    assert late.end is CallEnd.TIMEOUT
    assert late.seconds >= 0.3
    limits = ProcessLimits(60, megabytes=250)  # a process alone has about 160
    large = result(calls, "allocate_in_grandchildren", limits=limits)
    assert large.end is CallEnd.MEMORY
    assert large.peak_bytes > 250_000_000


def test_what_a_call_leaves_behind_is_killed(calls, tmp_path):
    file = tmp_path / "pid"
    found = result(calls, "fork_and_exit", str(file))
    assert (found.end, "status 3" in found.error) == (CallEnd.CRASHED, True)
    assert wait_for_end(int(file.read_text()))


def test_a_lost_server_is_replaced_and_its_calls_start_again(path, tmp_path):
    file = tmp_path / "pid"
    with closing(ForkedCalls()) as calls:
        function = "process_functions:write_pid_and_sleep"
        calls.start("slow", function, str(file), limits=LIMITS)
        first = int(text_of(file))
        file.unlink()
        os.kill(calls.server, signal.SIGKILL)
        assert wait_for_end(first)  # its calls die with it
        calls.results(1.0)
        second = int(text_of(file))
    assert wait_for_end(second)


def test_servers_that_die_again_and_again_are_given_up(path):
    with closing(ForkedCalls(["no_such_module"])) as calls:
        calls.start("one", "process_functions:add", limits=LIMITS)
        with pytest.raises(ServerLost, match="ModuleNotFoundError"):
            for _ in range(100):
                calls.results(1.0)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a signal of Linux pipes")
def test_a_call_does_not_outlive_the_parent_of_its_server(path, tmp_path):
    file = tmp_path / "pid"
    words = [sys.executable, str(TESTS / "process_functions.py"), "forked", str(file)]
    parent = subprocess.Popen(words)
    try:
        pid = int(text_of(file))
        server = psutil.Process(pid).ppid()
    finally:
        parent.kill()
        parent.wait()
    assert wait_for_end(pid)
    assert wait_for_end(server)
