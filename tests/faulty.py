"""A task that does what runs should not do; imported by the server of the tests."""

import os
import signal
import sys
import time
from pathlib import Path

from edgematch.experiments.records import RunRecord, Status
from edgematch.experiments.tasks import register

register("faulty", "faulty")


def check_options(subject, options):
    return dict(options)


def prepare(puzzle, method):
    if method.options.get("crash"):
        os.abort()


def run(puzzle, method):
    DEEDS[method.subject](puzzle, method.options)
    return RunRecord(Status.DONE, "done", seconds=0.0, statistics={"deed": 1})


def hang_in_a_loop(puzzle, options):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(0.01)


def leak(puzzle, options):
    kept = []
    while True:
        kept.append(bytearray(b"x" * 1_000_000))


def take_a_lot_at_once(puzzle, options):
    bytearray(100_000_000_000)


def crash(puzzle, options):
    os.kill(os.getpid(), signal.SIGSEGV)


def abort_with_a_word(puzzle, options):
    os.write(2, b"assertion failed: the sky is blue\n")
    os.abort()


def leave(puzzle, options):
    os._exit(7)


def fail(puzzle, options):
    raise RuntimeError("a bug in the engine")


def leave_a_child_behind(puzzle, options):
    """Fork a process that holds everything open and outlives its parent."""
    number = os.fork()
    if number == 0:
        time.sleep(600)
        os._exit(0)
    Path(options["file"]).write_text(str(number))
    os._exit(3)


def print_a_lot(puzzle, options):
    print("noise " * 10_000, flush=True)
    print("noise " * 10_000, file=sys.stderr, flush=True)
    os.write(1, b"\x00" * 10_000)


def log(puzzle, options):
    """Say in a file that the run was done, in one write."""
    time.sleep(options.get("seconds", 0.0))
    descriptor = os.open(options["file"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, f"{puzzle.fingerprint}\n".encode())
    os.close(descriptor)


def log_when_told(puzzle, options):
    """Tell its number in one file, wait for another, and log."""
    part = Path(f"{options['begun']}.part")
    part.write_text(str(os.getpid()))
    part.rename(options["begun"])
    while not Path(options["go"]).exists():
        time.sleep(0.01)
    log(puzzle, options)


def nothing(puzzle, options):
    pass


DEEDS = {
    name: deed
    for name, deed in list(globals().items())
    if callable(deed) and getattr(deed, "__module__", "") == __name__
}
