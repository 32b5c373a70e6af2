"""Functions that the tests of `edgematch.processes` call in other processes."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from edgematch.errors import EdgematchError
from edgematch.processes.child_process import ChildProcess
from edgematch.processes.forked_calls import ForkedCalls
from edgematch.processes.messages import ProcessLimits


def add(parent, *numbers):
    return sum(numbers)


def add_late(parent, *numbers):
    """Return a sum after a while."""
    time.sleep(0.5)
    return sum(numbers)


def count_to(parent, most):
    for number in range(most):
        parent.send(number)


def pid_and_group(parent):
    return os.getpid(), os.getpgrp()


def refuse(parent):
    raise EdgematchError("these pieces do not fit")


def fail(parent):
    raise ZeroDivisionError("a bug")


def return_what_cannot_be_sent(parent):
    return lambda: None


def abort(parent):
    print("reading the clauses", file=sys.stderr, flush=True)
    os.write(2, b"solver.c:12: assertion failed\n\n  (trail is empty)\n")
    os.abort()


def print_to_stdout(parent):
    os.write(1, b"c a comment of the solver\n")
    return "printed"


def ignore_sigterm(parent):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent.send(os.getpid())
    time.sleep(600)


def hold_the_lock(parent):
    parent.send(os.getpid())
    ctypes.PyDLL(None).sleep(600)


def allocate_at_once(parent):
    return bytearray(10**12)


_ALLOCATE = """
import subprocess, sys, time
held = b"x" * 150_000_000
code, depth = sys.argv[1], int(sys.argv[2])
if depth:
    subprocess.run([sys.executable, "-c", code, code, str(depth - 1)])
time.sleep(600)
"""


def allocate_in_grandchildren(parent):
    """Start two processes, one below the other, each below the limit by itself."""
    process = subprocess.Popen([sys.executable, "-c", _ALLOCATE, _ALLOCATE, "1"])
    parent.send(process.pid)
    process.wait()


def nest(parent):
    """Answer through a process of our own."""
    inner = ChildProcess("process_functions:pid_and_group")
    while inner.result is None:
        inner.receive(1.0)
    return os.getpgrp(), inner.result.value


def work_until_interrupted(parent, folder):
    try:
        parent.send(os.getpid())
        while True:
            time.sleep(0.01)
    except KeyboardInterrupt:
        (Path(folder) / "saved").write_text("all of it")
        return "saved"


def ignore_interrupts(parent):
    with contextlib.suppress(KeyboardInterrupt):
        parent.send(os.getpid())
        time.sleep(600)
    time.sleep(600)


def echo(parent):
    return parent.receive()


PREPARED = []


def prepare(word):
    PREPARED.append(word)


def what_is_prepared(parent):
    return PREPARED


def fork_and_exit(parent, file):
    """Leave a process behind that holds everything open."""
    number = os.fork()
    if number == 0:
        time.sleep(600)
    Path(file).write_text(str(number))
    os._exit(3)


def write_pid_and_sleep(parent, file):
    Path(file).write_text(str(os.getpid()))
    time.sleep(600)


def main(*words):
    """Be a parent that gets killed: start a child, print its number, wait."""
    kind, *arguments = words
    if kind == "forked":
        calls = ForkedCalls()
        limits = ProcessLimits(600)
        function = "process_functions:write_pid_and_sleep"
        calls.start("one", function, *arguments, limits=limits)
        calls.results(600)
    is_interruptible = kind in ("work_until_interrupted", "ignore_interrupts")
    process = ChildProcess(
        f"process_functions:{kind}", *arguments, is_interruptible=is_interruptible
    )
    print(process.receive(60), flush=True)
    process.receive(600)


if __name__ == "__main__":
    main(*sys.argv[1:])


def work_without_end(parent):
    while True:
        pass


def work_for(parent, seconds):
    """Use the processor for some seconds."""
    while time.process_time() < seconds:
        pass
