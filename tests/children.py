"""Child processes of tests: started in one way, and always ended.

Tests start `edgematch` with `program`, other Python code with `python` and anything
else with `child`.  When the block ends, so do the process and all that it has started,
whatever the test did.
"""

import contextlib
import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil

import edgematch

TESTS = Path(__file__).parent
PATIENCE = 240.0
"""Seconds to wait for a child on a busy machine; pytest ends a test after 300."""
SHARED = set()
"""Numbers of processes that belong to a wider fixture, though a test started them."""


def environment(**changes):
    """Return variables with which a child imports the package and modules of tests."""
    folders = [TESTS, Path(edgematch.__file__).parents[1]]
    path = [*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), **changes}


@contextlib.contextmanager
def child(*command, **options):
    """Start a process; kill it, and all that it has started, when the block ends."""
    options = {"env": environment(), **options}
    with subprocess.Popen([*map(str, command)], **options) as process:
        try:
            yield process
        finally:
            kill_with_descendants(process)


def python(*arguments, **options):
    """Start Python; see `child`."""
    return child(sys.executable, *arguments, **options)


def program(*arguments, **options):
    """Start `edgematch`; see `child`."""
    return python("-m", "edgematch", *arguments, **options)


def without_preparation(errors):
    """Return what was written to the standard error, less the line on compiling.

    It depends on what was compiled before.
    """
    text = errors.decode() if isinstance(errors, bytes) else errors
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if "preparing kernels" not in line)


def kill_with_descendants(process):
    """Kill a `Popen` that has not ended, and the processes below it."""
    if process.poll() is not None:
        return
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        for each in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()


def wait_until(is_true, process=None):
    """Wait until a function returns something true, and return that.

    Fails when the patience is over, or when a process ends before it is true.
    """
    deadline = time.monotonic() + PATIENCE
    while not (found := is_true()):
        assert process is None or process.poll() is None, "the child has ended"
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
    return found


def is_running(number):
    """Return whether a process exists and is not a zombie."""
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def adopt_orphans():
    """Let the system make this process the parent of orphaned descendants.

    On Linux only; elsewhere a process whose parent was killed is not seen any more.
    """
    if sys.platform == "linux":
        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def descendants():
    """Return the running processes below this one."""
    return {
        each
        for each in psutil.Process().children(recursive=True)
        if is_running(each.pid)
    }


def is_alive(pid):
    """Return whether a process is running; one that nobody has waited for is not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for_end(pid):
    """Wait until a process has ended; return whether it has."""
    deadline = time.monotonic() + 60
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(pid)
